"""`make mutants`: changes one thing in the code, again and again, and names the changes that no test notices.

Cosmic Ray makes the changes, in a copy of the checkout. It tries places that are drawn by a seed, one change at each;
what stands in annotations is left alone, for nothing of it runs.
"""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from threading import Event
from typing import NamedTuple

import click
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.testing import run_tests
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).parents[1]
PYTEST = f"{sys.executable} -m pytest -x -q -n 2 -p no:cacheprovider"
LONGEST_BASELINE = 1800
"""Seconds."""
SLACK, MARGIN = 2, 30
"""How many times as long as without a change the tests may take, and seconds more; then they are stopped."""

PLAY = (
    "tests/service/play",
    "tests/service/test_damaged_games.py",
    "tests/service/web/test_[gjmt]*.py",
    "tests/service/api/test_[gijm]*.py",
    "tests/workers/test_audits.py",
    "tests/workers/test_c*.py",
    "tests/workers/test_opponents.py",
)
WORK = (
    "tests/service/backups/test_holds.py",
    "tests/service/test_key_rotation.py",
    "tests/service/api/test_[em]*.py",
    "tests/workers/test_[ntw]*.py",
)
JOBS = (
    "tests/workers/test_audits.py",
    "tests/workers/test_bots.py",
    "tests/workers/test_[cdinw]*.py",
    "tests/workers/test_opponents.py",
    "tests/workers/test_round_ups*.py",
)

TOLD_TO_END = Event()
"""Set by Ctrl-C: the tests that run then, in a session of their own, come to their end, and stop their servers."""

Spot = tuple[int, int]
"""A line, from 1, and a column, from 0."""


class Area(NamedTuple):
    """Code, as a pattern of paths, and the tests that have to notice if it changes."""

    code: str
    tests: str


def areas() -> Sequence[Area]:
    """All that is changed: the rules of each game, and what moves, work and jobs are about."""
    folders = sorted(path.parent.name for path in (ROOT / "rules" / "games").glob("*/position.py"))
    rules = "tests/rules/games tests/rules/test_cases.py tests/rules/test_conformance.py"
    return [
        *(Area(f"rules/games/{folder}/position.py", f"{rules} -k {folder}") for folder in folders),
        Area("service/play/*.py", _on_sqlite(*PLAY)),
        Area("service/work/*.py", _on_sqlite(*WORK)),
        Area("workers/jobs/*.py", _on_sqlite(*JOBS)),
    ]


def _on_sqlite(*patterns: str) -> str:
    """The files of tests that these patterns stand for, on the database that is the faster one to make."""
    paths = (path for pattern in patterns for path in sorted(ROOT.glob(pattern)))
    return " ".join([*(str(path.relative_to(ROOT)) for path in paths), "-k 'not postgresql'"])


def drawn(mutants: Sequence[MutationSpec], count: int, seed: int) -> Sequence[MutationSpec]:
    """One change at each of up to `count` places, the same for a seed; where much can be changed weighs no more."""
    places: dict[tuple[Path, Spot], list[MutationSpec]] = defaultdict(list)
    for mutant in mutants:
        places[mutant.module_path, mutant.start_pos].append(mutant)
    rng = Random(seed)
    chosen = rng.sample(sorted(places), min(count, len(places)))
    return [rng.choice(places[place]) for place in chosen]


def mutants_of(path: Path) -> Iterator[MutationSpec]:
    """Every change that can be made to a file, but for those in annotations."""
    silent = list(annotated(path.read_text()))
    tree = get_ast_from_path(path)
    for name in operator_names():
        if not get_operator(name).arguments():
            operator = get_operator(name)()
            found = [spot for node in ast_nodes(tree) for spot in operator.mutation_positions(node)]
            for occurrence, (start, end) in enumerate(found):
                if not any(first <= start < last for first, last in silent):
                    yield MutationSpec(path, name, occurrence, start, end)


def annotated(code: str) -> Iterator[tuple[Spot, Spot]]:
    """Where annotations begin and end."""
    for node in ast.walk(ast.parse(code)):
        for told in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if told is not None:
                yield (told.lineno, told.col_offset), (told.end_lineno, told.end_col_offset)


def copied(place: Path) -> None:
    """Copy the checkout there, without what git does not know."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)


def try_area(area: Area, mutants: Sequence[MutationSpec]) -> Iterator[tuple[MutationSpec, str, str]]:
    """Each change with what came of it (`killed`, `timeout`, `survived`, `incompetent`) and its diff."""
    command = f"{PYTEST} {area.tests}"
    click.echo(f"{area.code}: {len(mutants)} changes")
    if TOLD_TO_END.is_set():
        return
    longest = MARGIN + SLACK * baseline(command)
    for mutant in mutants:
        if TOLD_TO_END.is_set():
            return
        result = mutate_and_test([mutant], command, longest)
        outcome = "timeout" if result.output == "timeout" else str((result.test_outcome or result.worker_outcome).value)
        click.echo(f"  {name_of(mutant)}: {outcome}")
        yield mutant, outcome, result.diff or ""


def baseline(command: str) -> float:
    """How many seconds the tests take without any change; they have to pass."""
    began = time.monotonic()
    outcome, said = run_tests(command, LONGEST_BASELINE)
    if outcome != TestOutcome.SURVIVED:
        raise click.ClickException(f"Without any change:\n{said}")
    return time.monotonic() - began


def name_of(mutant: MutationSpec) -> str:
    """Where it is, and what is changed there."""
    return f"{mutant.module_path}:{mutant.start_pos[0]} {mutant.operator_name.removeprefix('core/')}"


def summed_up(tried: Sequence[tuple[MutationSpec, str, str]]) -> Iterator[str]:
    """The survivors with what was changed, and the figures."""
    for mutant, outcome, diff in tried:
        if outcome == TestOutcome.SURVIVED.value:
            changed = [line for line in diff.splitlines() if line[:1] in ("-", "+") and line[:3] not in ("---", "+++")]
            yield "\n".join([f"survived: {name_of(mutant)}", *(f"    {line}" for line in changed)])
    counted = Counter(outcome for _, outcome, _ in tried)
    yield ", ".join([f"{len(tried)} mutants", *(f"{count} {outcome}" for outcome, count in sorted(counted.items()))])


@click.command()
@click.option("--count", type=int, default=200, show_default=True, help="Changes to try.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which of all the changes.")
@click.option("--only", default="", help="Only in files whose path holds this.")
def main(count: int, seed: int, only: str) -> None:
    """Change one thing in the code, again and again, and name the changes that no test notices."""
    signal.signal(signal.SIGINT, lambda *_: TOLD_TO_END.set())
    with tempfile.TemporaryDirectory(prefix="sundial-mutants-") as place:
        copied(Path(place))
        os.chdir(place)
        os.environ["PYTHONPATH"] = place
        files = {area: [path for path in sorted(Path().glob(area.code)) if only in str(path)] for area in areas()}
        everything = [mutant for paths in files.values() for path in paths for mutant in mutants_of(path)]
        chosen = drawn(everything, count, seed)
        parts = {area: [mutant for mutant in chosen if mutant.module_path in paths] for area, paths in files.items()}
        tried = [each for area, part in parts.items() if part for each in try_area(area, part)]
        click.echo("\n".join(summed_up(tried)))
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
