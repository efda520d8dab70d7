"""Whatever Redis does, all goes on soon after. `tests.workers.faults --redis stalls` does the same at length."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers import Postgres
from tests.workers.faults.stalls import Ground, Trial, ground

ON_A_BUSY_MACHINE = 60.0
"""Seconds; what is broken never goes on at all. `python -m tests.workers.faults` says whether all is in time."""


@pytest.fixture(scope="module")
def tried(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """A Sundial for all trials: a start takes long."""
    with ground(postgres, tmp_path_factory.mktemp("stalls")) as started:
        yield started


@pytest.mark.parametrize(
    "trial",
    [
        Trial("stalls", 12),
        Trial("stalls", 3, is_busy=False, killed="mails"),
        Trial("refuses writes", 8),
        Trial("is full", 3, killed="worker"),
    ],
    ids=str,
)
def test_all_goes_on_soon_after_redis_does(tried: Ground, trial: Trial) -> None:
    outcome = tried.undergo(trial)
    assert outcome.later_than(ON_A_BUSY_MACHINE) == [], str(outcome)
