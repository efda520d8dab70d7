"""What DAWN 11/15 says to people: a sentence for each refusal, and a phrase for what an action does."""

from __future__ import annotations

from rules.games.dawn.actions import BOARD, CERES, DAWN_BAR, VESTA, Action, Arrival, Bar, Roll
from rules.games.dawn.position import DawnPosition
from rules.prose import N_, Sentence

MESSAGES = {
    "bar-due": N_("Mission Control places a bar now: write for example “bar 4 c3-f3” or “bar 4 upright c3”."),
    "bar-used": N_("{action}: that bar of the set is on the board already. Choose one that the number rolled allows."),
    "wrong-bar": N_(
        "{action}: the number rolled asks for another bar: exactly that length while it is left, otherwise the next "
        "smaller or the next larger one that is left."
    ),
    "not-in-line": N_("{action}: the two ends of a bar must lie in one row or in one column."),
    "stands-upright": N_("{action}: a bar on a single square stands upright; write for example “bar 4 upright c3”."),
    "wrong-length": N_("{action}: a bar that lies flat covers as many squares as it is long, both ends counted."),
    "only-seven-juts-out": N_(
        "{action}: only the 7-bar may jut out over the edge; this one covers as many squares as it is long."
    ),
    "juts-out-nowhere": N_(
        "{action}: the 7-bar covers 7 squares, or fewer where it juts out along its own line; then its outermost "
        "square must lie on that edge of the board."
    ),
    "on-a-bar": N_("{action}: another bar is in the way; choose squares that are free."),
    "on-an-asteroid": N_("{action}: an asteroid is in the way; choose squares that are free."),
    "vesta-enters": N_("Nature enters Vesta first, on any square: write for example “vesta h6”."),
    "vesta-moves": N_("Nature moves Vesta now: name the square where it comes to rest, its own if it stays."),
    "ceres-enters": N_("Nature enters Ceres now, on any free square: write for example “ceres c3”."),
    "ceres-moves": N_("Nature moves Ceres now: name the square where it comes to rest, its own if it stays."),
    "vesta-rests": N_("{action}: Vesta never moves again after the first phase; it is the turn of Ceres."),
    "too-far": N_("{action}: that takes more steps than the bar just placed is long; choose a nearer square."),
    "cut-off": N_("{action}: no way leads there over free squares, and an asteroid never steps diagonally."),
}

_NAMES = {VESTA: "Vesta", CERES: "Ceres"}


def tell(before: DawnPosition, action: Action) -> Sentence:
    """What `action` does in `before`, as a phrase that follows the name of who did it."""
    if isinstance(action, Roll):
        if action.number == DAWN_BAR:
            return Sentence(N_("show DAWN, the 7"))
        return Sentence(N_("show {number}"), {"number": action.number})
    return _tell_bar(action) if isinstance(action, Bar) else _tell_arrival(before, action)


def _tell_bar(bar: Bar) -> Sentence:
    values: dict[str, str | int] = {
        "length": bar.length,
        "first": BOARD.names[bar.first],
        "last": BOARD.names[bar.last],
    }
    if bar.upright:
        return Sentence(N_("stands the {length}-bar upright on {first}"), values)
    if bar.juts_out:
        return Sentence(N_("lays the {length}-bar on {first} to {last}, jutting out over the edge"), values)
    return Sentence(N_("lays the {length}-bar on {first} to {last}"), values)


def _tell_arrival(before: DawnPosition, arrival: Arrival) -> Sentence:
    values: dict[str, str | int] = {"asteroid": _NAMES[arrival.asteroid], "to": BOARD.names[arrival.square]}
    origin = before.vesta if arrival.asteroid == VESTA else before.ceres
    if origin is None:
        return Sentence(N_("enters {asteroid} on {to}"), values)
    if origin == arrival.square:
        return Sentence(N_("leaves {asteroid} on {to}"), values)
    return Sentence(N_("moves {asteroid} from {from_} to {to}"), {**values, "from_": BOARD.names[origin]})
