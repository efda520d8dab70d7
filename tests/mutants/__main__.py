"""Draws changes, tries each with the tests that run its line, names the survivors, and prints the figures last."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import click
from cosmic_ray.work_item import MutationSpec
from coverage import CoverageData

from tests.memory import write_into_memory
from tests.mutants.changes import CODE, changed, difference, drawn, mutants_of, name_of
from tests.mutants.functions import can_be_changed
from tests.mutants.measuring import LINES
from tests.mutants.touching import Touching, importing, is_in_function, statement_at
from tests.mutants.trials import Trial, Verdict, try_all

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sundial-mutants"
"""Where what was measured last is kept, for the next time."""
TESTS = (
    "tests/rules/games",
    "tests/rules/test_c*.py",
    "tests/service/play",
    "tests/service/jobs",
    "tests/service/api/test_[egijm]*.py",
    "tests/service/api/test_contributions.py",
    "tests/service/api/test_resigning.py",
    "tests/service/api/test_series.py",
    "tests/service/web/test_[gjmt]*.py",
    "tests/service/web/test_blocks.py",
    "tests/service/web/test_profiles.py",
    "tests/service/web/test_series.py",
    "tests/service/backups/test_holds.py",
    "tests/service/config/test_timeouts.py",
    "tests/service/server/test_watch.py",
    "tests/service/accounts/test_blocks.py",
    "tests/service/verification/test_authenticity.py",
    "tests/service/test_damaged_games.py",
    "tests/service/test_import_command.py",
    "tests/service/test_key_rotation.py",
    "tests/service/test_values.py",
    "tests/workers/test_au*.py",
    "tests/workers/test_b*s.py",
    "tests/workers/test_[cijnw]*.py",
    "tests/workers/test_departures.py",
    "tests/workers/test_forgetting.py",
    "tests/workers/test_l[ao]*s.py",
    "tests/workers/test_old_mails.py",
    "tests/workers/test_o[pu]*s.py",
    "tests/workers/test_digest*.py",
    "tests/workers/test_stand_ins.py",
    "tests/workers/test_stopping.py",
    "tests/workers/test_tasks.py",
    "tests/workers/test_thinkers.py",
)
"""What has to notice changes; see also `FACES`."""
FACES = ("tests/service/api", "tests/service/web", "tests/workers")
"""Folders in which files that are named as a module that is changed have to, too."""

TOLD_TO_END = Event()
"""Set by Ctrl-C: what runs then comes to its end, and stops its servers."""


def copied(place: Path) -> str:
    """Copy the checkout without untracked files; return the fingerprint of its content."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    digest = hashlib.sha256()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
            digest.update(f"{name}\0".encode() + (place / name).read_bytes())
    return digest.hexdigest()


def files_of_code() -> list[Path]:
    """Return the files to change, relative to the current checkout."""
    return [path for pattern in CODE for path in sorted(Path().glob(pattern))]


def paths_of_tests(checkout: Path) -> list[str]:
    """Return the files and folders of tests."""
    changed_modules = sorted({path.stem for pattern in CODE for path in checkout.glob(pattern)})
    named = [f"{folder}/test_{module}.py" for folder in FACES for module in changed_modules]
    found = (str(path.relative_to(checkout)) for pattern in [*TESTS, *named] for path in sorted(checkout.glob(pattern)))
    return list(dict.fromkeys(found))


def measured(checkout: Path, key: str) -> Path:
    """Return the directory of measurements for such a checkout; measures on SQLite if there is none."""
    if not (CACHE / key / LINES).exists():
        shutil.rmtree(CACHE, ignore_errors=True)
        (CACHE / key).mkdir(parents=True)
        plugin = ["-p", "tests.mutants.measuring", "--measured", str(CACHE / key)]
        quiet = ["-q", "-n", "2", "--dist", "loadscope", "-p", "no:cacheprovider", "-k", "not postgresql"]
        command = [sys.executable, "-m", "pytest", *quiet, *plugin, *paths_of_tests(checkout)]
        environment = os.environ | {"PYTHONPATH": str(checkout)}
        subprocess.run(command, cwd=checkout, env=environment, check=False)
        if not TOLD_TO_END.is_set():
            put_together(CACHE / key)
    return CACHE / key


