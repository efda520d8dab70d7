"""The jobs, as docs/operating.md lists them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workers.jobs import Job, jobs

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"
ROW = re.compile(r"^\| `(sundial\.[a-z-]+)` \| (\d+) (s|min|h) \| ", re.MULTILINE)
SECONDS = {"s": 1, "min": 60, "h": 3600}

pytestmark = pytest.mark.usefixtures("app")


def listed() -> dict[str, float]:
    """Return the documented interval of each job in seconds."""
    return {name: int(number) * SECONDS[unit] for name, number, unit in ROW.findall(PAGE.read_text(encoding="utf-8"))}


def test_what_is_known_of_a_job_before_it_is_imported_is_what_its_module_says() -> None:
    assert [(job.NAME, job.EVERY) for job in jobs()] == [(job.load().NAME, job.load().EVERY) for job in jobs()]


def test_every_job_is_listed() -> None:
    assert [job.NAME for job in jobs()] == list(listed())


@pytest.mark.parametrize("job", list(jobs()), ids=lambda job: job.NAME)
def test_a_job_that_has_nothing_to_do_comes_again_after_the_time_that_is_listed(job: Job) -> None:
    assert (job.run(), job.EVERY) == (False, listed()[job.NAME])
