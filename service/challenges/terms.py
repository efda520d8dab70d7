"""Terms of a challenge: the game, its time control, and the ratings of a suitable opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from service.accounts.measures import check_open
from service.language.errors import Forbidden, Invalid
from service.models import Account, Challenge, Visibility
from service.play.games import MIN_LEVEL, NewGame, SeatWish
from service.play.timekeeping import Fast
from service.ratings.ratings import values_in
from service.ratings.results import pool_of

FOR_TWO = 2


@dataclass(frozen=True)
class NewChallenge:
    """The terms of a challenge; with a fast clock, the days are for each player's first move.

    Without a `ruleset`, any that an available bot plays. `seats` is two, or for a named player or a bot more, which the
    computer takes at `level`.
    """

    ruleset: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    least_days: int = 3
    most_days: int = 3
    fast: Fast | None = None
    rated: bool = False
    rating_from: int | None = None
    rating_to: int | None = None
    at_once: int = 1
    seats: int | None = None
    level: int = MIN_LEVEL
    visibility: Visibility = Visibility.PRIVATE

    def game(self, ruleset: str, other: SeatWish, seats: int = FOR_TWO) -> NewGame:
        """Return the game to set up, with the other player's seat."""
        everybody = [SeatWish(me=True), other, *[SeatWish(ai=self.level)] * (seats - FOR_TWO)]
        return NewGame(
            ruleset,
            everybody,
            self.options,
            days_per_move=self.most_days,
            fast=self.fast,
            visibility=self.visibility,
            rated=self.rated,
        )

    @property
    def is_for_one_game(self) -> bool:
        """Whether it names one time control, and asks for one game at a time."""
        return self.least_days == self.most_days and self.at_once == 1


def challenge_to(game: NewGame) -> NewChallenge:
    """Convert a new game, with its owner's and the computer's seats, to a challenge.

    Invalid `no-challenge` if it has settings that a challenge lacks.
    """
    computers = [seat.ai for seat in game.seats[1:] if seat.ai is not None]
    challenge = NewChallenge(
        game.ruleset,
        game.options,
        game.days_per_move,
        game.days_per_move,
        game.fast,
        game.rated,
        seats=len(computers) + FOR_TWO if computers else None,
        level=computers[0] if computers else MIN_LEVEL,
        visibility=game.visibility,
    )
    plain = challenge.game(game.ruleset, SeatWish(open=True))
    if game != replace(plain, seats=[game.seats[0], *[SeatWish(ai=challenge.level)] * len(computers)]):
        raise Invalid("no-challenge")
    return challenge


def check_challenger(owner: Account, challenge: NewChallenge) -> None:
    """Raise Forbidden `not-a-person` for bots, `suspended`; Invalid `no-challenge` if a range is empty."""
    check_open(owner)
    if owner.owner_id is not None:
        raise Forbidden("not-a-person")
    low, high = challenge.rating_from, challenge.rating_to
    if challenge.least_days > challenge.most_days or (low is not None and high is not None and low > high):
        raise Invalid("no-challenge")


def is_same_game(one: Challenge, other: Challenge) -> bool:
    """Return whether two challenges are to the same game, whatever its days per move."""
    of_both = [(each.ruleset, each.options, each.fast_clock, each.rated) for each in (one, other)]
    return of_both[0] == of_both[1]


def is_within(challenge: Challenge, value: int) -> bool:
    """Return whether a challenge is for an opponent of that rating."""
    low, high = challenge.rating_from, challenge.rating_to
    return (low is None or low <= value) and (high is None or value <= high)


def suitable(challenge: Challenge, accounts: Sequence[int], now: datetime) -> set[int]:
    """Return those of the accounts whose ratings a challenge accepts, without a query where it accepts any."""
    if challenge.rating_from is None and challenge.rating_to is None:
        return {*accounts}
    values = values_in(accounts, pool_of(challenge.ruleset, challenge.options), now)
    return {each for each, value in values.items() if is_within(challenge, value)}
