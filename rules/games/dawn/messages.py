"""Messages of DAWN 11/15: a sentence for each refusal, and a phrase for each action."""

from __future__ import annotations

from rules.games.dawn.actions import BOARD, CERES, DAWN_BAR, VESTA, Action, Arrival, Bar, Roll
from rules.games.dawn.position import DawnPosition
from rules.prose import N_, Sentence

MESSAGES = {
    "bar-due": N_("Mission Control places a bar now, for example “bar 4 c3-f3” or “bar 4 upright c3”."),
    "bar-used": N_("{action}: that bar of the set is already on the board. Choose one that the roll allows."),
    "wrong-bar": N_(
        "{action}: the roll does not allow that bar. Place the bar of the length rolled. If it is gone, place "
        "the next smaller or the next larger one left."
    ),
    "not-in-line": N_("{action}: the two ends of a bar must be in the same row or column."),
    "stands-upright": N_("{action}: a bar on one square stands upright. Write, for example, “bar 4 upright c3”."),
    "wrong-length": N_("{action}: a flat bar covers as many squares as it is long, counting both ends."),
    "only-seven-juts-out": N_(
        "{action}: only the 7-bar may jut out over the edge. This bar must cover as many squares as it is long."
    ),
    "juts-out-nowhere": N_(
        "{action}: the 7-bar covers 7 squares, or fewer if it juts out along its own line. Then its outermost "
        "square must be on that edge of the board."
    ),
    "on-a-bar": N_("{action}: another bar is in the way. Choose free squares."),
    "on-an-asteroid": N_("{action}: an asteroid is in the way. Choose free squares."),
    "vesta-enters": N_("First, Nature enters Vesta on any square, for example “vesta h6”."),
    "vesta-moves": N_("Nature moves Vesta now. Name the square where it comes to rest, or its own square to stay."),
    "ceres-enters": N_("Nature enters Ceres now, on any free square, for example “ceres c3”."),
    "ceres-moves": N_("Nature moves Ceres now. Name the square where it comes to rest, or its own square to stay."),
    "vesta-rests": N_("{action}: Vesta never moves after phase 1. Move Ceres."),
    "too-far": N_("{action}: that takes more steps than the bar just placed is long. Choose a nearer square."),
    "cut-off": N_("{action}: no path of free squares leads there. Asteroids never move diagonally."),
}

_NAMES = {VESTA: "Vesta", CERES: "Ceres"}


def tell(before: DawnPosition, action: Action) -> Sentence:
    """Describe an action in `before` as a phrase that follows the player's name."""
    if isinstance(action, Roll):
        if action.number == DAWN_BAR:
            return Sentence(N_("7 (DAWN)"))
        return Sentence("{number}", {"number": action.number})
    return _tell_bar(action) if isinstance(action, Bar) else _tell_arrival(before, action)


def _tell_bar(bar: Bar) -> Sentence:
    values: dict[str, str | int] = {
        "length": bar.length,
        "first": BOARD.names[bar.first],
        "last": BOARD.names[bar.last],
    }
    if bar.upright:
        return Sentence(N_("places the {length}-bar upright on {first}"), values)
    if bar.juts_out:
        return Sentence(N_("places the {length}-bar from {first} to {last}, jutting out over the edge"), values)
    return Sentence(N_("places the {length}-bar from {first} to {last}"), values)


def _tell_arrival(before: DawnPosition, arrival: Arrival) -> Sentence:
    values: dict[str, str | int] = {"asteroid": _NAMES[arrival.asteroid], "to": BOARD.names[arrival.square]}
    origin = before.vesta if arrival.asteroid == VESTA else before.ceres
    if origin is None:
        return Sentence(N_("enters {asteroid} on {to}"), values)
    if origin == arrival.square:
        return Sentence(N_("leaves {asteroid} on {to}"), values)
    return Sentence(N_("moves {asteroid} from {from_} to {to}"), {**values, "from_": BOARD.names[origin]})
