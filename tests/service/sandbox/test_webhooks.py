"""Webhooks of a sandbox whose clock was advanced are taken by receivers whose clocks were not."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from standardwebhooks import Webhook as Receiver

from service.db import clock
from service.sandbox import this_sandbox
from service.webhooks.deliveries import send_test
from service.webhooks.endpoints import create_webhook, secrets_of
from service.webhooks.requests import signed
from tests.names import anywhere
from tests.service.tables import person
from tests.workers.receiving import proven


def test_a_webhook_is_signed_at_the_time_of_the_machine(app: Flask) -> None:
    app.config["RESOLVE"] = anywhere
    ann = person("ann")
    webhook = proven(create_webhook(ann, "https://bot.example.net/", (), clock.now()))
    delivery = send_test(ann, webhook.id, clock.now())
    this_sandbox().clock.advance(timedelta(days=30))

    sent = signed(delivery, clock.now())

    assert sent is not None
    [secret] = secrets_of(webhook, clock.now())
    assert Receiver(secret).verify(sent.body, sent.headers)["type"] == "webhook.test"
