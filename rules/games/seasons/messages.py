"""Seasons of the Sun in sentences: why an action is refused, and what an action does."""

from __future__ import annotations

from rules.canvas import SEATS
from rules.games.seasons.actions import Action, Place, Roll
from rules.games.seasons.position import Seasons
from rules.prose import N_, Sentence

MESSAGES = {
    "disc-filled": N_("Your disc in that sector is filled already. Place the throw in a sector where yours is free."),
    "already-rerolled": N_("You have thrown dice again already, and that is allowed only once. Place the throw now."),
    "no-reroll-in-basic": N_("The basic version has no second throw. Place the dice as they are."),
    "no-such-dice": N_(
        "Your throw does not show those dice. Name only values that lie on the table, each as often as it does."
    ),
}


_COME_UP = (N_("come up {a}"), N_("come up {a} and {b}"), N_("come up {a}, {b} and {c}"))
_THROWS_AGAIN = (N_("throws the {a} again"), N_("throws {a} and {b} again"), N_("throws {a}, {b} and {c} again"))


def tell(before: Seasons, action: Action) -> Sentence:
    """What `action` does, as a phrase that follows the name of the player, or "Dice:"."""
    if isinstance(action, Place):
        return _tell_placement(before, action)
    templates = _COME_UP if isinstance(action, Roll) else _THROWS_AGAIN
    return Sentence(templates[len(action.values) - 1], dict(zip("abc", action.values, strict=False)))


def _tell_placement(before: Seasons, place: Place) -> Sentence:
    sums = before.apply(place).discs[place.index]
    values: dict[str, str | int] = {"sum": sum(before.dice), "sector": place.sector.name}
    if not any(sums):
        return Sentence(N_("places {sum} on {sector}, which neutralises it: all its discs are free again"), values)
    owner = None if 0 in sums else place.sector.owner(sums)
    if owner is None:
        return Sentence(N_("places {sum} on {sector}"), values)
    if owner == before.seat:
        return Sentence(N_("places {sum} on {sector} and wins it"), values)
    return Sentence(N_("places {sum} on {sector} and loses it to {owner}"), {**values, "owner": SEATS[owner].letter})
