"""Which drawing goes with which card: `face-<name>` in look/cards.svg."""

from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.names import CLASS_SYMBOLS, EFFECT_KIND, effect_side

PILLAGE_ART = (
    "jury-rig",
    "foreign-training",
    "treasure-everywhere",
    "new-crew",
    "full-sails",
    "tactically-advance-backwards",
    "gunpowder",
    "blockade",
    "plunder",
    "cannoneer",
    "flanking-maneuver",
    "keel-haul",
)
NINJUTSU_ART = (
    "roll-with-the-punch",
    "amazing-disguise",
    "fortunes-favor",
    "deployment",
    "geta-of-speed",
    "smoke-bomb",
    "katana",
    "mystic-binding",
    "resourcefulness",
    "honor-bound",
    "theyre-everywhere",
    "self-sacrifice",
)
"""[kind of Specialty card]: the drawing on that side."""
POINT_ART = ("point-1", "points-2", "cloud-point")
"""[kind, counted from the first that is no Specialty card]: drawings of whole cards."""
CLASS_ART = tuple(f"class-{name}" for name in CLASS_SYMBOLS)
AIM_ART = tuple(f"aim-{name}" for name in CLASS_SYMBOLS)
"""[class]: who they are, and what they are after."""


def effect_art(view: st.State, effect: int, seat: int) -> str:
    """The drawing of an effect, on the side that a player of this class reads."""
    drawings = NINJUTSU_ART if effect_side(view, effect, seat) == tb.NINJUTSU else PILLAGE_ART
    return drawings[EFFECT_KIND[effect]]
