"""The daily puzzle: chosen in advance, proven solvable, and the same everywhere."""

from __future__ import annotations

from datetime import timedelta

import rules
from rules.games.springtime.puzzle import PERFECT
from rules.games.springtime.puzzle_layout import DAILY, FIRST_DAY, daily, read_line
from tests.puzzles import DAYS

PUZZLE = rules.game("springtime-puzzle")


def test_every_puzzle_of_the_list_is_played_to_the_end_by_its_proof() -> None:
    lines = DAILY.read_text().splitlines()
    assert len(lines) == len(set(lines)) == DAYS
    for line in lines:
        rows, proof = read_line(line)
        position = PUZZLE.initial_position(PUZZLE.new_setup(1, layout={"fields": list(rows)}))
        for action in proof:
            token = PUZZLE.parse_action(action)
            assert position.refusal(token) is None, line
            position = position.apply(token)
        assert position.scores() == (PERFECT,), line


def test_a_day_has_one_puzzle_and_the_next_another_until_the_list_begins_again() -> None:
    assert PUZZLE.daily is not None
    assert PUZZLE.daily(FIRST_DAY) == PUZZLE.daily(FIRST_DAY) != PUZZLE.daily(FIRST_DAY + timedelta(1))
    assert daily(FIRST_DAY + timedelta(DAYS)) == daily(FIRST_DAY)
    assert daily(FIRST_DAY - timedelta(1)) == daily(FIRST_DAY + timedelta(DAYS - 1))
