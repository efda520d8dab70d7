"""The forking process has shared imports, and nothing unsafe to fork."""

from __future__ import annotations

import subprocess
import sys

from workers import forking


def prepared(question: str) -> list[str]:
    """Return what a process prints about itself after the shared imports."""
    code = f"import gc, os, sys; from {forking.__name__} import prepare; prepare(); print({question})"
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()


def test_it_has_one_thread_and_opens_nothing() -> None:
    files = "*(os.readlink(f'/proc/self/fd/{number}') for number in os.listdir('/proc/self/fd')[3:-1])"

    assert prepared(f"len(os.listdir('/proc/self/task')), {files}") == ["1"]


def test_the_collector_leaves_alone_what_is_shared() -> None:
    assert int(*prepared("gc.get_freeze_count()")) > 100_000


def test_programs_find_all_jobs_and_games_there() -> None:
    modules = prepared("*sys.modules")

    assert {"celery.worker", "workers.jobs.notices", "rules.games.seasons", "service.app"} <= set(modules)
