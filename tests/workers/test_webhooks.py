"""Webhooks: from what happened at a table to the endpoints that want to know."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import timedelta
from ipaddress import ip_network
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from service import clock
from service.actions.events import event_json
from service.actions.webhook_deliveries import (
    KEPT_FOR,
    claim_deliveries,
    fan_out,
    forget_old_deliveries,
    redeliver,
    send_test,
)
from service.actions.webhook_outcomes import Outcome, note_outcome
from service.actions.webhook_parcels import Parcel
from service.actions.webhooks import change_webhook, create_webhook, delete_webhook, rotate_secret, secret_of
from service.db import session, transaction
from service.models import (
    Account,
    Event,
    Notice,
    SwitchedOff,
    Webhook,
    WebhookAttempt,
    WebhookDelivery,
    WorkState,
)
from tests.names import SOMEWHERE
from tests.receiver import Receiver
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from workers.jobs import webhooks as job

pytestmark = pytest.mark.usefixtures("app")

URL = "https://bot.example.net/hook"
TAKEN = Outcome(200, None, 12)
FAULT = Outcome(500, "status", 12)


@dataclass
class Receiving:
    """Takes every parcel, and answers as it is told."""

    answer: Callable[[Parcel], Outcome] = lambda parcel: TAKEN
    parcels: list[Parcel] = field(default_factory=list)
    transactions_open: int = 0

    async def __call__(self, parcel: Parcel) -> Outcome:
        self.transactions_open += session().in_transaction()
        self.parcels.append(parcel)
        await asyncio.sleep(0)
        return self.answer(parcel)

    @property
    def told(self) -> list[dict[str, Any]]:
        """What the parcels say."""
        return [json.loads(parcel.body) for parcel in self.parcels]


def endpoint(name: str = "ada", url: str = URL, types: tuple[str, ...] = ()) -> Webhook:
    """An endpoint of somebody's."""
    return create_webhook(person(name), url, types, clock.now())


def send(post: Any = None) -> Any:
    """Do what a run of the job does, and say to whom."""
    receiving = post or Receiving()
    asyncio.run(job.send_due(clock.now, receiving))
    return receiving


def deliveries() -> list[WebhookDelivery]:
    """All rows, oldest first."""
    session().rollback()
    rows = select(WebhookDelivery).order_by(WebhookDelivery.id).execution_options(populate_existing=True)
    return list(session().scalars(rows))


def now_of(webhook: Webhook) -> Webhook:
    """The endpoint as it is by now."""
    session().rollback()
    return session().get_one(Webhook, webhook.id, populate_existing=True)


def test_an_endpoint_is_told_what_happens_at_the_tables_of_its_account_in_order() -> None:
    ada = person("ada")
    endpoint("ada")
    begun = table("ada", "bob")
    begun.play_anything()

    told = send().told

    events = session().scalars(select(Event).where(Event.game_id == begun.id).order_by(Event.number))
    assert told == [event_json(event, ada) for event in events]
    assert told[-1]["type"] == "turn.started"
    assert {delivery.state for delivery in deliveries()} == {WorkState.DONE}


def test_what_happened_before_and_what_happens_elsewhere_is_not_told() -> None:
    table("ada", "bob")
    endpoint("ada")
    table("bob", "carl")

    assert send().parcels == []


def test_only_the_types_that_were_asked_for_are_told() -> None:
    endpoint(types=("turn.started",))
    begun = table("ada", "bob")
    begun.play_anything()

    assert [event["type"] for event in send().told] == ["turn.started", "turn.started"]


def test_an_event_goes_to_an_endpoint_once_and_to_every_endpoint() -> None:
    endpoint("ada", types=("turn.started",))
    endpoint("bob", types=("turn.started",), url="https://bob.example.net/")
    table("ada", "bob")

    first, again = send(), send()

    assert sorted(event["your_seat"] for event in first.told) == [0, 1]
    assert {event["id"] for event in first.told} == {first.told[0]["id"]}
    assert len({parcel.headers["webhook-id"] for parcel in first.parcels}) == 2
    assert again.parcels == []


def test_no_transaction_is_open_while_a_receiver_is_asked() -> None:
    endpoint()
    table("ada", "bob")
    assert send().transactions_open == 0


def test_a_request_is_signed_as_standard_webhooks_has_it(app: Flask) -> None:
    app.config["CLOCK"] = clock.system_clock
    webhook = endpoint()
    table("ada", "bob")
    [parcel, *_] = send().parcels

    assert Verifier(secret_of(webhook)).verify(parcel.body, parcel.headers) == json.loads(parcel.body)
    with pytest.raises(WebhookVerificationError):
        Verifier(secret_of(webhook)).verify(parcel.body + b" ", parcel.headers)


