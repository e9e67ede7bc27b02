"""What the scene names is drawn: every card on both sides, every terrain, every piece and mark."""

import re
from importlib import resources

from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture import art, cards, island
from quarterdeck.games.zerpang.picture.names import CLASS_SYMBOLS, PLATES

FOLDER = resources.files("quarterdeck.games.zerpang")


def drawn(name: str) -> set[str]:
    """The ids of the symbols in a file."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return set(re.findall(r'<symbol id="([^"]+)"', text))


def test_every_card_has_its_drawings_and_every_drawing_its_card() -> None:
    sides = [art.PILLAGE_ART, art.NINJUTSU_ART]
    assert [len(side) for side in sides] == [tb.SPECIALTIES, tb.SPECIALTIES]
    assert len(art.POINT_ART) == tb.CLOUD_POINT + 1 - tb.SPECIALTIES
    every = [*art.PILLAGE_ART, *art.NINJUTSU_ART, *art.POINT_ART, *art.CLASS_ART, *art.AIM_ART]
    assert len(every) == len(set(every))
    assert drawn("look/cards.svg") == {"back", *(f"face-{name}" for name in every)}


def test_every_half_shows_its_drawing_and_its_value() -> None:
    view, faces = Match(find("zerpang"), seats=3, seed=1).position.plain(), drawn("look/cards.svg")
    for card in range(tb.CLOUD_POINT + 1):
        for half in cards.face(view, tb.NONE, card, "card", "hand:0", []).halves:
            assert f"face-{half.art}" in faces
            assert half.value.isdigit()
    for role in range(tb.CLASSES):
        assert {f"face-{half.art}" for half in cards.class_card(view, 0, role).halves} <= faces


def test_names_of_drawings_follow_from_the_names_on_the_cards() -> None:
    """So that nobody who renames a card forgets its drawing; weapons go by their first name."""
    for names, drawings in (
        (tb.PILLAGE_NAMES, art.PILLAGE_ART),
        (tb.NINJUTSU_NAMES, art.NINJUTSU_ART),
    ):
        for name, drawing in zip(names, drawings, strict=False):
            slug = re.sub(r"[^a-z]+", "-", name.replace("'", "").lower())
            assert slug.startswith(drawing)


def test_every_space_has_a_tile_and_a_drawing_of_what_stands_there() -> None:
    wanted = set()
    for space in range(tb.SPACES):
        gate = tb.TERRAIN[space] == tb.GATE
        for seat in (tb.NONE, *range(tb.SEATS)) if gate else (tb.NONE,):
            wanted.add(f"tile-{island.terrain(space, seat)}")
            marks = island.marks_on(space, seat, covered=False, ring=True, mover=tb.NONE)
            wanted |= {mark.symbol for mark in marks}
    assert wanted <= drawn("symbols.svg")


def test_every_class_has_a_figure_and_every_seat_a_gate() -> None:
    wanted = [*(f"figure-{name}" for name in CLASS_SYMBOLS), *(f"gate-{shape}" for shape in PLATES)]
    assert set(wanted) <= drawn("symbols.svg")
