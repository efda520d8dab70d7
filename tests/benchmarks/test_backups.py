"""Backups of many games are measured on both databases."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
STEPS = ("backup", "backup --check", "restore --force", "release")


def test_a_database_is_filled_with_copies_of_games_and_each_step_is_timed() -> None:
    command = [sys.executable, "-m", "benchmarks.backups", "12"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    steps = [line.split(":")[0] for line in done.stdout.splitlines() if " s, " in line]
    assert steps == [
        step for database in ("SQLite", "PostgreSQL") for step in (f"{database}, filled with 12 games", *STEPS)
    ]
