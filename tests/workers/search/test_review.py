"""Looking back at a game that all win together, where a way to the best end can be looked for."""

from __future__ import annotations

from random import Random

import rules
from rules import AnyPosition
from rules.searching import Solving
from workers.search.review import Effort, Reviewed, review

PUZZLE = rules.game("springtime-puzzle")
LITTLE = Effort(*(budget._replace(seconds=60.0, nodes=min(budget.nodes, 40)) for budget in Effort()))
"""As much on every machine."""


def begun(difficulty: str = "gentle") -> AnyPosition:
    """Return a board on which 27 is possible."""
    return PUZZLE.initial_position(PUZZLE.new_setup(2, {"difficulty": difficulty}, Random(1)))


def looked_at(position: AnyPosition, *played: str) -> list[Reviewed]:
    actions = [PUZZLE.parse_action(action) for action in played]
    return review(position, PUZZLE.tactics, actions, Random(2), effort=LITTLE)


def test_a_move_that_still_leads_to_the_best_end_is_said_to() -> None:
    position = begun()
    best = looked_at(position)[0]
    assert (list(best.chances), list(best.scores)) == ([1.0, 1.0], [27, 27])

    for action in best.actions:
        position = position.apply(action)
    assert list(looked_at(position)[0].scores) == [27, 27]


def test_a_move_after_which_it_is_out_of_reach_is_judged_below_it() -> None:
    position = begun()
    spoilt = next(each for each in map(str, position.legal_actions()) if is_spoilt_by(position, each))

    best, *others = looked_at(position, spoilt)

    [played] = [each for each in others if [str(action) for action in each.actions] == [spoilt]]
    assert best.chances[0] == 1.0
    assert played.chances[0] < 1.0
    assert played.scores[0] < 27


def test_the_last_move_of_all_is_judged_by_the_end() -> None:
    position = begun()
    before = position
    while position.current_player() is not None:
        before = position
        [action, *_] = looked_at(position)[0].actions
        position = position.apply(action)

    assert list(position.scores()) == [27, 27]
    assert list(looked_at(before)[0].scores) == [27, 27]


def is_spoilt_by(position: AnyPosition, action: str) -> bool:
    """Whether no 27 is left after that token."""
    assert isinstance(PUZZLE.tactics, Solving)
    return PUZZLE.tactics.solution(position.apply(PUZZLE.parse_action(action)), 40) is None
