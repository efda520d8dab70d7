"""A new game is one new folder: nothing else is edited, and everything that holds for all games holds for it."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ADD_THE_FOLDER_AND_TEST = """
import sys
from importlib import import_module
import pytest

import_module("rules.games").__path__.append(sys.argv[1])
sys.exit(pytest.main(sys.argv[2:]))
"""


def test_a_folder_is_all_that_a_sixth_game_needs() -> None:
    suite = [str(path) for path in sorted(HERE.glob("test_c*.py"))]
    options = ["-k", "countdown", "-p", "no:cacheprovider", "-v"]
    command = [sys.executable, "-c", ADD_THE_FOLDER_AND_TEST, str(HERE / "toy_games"), *suite, *options]
    run = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "[countdown-3] PASSED" in run.stdout
