"""Difficulties of the puzzle: boards from lists, each measured and proven, and everything as before without them."""

from __future__ import annotations

import time
from random import Random
from statistics import fmean
from typing import Any, cast

import pytest

import rules
from rules.games.springtime.puzzle import PERFECT
from rules.games.springtime.puzzle_layout import (
    ANY,
    DIFFICULTY,
    FILES,
    SUDOKU,
    Proven,
    drawn,
    layout_at,
    layouts_in,
    lettered,
    looks,
    new_layout,
    read_line,
)
from tests.puzzle_effort import BANDS, effort, solution
from tests.puzzles import BOARDS, boards
from tests.rules.games.test_springtime_puzzle import ThreeWays, random_game, shape

PUZZLE = rules.game("springtime-puzzle")
STRIDES = {"gentle": 4, "tricky": 16, "fiendish": 32}
"""One board in so many is measured: the harder they are, the longer that takes."""
MEASURED = pytest.mark.parametrize("difficulty", FILES)


def listed(difficulty: str) -> list[Proven]:
    """Return the boards of a difficulty."""
    return [read_line(line) for line in FILES[difficulty].read_text().splitlines()]


def fields_drawn(seed: int, **options: str) -> tuple[str, ...]:
    """Return the fields drawn for a puzzle with these options."""
    layout = PUZZLE.new_setup(1, options, Random(seed))["layout"]
    return tuple(layout["fields"])


@MEASURED
def test_every_board_of_a_list_is_played_to_27_by_its_proof(difficulty: str) -> None:
    found = listed(difficulty)
    assert len(found) == layouts_in(FILES[difficulty]) == BOARDS
    assert [layout_at(FILES[difficulty], number) for number in (0, BOARDS - 1)] == [found[0], found[-1]]
    for rows, proof in found:
        position = PUZZLE.initial_position(PUZZLE.new_setup(1, {DIFFICULTY: difficulty}, layout={"fields": list(rows)}))
        for action in proof:
            token = PUZZLE.parse_action(action)
            assert position.refusal(token) is None, rows
            position = position.apply(token)
        assert position.scores() == (PERFECT,), rows


@MEASURED
def test_the_boards_of_a_list_are_all_different_however_they_are_turned(difficulty: str) -> None:
    assert len({shape(rows) for rows, _ in listed(difficulty)}) == BOARDS


@MEASURED
def test_what_a_board_costs_a_solver_is_within_the_band_of_its_difficulty(difficulty: str) -> None:
    for rows, _ in listed(difficulty)[:: STRIDES[difficulty]]:
        assert BANDS[difficulty].holds(effort(rows)), rows


def test_the_bands_do_not_touch() -> None:
    gentle, tricky, fiendish = BANDS.values()
    assert PERFECT <= gentle.least < gentle.most < tricky.least < tricky.most < fiendish.least <= fiendish.most


@MEASURED
def test_the_lists_are_what_their_maker_writes(difficulty: str) -> None:
    assert next(boards(difficulty)) == listed(difficulty)[0]


def test_the_solver_plays_by_the_rules_and_needs_a_token_for_each_square_at_least() -> None:
    position = PUZZLE.initial_position(PUZZLE.new_setup(1, layout={"fields": list(SUDOKU)}))
    for square in solution(SUDOKU):
        token = PUZZLE.actions[square]
        assert position.refusal(token) is None
        position = position.apply(token)
    assert position.scores() == (PERFECT,)
    assert effort(SUDOKU) >= PERFECT


def random_reach(difficulty: str) -> float:
    """With how many tokens play at random ends on boards of that difficulty, on average."""
    rows = [fields_drawn(seed, difficulty=difficulty) for seed in range(60)]
    return fmean(last.count for seed, each in enumerate(rows) for *_, last in [random_game(each, seed)])


def test_gentle_boards_are_no_early_dead_ends() -> None:
    reach = {difficulty: random_reach(difficulty) for difficulty in FILES}
    assert reach["gentle"] > 12
    assert reach["gentle"] > reach["tricky"] + 1
    assert reach["fiendish"] < 9.5


@MEASURED
def test_a_board_is_drawn_from_the_list_turned_and_mirrored_by_chance(difficulty: str) -> None:
    known = {shape(rows) for rows, _ in listed(difficulty)}
    found = {fields_drawn(seed, difficulty=difficulty) for seed in range(60)}
    assert len(found) > 50
    assert {shape(rows) for rows in found} <= known
    one = listed(difficulty)[0].rows

    class First(Random):
        """Draws the first board each time, and anything else by chance."""

        def randrange(self, start: int, *rest: Any) -> int:
            return 0 if start == BOARDS else super().randrange(start, *rest)

    seen = {drawn(difficulty, First(seed)) for seed in range(100)}
    assert len(seen) == 8
    assert seen == set(looks(one))
    assert lettered(one) in seen


@MEASURED
@pytest.mark.parametrize("stages", ["strict", "free"])
def test_a_board_is_drawn_alike_wherever_it_is_drawn(difficulty: str, stages: str) -> None:
    options = {"stages": stages, DIFFICULTY: difficulty}
    setup = PUZZLE.new_setup(2, options, cast("Any", ThreeWays(4)))
    assert setup == PUZZLE.new_setup(2, options, Random(4))
    assert setup["options"][DIFFICULTY] == difficulty


def test_any_board_is_what_it_was_before_there_were_difficulties_and_is_written_as_then() -> None:
    for seed in range(20):
        assert new_layout(1, {}, Random(seed)) == PUZZLE.new_setup(1, {DIFFICULTY: ANY}, Random(seed))["layout"]
    assert PUZZLE.new_setup(1, {DIFFICULTY: ANY}, Random(1))["options"] == {}
    old = {"game": "springtime-puzzle", "players": 1, "options": {}, "layout": {"fields": list(SUDOKU)}}
    assert PUZZLE.initial_position(old) == PUZZLE.initial_position(
        {**old, "options": {DIFFICULTY: ANY, "stages": "strict"}}
    )


def test_a_layout_that_is_given_is_played_on_whatever_is_said_of_its_difficulty() -> None:
    given = {"fields": list(SUDOKU)}
    assert PUZZLE.new_setup(1, {DIFFICULTY: "fiendish"}, layout=given)["layout"] == given


@MEASURED
def test_to_draw_a_board_takes_far_less_than_a_request_may(difficulty: str) -> None:
    began = time.process_time()
    for seed in range(50):
        PUZZLE.new_setup(1, {DIFFICULTY: difficulty}, Random(seed))
    assert (time.process_time() - began) / 50 < 0.05
