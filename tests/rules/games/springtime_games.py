"""Random games of Springtime."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

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
