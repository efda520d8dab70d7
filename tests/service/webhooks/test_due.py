"""An endpoint is due when its deliveries are, whatever happens to them and wherever that is interrupted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from service.db.engines import db, session, transaction
from service.erasure.departures import leave
from service.jobs import events
from service.language.errors import Conflict, NotFound, TooMany
from service.models import Account, Webhook, WebhookDelivery, WorkState
from service.webhooks.deliveries import (
    challenge_again,
    claim_deliveries,
    fan_out,
    give_up_unverified,
    redeliver,
    send_test,
)
from service.webhooks.endpoints import change_webhook, create_webhook, delete_webhook, rotate_secret
from service.webhooks.outcomes import AttemptOutcome, note_outcome, put_off, release
from tests.service.conftest import FakeClock
from tests.service.stages.trouble import failures, lay_trap
from tests.service.tables import Table, table
from tests.workers.receiving import FAULT, TAKEN, URL, Receiving, deliveries, endpoint, now_of, send

pytestmark = pytest.mark.usefixtures("app")

STEPS = 200
OUTCOMES = (*[TAKEN] * 6, *[FAULT] * 2, AttemptOutcome(429, "status", 12, "90"), AttemptOutcome(410, "status", 12))


def endpoints() -> list[Webhook]:
    session().rollback()
    return list(session().scalars(select(Webhook).order_by(Webhook.id).execution_options(populate_existing=True)))


@dataclass(frozen=True)
class Line:
    """The queue of an endpoint, as its deliveries have it."""

    webhook: Webhook
    waiting: list[WebhookDelivery]
    """What may go there sooner or later, in its order."""
    leases: list[datetime]

    def due_at(self) -> datetime | None:
        """When a worker has to see to the endpoint."""
        return max([self.waiting[0].due_at, *self.leases]) if self.waiting else None

    def following(self, now: datetime) -> list[int]:
        """Return the one delivery that can be claimed now, if any."""
        is_free = all(until < now for until in self.leases)
        return [each.id for each in self.waiting[:1] if is_free and each.due_at <= now]


def lines() -> list[Line]:
    rows = sorted(deliveries(), key=lambda row: (row.due_at, row.id))
    return [line_of(webhook, rows) for webhook in endpoints()]


def line_of(webhook: Webhook, rows: list[WebhookDelivery]) -> Line:
    queued = [row for row in rows if row.webhook_id == webhook.id and row.state == WorkState.QUEUED]
    waiting = [row for row in queued if webhook.verified_at is not None or row.challenge is not None]
    return Line(webhook, waiting, [row.leased_until for row in queued if row.leased_until is not None])


def assert_due_as_deliveries_are() -> None:
    for line in lines():
        assert line.webhook.due_at == line.due_at()


@dataclass
class Course:
    """Random events of endpoints, in any order."""

    clock: FakeClock
    game: Table
    rng: Random
    claimed: list[WebhookDelivery] = field(default_factory=list)
    """All that was ever claimed: what was noted, taken over, or thought lost since then, too."""

    def events(self) -> None:
        with transaction():
            events.record("clock.stopped", self.game.game, self.clock())
        fan_out()

    def claim(self) -> None:
        expected = [number for line in lines() for number in line.following(self.clock())]
        found = claim_deliveries(self.clock(), 100)
        assert sorted(each.id for each in found) == sorted(expected)
        self.claimed += found

    def outcome(self) -> None:
        note_outcome(self._one_claimed(), self.rng.choice(OUTCOMES), self.clock(), self.rng.random())

    def fault_of_ours(self) -> None:
        put_off(self._one_claimed(), self.clock())

    def end_of_the_worker(self) -> None:
        release(self._one_claimed())

    def time(self) -> None:
        self.clock.advance(seconds=self.rng.choice([0.5, 7, 61, 400, 4000]))

    def days(self) -> None:
        self.clock.advance(days=5, minutes=1)
        give_up_unverified(self.clock())

    def test(self) -> None:
        send_test(*self._one(), self.clock())

    def same_again(self) -> None:
        again = self.rng.choice(deliveries())
        redeliver(self._owner(again.webhook_id), again.webhook_id, again.id, self.clock())

    def challenge(self) -> None:
        challenge_again(*self._one(), self.clock())

    def address(self) -> None:
        change_webhook(*self._one(), self.clock(), url=f"{URL}/{self.rng.random()}")

    def switch(self) -> None:
        change_webhook(*self._one(), self.clock(), enabled=self.rng.random() < 0.8)

    def secret(self) -> None:
        rotate_secret(*self._one(), self.clock())

    def another(self) -> None:
        owner, number = self._one()
        create_webhook(owner, URL, (), self.clock())
        delete_webhook(owner, number)

    def _one(self) -> tuple[Account, int]:
        number = self.rng.choice(endpoints()).id
        return self._owner(number), number

    def _owner(self, number: int) -> Account:
        return session().get_one(Account, session().get_one(Webhook, number).account_id)

    def _one_claimed(self) -> WebhookDelivery:
        return self.rng.choice(self.claimed[-4:])


OFTEN = (Course.events, Course.claim, Course.claim, Course.outcome, Course.outcome, Course.outcome, Course.time)
SOMETIMES = (Course.fault_of_ours, Course.end_of_the_worker, Course.test, Course.same_again, Course.challenge)
SELDOM = (Course.days, Course.address, Course.switch, Course.secret, Course.another)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_endpoint_is_due_when_its_deliveries_are_whatever_happens_to_them(clock: FakeClock, seed: int) -> None:
    for name in ("ada", "bob", "ada"):
        endpoint(name)
    course = Course(clock, table("ada", "bob"), Random(seed))
    course.events()
    course.claim()
    happened = set()
    for _ in range(STEPS):
        step = course.rng.choice(OFTEN + course.rng.choice([OFTEN, SOMETIMES, SELDOM]))
        with suppress(Conflict, NotFound, TooMany):
            step(course)
            happened.add(step)
        assert_due_as_deliveries_are()
    assert happened == {*OFTEN, *SOMETIMES, *SELDOM}

    for account in course.game.players:
        leave(account, clock())
        assert_due_as_deliveries_are()
    assert (endpoints(), deliveries()) == ([], [])


def test_what_is_due_later_waits_for_its_time_though_what_was_due_before_is_kept_back(clock: FakeClock) -> None:
    webhook = endpoint(types=("turn.started",))
    table("ada", "bob")
    send(Receiving(lambda _: FAULT))
    with transaction():
        now_of(webhook).due_at = clock()  # as it is after a restore

    assert claim_deliveries(clock(), 10) == []
    assert_due_as_deliveries_are()


STAGES: dict[str, Callable[[WebhookDelivery, datetime], object]] = {
    "an event": lambda _, __: fan_out(),
    "a claim": lambda _, now: claim_deliveries(now, 10),
    "a success": lambda delivery, now: note_outcome(delivery, TAKEN, now, 0),
    "a failure": lambda delivery, now: note_outcome(delivery, FAULT, now, 0),
    "a fault of ours": put_off,
    "the end of a worker": lambda delivery, _: release(delivery),
}


@pytest.mark.parametrize("stage", STAGES)
def test_wherever_it_is_broken_off_no_endpoint_sleeps_while_something_waits(clock: FakeClock, stage: str) -> None:
    lay_trap(db.engine)
    endpoint(types=("turn.started",))
    begun, failed = table("ada", "bob"), 0
    for failing in failures(db.engine):
        clock.advance(minutes=2)
        fan_out()
        [claimed] = claim_deliveries(clock(), 10)
        begun.play_anything()
        clock.advance(minutes=2 if stage == "a claim" else 0)
        with failing as failure, suppress(DBAPIError):
            STAGES[stage](claimed, clock())
            assert not failure.was_met
        assert_due_as_deliveries_are()
        failed += failure.was_met
        if not failure.was_met:
            break
    assert failed > 3
    clock.advance(days=2)
    send()
    assert WorkState.QUEUED not in {row.state for row in deliveries()}
