"""Claiming work: requested rows only, and exclusively."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

from service.db.engines import transaction
from service.jobs.leases import claim, claim_first, claim_of_first, claim_one, put_off, release, settle
from service.models import Lane, Notice, WorkState
from tests.service.conftest import FakeClock

pytestmark = pytest.mark.usefixtures("app")
LEASE = timedelta(minutes=1)


def due(clock: FakeClock, *minutes_ago: int) -> list[int]:
    """Create notices due for so many minutes; return their ids."""
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


def test_what_goes_first_is_claimed_first_and_the_last_row_knows_that_it_is(clock: FakeClock) -> None:
    late, usual, longest, _ = due(clock, 9, 1, 2, -1)
    change(late, lane=Lane.LAST)
    claiming = claim_of_first(Notice, Notice.lane == Lane.USUAL, Notice.lane == Lane.LAST)

    claimed = [row for row, _ in claim_first(claiming, clock(), LEASE, 9)]
    assert [(row.id, row.is_last) for row in claimed] == [(longest, False), (usual, False), (late, True)]
    assert claim_first(claiming, clock(), LEASE) == []


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


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_what_waits_is_claimed_once_its_time_has_come_and_nothing_that_does_not(clock: FakeClock) -> None:
    waiting, later, *others = due(clock, 0, -1, *([1] * len(WorkState)))
    for number, state in zip(others, WorkState, strict=True):
        change(number, state=state)

    claimed = {row.id for row in claim(Notice, clock(), LEASE, 100)}
    assert claimed == {waiting, others[[*WorkState].index(WorkState.QUEUED)]}
    clock.advance(minutes=1)
    assert [row.id for row in claim(Notice, clock(), LEASE, 100)] == [later]
    clock.advance(seconds=1)
    assert {row.id for row in claim(Notice, clock(), LEASE, 100)} == claimed


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_a_row_is_settled_by_who_has_claimed_it_last_and_only_while_it_waits(clock: FakeClock) -> None:
    number, *beside = due(clock, 1, 1, 1)
    [row] = [each for each in claim(Notice, clock(), LEASE, 3) if each.id == number]
    changes: list[dict[str, object]] = [{"fence": row.fence - 1}, {"fence": row.fence + 1}]
    changes += [{"state": state} for state in WorkState if state != WorkState.QUEUED]
    for changed in changes:
        change(number, **changed)
        assert not settle(row, state=WorkState.DONE), changed
        assert not release(row), changed
        assert not put_off(row, clock()), changed
        change(number, fence=row.fence, state=WorkState.QUEUED)

    assert settle(row, state=WorkState.DONE)
    clock.advance(minutes=2)
    assert sorted(each.id for each in claim(Notice, clock(), LEASE, 3)) == sorted(beside)


def change(number: int, **values: object) -> None:
    """Somebody else changes a row."""
    with transaction() as current:
        current.execute(update(Notice).where(Notice.id == number).values(**values))
