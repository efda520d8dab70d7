"""Messages of Tribes: a sentence for each refusal, and a phrase for each action."""

from __future__ import annotations

from rules.games.tribes.actions import CHOOSE, COIN, DISCARD, Action
from rules.games.tribes.layout import BOARD, TRIBES
from rules.games.tribes.position import TribesPosition
from rules.prose import N_, Sentence, Value

MESSAGES = {
    "choose-first": N_("Players are still choosing tribes. Choose a free one, for example “choose winter”."),
    "tribe-taken": N_("Another player already has that tribe. Choose a free one."),
    "tribes-chosen": N_("All players already have a tribe. Move a Shaman, then place a coin."),
    "shaman-first": N_(
        "A turn begins with a Shaman. Move one, for example “shaman spring f3”, then place a coin of its tribe."
    ),
    "coin-due": N_(
        "The Shaman has moved. Now place a coin of its tribe next to its settlement, for example “coin f4”."
    ),
    "no-coin-left": N_(
        "You hold no coin of that tribe, so “{action}” is not possible. Choose a tribe whose coins you hold."
    ),
    "same-quadrant": N_("The Shaman is already there. Move it to another quadrant."),
    "quadrant-filled": N_("That quadrant already holds a marker or a Shaman. Choose an open one."),
    "no-marker-beside": N_("There is no marker next to that quadrant. A Shaman must move next to a marker."),
    "same-settlement": N_(
        "The only markers next to that quadrant belong to the settlement that the Shaman leaves. It must touch a "
        "marker of another settlement."
    ),
    "two-shamans": N_(
        "That would bring two Shamans into one settlement. Choose a quadrant that touches no settlement with "
        "another Shaman."
    ),
    "no-room-for-coin": N_("No coin could be placed from there, and a coin must follow. Move the Shaman elsewhere."),
    "not-beside-settlement": N_(
        "That quadrant does not touch the settlement of the Shaman that just moved. Choose one that does."
    ),
    "shaman-can-move": N_("You may discard a coin only if you cannot move any Shaman. You still can: move one."),
}


def tell(before: TribesPosition, action: Action) -> Sentence:
    """Describe an action as a phrase that follows the player's name."""
    if action.verb == CHOOSE:
        return Sentence(N_("chooses the {tribe} tribe"), {"tribe": Sentence(TRIBES[action.tribe])})
    if action.verb == DISCARD:
        return Sentence(N_("cannot move and discards a coin of {tribe}"), {"tribe": Sentence(TRIBES[action.tribe])})
    if action.verb == COIN:
        values: dict[str, Value] = {"tribe": Sentence(TRIBES[before.moved]), "to": BOARD.names[action.square]}
        return Sentence(N_("places a coin of {tribe} on {to}"), values)
    values = {"tribe": Sentence(TRIBES[action.tribe]), "to": BOARD.names[action.square]}
    origin = before.shamans[action.tribe]
    if not origin:
        return Sentence(N_("brings the {tribe} Shaman to {to}"), values)
    values["origin"] = BOARD.names[origin.bit_length() - 1]
    return Sentence(N_("moves the {tribe} Shaman from {origin} to {to}"), values)
