"""Laws about twin games, which differ only in what a seat cannot know: it sees no difference."""

from __future__ import annotations

import random
from collections.abc import Iterator

from quarterdeck.engine.game import Game
from quarterdeck.engine.laws.walk import Setting, States, Walk, differing, same
from quarterdeck.engine.position import Position
from quarterdeck.engine.state import SPECTATOR

NARROW_DECISIONS = 60
"""How far twin games are followed: later they all differ."""


def nothing_leaks(game: Game, setting: Setting, seed: int, variants: int = 8) -> int:
    """Many games that differ in what a seat cannot know, grouped by what it was told: within a
    group its views are equal to the byte.

    The seat's own choices depend only on what it was told, so games differ only by what it learns.
    Returns how many views were compared.
    """
    compared = 0
    for viewer in range(SPECTATOR, setting.seats):
        seen: dict[bytes, States] = {}
        base = Walk(game, setting, seed)
        for variant in range(variants):
            walk = Walk(game, setting, seed + variant if viewer < 0 else seed)
            if viewer >= 0 and variant:
                walk.now = base.now.imagined(viewer, walk.dice)
            walk.random.seed(seed * 1000 + variant)
            for told, view in _followed(walk, viewer):
                first = seen.setdefault(told, view)
                compared += first is not view
                if not same(view, first):
                    fields = differing(view, first)
                    walk.fail("nothing leaks", f"told the same, seat {viewer} sees other {fields}")
    return compared


def _followed(walk: Walk, viewer: int) -> Iterator[tuple[bytes, States]]:
    """Play on, yielding all a viewer was told so far and its view, whenever it has one."""
    told, pending = _told(walk.view(viewer)), b""
    yield told, walk.view(viewer)
    for _ in range(NARROW_DECISIONS):
        legal, mine = walk.legal(), walk.actor == viewer
        # few choices, so that many games are told the same for long
        choice = random.Random(told).choice(legal) if mine else walk.random.choice(legal[:2])
        walk.act(choice)
        if walk.over:
            return
        # how often others act within a draft is not told: only what reaches the viewer counts
        pending += (f"did {choice};".encode() if mine else b"") + _told(walk.view(viewer))
        if walk.now.fenced or walk.actor == viewer:
            told, pending = told + pending, b""
            yield told, walk.view(viewer)


def _told(view: States) -> bytes:
    return bytes(view["event"][0][: view["event_count"][0]].tobytes())


def pictures_follow_from_views(walk: Walk) -> None:
    """Two truths that look the same to a seat give the same picture and labels."""
    law = "pictures follow from views"
    scene = walk.game.hooks.scene
    for seat in walk.viewers():
        if walk.over:
            return
        pictures = []
        for one in (walk.now, walk.imagined(seat)):
            view = Position(walk.rules, one.view(seat))
            plain, legal = view.plain(), view.legal() if seat == walk.actor else []
            labels = [scene.label(plain, action) for action in legal]
            pictures.append((scene.draw(plain), labels))
        if pictures[0] != pictures[1]:
            walk.fail(law, f"seat {seat} is shown different pictures of the same view")
