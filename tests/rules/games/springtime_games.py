"""Random games of Springtime."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean

import rules
from rules.games.springtime.position import Springtime, start

GAME = rules.game("springtime")
SCORINGS = ("difference", "majority")


def first_position(seed: int, scoring: str = "difference") -> Springtime:
    return start(GAME.new_setup(2, {"scoring": scoring}, Random(seed)))


def random_game(seed: int, scoring: str = "difference") -> Iterator[Springtime]:
    rng, position = Random(seed), first_position(seed, scoring)
    yield position
    while position.current_player() is not None:
        position = position.apply(rng.choice(position.legal_actions()))
        yield position


def ending(seed: int, scoring: str) -> Springtime:
    *_, last = random_game(seed, scoring)
    return last


def best_end(position: Springtime) -> float:
    """1 if seat 0 wins by the rules when both play their best, otherwise 0."""
    if not position.legal:
        return float(position.winners() == (0,))
    wanted = float(position.seat == 0)
    return wanted if any(best_end(position.apply(a)) == wanted for a in position.legal_actions()) else 1 - wanted


def against_random(position: Springtime, seat: int) -> float:
    """How likely `seat` is to win by its best play if the other places at random."""
    if not position.legal:
        return float(seat in position.winners())
    chances = [against_random(position.apply(token), seat) for token in position.legal_actions()]
    return max(chances) if position.seat == seat else fmean(chances)
