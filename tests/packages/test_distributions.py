"""The separate distributions: they match the checkout, and run without anything else."""

from __future__ import annotations

import os
import subprocess
import zipfile
from pathlib import Path

from tests.packages.building import build
from tests.packages.environments import empty, install, lend
from tests.test_tooling_wheel import files_of_the_checkout, names

PLAY = """
from importlib.util import find_spec
from random import Random
import rules
from sundial_environments.tables import Table, rolled

assert find_spec("service") is find_spec("numpy") is None
for ruleset in rules.games():
    table, rng = Table.of(ruleset), Random(1)
    position = rolled(table.begin(rng), rng)
    while (seat := position.current_player()) is not None:
        assert len(table.observe(position, seat)) == table.observation_size
        position = rolled(position.apply(table.action(rng.choice(table.legal(position)))), rng)
    print(ruleset, len(rules.game(ruleset).guide) > 1000, position.scores() is not None)
"""
FOUND = """
from importlib.util import find_spec
for name in ("service", "workers", "sundial_bot_check"):
    print(find_spec(name) is not None)
"""


def test_the_rules_are_installed_alone_whole_and_typed_and_need_nothing(tmp_path: Path) -> None:
    wheel = build("sundial-rules", tmp_path)

    own = {name for name in files_of_the_checkout() if name.startswith("rules/")}
    assert "rules/py.typed" in own
    assert own == {name for name in names(wheel) if name.startswith("rules/")}
    assert {"sundial_environments/aec.py", "sundial_environments/py.typed"} <= names(wheel)
    [metadata] = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA")]
    told = zipfile.ZipFile(wheel).read(metadata).decode()
    assert {"gymnasium", "openspiel", "pettingzoo"} == {
        line.split()[-1] for line in told.splitlines() if line.startswith("Provides-Extra:")
    }
    install(python := empty(tmp_path / "empty"), wheel)
    said = subprocess.run([python, "-I", "-c", PLAY], check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert said.count("True True") == 6


def test_the_client_is_installed_alone_and_its_command_with_it(tmp_path: Path) -> None:
    lend(python := empty(tmp_path / "empty"), "httpx")
    install(python, build("sundial-client", tmp_path))
    assert "login" in said_by(python, "sundial_client", "--help").stdout


def test_bot_check_is_installed_alone_and_says_what_to_do_where_there_is_no_sundial(tmp_path: Path) -> None:
    lend(python := empty(tmp_path / "empty"), "click", "httpcore")
    install(python, build("sundial-rules", tmp_path), build("sundial-bot-check", tmp_path))
    found = subprocess.run([python, "-I", "-c", FOUND], check=True, capture_output=True, text=True, cwd=tmp_path).stdout

    refused = said_by(python, "sundial-bot-check", "true")

    assert found.split() == ["False", "False", "True"]
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "There is no Sundial here to start one of: --at URL plays on one that runs already" in refused.stderr


def said_by(python: Path, command: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run an installed command without access to any other Sundial."""
    line = [str(python.with_name(command)), *words]
    env = {"PATH": os.defpath}
    return subprocess.run(line, check=False, capture_output=True, text=True, env=env, cwd=python.parent)
