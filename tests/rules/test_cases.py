"""Every case in every game's folder holds."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tests.rules.cases import Case, read_cases


def cases_of(folder: str) -> Iterator[Case]:
    package = import_module(f"rules.games.{folder}")
    for path in sorted(Path(package.__path__[0], "cases").glob("*.txt")):
        yield from read_cases(path, package.GAMES)


FOLDERS = [module.name for module in iter_modules(import_module("rules.games").__path__)]
CASES = [pytest.param(case, id=f"{folder}: {case.name}") for folder in FOLDERS for case in cases_of(folder)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_game_has_cases(folder: str) -> None:
    assert list(cases_of(folder))


@pytest.mark.parametrize("case", CASES)
def test_case_holds(case: Case) -> None:
    case.run()
