"""Endpoints show that they want events before they get any."""

from __future__ import annotations

import json
from dataclasses import replace
from ipaddress import ip_network

import pytest
from flask import Flask
from sqlalchemy import select

from service.config.limits import TABLE
from service.db import clock
from service.db.engines import session, transaction
from service.language.errors import Conflict, NotFound, TooMany
from service.models import Account, Notice, SwitchedOff, WebhookAttempt, WorkState
from service.webhooks.deliveries import challenge_again, claim_deliveries, fan_out, redeliver, send_test
from service.webhooks.endpoints import (
    CHALLENGE_WINDOW,
    change_webhook,
    create_webhook,
    delete_webhook,
    gives_back,
    rotate_secret,
)
from service.webhooks.outcomes import AttemptOutcome, note_outcome
from service.webhooks.requests import WebhookRequest, signed
from tests.receiver import Receiver
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.workers.receiving import FAULT, TAKEN, URL, Receiving, deliveries, endpoint, new_endpoint, now_of, send
from workers.jobs import endpoints
from workers.jobs import webhooks as job

pytestmark = pytest.mark.usefixtures("app")

REFUSED = AttemptOutcome(200, "challenge", 12)
ANYWHERE = (range(1, 65536),)


def types(receiving: Receiving) -> list[str]:
    """Of which types the requests are."""
    return [told["type"] for told in receiving.told]


def test_a_new_endpoint_is_sent_a_challenge_and_nothing_else_before_it_was_taken() -> None:
    webhook = new_endpoint()
    table("ada", "bob")
    first = send(Receiving(lambda _: REFUSED))

    assert types(first) == ["webhook.challenge"]
    [told] = first.told
    assert (told["id"], told["game"], told["data"]) == (0, None, {"challenge": first.requests[0].challenge})
    assert now_of(webhook).verified_at is None
    assert len(deliveries()) == 1, "nothing is written for it"


def test_once_it_is_taken_the_endpoint_is_told_of_what_has_happened_since_it_was_made(clock: FakeClock) -> None:
    webhook = new_endpoint(types=("turn.started",))
    begun = table("ada", "bob")
    send(Receiving(lambda _: REFUSED))
    clock.advance(seconds=7)

    second = send()

    assert types(second) == ["webhook.challenge", "turn.started"]
    assert second.told[1]["game"] == begun.id
    assert now_of(webhook).verified_at == clock()


def test_a_challenge_is_tried_again_as_an_event_is_and_does_not_count_against_the_endpoint(clock: FakeClock) -> None:
    webhook = new_endpoint()
    failing = Receiving(lambda _: FAULT)
    for _ in range(12):
        send(failing)
        clock.advance(hours=29)

    assert len(failing.requests) == 10
    assert len({request.challenge for request in failing.requests}) == 1
    assert [delivery.state for delivery in deliveries()] == [WorkState.FAILED]
    assert (now_of(webhook).failing_since, now_of(webhook).switched_off) == (None, None)


def test_who_is_gone_is_switched_off_by_the_challenge() -> None:
    webhook = new_endpoint()
    send(Receiving(lambda _: AttemptOutcome(410, "status", 1)))
    assert now_of(webhook).switched_off == SwitchedOff.GONE


def test_at_another_address_it_is_challenged_anew_and_what_waits_goes_there_afterwards(clock: FakeClock) -> None:
    webhook, ada = endpoint(types=("turn.started",)), person("ada")
    table("ada", "bob")
    fan_out()

    change_webhook(ada, webhook.id, clock(), url=f"{URL}/2")
    assert now_of(webhook).verified_at is None
    refused = send(Receiving(lambda _: REFUSED))
    clock.advance(seconds=7)
    taken = send()

    assert types(refused) == ["webhook.challenge"]
    assert types(taken) == ["webhook.challenge", "turn.started"]
    assert {request.url for request in refused.requests + taken.requests} == {f"{URL}/2"}


