"""Groups of pieces that touch, held against the board's own way to find them."""

from __future__ import annotations

import pytest

from rules.games.tribes.groups import groups_of
from rules.games.tribes.layout import BOARD
from tests.rules.games.tribes_games import TABLES, random_game


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_groups_are_the_connected_pieces(players: int, coins: str) -> None:
    for position in random_game(players, coins, seed=5):
        for pieces in (position.marked, position.occupied):
            groups = groups_of(pieces)
            assert list(groups.masks) == list(BOARD.components(pieces))
            assert all(groups.masks[groups.at[square]] >> square & 1 for square in BOARD.squares(pieces))
