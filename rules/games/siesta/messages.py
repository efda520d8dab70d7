"""Siesta in sentences: why a piece is refused, and what a piece does."""

from __future__ import annotations

from rules.games.siesta.pieces import Piece
from rules.games.siesta.position import Siesta
from rules.prose import N_, Sentence

MESSAGES = {
    "square-taken": N_("There is a piece on that square already, and pieces never move. Choose a free square."),
    "first-turn-order": N_("The first turn of the game is a sun, then a roof, then a shadow, in this order."),
    "first-turn-line": N_(
        "In the first turn sun, roof and shadow lie in one straight line without a gap, so the line must fit on the"
        " board. Choose another square."
    ),
    "no-suns-left": N_("All 25 suns have been placed. Put down a roof or a shadow."),
    "no-roofs-left": N_("You have placed all 15 of your roofs. Put down a sun or a shadow."),
    "no-shadows-left": N_("All 75 shadows have been placed. Put down a sun or a roof."),
    "touches-nothing": N_(
        "Every piece goes right beside another one: above, below, left or right of it. Corners do not count."
    ),
    "beside-a-shadow": N_("A sun may not lie right beside a shadow. Corners may touch."),
    "beside-a-sun": N_("A shadow may not lie right beside a sun. Corners may touch."),
    "in-no-siesta": N_(
        "A shadow must be part of a siesta as soon as it lies there: in one line without a gap, a sun, then roofs, then"
        " the shadow. Place the sun and the roof first, or lay the shadow elsewhere."
    ),
    "turn-without-point": N_(
        "Every turn must bring you at least one point, and after {action} this one would bring you none. Finish it with"
        " a piece that completes a siesta with a roof of yours."
    ),
    "dead-end": N_(
        "After {action} you could no longer finish your turn: three pieces, and at least one point for you. Begin with"
        " another piece."
    ),
}

_PUTS = (
    N_("puts a sun on {square}"),
    N_("puts a roof on {square}"),
    N_("lays a shadow on {square}"),
)
_PUTS_AND_GAINS = (
    N_("puts a sun on {square} (points: {points})"),
    N_("puts a roof on {square} (points: {points})"),
    N_("lays a shadow on {square} (points: {points})"),
)


def tell(before: Siesta, action: Piece) -> Sentence:
    """What `action` does, as a phrase that follows the name of the player; points of others too, by their letters."""
    after = before.apply(action)
    gains = [
        f"{'ABCD'[seat]} +{now - then}"
        for seat, (then, now) in enumerate(zip(before.points, after.points, strict=True))
        if now > then
    ]
    if not gains:
        return Sentence(_PUTS[action.kind], {"square": action.square})
    return Sentence(_PUTS_AND_GAINS[action.kind], {"square": action.square, "points": ", ".join(gains)})
