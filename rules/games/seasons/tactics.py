"""What a good player of Seasons of the Sun weighs: each placement, and each reroll with all that may come of it."""

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
"""A candidate whose chance of winning is greater by 0.01 weighs exp(SHARPNESS / 100) times as much."""
SKILLS: Mapping[int, Skill] = {1: Careless(15), 2: Careless(6.5), 3: Careless(3), 4: Careless(1.5)}
"""Levels. At first sight one plays so well that more walks add little: those below the best are careless instead."""
BASIC_SKILLS: Mapping[int, Skill] = {1: Careless(40), 2: Careless(20), 3: Careless(10), 4: Careless(5)}
"""Levels of the basic version, which forgives more: there a temperature of 1 wins no more than one of 2.2."""
REMEMBERED = 4096
"""Positions: the search asks for the estimate of one and soon after for its candidates."""
THROWS_REMEMBERED = 256
"""Turns, of which the search looks at many throws each."""


def candidates(position: Seasons) -> Sequence[tuple[Action, float]]:
    """All legal actions, weighed by the chance of winning that they lead to."""
    prospects, seat = _prospects(position), position.seat
    best = prospects[0][1][seat]
    return [(action, exp((chances[seat] - best) * SHARPNESS)) for action, chances in prospects]


def estimate(position: Seasons) -> Chances:
    """The chance of each seat to win if the mover makes the best of the dice thrown; exact once the game is over."""
    if not any(position.free):
        return shared(position)
    if len(position.dice) == DICE:
        return _prospects(position)[0][1]
    if position.rerolls < position.rerolls_a_turn:
        return _throw_of(position).reroll(SUMS_FROM[position.dice])
    return _last_throw(position) if sum(map(int.bit_count, position.free)) == 1 else Outlook(position).chances()


def skills(position: Seasons) -> Mapping[int, Skill]:
    """The levels below the strongest."""
    return SKILLS if position.rerolls_a_turn else BASIC_SKILLS


@lru_cache(REMEMBERED)
def _prospects(position: Seasons) -> list[tuple[Action, Chances]]:
    """Each legal action with the chances of winning that it leads to, the mover's best first."""
    throw = _throw_of(position)
    prospects: list[tuple[Action, Chances]] = list(throw.places(sum(position.dice)))
    if position.rerolls:
        prospects += [(reroll, throw.reroll(sums)) for reroll, sums in REROLLED[position.dice]]
    return sorted(prospects, key=lambda prospect: -prospect[1][position.seat])


@lru_cache(REMEMBERED)
def _last_throw(position: Seasons) -> Chances:
    """The chances before a throw, exact but for what comes of a tie: there is one free disc."""
    throw = _throw_of(position)
    return _mean([(throw.best(roll.values), float(probability)) for roll, probability in OUTCOMES[DICE]])


def _mean(weighed: Sequence[tuple[Chances, float]]) -> Chances:
    """The mean of chances by their probabilities."""
    parts = [[chance * probability for chance in chances] for chances, probability in weighed]
    return tuple(map(sum, zip(*parts, strict=True)))


def _throw_of(position: Seasons) -> _Throw:
    """What all throws of a turn have in common."""
    return _throw(position.seat, position.discs, position.free, position.rerolls_a_turn)


@lru_cache(THROWS_REMEMBERED)
def _throw(seat: Seat, discs: Discs, free: tuple[int, ...], rerolls: int) -> _Throw:
    return _Throw(Seasons(seat, discs, free, (), rerolls, rerolls))


class _Throw:
    """The placements of one turn, for any eye-sum that the dice may still come to."""

    def __init__(self, position: Seasons) -> None:
        self._outlook = Outlook(position)
        self._free = PLACES_BY_FREE[position.free[position.seat]]
        self._seat = position.seat
        self._rerolls = position.rerolls_a_turn
        self._best: dict[int, Chances] = {}

    def best(self, dice: Values) -> Chances:
        """The chances of winning with what these dice are best for, a reroll or a placement."""
        rerolls = REROLLED[dice] if self._rerolls else ()
        return self._best_of([self._placed_best(sum(dice)), *(self.reroll(sums) for _, sums in rerolls)])

    def places(self, eye_sum: int) -> list[tuple[Action, Chances]]:
        """Each placement of an eye-sum with the chances of winning after it."""
        return [(place, self._outlook.after(place, eye_sum)) for place in self._free]

    def reroll(self, sums: Distribution) -> Chances:
        """The chances of winning, on average, of placing best whatever the dice come to."""
        return _mean([(self._placed_best(eye_sum), probability) for eye_sum, probability in sums])

    def _placed_best(self, eye_sum: int) -> Chances:
        if eye_sum not in self._best:
            self._best[eye_sum] = self._best_of([chances for _, chances in self.places(eye_sum)])
        return self._best[eye_sum]

    def _best_of(self, outcomes: Sequence[Chances]) -> Chances:
        return max(outcomes, key=itemgetter(self._seat))
