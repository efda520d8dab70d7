from dataclasses import replace
from random import Random

import pytest

from benchmarks.pairings import LARGE
from benchmarks.tournaments import Course, paired, play
from service.competitions.pairing.earlier_rounds import WrongDraw, check_drawn
from service.competitions.pairing.interface import REMATCH_ALLOWED, ROUNDS_CAPPED, DrawnRound
from service.competitions.pairing.swiss import swiss
from tests.service.competitions.rounds import begun, field, played_out, won_by_the_better


@pytest.mark.parametrize(
    ("entrants", "announced", "rounds"),
    [(0, 5, 0), (1, 5, 0), (2, 5, 1), (3, 5, 3), (6, 5, 5), (6, 9, 5), (64, 6, 6)],
)
def test_rounds_are_no_more_than_opponents(entrants: int, announced: int, rounds: int) -> None:
    met = played_out(swiss, field(entrants), announced)

    assert max((game.round for game in met), default=0) == rounds


@pytest.mark.parametrize("entrants", [field(0), field(1), field(2, out={1, 2}), field(4, out={1, 2, 3})])
def test_without_two_players_nobody_is_paired(entrants: list[object]) -> None:
    assert swiss(entrants, [], 3, 2) == ()  # type: ignore[arg-type]


def test_in_the_first_round_the_upper_half_meets_the_lower_in_both_seats() -> None:
    (drawn,) = swiss(field(8), [], 3, 2)

    assert drawn == DrawnRound(1, ((1, 5), (6, 2), (3, 7), (8, 4)))


def test_the_next_round_waits_for_three_quarters_of_the_games() -> None:
    met = begun(swiss(field(8), [], 3, 2))
    over = won_by_the_better(met)

    assert swiss(field(8), [*over[:2], *met[2:]], 3, 2) == ()
    (drawn,) = swiss(field(8), [*over[:3], met[3]], 3, 2)
    assert drawn.round == 2
    assert sorted(player for pair in drawn.pairings for player in pair) == list(range(1, 9))


def test_games_between_players_who_left_hold_nobody_up() -> None:
    met = begun(swiss(field(6), [], 3, 2))
    unfinished, other = met[0], won_by_the_better(met)[1:]
    entrants = field(6, out=unfinished.players)

    assert swiss(entrants, [unfinished, *other], 3, 2)
    assert not swiss(field(6), met, 3, 2)


def test_a_late_entry_is_paired_from_its_round_on_and_so_is_everybody_else() -> None:
    met = won_by_the_better(begun(swiss(field(5, late=1), [], 3, 2)))

    assert 5 not in {player for game in met for player in game.players}
    (drawn,) = swiss(field(5, late=1), met, 3, 2)
    assert sorted(player for pair in drawn.pairings for player in pair) == [1, 2, 3, 4, 5]
    assert drawn.pairings[-1] == (5,)


def test_an_absence_brings_no_point() -> None:
    met = won_by_the_better(begun(swiss(field(6, out={5, 6}), [], 3, 2)))

    (drawn,) = swiss(field(6), met, 3, 2)

    assert not {5, 6} & {player for game in met for player in game.players}
    assert sorted(player for pair in drawn.pairings for player in pair) == [1, 2, 3, 4, 5, 6]


def test_the_bye_goes_to_the_lowest_and_round_to_everybody() -> None:
    met = played_out(swiss, field(5), 5)

    byes = [game.players[0] for game in met if len(game.players) == 1]
    assert byes[0] == 5
    assert sorted(byes) == [1, 2, 3, 4, 5]


def test_a_win_without_play_counts_as_a_bye() -> None:
    met = [paired(1, 1, (1, 3), (2, 0), unplayed=False), paired(1, 2, (4, 2), (0, 2), unplayed=False)]
    met += [paired(1, 3, (5, 6), (2, 0), unplayed=True), paired(1, 4, (7,), (2,), unplayed=True)]

    (drawn,) = swiss(field(7), met, 3, 2)

    assert drawn.pairings[-1] == (6,)
    (drawn,) = swiss(field(7, out={2, 3, 4, 6}), met, 3, 2)
    assert set(drawn.pairings) == {(1, 5), (7,)} or drawn.pairings[-1] != (5,)


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8, 9])
def test_everybody_meets_everybody_where_the_rounds_suffice(players: int) -> None:
    for seed in range(10):
        outcome = play(swiss, Course(players, players - 1 + players % 2), Random(seed))

        assert outcome.faults == []
        assert set(outcome.meetings().values()) == {1}


def test_players_meet_again_only_where_no_other_pairing_is_left_and_it_says_so() -> None:
    left = [(1, 2), (1, 3), (2, 3), (4, 5), (4, 6), (5, 6)]
    pairs = [(one, other) for other in range(1, 7) for one in range(1, other) if (one, other) not in left]
    met = [paired(1, board, pair, (1, 1), unplayed=False) for board, pair in enumerate(pairs)]

    (drawn,) = swiss(field(6), met, 5, 2)

    assert drawn.note == REMATCH_ALLOWED
    again = [pair for pair in drawn.pairings if tuple(sorted(pair)) in pairs]
    assert len(again) == 1


def test_rounds_are_capped_when_all_have_met() -> None:
    met = won_by_the_better(begun(swiss(field(4), [], 3, 2)))
    out = {player for game in met[1:] for player in game.players}

    assert swiss(field(4, out=out), met, 3, 2) == (DrawnRound(2, (), ROUNDS_CAPPED),)


def test_a_draw_is_checked() -> None:
    met = [paired(2, 1, (1, 4), None, unplayed=False)]
    check_drawn(DrawnRound(2, ((2, 3),)), field(6, out={5}), met)
    for pairings in (((2, 3), (3, 6)), ((2, 5),), ((2, 7),), ((1, 2),)):
        with pytest.raises(WrongDraw):
            check_drawn(DrawnRound(2, pairings), field(6, out={5}), met)


def test_64_players_in_6_rounds_meet_once_in_balanced_seats() -> None:
    seats = []
    for seed in range(3):
        outcome = play(swiss, LARGE, Random(seed))
        assert outcome.faults == []
        assert set(outcome.meetings().values()) == {1}
        seats += outcome.imbalance()

    assert max(seats) <= 2
    assert sum(each <= 1 for each in seats) >= 0.9 * len(seats)


def test_small_fields_with_absences_are_always_paired() -> None:
    for seed in range(80):
        course = Course(5 + seed % 8, 5, late=0.2, absent=0.1, leaves=0.05, never_moves=0.05)
        outcome = play(swiss, replace(course, hanging=0.3), Random(seed))

        assert outcome.faults == []
        assert max(outcome.imbalance()) <= 2
