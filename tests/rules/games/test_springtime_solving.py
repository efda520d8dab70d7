"""Solutions of Springtime's puzzle, looked for in attempts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, product
from random import Random
from typing import cast

import pytest

import rules
from rules.games.springtime.dive import FreeDive, reach
from rules.games.springtime.puzzle import PERFECT, Puzzle
from rules.games.springtime.puzzle_layout import ANY, FIENDISH, GENTLE, TRICKY
from rules.games.springtime.solving import attempted
from rules.games.springtime.squares import Token
from workers.search import Budget, choose_turn

GAME = rules.game("springtime-puzzle")
STAGES = ("strict", "free")


def board(seed: int, stages: str = "strict", difficulty: str = ANY, players: int = 1) -> Puzzle:
    """Return the initial position on one of the generator's boards."""
    options = {"stages": stages, "difficulty": difficulty}
    return cast("Puzzle", GAME.initial_position(GAME.new_setup(players, options, Random(seed))))


def found(position: Puzzle) -> tuple[int, Sequence[Token] | None]:
    """Return the first attempt that finds a solution or proves that there is none, with its result."""
    answers = ((number, attempted(position, number)) for number in count())
    return next((number, answer) for number, answer in answers if answer is None or answer)


def at_random(position: Puzzle, seed: int) -> Iterator[Puzzle]:
    """Yield the positions of a random game, without its end."""
    rng = Random(seed)
    while position.current_player() is not None:
        yield position
        position = position.apply(rng.choice(position.legal_actions()))


@pytest.mark.parametrize(("stages", "difficulty"), list(product(STAGES, (ANY, GENTLE, TRICKY, FIENDISH))))
def test_every_board_of_the_generator_is_solved_by_legal_tokens(stages: str, difficulty: str) -> None:
    for seed in range(6):
        position = board(seed, stages, difficulty)
        _, tokens = found(position)
        for token in tokens or ():
            rules.check_action(position, token)
            position = position.apply(token)
        assert position.count == PERFECT


def test_the_attempt_that_found_a_solution_finds_the_rest_of_it_after_each_of_its_tokens() -> None:
    for seed in range(8):
        position = board(seed)
        number, tokens = found(position)
        assert tokens
        for placed, token in enumerate(tokens[:-1], 1):
            position = position.apply(token)
            assert attempted(position, number) == tokens[placed:]


def test_a_solution_is_not_found_where_an_exhaustive_search_knows_of_none_and_found_where_it_knows_one() -> None:
    solvable = set()
    for seed in range(30):
        position = board(seed)
        for token in (found(position)[1] or ())[:18]:
            position = position.apply(token)
        for later in at_random(position, seed):
            _, tokens = found(later)
            assert bool(tokens) == (reach(later, tries=10**9) == PERFECT)
            solvable.add(bool(tokens))
    assert solvable == {False, True}


def test_so_it_is_without_stages() -> None:
    solvable = set()
    for seed in range(30):
        position = board(seed, "free")
        for token in (found(position)[1] or ())[:21]:
            position = position.apply(token)
        for later in at_random(position, seed):
            _, tokens = found(later)
            most = FreeDive(later.fields, 10**9).deepest(sum(later.stages), later.legal, later.count)
            assert bool(tokens) == (most == PERFECT)
            solvable.add(bool(tokens))
    assert solvable == {False, True}


def test_an_attempt_does_the_same_each_time_and_another_one_something_else() -> None:
    position = board(3, difficulty=GENTLE)
    answers = [[str(token) for token in attempted(position, number) or ()] for number in (0, 1, 2, 0, 1, 2)]
    assert answers[:3] == answers[3:]
    assert len(set(map(tuple, answers))) > 1


@pytest.mark.parametrize("stages", STAGES)
def test_level_5_alone_makes_27_of_every_board(stages: str) -> None:
    for seed in range(10):
        position, rng = board(seed, stages), Random(seed)
        while position.current_player() is not None:
            position = position.apply(choose_turn(position, GAME.tactics, 5, rng, lambda: 0.0, Budget(1.0, 400))[0])
        assert position.count == PERFECT


def test_in_company_level_5_never_takes_away_a_27_that_can_still_be_made() -> None:
    kept = 0
    for seed in range(4):
        position, rng = board(seed, players=2), Random(seed)
        while position.current_player() is not None and found(position)[1]:
            level = 1 if position.current_player() else 5
            after = position.apply(choose_turn(position, GAME.tactics, level, rng, lambda: 0.0, Budget(1.0, 400))[0])
            assert level == 1 or after.count == PERFECT or found(after)[1]
            kept, position = kept + (level == 5), after
    assert kept > 6
