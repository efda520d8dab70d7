"""The sentence for each refusal, and what an action does in the words of a report."""

from __future__ import annotations

from rules.games.tribes.actions import CHOOSE, COIN, DISCARD, Action
from rules.games.tribes.layout import BOARD, TRIBES
from rules.games.tribes.position import TribesPosition
from rules.prose import N_, Sentence

MESSAGES = {
    "choose-first": N_("Tribes are still being chosen: choose one that is free, such as “choose winter”."),
    "tribe-taken": N_("Another player has that tribe already: choose one that is free."),
    "tribes-chosen": N_("All players have their tribes: move a Shaman and place a coin instead."),
    "shaman-first": N_(
        "A turn begins with a Shaman: move one, such as “shaman spring f3”, then place a coin of its tribe."
    ),
    "coin-due": N_("The Shaman has moved: now place a coin of its tribe beside its settlement, such as “coin f4”."),
    "no-coin-left": N_(
        "You hold no coin of that tribe, so “{action}” is not possible: use a tribe whose coins you hold."
    ),
    "same-quadrant": N_("The Shaman stands there already: it must move to another quadrant."),
    "quadrant-filled": N_("There is a marker or a Shaman on that quadrant already: name an open one."),
    "no-marker-beside": N_("No marker lies beside that quadrant: a Shaman must come to stand next to a marker."),
    "same-settlement": N_(
        "The only markers beside that quadrant belong to the settlement that the Shaman leaves: "
        "it must touch a marker of another settlement."
    ),
    "two-shamans": N_(
        "That would bring two Shamans into one settlement: stay clear of settlements with another Shaman."
    ),
    "no-room-for-coin": N_("From there no coin could be placed, and a coin must follow: move the Shaman elsewhere."),
    "not-beside-settlement": N_("That quadrant does not touch the settlement of the Shaman that has just moved."),
    "shaman-can-move": N_("You may discard a coin only when you cannot move any Shaman; you can."),
}


def tell(before: TribesPosition, action: Action) -> Sentence:
    """What an action does, as a phrase that follows the name of who did it."""
    if action.verb == CHOOSE:
        return Sentence(N_("chooses {tribe}"), {"tribe": TRIBES[action.tribe]})
    if action.verb == DISCARD:
        return Sentence(N_("cannot move and discards a coin of {tribe}"), {"tribe": TRIBES[action.tribe]})
    if action.verb == COIN:
        values = {"tribe": TRIBES[before.moved], "to": BOARD.names[action.square]}
        return Sentence(N_("places a coin of {tribe} on {to}"), values)
    values = {"tribe": TRIBES[action.tribe], "to": BOARD.names[action.square]}
    origin = before.shamans[action.tribe]
    if not origin:
        return Sentence(N_("brings the {tribe} Shaman onto {to}"), values)
    values["origin"] = BOARD.names[origin.bit_length() - 1]
    return Sentence(N_("moves the {tribe} Shaman from {origin} to {to}"), values)
