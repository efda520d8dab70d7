from itertools import combinations

import pytest

from service.competitions.pairing.interface import DrawnRound
from service.competitions.pairing.round_robin import berger_table, round_robin
from tests.service.competitions.rounds import begun, field, played_out, won_by_the_better


def test_the_table_for_six_is_bergers() -> None:
    assert berger_table(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (1, 0), (2, 1), (3, 3), (5, 5), (6, 5), (7, 7)])
def test_rounds_follow_from_the_players(players: int, rounds: int) -> None:
    met = played_out(round_robin, field(players), 0)

    assert max((game.round for game in met), default=0) == rounds


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 9])
def test_each_pair_meets_once_in_balanced_seats_and_an_odd_number_has_a_bye_each(players: int) -> None:
    met = played_out(round_robin, field(players), 0)

    games = [game.players for game in met if len(game.players) == 2]
    assert sorted(tuple(sorted(game)) for game in games) == list(combinations(range(1, players + 1), 2))
    byes = sorted(game.players[0] for game in met if len(game.players) == 1)
    assert byes == (list(range(1, players + 1)) if players % 2 else [])
    for player in range(1, players + 1):
        assert abs(sum({0: 1, 1: -1}[game.index(player)] for game in games if player in game)) <= 1
    assert len({(game.round, player) for game in met for player in game.players}) == sum(len(m.players) for m in met)


def test_a_game_begins_as_soon_as_both_have_fewer_than_two_under_way() -> None:
    drawn = round_robin(field(4), [], 3, 2)
    met = begun(drawn)

    assert [of.round for of in drawn] == [1, 2]
    assert round_robin(field(4), met, 3, 2) == []
    over = [*won_by_the_better(met[:1]), *met[1:]]
    assert round_robin(field(4), over, 3, 2) == []
    over = [*won_by_the_better(met[:2]), *met[2:]]
    assert round_robin(field(4), over, 3, 2) == [DrawnRound(3, ((2, 4), (3, 1)))]


def test_after_a_withdrawal_the_rest_stays_and_whoever_was_still_to_meet_them_has_a_bye() -> None:
    met = won_by_the_better(begun(round_robin(field(5), [], 5, 2)))
    met_by_5 = {player for game in met if 5 in game.players for player in game.players}

    while drawn := round_robin(field(5, out={5}), met, 5, 2):
        met = won_by_the_better([*met, *begun(drawn)])

    games = [tuple(sorted(game.players)) for game in met if len(game.players) == 2 and 5 not in game.players]
    assert sorted(games) == list(combinations(range(1, 5), 2))
    byes = [game.players[0] for game in met if len(game.players) == 1]
    for player in range(1, 5):
        assert byes.count(player) == 1 + (player not in met_by_5)


def test_late_entries_meet_everybody_once_too() -> None:
    met = won_by_the_better(begun(round_robin(field(4), [], 3, 2)))

    while drawn := round_robin(field(6, late=2), met, 3, 2):
        met = won_by_the_better([*met, *begun(drawn)])

    assert sorted(tuple(sorted(game.players)) for game in met) == list(combinations(range(1, 7), 2))
    assert len({(game.round, player) for game in met for player in game.players}) == 2 * len(met)
