"""Gives each test of the conformance suite its table, and the random games played at it."""

from collections.abc import Sequence

import pytest

import rules
from rules import Game
from tests.rules.tables import Playout, Table, playouts, tables


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        found = [pytest.param(table, id=str(table), marks=pytest.mark.xdist_group(str(table))) for table in tables()]
        metafunc.parametrize("table", found, scope="session")
    for name in ("any_game", "any_other_game"):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, list(rules.games().values()), ids=lambda game: game.id, scope="session")


@pytest.fixture(scope="session")
def played(table: Table, request: pytest.FixtureRequest) -> Sequence[Playout]:
    return playouts(table, request.config.getoption("--games"))


@pytest.fixture(scope="session")
def first(played: Sequence[Playout]) -> Playout:
    return played[0]


@pytest.fixture
def game(any_game: Game) -> Game:
    return any_game
