"""Messages of Siesta: a sentence for each refusal, and a phrase for each action."""

from __future__ import annotations

from rules.games.siesta.pieces import Piece
from rules.games.siesta.position import Siesta
from rules.prose import N_, Sentence

MESSAGES = {
    "square-taken": N_("That square already holds a piece, and pieces never move. Choose a free square."),
    "first-turn-order": N_("The first turn of the game is a sun, then a roof, then a shadow."),
    "first-turn-line": N_(
        "In the first turn, sun, roof and shadow form a straight line without a gap. The line must fit on the "
        "board. Choose another square."
    ),
    "no-suns-left": N_("All 25 suns are on the board. Place a roof or a shadow."),
    "no-roofs-left": N_("You have placed all 15 of your roofs. Place a sun or a shadow."),
    "no-shadows-left": N_("All 75 shadows are on the board. Place a sun or a roof."),
    "touches-nothing": N_(
        "Every piece must be next to another one: above, below, left or right. Corners do not count."
    ),
    "beside-a-shadow": N_("A sun may not be next to a shadow. Corners may touch."),
    "beside-a-sun": N_("A shadow may not be next to a sun. Corners may touch."),
    "in-no-siesta": N_(
        "A shadow must be part of a siesta as soon as you place it: a sun, then roofs, then the shadow, in one "
        "line without a gap. Place the sun and the roof first, or choose another square for the shadow."
    ),
    "turn-without-point": N_(
        "Every turn must score at least one point for you, and after {action} this one would score none. Finish "
        "it with a piece that completes a siesta with one of your roofs."
    ),
    "dead-end": N_(
        "After {action} you could not finish your turn: it needs three pieces and at least one point for you. "
        "Start with another piece."
    ),
}

_PUTS = (
    N_("places a sun on {square}"),
    N_("places a roof on {square}"),
    N_("places a shadow on {square}"),
)
_PUTS_AND_GAINS = (
    N_("places a sun on {square} (points: {points})"),
    N_("places a roof on {square} (points: {points})"),
    N_("places a shadow on {square} (points: {points})"),
)


def tell(before: Siesta, action: Piece) -> Sentence:
    """Describe an action as a phrase that follows the player's name; name the gains of all seats by letter."""
    after = before.apply(action)
    gains = [
        f"{'ABCD'[seat]} +{now - then}"
        for seat, (then, now) in enumerate(zip(before.points, after.points, strict=True))
        if now > then
    ]
    if not gains:
        return Sentence(_PUTS[action.kind], {"square": action.square})
    return Sentence(_PUTS_AND_GAINS[action.kind], {"square": action.square, "points": ", ".join(gains)})