def put_together(place: Path) -> None:
    """Merge the measurements of all processes into one file."""
    together = CoverageData(str(place / LINES))
    for path in sorted(place.glob(f"{LINES}.*")):
        part = CoverageData(str(path))
        part.read()
        together.update(part)
        path.unlink()
    together.write()


def trial_of(number: int, mutant: MutationSpec, touching: Touching) -> Trial:
    """How to try a change: with the tests that run its line, then with their likes on PostgreSQL."""
    path, line = mutant.module_path, mutant.start_pos[0]
    before = path.read_text()
    after = changed(mutant, before)
    lines = statement_at(before, line)
    in_place = is_in_function(before, line) and can_be_changed(before, after)
    tests = touching.tests_of(path, lines)
    if not is_in_function(before, line):
        tests = list(dict.fromkeys([*tests, *touching.tests_outside_functions(path, importing(path, files_of_code()))]))
    anew = not in_place or touching.is_run_at_import(path, lines)
    seconds = {test: touching.seconds[test] for test in tests}
    likes = {test.replace("[sqlite", "[postgresql"): seconds[test] for test in tests}
    return Trial(number, str(path), after, anew, list(seconds | likes), seconds | likes)


def confirmed(verdicts: Sequence[Verdict], trials: Sequence[Trial], home: Path) -> Iterator[Verdict]:
    """Yield the verdicts again; a change killed by a test that also fails without it has survived."""
    tests = {each.test: trials[each.number] for each in verdicts if each.test in trials[each.number].tests}
    unchanged = [
        replace(trial, number=number, code=None, anew=False, tests=[test])
        for number, (test, trial) in enumerate(tests.items())
    ]
    found = try_all(unchanged, paths_of_tests(Path.cwd()), home, Path.cwd())
    unreliable = {each.test for each in found if each.outcome != "survived"}
    for each in verdicts:
        yield replace(each, outcome="survived") if each.test in unreliable else each


def summed_up(mutants: Sequence[MutationSpec], codes: Mapping[int, str], verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the survivors with their changes, and the totals."""
    for each in verdicts:
        if each.outcome == "survived":
            mutant = mutants[each.number]
            lines = difference(mutant.module_path.read_text(), codes[each.number])
            yield "\n".join([f"survived: {name_of(mutant)}", *(f"    {line}" for line in lines)])
    killed = [each for each in verdicts if each.outcome != "survived"]
    share = f" ({len(killed) / len(verdicts):.1%})" if verdicts else ""
    late = sum(each.outcome == "timeout" for each in verdicts)
    yield f"killed {len(killed)} of {len(verdicts)}{share}, {late} of them by taking too long"


@click.command()
@click.option("--count", type=int, default=200, show_default=True, help="Changes to try.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which of all the changes.")
@click.option("--only", default="", help="Only in files whose path holds this.")
def main(count: int, seed: int, only: str) -> None:
    """Change one thing in the code, again and again, and name the changes that no test notices."""
    signal.signal(signal.SIGINT, lambda *_: TOLD_TO_END.set())
    write_into_memory()
    with tempfile.TemporaryDirectory(prefix="sundial-mutants-") as home:
        checkout = Path(home) / "checkout"
        key = copied(checkout)
        os.chdir(checkout)
        files = [path for path in files_of_code() if only in str(path)]
        mutants = drawn([mutant for path in files for mutant in mutants_of(path)], count, seed)
        touching = Touching(measured(checkout, key))
        if TOLD_TO_END.is_set():
            return
        for test in sorted(touching.failed):
            click.echo(f"fails without any change, and is left out: {test}")
        trials = [trial_of(number, mutant, touching) for number, mutant in enumerate(mutants)]
        verdicts: list[Verdict] = []
        for verdict in try_all(trials, paths_of_tests(checkout), Path(home), checkout):
            click.echo(f"{name_of(mutants[verdict.number])}: {verdict.outcome} {verdict.test} {verdict.why}".rstrip())
            verdicts.append(verdict)
        codes = {trial.number: trial.code or "" for trial in trials}
        if not TOLD_TO_END.is_set():
            verdicts = list(confirmed(verdicts, trials, Path(home)))
        click.echo("\n".join(summed_up(mutants, codes, verdicts)))
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