def test_the_same_address_again_is_no_other_address() -> None:
    webhook = endpoint()
    change_webhook(person("ada"), webhook.id, clock.now(), url=URL, types=["turn.started"])
    assert now_of(webhook).verified_at is not None


def test_what_was_claimed_for_the_old_address_is_not_sent_to_the_new_one() -> None:
    webhook = endpoint(types=("turn.started",))
    table("ada", "bob")
    fan_out()
    [claimed] = claim_deliveries(clock.now(), 10)

    change_webhook(person("ada"), webhook.id, clock.now(), url="https://somebody-else.example/")

    assert signed(claimed, clock.now()) is None


def test_an_answer_to_a_challenge_at_the_old_address_proves_nothing_of_the_new_one() -> None:
    webhook = new_endpoint()
    [old] = claim_deliveries(clock.now(), 10)

    change_webhook(person("ada"), webhook.id, clock.now(), url="https://somebody-else.example/")
    note_outcome(old, TAKEN, clock.now(), 0)

    assert now_of(webhook).verified_at is None


def test_switched_on_again_it_is_challenged_and_told_of_what_happens_from_then_on(clock: FakeClock) -> None:
    webhook, ada = endpoint(types=("turn.started",)), person("ada")
    change_webhook(ada, webhook.id, clock(), enabled=False)
    table("ada", "bob")
    assert send().requests == []

    change_webhook(ada, webhook.id, clock(), enabled=True)
    later = table("ada", "bob")

    told = send().told
    assert [(each["type"], each["game"]) for each in told] == [("webhook.challenge", None), ("turn.started", later.id)]


def test_a_secret_is_changed_without_a_challenge() -> None:
    webhook = endpoint()
    rotate_secret(person("ada"), webhook.id, clock.now())
    assert now_of(webhook).verified_at is not None


def test_who_has_not_answered_can_be_sent_neither_tests_nor_anything_again() -> None:
    webhook, ada = new_endpoint(), person("ada")

    with pytest.raises(Conflict, match="webhook-unverified"):
        send_test(ada, webhook.id, clock.now())
    with pytest.raises(Conflict, match="webhook-unverified"):
        redeliver(ada, webhook.id, deliveries()[0].id, clock.now())


def test_a_challenge_can_be_asked_for_again_in_place_of_the_one_before(clock: FakeClock) -> None:
    webhook, ada = new_endpoint(), person("ada")
    first = send(Receiving(lambda _: REFUSED)).requests[0]

    challenge_again(ada, webhook.id, clock())
    [second] = send().requests

    assert second.challenge != first.challenge
    assert [delivery.state for delivery in deliveries()] == [WorkState.SUPERSEDED, WorkState.DONE]
    with pytest.raises(Conflict, match="webhook-verified"):
        challenge_again(ada, webhook.id, clock())
    with pytest.raises(NotFound):
        challenge_again(person("bob"), webhook.id, clock())


def test_a_challenge_that_is_sent_again_after_it_was_taken_waits_for_what_is_due_before(clock: FakeClock) -> None:
    webhook = new_endpoint(types=("turn.started",))
    send()
    table("ada", "bob")
    fan_out()
    clock.advance(seconds=7)
    redeliver(person("ada"), webhook.id, deliveries()[0].id, clock())

    assert [claimed.challenge for claimed in claim_deliveries(clock(), 10)] == [None]


def test_an_endpoint_is_challenged_only_so_often(clock: FakeClock) -> None:
    webhook, ada = new_endpoint(), person("ada")
    for _ in range(TABLE["webhook-challenges-of-one"].amount - 1):
        clock.advance(minutes=1)
        challenge_again(ada, webhook.id, clock())

    with pytest.raises(TooMany, match="too-many-challenges") as refused:
        challenge_again(ada, webhook.id, clock())
    with pytest.raises(TooMany):
        change_webhook(ada, webhook.id, clock(), url=f"{URL}/2")
    assert now_of(webhook).url == URL
    clock.advance(seconds=refused.value.details["retry_after"])

    challenge_again(ada, webhook.id, clock())


