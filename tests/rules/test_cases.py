"""Every case in every game's folder holds."""

import pytest

import rules
from rules import Game
from rules.teaching.cases import Case, cases_of
from tests.rules.cases import run

CASES = [
    pytest.param(case, id=f"{game.id}: {case.name}") for game in rules.games().values() for case in cases_of(game.id)
]


def test_every_game_has_cases(game: Game) -> None:
    assert cases_of(game.id)


@pytest.mark.parametrize("case", CASES)
def test_case_holds(case: Case) -> None:
    run(case)
