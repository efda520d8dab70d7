from collections import Counter
from itertools import combinations
from math import ceil, floor

import pytest

from service.competitions.pairing.interface import half_points_of_bye
from service.competitions.pairing.table_draw import split, table_draw
from tests.service.competitions.rounds import begun, field, played_out, won_by_the_better


@pytest.mark.parametrize(
    ("players", "fours", "threes"),
    [
        (0, [], []),
        (1, [], []),
        (2, [], []),
        (3, [3], [3]),
        (5, [4], [3]),
        (6, [3, 3], [3, 3]),
        (7, [4, 3], [3, 3]),
        (9, [3, 3, 3], [3, 3, 3]),
        (11, [4, 4, 3], [3, 3, 3]),
        (13, [4, 3, 3, 3], [3, 3, 3, 3]),
    ],
)
def test_as_few_as_can_be_sit_out(players: int, fours: list[int], threes: list[int]) -> None:
    assert split(players, 4) == fours
    assert split(players, 3) == threes
    assert bool(table_draw(field(players), [], 3, 4)) is (players > 2)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 9, 11, 12, 13, 16])
def test_pairs_meet_and_seats_change_as_evenly_as_can_be(players: int, seats: int) -> None:
    met = played_out(table_draw, field(players), 6, seats)

    meetings = Counter(pair for game in met for pair in combinations(sorted(game.players), 2))
    often = [meetings[pair] for pair in combinations(range(1, players + 1), 2)]
    mean = sum(often) / len(often)
    assert floor(mean) - 1 <= min(often)
    assert max(often) <= ceil(mean) + 1
    byes = Counter(game.players[0] for game in met if len(game.players) == 1)
    assert max(byes[player] for player in range(1, players + 1)) - min(byes[p] for p in range(1, players + 1)) <= 1
    had = Counter((player, seat) for game in met if len(game.players) > 1 for seat, player in enumerate(game.players))
    for player in range(1, players + 1):
        assert max(had[player, seat] for seat in range(3)) - min(had[player, seat] for seat in range(3)) <= 2


def test_no_three_meet_again_where_that_can_be_avoided() -> None:
    met = played_out(table_draw, field(9), 4, 3)

    groups = Counter(group for game in met for group in combinations(sorted(game.players), 3))
    assert max(groups.values()) == 1


def test_the_next_round_waits_for_three_quarters_of_the_tables() -> None:
    met = begun(table_draw(field(16), [], 3, 4))

    assert table_draw(field(16), [*won_by_the_better(met[:2]), *met[2:]], 3, 4) == ()
    (drawn,) = table_draw(field(16), [*won_by_the_better(met[:3]), *met[3:]], 3, 4)
    assert sorted(player for table in drawn.pairings for player in table) == list(range(1, 17))


def test_a_bye_is_a_win_in_games_of_two_and_a_draw_at_a_table() -> None:
    assert [half_points_of_bye(seats) for seats in (2, 3, 4)] == [2, 2, 3]