def test_who_deletes_endpoints_and_makes_others_is_stopped_also_with_bots(clock: FakeClock) -> None:
    ada = person("ada")
    with transaction() as current:
        bot = Account(name="robot", owner_id=ada.id, muted=[], created_at=clock())
        current.add(bot)
    for number in range(TABLE["webhook-challenges"].amount):
        clock.advance(seconds=1)
        account = (ada, bot)[number % 2]
        delete_webhook(account, create_webhook(account, URL, (), clock()).id)

    for account in (ada, bot):
        with pytest.raises(TooMany, match="too-many-challenges"):
            create_webhook(account, URL, (), clock())
    new_endpoint("bob")
    clock.advance(seconds=CHALLENGE_WINDOW.total_seconds())
    new_endpoint()


def test_who_never_answers_is_switched_off_after_five_days_and_the_owner_is_told(clock: FakeClock) -> None:
    silent, answered = new_endpoint(), endpoint("bob")
    clock.advance(days=4, hours=23)
    endpoints.run()
    assert now_of(silent).switched_off is None

    clock.advance(hours=2)
    endpoints.run()
    endpoints.run()

    assert (now_of(silent).switched_off, now_of(answered).switched_off) == (SwitchedOff.UNVERIFIED, None)
    [notice] = session().scalars(select(Notice).where(Notice.kind == "webhook-off"))
    assert (notice.email, notice.data["why"], notice.data["since"]) == ("ada@example.net", "unverified", None)


@pytest.mark.parametrize(
    ("answer", "given_back"),
    [
        (b"abc", True),
        (b"abc\n", True),
        (b'{"challenge": "abc"}', True),
        (b' {"ok": true, "challenge": "abc"} ', True),
        (b"", False),
        (b"abcd", False),
        (b'"abc"', False),
        (b'{"challenge": "abcd"}', False),
        (b'{"challenge": ["abc"]}', False),
        (b'{"type": "webhook.challenge", "data": {"challenge": "abc"}}', False),
        (b'["abc"]', False),
        (b'{"challenge": "abc"', False),
        (b"\xff\xfe", False),
        (b'{"a":' + b"[" * 60_000, False),
    ],
)
def test_a_challenge_is_given_back_as_the_whole_text_or_as_a_member(answer: bytes, given_back: bool) -> None:  # noqa: FBT001
    assert gives_back(answer, "abc") is given_back


@pytest.mark.parametrize(
    ("path", "trouble"),
    [("/taken", None), ("/taken-as-text", None), ("/deaf", "challenge"), ("/echo", "challenge"), ("/fault", "status")],
)
def test_a_real_receiver_is_believed_when_it_gives_the_challenge_back(
    app: Flask, path: str, trouble: str | None
) -> None:
    with Receiver() as receiver:
        settings = {"webhook_allow": (ip_network("127.0.0.1/32"),), "webhook_ports": ANYWHERE}
        app.config["SETTINGS"] = replace(app.config["SETTINGS"], **settings)
        webhook = new_endpoint(url=f"http://127.0.0.1:{receiver.port}{path}")

        job.run()

    [request] = receiver.requests
    assert json.loads(request.body)["type"] == "webhook.challenge"
    assert session().scalars(select(WebhookAttempt.trouble)).all() == [trouble]
    assert (now_of(webhook).verified_at is None) == (trouble is not None)


def test_what_asks_for_nothing_back_is_taken_whatever_comes_back() -> None:
    endpoint(types=("turn.started",))
    table("ada", "bob")

    def deaf(asked: WebhookRequest) -> AttemptOutcome:
        assert asked.challenge is None
        return TAKEN

    assert types(send(Receiving(deaf))) == ["turn.started"]
