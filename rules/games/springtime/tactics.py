"""Tactics of Springtime: the last placement or the leads, as the scoring demands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random

from rules.games.springtime import swindle
from rules.games.springtime.majorities import SEARCHED_TO_THE_END, best_worth, chances
from rules.games.springtime.placements import hope, room_after
from rules.games.springtime.position import Springtime
from rules.games.springtime.rollouts import SOLVED, placement_prospects, placement_rollout
from rules.games.springtime.sketch import Aim, Sketch, sketched
from rules.games.springtime.squares import BOARD, Token, tokens_on
from rules.searching import Careless, Skill, Walks

DEPTHS = ((26, 3), (60, 2), (BOARD.size, 1))
"""Search depth in turns for the last placement, by the largest number of open squares."""
SHARPNESS = 12.0
"""Steepness of priors: a chance of winning greater by 1 multiplies a prior by e to the power of this."""
POINT = 0.8
"""Steepness of priors for each point of score difference, where majorities count."""
FIRST_LOOK = 0.4
"""Steepness of priors for each point in a search, which finds out more by itself."""
BREADTH = 12
"""Candidates to keep."""
EQUIVALENCE = 300.0
"""Visits at which a token's own results outweigh those of its square at any time."""
PLACEMENT_SKILLS: Mapping[int, Skill] = {1: Careless(100), 2: Careless(3.5), 3: Careless(0.7), 4: Careless(0.15)}
"""Levels where the last placement decides: with only twenty walks, A wins against anything."""
MAJORITY_SKILLS: Mapping[int, Skill] = {1: Careless(1), 2: Careless(0.1), 3: Walks(45), 4: Walks(250)}
"""Levels where majorities count."""


def candidates(position: Springtime, aim: Aim | None = None) -> Sequence[tuple[Token, float]]:
    """Select the best tokens by a quick value; on an empty board, tokens spread evenly."""
    if position.last < 0:
        return _openings(position.legal_actions())
    if position.majority:
        return _gainful(sketched(position), POINT)[:BREADTH]
    tokens, free = position.legal_actions(), aim is None
    return sorted([(t, _placement_weight(position, t, free)) for t in tokens], key=lambda pair: -pair[1])[:BREADTH]


