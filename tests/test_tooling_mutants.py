"""What `python -m tests.mutants` changes, which tests it runs, and what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest
from cosmic_ray.work_item import MutationSpec
from coverage import CoverageData

from tests.mutants.__main__ import ROOT, paths_of_tests, put_together, summed_up
from tests.mutants.changes import CODE, changed, difference, drawn, mutants_of
from tests.mutants.functions import can_be_changed, change
from tests.mutants.measuring import LINES
from tests.mutants.touching import AT_IMPORT, Touching, importing, is_in_function, statement_at
from tests.mutants.trials import MARGIN, Trial, Verdict, try_all

LATER = """
def later(by: int | None, *, now: int) -> int | None:
    return now + (by or 1)
"""
HALVES = """
UNIT = 2


def half(
    whole: int = UNIT,
) -> int:
    try:
        return (
            whole
            // UNIT
        )
    except ZeroDivisionError:
        return 0
"""
TESTS = """
from pathlib import Path

import pytest

from halves import half


@pytest.fixture(scope="module")
def shared() -> int:
    return half(4)


def test_half_of_four_is_two(shared: int) -> None:
    assert shared == 2


def test_what_is_shared_is_a_number(shared: int) -> None:
    assert isinstance(shared, int)


def test_nothing() -> None:
    assert True


def test_files_lie_where_no_other_run_removes_them(tmp_path: Path) -> None:
    assert Path.cwd().parent / "tests" in tmp_path.parents


def test_what_fails_anyhow() -> None:
    assert half(2) == 2
"""
DOUBLES = """
from functools import cache


@cache
def double(half: int) -> int:
    return 2 * half
"""
TESTS_OF_DOUBLES = """
from doubles import double


def test_first() -> None:
    assert double(2) == 4


def test_second() -> None:
    assert double(2) == 4
"""


def changes(tmp_path: Path) -> list[MutationSpec]:
    path = tmp_path / "later.py"
    path.write_text(LATER)
    return list(mutants_of(path))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project of one module that `python -m tests.mutants` could look at."""
    place = tmp_path / "checkout"
    (place / "service" / "play").mkdir(parents=True)
    (place / "service" / "play" / "halves.py").write_text(HALVES)
    (place / "test_halves.py").write_text(TESTS)
    (place / "pytest.ini").write_text(f"[pytest]\npythonpath = service/play {ROOT}\n")
    return place


def tried(
    checkout: Path, before: str, after: str, *tests: str, anew: bool = False, margin: float = MARGIN
) -> list[tuple[str, str]]:
    """What comes of a change of the module."""
    code = HALVES.replace(before, after, 1)
    assert code != HALVES
    trial = Trial(7, "service/play/halves.py", code, anew, tests, dict.fromkeys(tests, 0.1), margin)
    found: Iterator[Verdict] = try_all([trial], ["test_halves.py"], checkout.parent, checkout)
    return [(verdict.outcome, verdict.test) for verdict in found if verdict.number == 7]


def test_there_is_code_and_there_are_tests() -> None:
    assert all(list(ROOT.glob(pattern)) for pattern in CODE)
    assert len(paths_of_tests(ROOT)) > 20


def test_the_tests_of_a_module_are_found_by_its_name_on_every_face() -> None:
    found = paths_of_tests(ROOT)
    assert {"tests/service/api/test_analyses.py", "tests/service/web/test_daily.py"} <= set(found)
    assert "tests/workers/test_analyses.py" in found
    assert len(found) == len(set(found))


def test_what_runs_is_changed_and_annotations_are_not(tmp_path: Path) -> None:
    assert {mutant.start_pos[0] for mutant in drawn(changes(tmp_path), 100, 1)} == {3}


def test_a_seed_draws_the_same_changes_again_and_no_place_twice(tmp_path: Path) -> None:
    everything = changes(tmp_path)
    chosen = drawn(everything, 100, 5)

    assert chosen == drawn(everything, 100, 5)
    assert len({mutant.start_pos for mutant in chosen}) == len(chosen) < len(everything)


def test_what_is_no_python_any_more_is_not_drawn(tmp_path: Path) -> None:
    everything = changes(tmp_path)
    assert {2, 3} == {mutant.start_pos[0] for mutant in everything}
    for mutant in drawn(everything, 100, 1):
        compile(changed(mutant, LATER), "", "exec")


def test_a_statement_is_found_with_all_its_lines_and_a_function_with_its_head() -> None:
    assert statement_at(HALVES, 2) == range(2, 3)
    assert statement_at(HALVES, 6) == range(5, 8)
    assert statement_at(HALVES, 11) == range(9, 13)
    assert statement_at(HALVES, 13) == range(13, 14)
    assert [line for line in range(1, 15) if is_in_function(HALVES, line)] == list(range(8, 15))


def measured(checkout: Path, tests: str) -> Touching:
    """What is known once the tests in a file have run."""
    place = checkout.parent / "measured"
    place.mkdir()
    plugin = ["-p", "tests.mutants.measuring", "--measured", str(place), "--basetemp", str(checkout.parent / "tests")]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", *plugin, tests]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=checkout, env=environment, check=False)
    put_together(place)
    return Touching(place)


def test_tests_are_known_by_the_lines_that_they_run_or_that_what_they_share_has_run(checkout: Path) -> None:
    touching = measured(checkout, "test_halves.py")
    path = Path("service/play/halves.py")
    shared = {f"test_halves.py::test_{name}" for name in ("half_of_four_is_two", "what_is_shared_is_a_number")}
    assert set(touching.tests_of(path, range(9, 13))) == set(touching.tests_of(path)) == shared
    assert touching.failed == {"test_halves.py::test_what_fails_anyhow"}
    assert touching.tests_of(path, [14]) == []
    assert touching.is_run_at_import(path, [2])
    assert not touching.is_run_at_import(path, range(9, 13))