def test_while_a_secret_is_changed_the_old_one_is_good_for_a_day(clock: FakeClock) -> None:
    webhook = endpoint()
    old = secret_of(webhook)
    new = secret_of(rotate_secret(person("ada"), webhook.id, clock()))

    assert signed_with(webhook, old, new) == [True, True]
    clock.advance(hours=25)
    assert signed_with(webhook, old, new) == [False, True]


def signed_with(webhook: Webhook, *secrets: str) -> list[bool]:
    """Whether a test is signed with each of the secrets."""
    send_test(person("ada"), webhook.id, clock.now())
    [parcel] = send().parcels
    told = parcel.headers["webhook-id"], clock.now(), parcel.body.decode()
    return [Verifier(secret).sign(*told) in parcel.headers["webhook-signature"].split() for secret in secrets]


def test_a_failure_is_tried_again_with_the_same_id_until_it_is_taken(clock: FakeClock) -> None:
    endpoint(types=("turn.started",))
    table("ada", "bob")

    first = send(Receiving(lambda _: FAULT))
    assert send().parcels == []
    clock.advance(seconds=7)
    second = send()

    assert first.parcels[0].headers["webhook-id"] == second.parcels[0].headers["webhook-id"]
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

    assert len(failing.parcels) == 10
    assert [delivery.state for delivery in deliveries()] == [WorkState.FAILED]


def test_who_asks_for_a_pause_is_left_alone_for_so_long(clock: FakeClock) -> None:
    endpoint()
    table("ada", "bob")
    assert len(send(Receiving(lambda _: Outcome(429, "status", 1, "600"))).parcels) == 1
    table("ada", "bob")
    fan_out()
    assert min(delivery.due_at for delivery in deliveries()) == clock() + timedelta(seconds=600)

    clock.advance(seconds=599)
    assert send().parcels == []
    clock.advance(seconds=200)
    assert len(send().parcels) > 1


def test_an_endpoint_that_is_gone_is_switched_off_at_once_and_its_owner_is_told() -> None:
    webhook = endpoint()
    table("ada", "bob")
    send(Receiving(lambda _: Outcome(410, "status", 1)))

    assert now_of(webhook).switched_off == SwitchedOff.GONE
    assert WorkState.QUEUED not in {delivery.state for delivery in deliveries()}
    notice = session().scalars(select(Notice).where(Notice.kind == "webhook-off")).one()
    assert (notice.email, notice.data["host"], notice.data["bot"]) == ("ada@example.net", "bot.example.net", None)
    table("ada", "bob")
    assert send().parcels == []


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
    webhook = create_webhook(bot, URL, (), clock.now())
    send_test(bot, webhook.id, clock.now())
    send(Receiving(lambda _: Outcome(410, "status", 1)))

    notice = session().scalars(select(Notice).where(Notice.kind == "webhook-off")).one()
    assert (notice.email, notice.data["bot"]) == ("ada@example.net", "robot")


def test_switched_on_again_it_is_told_of_what_happens_from_then_on() -> None:
    webhook = endpoint(types=("turn.started",))
    change_webhook(person("ada"), webhook.id, enabled=False)
    table("ada", "bob")
    assert send().parcels == []

    change_webhook(person("ada"), webhook.id, enabled=True)
    assert send().parcels == []
    later = table("ada", "bob")
    assert [event["game"] for event in send().told] == [later.id]


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
    [first] = send().parcels

    redeliver(person("ada"), webhook.id, deliveries()[0].id, clock.now())
    [second] = send().parcels

    assert second.body == first.body
    assert second.headers["webhook-id"] == first.headers["webhook-id"]
    assert [delivery.state for delivery in deliveries()] == [WorkState.DONE]


def test_an_endpoint_is_asked_one_thing_at_a_time_and_others_do_not_wait_for_it() -> None:
    slow, quick = endpoint("ada"), endpoint("bob", url="https://quick.example.net/")
    table("ada", "bob")
    under_way: list[str] = []
    together: list[int] = []
    quick_ones_are_through = asyncio.Event()

    async def post(parcel: Parcel) -> Outcome:
        under_way.append(parcel.url)
        together.append(under_way.count(URL))
        if parcel.url == URL:
            await quick_ones_are_through.wait()
        elif json.loads(parcel.body)["type"] == "turn.started":
            quick_ones_are_through.set()
        under_way.remove(parcel.url)
        return TAKEN

    send(post)

    assert max(together) == 1
    assert {delivery.state for delivery in deliveries()} == {WorkState.DONE}
    assert {delivery.webhook_id for delivery in deliveries()} == {slow.id, quick.id}


