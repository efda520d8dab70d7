"""Tactics of Seasons of the Sun: evaluate each placement and each reroll by the chance of winning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from operator import itemgetter

from rules.game import Seat
from rules.games.seasons.actions import DICE, PLACES_BY_FREE, Action, Values
from rules.games.seasons.dice import OUTCOMES, REROLLED, SUMS_FROM, Distribution
from rules.games.seasons.outlook import Chances, Outlook, shared
from rules.games.seasons.position import Discs, Seasons
from rules.searching import Careless, Skill

SHARPNESS = 100.0
"""Steepness of priors: a chance of winning greater by 0.01 weighs exp(SHARPNESS / 100) times as much."""
SKILLS: Mapping[int, Skill] = {1: Careless(15), 2: Careless(6.5), 3: Careless(3), 4: Careless(1.5)}
"""Levels: the evaluation alone plays well, so more walks add little; weaker levels choose carelessly."""
BASIC_SKILLS: Mapping[int, Skill] = {1: Careless(40), 2: Careless(20), 3: Careless(10), 4: Careless(5)}
"""Levels of the basic version, which forgives more: a temperature of 1 wins no more than one of 2.2 there."""
REMEMBERED = 4096
"""Positions to cache: the search asks for an estimate and soon after for the candidates."""
THROWS_REMEMBERED = 256
"""Turns to cache; the search evaluates many throws of each."""


def candidates(position: Seasons) -> Sequence[tuple[Action, float]]:
    """List all legal actions, weighted by the chance of winning after them."""
    prospects, seat = _prospects(position), position.seat
    best = prospects[0][1][seat]
    return [(action, exp((chances[seat] - best) * SHARPNESS)) for action, chances in prospects]


def estimate(position: Seasons) -> Chances:
    """Estimate each seat's chance of winning if the player makes the best of the dice; exact once the game is over."""
    if not any(position.free):
        return shared(position)
    if len(position.dice) == DICE:
        return _prospects(position)[0][1]
    if position.rerolls < position.rerolls_a_turn:
        return _throw_of(position).reroll(SUMS_FROM[position.dice])
    return _last_throw(position) if sum(map(int.bit_count, position.free)) == 1 else Outlook(position).chances()


def skills(position: Seasons) -> Mapping[int, Skill]:
    """Return the levels below the strongest."""
    return SKILLS if position.rerolls_a_turn else BASIC_SKILLS


@lru_cache(REMEMBERED)
def _prospects(position: Seasons) -> list[tuple[Action, Chances]]:
    """List each legal action with the chances of winning after it, the player's best first."""
    throw = _throw_of(position)
    prospects: list[tuple[Action, Chances]] = list(throw.places(sum(position.dice)))
    if position.rerolls:
        prospects += [(reroll, throw.reroll(sums)) for reroll, sums in REROLLED[position.dice]]
    return sorted(prospects, key=lambda prospect: -prospect[1][position.seat])


@lru_cache(REMEMBERED)
def _last_throw(position: Seasons) -> Chances:
    """Compute the chances before a throw onto the only free disc; exact except after a tie."""
    throw = _throw_of(position)
    return _mean([(throw.best(roll.values), float(probability)) for roll, probability in OUTCOMES[DICE]])


def _mean(weighed: Sequence[tuple[Chances, float]]) -> Chances:
    """Average chances by their probabilities."""
    parts = [[chance * probability for chance in chances] for chances, probability in weighed]
    return tuple(map(sum, zip(*parts, strict=True)))


def _throw_of(position: Seasons) -> _Throw:
    """Return the evaluation shared by all throws of a turn."""
    return _throw(position.seat, position.discs, position.free, position.rerolls_a_turn)


@lru_cache(THROWS_REMEMBERED)
def _throw(seat: Seat, discs: Discs, free: tuple[int, ...], rerolls: int) -> _Throw:
    return _Throw(Seasons(seat, discs, free, (), rerolls, rerolls))


class _Throw:
    """Placements of one turn, for any eye-sum of the dice."""

    def __init__(self, position: Seasons) -> None:
        self._outlook = Outlook(position)
        self._free = PLACES_BY_FREE[position.free[position.seat]]
        self._seat = position.seat
        self._rerolls = position.rerolls_a_turn
        self._best: dict[int, Chances] = {}

    def best(self, dice: Values) -> Chances:
        """Return the chances of winning after the best reroll or placement of these dice."""
        rerolls = REROLLED[dice] if self._rerolls else ()
        return self._best_of([self._placed_best(sum(dice)), *(self.reroll(sums) for _, sums in rerolls)])

    def places(self, eye_sum: int) -> list[tuple[Action, Chances]]:
        """List each placement of an eye-sum with the chances of winning after it."""
        return [(place, self._outlook.after(place, eye_sum)) for place in self._free]

    def reroll(self, sums: Distribution) -> Chances:
        """Average the chances of winning over the eye-sums of a reroll, each placed best."""
        return _mean([(self._placed_best(eye_sum), probability) for eye_sum, probability in sums])

    def _placed_best(self, eye_sum: int) -> Chances:
        if eye_sum not in self._best:
            self._best[eye_sum] = self._best_of([chances for _, chances in self.places(eye_sum)])
        return self._best[eye_sum]

    def _best_of(self, outcomes: Sequence[Chances]) -> Chances:
        return max(outcomes, key=itemgetter(self._seat))
