"""Who claims rows of work gets those that they have asked for, and nobody else gets them meanwhile."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.core.db import transaction
from service.models import Notice, WorkState
from service.work.leases import claim, claim_one, release
from tests.service.conftest import FakeClock

pytestmark = pytest.mark.usefixtures("app")
LEASE = timedelta(minutes=1)


def due(clock: FakeClock, *minutes_ago: int) -> list[int]:
    """The numbers of notices that are due for so many minutes."""
    now = clock()
    notices = [
        Notice(
            kind="confirm",
            email="ada@example.net",
            message_id=f"<{number}@example.org>",
            created_at=now,
            due_at=now - timedelta(minutes=ago),
            state=WorkState.QUEUED,
        )
        for number, ago in enumerate(minutes_ago)
    ]
    with transaction() as current:
        current.add_all(notices)
    return [notice.id for notice in notices]


def test_who_claims_one_row_gets_that_one_and_leaves_what_is_due_for_longer(clock: FakeClock) -> None:
    first, second, third = due(clock, 2, 1, 3)

    assert [row.id for row in claim_one(Notice, second, clock(), LEASE)] == [second]
    assert claim_one(Notice, second, clock(), LEASE) == []
    assert [row.id for row in claim(Notice, clock(), LEASE, 5)] == [third, first]


def test_what_is_released_is_free_at_once_and_the_attempt_does_not_count(clock: FakeClock) -> None:
    due(clock, 1)
    for _ in range(3):
        [row] = claim(Notice, clock(), LEASE, 5)
        assert row.attempts == 1
        assert release(row)
    [row] = claim(Notice, clock(), LEASE, 5)
    [again] = claim(Notice, clock.advance(minutes=2), LEASE, 5)
    assert again.attempts == 2
    assert not release(row)
