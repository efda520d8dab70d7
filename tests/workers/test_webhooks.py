"""Webhooks: from events of games to endpoints."""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from ipaddress import ip_network
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.db import clock
from service.db.engines import session
from service.jobs.events import Filter, event_json, read
from service.models import WebhookAttempt, WorkState
from service.webhooks import retention
from service.webhooks.deliveries import claim_deliveries, fan_out
from service.webhooks.endpoints import delete_webhook, secret_of
from service.webhooks.outcomes import AttemptOutcome, note_outcome
from service.webhooks.requests import WebhookRequest
from tests.names import SOMEWHERE
from tests.receiver import Receiver
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.workers.receiving import FAULT, TAKEN, URL, Receiving, deliveries, endpoint, send
from workers.jobs import webhooks as job

pytestmark = pytest.mark.usefixtures("app")


def test_an_endpoint_is_told_what_happens_at_the_tables_of_its_account_in_order() -> None:
    ada = person("ada")
    endpoint("ada")
    begun = table("ada", "bob")
    begun.play_anything()

    told = send().told

    assert told == [event_json(event) for event in read(ada, 0, Filter(game_id=begun.id), 100).events]
    assert told[-1]["type"] == "turn.started"
    assert {delivery.state for delivery in deliveries()} == {WorkState.DONE}


def test_what_happened_before_and_what_happens_elsewhere_is_not_told() -> None:
    table("ada", "bob")
    endpoint("ada")
    table("bob", "carl")

    assert send().requests == []


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
    assert len({request.headers["webhook-id"] for request in first.requests}) == 2
    assert again.requests == []


def test_no_transaction_is_open_while_a_receiver_is_asked() -> None:
    endpoint()
    table("ada", "bob")
    assert send().transactions_open == 0


def test_an_endpoint_is_asked_one_thing_at_a_time_and_others_do_not_wait_for_it() -> None:
    slow, quick = endpoint("ada"), endpoint("bob", url="https://quick.example.net/")
    table("ada", "bob")
    under_way: list[str] = []
    together: list[int] = []
    quick_ones_are_through = asyncio.Event()

    async def post(request: WebhookRequest) -> AttemptOutcome:
        under_way.append(request.url)
        together.append(under_way.count(URL))
        if request.url == URL:
            await quick_ones_are_through.wait()
        elif json.loads(request.body)["type"] == "turn.started":
            quick_ones_are_through.set()
        under_way.remove(request.url)
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

    ids = [request.headers["webhook-id"] for request in receiving.requests]
    assert len(ids) == len(set(ids)) == len(deliveries())
    for name in ("ada", "bob"):
        of_one = [json.loads(each.body)["id"] for each in receiving.requests if name in each.url]
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


def test_what_a_worker_has_not_sent_when_it_ends_another_sends_at_once() -> None:
    endpoint(types=("turn.started",))
    table("ada", "bob")

    async def end_amid_a_request() -> None:
        is_asked = asyncio.Event()

        async def post(_: WebhookRequest) -> AttemptOutcome:
            is_asked.set()
            await asyncio.sleep(3600)
            return TAKEN

        sending = asyncio.create_task(job.send_due(clock.now, post))
        await is_asked.wait()
        sending.cancel()
        await asyncio.wait([sending])

    asyncio.run(end_amid_a_request())
    assert len(send().requests) == 1
    assert [delivery.attempts for delivery in deliveries()] == [1]


def test_an_endpoint_deleted_in_the_middle_of_a_request_is_forgotten_with_all_of_it() -> None:
    webhook = endpoint(types=("turn.started",))
    table("ada", "bob")

    def deleted(_: WebhookRequest) -> AttemptOutcome:
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

    def broken(request: WebhookRequest) -> AttemptOutcome:
        raise ZeroDivisionError(request.url)

    send(Receiving(broken))
    assert "ZeroDivisionError" in caplog.text
    assert "bot.example.net" not in caplog.text
    clock.advance(seconds=15)
    assert len(send().requests) == 1


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
    clock.advance(days=30, seconds=1)
    table("ada", "bob")
    send()

    retention.deliveries.apply(clock())

    kept = [delivery.id for delivery in deliveries()]
    assert kept
    assert not set(kept) & set(old)
    assert session().scalar(select(func.count(WebhookAttempt.id))) == len(kept)


def test_a_run_of_the_job_reaches_a_real_receiver(app: Flask) -> None:
    with Receiver() as receiver:
        here = (ip_network("127.0.0.1/32"),)
        ports = (range(receiver.port, receiver.port + 1),)
        app.config["SETTINGS"] = replace(app.config["SETTINGS"], webhook_allow=here, webhook_ports=ports)
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
        ports = (range(private.port, private.port + 1),)
        app.config["SETTINGS"] = replace(app.config["SETTINGS"], webhook_ports=ports)
        endpoint(url=f"https://rebinding.test:{private.port}/taken", types=("turn.started",))
        table("ada", "bob")

        job.run()

    assert private.requests == []
    assert session().scalars(select(WebhookAttempt.trouble)).all() == ["address"]
