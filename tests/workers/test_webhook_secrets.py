"""Webhook secrets: they sign deliveries, can be rotated, and survive a change of the secret key."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from sqlalchemy import select
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from service.config.key_ring import KeyRing
from service.db import clock
from service.db.engines import session
from service.models import Webhook, WebhookAttempt, WorkState
from service.webhooks.deliveries import send_test
from service.webhooks.endpoints import rotate_secret, secret_of
from tests.secret_keys import KEY, NEXT_KEY
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.workers.receiving import deliveries, endpoint, send
from workers.jobs import secret_keys

pytestmark = pytest.mark.usefixtures("app")


def test_a_request_is_signed_as_standard_webhooks_has_it(app: Flask) -> None:
    app.config["CLOCK"] = clock.system_clock
    webhook = endpoint()
    table("ada", "bob")
    [request, *_] = send().requests

    assert Verifier(secret_of(webhook)).verify(request.body, request.headers) == json.loads(request.body)
    with pytest.raises(WebhookVerificationError):
        Verifier(secret_of(webhook)).verify(request.body + b" ", request.headers)


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
    [request] = send().requests
    told = request.headers["webhook-id"], clock.now(), request.body.decode()
    return [Verifier(secret).sign(*told) in request.headers["webhook-signature"].split() for secret in secrets]


def test_what_cannot_be_signed_is_not_sent_and_its_owner_is_told_why(app: Flask, clock: FakeClock) -> None:
    webhook = endpoint()
    table("ada", "bob")
    app.config["KEY_RING"] = KeyRing(NEXT_KEY)

    assert send().requests == []
    [attempt] = session().scalars(select(WebhookAttempt))
    assert (attempt.status, attempt.trouble) == (None, "secret")
    first = min(deliveries(), key=lambda delivery: delivery.id)
    assert (first.state, first.due_at > clock()) == (WorkState.QUEUED, True)

    rotate_secret(person("ada"), webhook.id, clock())
    clock.advance(hours=1)
    assert send().requests
    assert {delivery.state for delivery in deliveries()} == {WorkState.DONE}


def test_after_a_change_of_the_secret_key_secrets_are_carried_over_by_themselves(app: Flask) -> None:
    webhook = endpoint()
    before = secret_of(webhook)
    app.config["KEY_RING"] = KeyRing(NEXT_KEY, (KEY,))

    assert not secret_keys.run()

    app.config["KEY_RING"] = KeyRing(NEXT_KEY)
    assert secret_of(session().get_one(Webhook, webhook.id, populate_existing=True)) == before