def _openings(tokens: Sequence[Token]) -> list[tuple[Token, float]]:
    return [(token, 1.0) for token in tokens[:: len(tokens) // BREADTH]]


def _gainful(sketch: Sketch, point: float) -> list[tuple[Token, float]]:
    """List the tokens by majority gain, largest first."""
    by_gain = [(exp(point * gain), squares) for gain, squares in enumerate(sketch.gains())]
    return [(token, weight) for weight, squares in reversed(by_gain) for token in tokens_on(squares)]


def _placement_weight(position: Springtime, token: Token, free: bool) -> float:  # noqa: FBT001  # as `hope` has it
    square = token.square
    taken = sum(position.owned) | BOARD.bits[square]
    left = room_after(taken, position.room, square)
    return exp(SHARPNESS * hope(position.seat, taken, left, square, depth=0, free=free))


def estimate(position: Springtime) -> Sequence[float]:
    """Estimate the chance of winning by seat; with differences, each against random placement. Exact at the end."""
    winners = position.winners()
    if winners:
        return [float(seat in winners) for seat in range(2)]
    if position.last < 0:
        return 0.5, 0.5
    if position.majority:
        return chances(sketched(position))
    return _placement_hopes(position, free=True)


def _placement_hopes(position: Springtime, *, free: bool) -> list[float]:
    """Estimate each seat's chance to win the fight for the last placement against random placement."""
    taken, room = sum(position.owned), position.room
    depth = next(depth for most, depth in DEPTHS if room.bit_count() <= most)
    return [hope(seat, taken, room, position.last, depth, free=free) for seat in range(2)]


def skills(position: Springtime) -> Mapping[int, Skill]:
    """Return the levels below the strongest."""
    return MAJORITY_SKILLS if position.majority else PLACEMENT_SKILLS


def sketch(position: Springtime) -> Sketch:
    """Convert a position into one for a search."""
    return sketched(position)


def prospects(position: Sketch) -> Sequence[tuple[Token, float]]:
    """List the candidates; where the last placement decides, all tokens until the winning ones are known."""
    if position.last < 0:
        return _openings(position.legal_actions())
    return _gainful(position, FIRST_LOOK) if position.ground.majority else placement_prospects(position)


def sample(position: Sketch, rng: Random) -> Sequence[float]:
    """Sample the result by seat of a random game, or its known end; in a match, its value."""
    return traced(position, rng)[0]


def settled(position: Sketch) -> bool:
    """Return whether the game is over or solved, so a search stops here."""
    known = SEARCHED_TO_THE_END if position.ground.majority else SOLVED
    return not position.legal or (position.last >= 0 and position.room.bit_count() <= known)


def traced(position: Sketch, rng: Random) -> tuple[Sequence[float], Sequence[Sequence[int]]]:
    """Sample a result, with the squares that each seat took in majorities."""
    squares: tuple[Sequence[int], Sequence[int]] = (), ()
    if not position.legal:
        first = position.worth()
    elif position.last < 0:
        first = 0.5
    elif not position.ground.majority:
        first = placement_rollout(position, rng)
    elif position.room.bit_count() <= SEARCHED_TO_THE_END:
        first = best_worth(position)
    else:
        first, squares = position.ground.played_out(position, rng)
    return (first, 1 - first), squares


def equivalence(position: Sketch) -> float:
    """Return the weight of a square's value at any time; 0 where majorities do not count.

    With majorities a square is worth about as much a turn later.
    """
    return EQUIVALENCE if position.ground.majority else 0.0


def mark(action: Token) -> int:
    """Return the number of the action's square."""
    return action.square


class ForMistakes:
    """Tactics for seat 1 where only mistakes of seat 0 let it win."""

    candidates = staticmethod(candidates)
    estimate = staticmethod(estimate)
    sketch = staticmethod(swindle.sketch)
    prospects = staticmethod(swindle.prospects)
    sample = staticmethod(swindle.sample)
    settled = staticmethod(swindle.settled)


def to_play(position: Springtime) -> ForMistakes | None:
    """Return the tactics that play for mistakes, if the seat to act has no other chance."""
    return ForMistakes() if swindle.is_wanted(position) else None


class InMatch:
    """Tactics for a game of a match: points count instead of the win, and no placement is free."""

    prospects = staticmethod(prospects)
    sample = staticmethod(sample)
    settled = staticmethod(settled)
    skills = staticmethod(skills)
    traced = staticmethod(traced)
    equivalence = staticmethod(equivalence)
    mark = staticmethod(mark)

    def __init__(self, carried: Sequence[int] | None) -> None:
        self._aim = Aim(None if carried is None else carried[0] - carried[1])

    def candidates(self, position: Springtime) -> Sequence[tuple[Token, float]]:
        """Select the best tokens by a quick value."""
        return candidates(position, self._aim)

    def estimate(self, position: Springtime) -> Sequence[float]:
        """Estimate each seat's chance to win the match, a draw counting half; differences as in `tactics.estimate`."""
        if position.last < 0:
            return 0.5, 0.5
        sketch = self.sketch(position)
        if not position.legal:
            first = sketch.worth()
            return first, 1 - first
        if position.majority:
            return chances(sketch)
        second_last, first_last = sketch.ground.by_last
        first, second = _placement_hopes(position, free=False)
        swing = first_last - second_last
        return second_last + swing * first, 1 - first_last + swing * second

    def sketch(self, position: Springtime) -> Sketch:
        """Convert a position into one for a search."""
        return sketched(position, self._aim)


def in_match(carried: Sequence[int] | None) -> InMatch:
    """Return the tactics for a game of a match, with the points carried over from the other game."""
    return InMatch(carried)
