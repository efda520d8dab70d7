import pytest

from benchmarks.tournaments import paired
from service.competitions.pairing.interface import DrawnRound
from service.competitions.pairing.knock_out import knock_out
from service.competitions.standings import standings
from service.models.competition import System
from tests.service.competitions.rounds import begun, field, played_out, won_by_the_better


@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4)])
def test_rounds_follow_from_the_players(players: int, rounds: int) -> None:
    met = played_out(knock_out, field(players), 0)

    assert max((game.round for game in met), default=0) == rounds


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8, 9, 16])
def test_the_best_seeds_have_the_byes_and_the_best_two_meet_in_the_final(players: int) -> None:
    met = played_out(knock_out, field(players), 0)

    byes = {game.players[0] for game in met if len(game.players) == 1}
    assert byes == set(range(1, 2 ** met[-1].round - players + 1))
    assert set(met[-1].players) == {1, 2}
    assert len([game for game in met if len(game.players) == 2]) == players - 1
    rows = standings(System.KNOCK_OUT, field(players), met)
    assert [row.place for row in rows[:5]] == [1, 2, 3, 3, 5][: min(players, 5)]


def test_it_goes_on_pair_by_pair() -> None:
    met = begun(knock_out(field(8), [], 3, 2))
    over = won_by_the_better(met)

    assert [tuple(game.players) for game in met] == [(1, 8), (5, 4), (7, 2), (3, 6)]
    assert knock_out(field(8), [over[0], *met[1:]], 3, 2) == []
    assert knock_out(field(8), [*over[:2], *met[2:]], 3, 2) == [DrawnRound(2, ((4, 1),))]


def test_after_a_draw_the_better_seed_goes_on() -> None:
    met = [paired(1, 1, (1, 4), (0, 2), unplayed=False), paired(1, 2, (3, 2), (1, 1), unplayed=False)]

    assert knock_out(field(4), met, 2, 2) == [DrawnRound(2, ((4, 2),))]


def test_a_bye_is_passed_on_in_a_later_round() -> None:
    met = won_by_the_better(begun(knock_out(field(8), [], 3, 2)))

    drawn = knock_out(field(8, out={4}), met, 3, 2)

    assert drawn == [DrawnRound(2, ((2, 3), (1,)))]
    met += won_by_the_better(begun(drawn))
    (final,) = knock_out(field(8, out={4}), met, 3, 2)
    assert set(final.pairings[0]) == {1, 2}


def test_the_opponent_of_a_pair_who_both_left_has_a_bye() -> None:
    met = begun(knock_out(field(4), [], 2, 2))
    met = [*won_by_the_better(met[:1]), *met[1:]]

    assert knock_out(field(4, out={2, 3}), met, 2, 2) == [DrawnRound(2, ((1,),))]
    met.append(paired(2, 1, (1,), (2,), unplayed=True))
    assert knock_out(field(4, out={2, 3}), met, 2, 2) == []
    assert standings(System.KNOCK_OUT, field(4, out={2, 3}), met)[0].number == 1
