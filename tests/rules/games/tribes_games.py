"""Random games of Tribes of the Four Seasons."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import rules
from rules.games.tribes.position import TribesPosition, start

GAME = rules.game("tribes")
TABLES = [(players, coins) for players in GAME.players for coins in ("standard", "advanced")]


def first_position(players: int, rng: Random, coins: str = "standard") -> TribesPosition:
    return start(GAME.new_setup(players, {"coins": coins}, rng))


def random_game(players: int, coins: str, seed: int) -> Iterator[TribesPosition]:
    rng = Random(seed)
    position = first_position(players, rng, coins)
    yield position
    while position.current_player() is not None:
        position = position.apply(rng.choice(list(position.legal_actions())))
        yield position
