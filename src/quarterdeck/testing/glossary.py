"""Every kind of thing that a game shows is in its glossary.json, with a clause that exists."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.engine.game import Game
from quarterdeck.engine.glossary import glossary, kinds
from quarterdeck.engine.playthrough import records_in
from quarterdeck.engine.record import Record
from quarterdeck.testing.clauses import clauses


def glossary_faults(game: Game, folder: Path) -> list[str]:
    """What a game's glossary lacks or has wrong, a line each. `folder` has its golden
    playthroughs, which show all of it."""
    explained, known = glossary(game.package), set(clauses(game))
    shown = sorted({key for record in records_in(folder, game).values() for key in seen(record)})
    verbs = set(game.actions.verbs)
    return [
        *(f"nothing explains {key}" for key in shown if not explained.find(key)),
        *(f"no clause for the verb {verb}" for verb in sorted(verbs - set(explained.verbs))),
        *(f"there is no verb {verb}" for verb in explained.verbs if verb not in verbs),
        *(
            f"{key} has no name or no text"
            for key, kind in explained.kinds.items()
            if not key.startswith("half:") and not (kind.name and kind.text)
        ),
        *(
            f"{key} refers to {clause or 'no clause'}, which RULES.md does not have"
            for key, clause in [
                *((key, kind.clause) for key, kind in explained.kinds.items()),
                *explained.verbs.items(),
            ]
            if clause not in known
        ),
    ]


def seen(record: Record) -> set[str]:
    """The keys of everything that any viewer sees in the course of a record."""
    return {
        key
        for match, _, _ in record.replay()
        for viewer in (None, *range(match.seats))
        for key in kinds(match.picture(viewer))
    }
