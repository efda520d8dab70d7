"""Springtime played on at random, and its fight for the last placement seen to the end."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from rules.games.springtime import tactics
from rules.games.springtime.position import Springtime
from rules.games.springtime.rollouts import SOLVED, first_places_last, scattered
from rules.games.springtime.squares import IN_LINE
from tests.rules.games.springtime_games import SCORINGS, best_end, random_game


def ends(room: int) -> list[Springtime]:
    """Positions of games at random in which tokens can still be placed, on so many squares of room at most."""
    positions = [each for seed in range(100) for each in random_game(seed)]
    return [each for each in positions if each.legal and each.room.bit_count() <= room]


def test_who_wins_the_last_placement_is_who_wins_by_the_rules() -> None:
    known = [first_places_last(sum(each.owned), each.room, each.last) for each in ends(8)]
    assert known == [best_end(each) == 1 for each in ends(8)]
    assert min(known.count(True), known.count(False)) >= 10


def test_where_the_fight_is_known_only_tokens_that_win_are_prospects_if_there_are_any() -> None:
    chosen = 0
    for position in ends(8):
        wanted = float(position.seat == 0)
        winning = {token for token in position.legal_actions() if best_end(position.apply(token)) == wanted}
        prospects = {token for token, _ in tactics.prospects(tactics.sketch(position))}
        assert prospects == (winning or set(position.legal_actions()))
        chosen += 0 < len(winning) < len(position.legal_actions())
    assert chosen >= 20


def test_a_lost_seat_places_first_where_the_other_can_go_wrong_most_easily() -> None:
    asked = 0
    for position in ends(8):
        wanted = float(position.seat == 0)
        if best_end(position) == wanted:
            continue
        prospects = tactics.prospects(tactics.sketch(position))
        wrong = [share_of_mistakes(position.apply(token), wanted) for token, _ in prospects]
        assert wrong == sorted(wrong, reverse=True)
        asked += wrong[0] > wrong[-1]
    assert asked >= 10


def share_of_mistakes(position: Springtime, wanted: float) -> float:
    """Return the share of replies after which the other seat gets what it wants."""
    return fmean([best_end(position.apply(token)) == wanted for token in position.legal_actions()] or [0.0])


@pytest.mark.parametrize("until", [0, 8])
def test_a_game_played_on_at_random_keeps_to_the_rules(until: int) -> None:
    rng = Random(until)
    for position in list(random_game(3))[1:-1:4]:
        before = sum(position.owned)
        taken, room, last = scattered(before, position.room, position.last, rng, until)
        assert room.bit_count() <= until or not room & IN_LINE[last]
        assert taken & before == before
        end = Springtime(position.fields, position.scoring, (taken, 0), last, 0, room)
        assert room_by_the_rules(end) == room


def room_by_the_rules(position: Springtime) -> int:
    """Count the squares that no rule but that of the line blocks."""
    return sum(1 << square for square in range(81) if open_by_the_rules(position, square))


def open_by_the_rules(position: Springtime, square: int) -> bool:
    """Whether a square is empty, beside no token, and in no full row or column."""
    taken = [divmod(each, 9) for each in range(81) if sum(position.owned) >> each & 1]
    row, column = divmod(square, 9)
    beside = any(abs(row - r) + abs(column - c) <= 1 for r, c in taken)
    return not beside and sum(r == row for r, _ in taken) < 3 and sum(c == column for _, c in taken) < 3


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_sample_shares_one_win_between_the_seats(scoring: str) -> None:
    rng = Random(5)
    for position in random_game(6, scoring):
        values = [tactics.sample(tactics.sketch(position), rng) for _ in range(20)]
        assert all(sum(each) == pytest.approx(1) and min(each) >= 0 for each in values)


def test_where_the_fight_is_known_every_sample_says_so() -> None:
    for position in ends(SOLVED)[::7]:
        first = float(first_places_last(sum(position.owned), position.room, position.last))
        sketch = tactics.sketch(position)
        assert {tuple(tactics.sample(sketch, Random(seed))) for seed in range(5)} == {(first, 1 - first)}