def test_two_workers_at_once_send_each_thing_once_and_to_each_endpoint_in_order(app: Flask) -> None:
    for name in ("ada", "bob"):
        endpoint(name, url=f"https://{name}.example.net/")
    for _ in range(3):
        table("ada", "bob")
    receiving, together = Receiving(), Barrier(2)

    def worker() -> None:
        with app.app_context():
            together.wait()
            asyncio.run(job.send_due(clock.now, receiving))

    with ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(worker) for _ in range(2)]:
            future.result()

    ids = [parcel.headers["webhook-id"] for parcel in receiving.parcels]
    assert len(ids) == len(set(ids)) == len(deliveries())
    for name in ("ada", "bob"):
        of_one = [json.loads(each.body)["id"] for each in receiving.parcels if name in each.url]
        assert of_one == sorted(of_one)


def test_a_worker_that_was_thought_dead_notes_nothing(clock: FakeClock) -> None:
    endpoint(types=("turn.started",))
    table("ada", "bob")
    fan_out()
    [lost] = claim_deliveries(clock(), 10)
    assert claim_deliveries(clock(), 10) == []
    clock.advance(minutes=2)
    [taken_over] = claim_deliveries(clock(), 10)

    note_outcome(lost, FAULT, clock(), 0)
    assert session().scalar(select(func.count(WebhookAttempt.id))) == 0
    note_outcome(taken_over, TAKEN, clock(), 0)

    assert [delivery.state for delivery in deliveries()] == [WorkState.DONE]


def test_an_endpoint_deleted_in_the_middle_of_a_request_is_forgotten_with_all_of_it() -> None:
    webhook = endpoint(types=("turn.started",))
    table("ada", "bob")

    def deleted(_: Parcel) -> Outcome:
        delete_webhook(person("ada"), webhook.id)
        return FAULT

    send(Receiving(deleted))

    assert deliveries() == []
    assert session().scalar(select(func.count(WebhookAttempt.id))) == 0


def test_a_fault_of_ours_is_logged_without_the_address_and_tried_again(
    clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    endpoint(types=("turn.started",))
    table("ada", "bob")

    def broken(parcel: Parcel) -> Outcome:
        raise ZeroDivisionError(parcel.url)

    send(Receiving(broken))
    assert "ZeroDivisionError" in caplog.text
    assert "bot.example.net" not in caplog.text
    clock.advance(seconds=15)
    assert len(send().parcels) == 1


def test_neither_secrets_nor_addresses_reach_the_log(caplog: pytest.LogCaptureFixture) -> None:
    webhook = endpoint()
    table("ada", "bob")
    with caplog.at_level(logging.DEBUG):
        send(Receiving(lambda _: FAULT))
    assert secret_of(webhook) not in caplog.text
    assert "bot.example.net" not in caplog.text


def test_what_was_settled_is_forgotten_after_a_month(clock: FakeClock) -> None:
    endpoint(types=("turn.started",))
    table("ada", "bob")
    send()
    old = [delivery.id for delivery in deliveries()]
    clock.advance(seconds=KEPT_FOR.total_seconds() + 1)
    table("ada", "bob")
    send()

    forget_old_deliveries(clock())

    kept = [delivery.id for delivery in deliveries()]
    assert kept
    assert not set(kept) & set(old)
    assert session().scalar(select(func.count(WebhookAttempt.id))) == len(kept)


def test_a_run_of_the_job_reaches_a_real_receiver(app: Flask) -> None:
    with Receiver() as receiver:
        app.config["SETTINGS"] = replace(app.config["SETTINGS"], webhook_allow=(ip_network("127.0.0.1/32"),))
        endpoint(url=f"http://127.0.0.1:{receiver.port}/taken", types=("turn.started",))
        begun = table("ada", "bob")

        job.run()

    [request] = receiver.requests
    assert json.loads(request.body)["game"] == begun.id
    assert request.headers["User-Agent"] == "Sundial-Webhooks"
    assert [delivery.state for delivery in deliveries()] == [WorkState.DONE]


def test_a_name_that_leads_inside_by_the_time_of_sending_is_not_followed(app: Flask) -> None:
    with Receiver() as private:
        answers = [[SOMEWHERE], ["127.0.0.1"]]
        app.config["RESOLVE"] = lambda host: answers.pop(0) if len(answers) > 1 else answers[0]
        endpoint(url=f"https://rebinding.test:{private.port}/taken", types=("turn.started",))
        table("ada", "bob")

        job.run()

    assert private.requests == []
    assert session().scalars(select(WebhookAttempt.trouble)).all() == ["address"]
