"""`sundial upgrade` of a later version as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from service.config.environment import Config
from tests.playing import KNOBS
from tests.service.installations import environment

UPGRADE = [sys.executable, "-m", "tests.service.schema.later"]
KILLED = [sys.executable, "-m", "tests.service.schema.killed"]
ROOT = Path(__file__).parents[3]


def started(settings: Config, *options: str, command: Sequence[str] = UPGRADE) -> subprocess.Popen[str]:
    """Start the process, with all its output in one pipe."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    env = inherited | environment(settings) | {"PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [*command, *options],
        env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for the process; return exit code and output."""
    said, _ = process.communicate(timeout=900)
    return process.returncode, said
