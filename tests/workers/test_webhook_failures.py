"""Webhooks that do not get through: tried again, switched off, sent again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from service.db import clock
from service.db.engines import session, transaction
from service.metrics.backlog import late
from service.models import (
    Account,
    Notice,
    SwitchedOff,
    WebhookAttempt,
    WebhookDelivery,
    WorkState,
)
from service.webhooks.deliveries import (
    fan_out,
    redeliver,
    send_test,
)
from service.webhooks.endpoints import create_webhook
from service.webhooks.outcomes import MAX_ATTEMPTS, AttemptOutcome
from service.webhooks.requests import WebhookRequest
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.workers.receiving import FAULT, URL, Receiving, deliveries, endpoint, now_of, proven, send

pytestmark = pytest.mark.usefixtures("app")


def test_a_failure_is_tried_again_with_the_same_id_until_it_is_taken(clock: FakeClock) -> None:
    endpoint(types=("turn.started",))
    table("ada", "bob")

    first = send(Receiving(lambda _: FAULT))
    assert send().requests == []
    clock.advance(seconds=7)
    second = send()

    assert first.requests[0].headers["webhook-id"] == second.requests[0].headers["webhook-id"]
    [delivery] = deliveries()
    assert (delivery.state, delivery.attempts) == (WorkState.DONE, 2)
    noted = session().execute(select(WebhookAttempt.status, WebhookAttempt.trouble).order_by(WebhookAttempt.id)).all()
    assert [tuple(row) for row in noted] == [(500, "status"), (200, None)]


def test_after_ten_attempts_it_has_failed(clock: FakeClock) -> None:
    webhook = endpoint(types=("turn.started",))
    table("ada", "bob")
    failing = Receiving(lambda _: FAULT)
    for _ in range(12):
        send(failing)
        clock.advance(hours=29)
        with transaction():
            now_of(webhook).failing_since = None  # else the endpoint would be switched off before

    assert len(failing.requests) == 10
    assert [delivery.state for delivery in deliveries()] == [WorkState.FAILED]


def test_what_a_fault_of_ours_stops_is_given_up_after_twenty_attempts(clock: FakeClock) -> None:
    endpoint(types=("turn.started",))
    table("ada", "bob")

    def broken(_: WebhookRequest) -> AttemptOutcome:
        raise ZeroDivisionError

    failing = Receiving(broken)
    while [delivery.state for delivery in deliveries()] in ([], [WorkState.QUEUED]):
        send(failing)
        clock.advance(hours=1)

    assert len(failing.requests) == MAX_ATTEMPTS == 20
    assert [delivery.state for delivery in deliveries()] == [WorkState.FAILED]


def test_what_a_receiver_fails_to_take_is_not_late(clock: FakeClock) -> None:
    endpoint()
    table("ada", "bob")
    for _ in range(15):
        send(Receiving(lambda _: FAULT))
        clock.advance(minutes=1)
    assert late(WebhookDelivery, clock()) == 0


def test_who_asks_for_a_pause_is_left_alone_for_so_long(clock: FakeClock) -> None:
    endpoint()
    table("ada", "bob")
    assert len(send(Receiving(lambda _: AttemptOutcome(429, "status", 1, "600"))).requests) == 1
    table("ada", "bob")
    fan_out()
    assert min(delivery.due_at for delivery in deliveries()) == clock() + timedelta(seconds=600)

    clock.advance(seconds=599)
    assert send().requests == []
    clock.advance(seconds=200)
    assert len(send().requests) > 1


def test_an_endpoint_that_is_gone_is_switched_off_at_once_and_its_owner_is_told() -> None:
    webhook = endpoint()
    table("ada", "bob")
    send(Receiving(lambda _: AttemptOutcome(410, "status", 1)))

    assert now_of(webhook).switched_off == SwitchedOff.GONE
    assert WorkState.QUEUED not in {delivery.state for delivery in deliveries()}
    notice = session().scalars(select(Notice).where(Notice.kind == "webhook-off")).one()
    assert (notice.email, notice.data["host"], notice.data["bot"]) == ("ada@example.net", "bot.example.net", None)
    table("ada", "bob")
    assert send().requests == []


def test_an_endpoint_that_nothing_has_reached_for_five_days_is_switched_off(clock: FakeClock) -> None:
    webhook = endpoint(types=("turn.started",))
    table("ada", "bob")
    send(Receiving(lambda _: FAULT))
    clock.advance(days=4, hours=23)
    send(Receiving(lambda _: FAULT))
    assert now_of(webhook).switched_off is None

    clock.advance(days=1, hours=12)
    send(Receiving(lambda _: FAULT))

    assert now_of(webhook).switched_off == SwitchedOff.FAILING
    assert session().scalar(select(func.count()).where(Notice.kind == "webhook-off")) == 1


def test_one_success_ends_the_count_of_days(clock: FakeClock) -> None:
    webhook = endpoint(types=("turn.started",))
    begun = table("ada", "bob")
    send(Receiving(lambda _: FAULT))
    clock.advance(days=1)
    send()
    assert now_of(webhook).failing_since is None
    begun.play_anything()
    clock.advance(days=1)
    send(Receiving(lambda _: FAULT))
    assert now_of(webhook).failing_since == clock()


def test_the_owner_of_a_bot_is_told_of_the_bots_endpoint() -> None:
    owner = person("ada")
    with transaction() as current:
        bot = Account(name="robot", owner_id=owner.id, muted=[], created_at=clock.now())
        current.add(bot)
    webhook = proven(create_webhook(bot, URL, (), clock.now()))
    send_test(bot, webhook.id, clock.now())
    send(Receiving(lambda _: AttemptOutcome(410, "status", 1)))

    notice = session().scalars(select(Notice).where(Notice.kind == "webhook-off")).one()
    assert (notice.email, notice.data["bot"]) == ("ada@example.net", "robot")


def test_a_test_is_tried_once_and_does_not_count_against_the_endpoint() -> None:
    webhook = endpoint()
    send_test(person("ada"), webhook.id, clock.now())

    [told] = send(Receiving(lambda _: FAULT)).told

    assert (told["id"], told["type"]) == (0, "webhook.test")
    assert [delivery.state for delivery in deliveries()] == [WorkState.FAILED]
    assert now_of(webhook).failing_since is None


def test_what_was_delivered_can_be_sent_again_with_the_same_id() -> None:
    webhook = endpoint(types=("turn.started",))
    table("ada", "bob")
    [first] = send().requests

    redeliver(person("ada"), webhook.id, deliveries()[0].id, clock.now())
    [second] = send().requests

    assert second.body == first.body
    assert second.headers["webhook-id"] == first.headers["webhook-id"]
    assert [delivery.state for delivery in deliveries()] == [WorkState.DONE]