def test_what_a_function_remembers_is_computed_in_each_test(checkout: Path) -> None:
    (checkout / "service" / "play" / "doubles.py").write_text(DOUBLES)
    (checkout / "test_doubles.py").write_text(TESTS_OF_DOUBLES)

    found = measured(checkout, "test_doubles.py").tests_of(Path("service/play/doubles.py"), [7])

    assert sorted(found) == ["test_doubles.py::test_first", "test_doubles.py::test_second"]


def touching_of(
    place: Path, lines: Mapping[str, Mapping[str, Collection[int]]], seconds: Mapping[str, float]
) -> Touching:
    """What is known where tests have run these lines of files, and have taken so long."""
    place.mkdir()
    data = CoverageData(str(place / LINES))
    for test, run in lines.items():
        data.set_context(test)
        data.add_lines(run)
    data.write()
    (place / "tests-1.json").write_text(json.dumps({"seconds": seconds, "shared": {}, "failed": []}))
    return Touching(place)


def test_what_nothing_runs_after_its_import_is_tried_with_what_is_about_it_or_with_what_runs_its_importers(
    tmp_path: Path,
) -> None:
    facts, games = "service/play/facts.py", "service/play/games.py"
    of_games, mirror = "tests/service/web/test_games.py::test_it", "tests/service/play/test_facts.py::test_it"
    named, other = (f"tests/service/test_values.py::test_it[service.play.{name}]" for name in ("facts", "games"))
    lines = {AT_IMPORT: {facts: [1, 2], games: [1]}, of_games: {games: [2]}}

    untold = touching_of(tmp_path / "untold", lines, {of_games: 1, other: 0.1})
    told = touching_of(tmp_path / "told", lines, {of_games: 1, named: 0.2, mirror: 0.1, other: 0.1})

    assert untold.tests_outside_functions(Path(facts), [Path(games)]) == [of_games]
    assert told.tests_outside_functions(Path(facts), [Path(games)]) == [mirror, named]
    assert told.tests_outside_functions(Path(games), []) == [other, of_games]


@pytest.mark.parametrize(
    "code", ["from a.b import c", "from a.b.c import D", "import a.b.c", "def f():\n import a.b.c"]
)
def test_who_imports_a_module_is_found_however_it_is_written(tmp_path: Path, code: str) -> None:
    importer, other = tmp_path / "importer.py", tmp_path / "other.py"
    importer.write_text(code)
    other.write_text("from a.b import cc\nfrom a import b\nfrom . import c")
    assert importing(Path("a/b/c.py"), [importer, other]) == [importer]


@pytest.mark.parametrize("anew", [False, True])
def test_a_change_is_killed_by_the_first_test_that_fails(checkout: Path, anew: bool) -> None:  # noqa: FBT001
    tests = [f"test_halves.py::test_{name}" for name in ("nothing", "half_of_four_is_two", "what_fails_anyhow")]
    assert tried(checkout, "//", "*", *tests, anew=anew) == [("killed", tests[1])]


def test_a_change_survives_tests_that_do_not_notice_it(checkout: Path) -> None:
    names = ("what_is_shared_is_a_number", "files_lie_where_no_other_run_removes_them")
    tests = [f"test_halves.py::test_{name}" for name in names]
    assert tried(checkout, "//", "*", *tests) == [("survived", "")]


@pytest.mark.parametrize("forever", ["while True: pass", "import threading; threading.Event().wait()"])
def test_a_change_that_never_ends_is_noticed(checkout: Path, forever: str) -> None:
    test = "test_halves.py::test_half_of_four_is_two"
    assert tried(checkout, "    try:", f"    {forever}\n    try:", test, margin=0.5) == [("timeout", test)]


def test_what_stands_outside_of_functions_is_changed_by_importing_it_anew(checkout: Path) -> None:
    test = "test_halves.py::test_half_of_four_is_two"
    assert tried(checkout, "= 2", "= 3", test) == [("survived", "")]
    assert tried(checkout, "= 2", "= 3", test, anew=True) == [("killed", test)]


def test_what_nobody_has_imported_yet_is_changed_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("later_on.py")
    (tmp_path / path).write_text(LATER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    change(path, LATER.replace("+", "-"))

    assert import_module("later_on").later(3, now=10) == 7


def test_what_python_warns_of_is_a_change_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("later_still.py")
    (tmp_path / path).write_text(LATER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    warned_of = LATER.replace("by or 1", "by is 3")

    assert can_be_changed(LATER, warned_of)
    change(path, warned_of)

    assert import_module("later_still").later(4, now=10) == 10


def test_code_of_another_shape_needs_to_be_imported_anew() -> None:
    assert can_be_changed(LATER, LATER.replace("+", "-"))
    assert not can_be_changed(LATER, LATER.replace("by or 1", "lambda: 1"))


def test_survivors_are_named_with_what_was_changed_and_figures_come_last(tmp_path: Path) -> None:
    mutants = drawn(changes(tmp_path), 2, 1)
    codes = {number: changed(mutant, LATER) for number, mutant in enumerate(mutants)}
    outcomes = [Verdict(0, "survived"), Verdict(1, "timeout", "test_it")]

    named, figures = summed_up(mutants, codes, outcomes)

    first, *lines = named.splitlines()
    assert first.startswith(f"survived: {tmp_path}/later.py:3 ")
    assert lines == [f"    {line}" for line in difference(LATER, codes[0])]
    assert lines[0] == "    -    return now + (by or 1)"
    assert figures == "killed 1 of 2 (50.0%), 1 of them by taking too long"
