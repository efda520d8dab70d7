"""Messages of Seasons of the Sun: a sentence for each refusal, and a phrase for each action."""

from __future__ import annotations

from rules.canvas import SEATS
from rules.games.seasons.actions import Action, Place, Roll
from rules.games.seasons.position import Seasons
from rules.prose import N_, Sentence

MESSAGES = {
    "disc-filled": N_("Your disc in that sector is already filled. Choose a sector where your disc is free."),
    "already-rerolled": N_("You have already rerolled this turn. Place your roll now."),
    "no-reroll-in-basic": N_("The basic version has no reroll. Place the dice as they are."),
    "no-such-dice": N_(
        "Your roll does not show those dice. Name only values that you rolled, each at most as often as it appears."
    ),
}


_COME_UP = ("{a}", N_("{a} and {b}"), N_("{a}, {b} and {c}"))
_THROWS_AGAIN = (N_("rerolls the {a}"), N_("rerolls {a} and {b}"), N_("rerolls {a}, {b} and {c}"))


def tell(before: Seasons, action: Action) -> Sentence:
    """Describe an action as a phrase that follows the player's name, or "Dice:"."""
    if isinstance(action, Place):
        return _tell_placement(before, action)
    templates = _COME_UP if isinstance(action, Roll) else _THROWS_AGAIN
    return Sentence(templates[len(action.values) - 1], dict(zip("abc", action.values, strict=False)))


def _tell_placement(before: Seasons, place: Place) -> Sentence:
    sums = before.apply(place).discs[place.index]
    values: dict[str, str | int] = {"sum": sum(before.dice), "sector": place.sector.name}
    if not any(sums):
        return Sentence(N_("places {sum} on {sector} and neutralises it: all its discs are free again"), values)
    owner = None if 0 in sums else place.sector.owner(sums)
    if owner is None:
        return Sentence(N_("places {sum} on {sector}"), values)
    if owner == before.seat:
        return Sentence(N_("places {sum} on {sector} and wins it"), values)
    return Sentence(N_("places {sum} on {sector} and loses it to {owner}"), {**values, "owner": SEATS[owner].letter})
