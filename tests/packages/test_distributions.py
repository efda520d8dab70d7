"""What is installed alone: it holds what the checkout holds, and runs where there is nothing else."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from tests.packages.building import build
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


def installed(wheel: Path, home: Path, *options: str) -> Path:
    """The Python of an environment in which there is nothing but that wheel."""
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*pip, "install", "--quiet", "--no-index", *options, str(wheel)], check=True)
    return python


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
    python = installed(wheel, tmp_path / "empty")
    said = subprocess.run([python, "-I", "-c", PLAY], check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert said.count("True True") == 6


def test_the_client_is_installed_alone_and_its_command_with_it(tmp_path: Path) -> None:
    python = installed(build("sundial-client", tmp_path), tmp_path / "empty", "--no-deps")
    assert (python.parent / "sundial_client").exists()
