"""The client's webhook calls to a real Sundial."""

from __future__ import annotations

import pytest

from service.config.limits import TABLE
from service.db.clock import now
from service.security.rates import Rates
from service.webhooks.deliveries import claim_deliveries
from service.webhooks.outcomes import AttemptOutcome, note_outcome
from sundial_client import Problem, Sundial
from tests.site import Site

URL = "http://127.0.0.1:9/hook"


def test_a_program_that_is_started_twice_has_one_webhook_with_a_new_secret(ann: Sundial) -> None:
    first = ann.open_webhook(URL, ["turn.started"])
    ann.change_webhook(first["id"], enabled=False)

    second = ann.open_webhook(URL, ["game.invited"])

    assert second["id"] == first["id"]
    assert second["secret"] != first["secret"]
    [shown] = ann.webhooks()
    assert (shown["enabled"], shown["types"]) == (True, ["game.invited"])


def test_a_program_that_is_started_again_is_asked_again_at_once_whether_it_wants_events(
    site: Site, ann: Sundial
) -> None:
    most = TABLE["webhook-challenges-of-one"].amount
    site.app.extensions["rates"] = Rates({"webhook-challenges-of-one": most})
    webhook = ann.open_webhook(URL)["id"]
    for _ in range(most):  # once too often, which does not hold the program up
        ann.open_webhook(URL)

    states = [delivery["state"] for delivery in ann.webhook_deliveries(webhook)]

    assert states == ["waiting", *["dropped"] * (most - 1)]


def test_a_webhook_is_changed_tried_and_deleted(ann: Sundial) -> None:
    webhook = ann.create_webhook(URL)["id"]

    assert ann.change_webhook(webhook, url=URL + "2")["url"] == URL + "2"
    assert ann.webhook(webhook)["state"] == "unverified"
    ann.challenge_webhook(webhook)
    [challenge] = claim_deliveries(now(), 1)
    note_outcome(challenge, AttemptOutcome(200, None, 1), now(), 0)
    assert ann.webhook(webhook)["state"] == "active"
    sent = ann.test_webhook(webhook)
    assert ann.redeliver(webhook, sent["id"])["message_id"] == sent["message_id"]
    types = [delivery["type"] for delivery in ann.webhook_deliveries(webhook)]
    assert types == ["webhook.test", *["webhook.challenge"] * 3]
    ann.delete_webhook(webhook)
    assert ann.webhooks() == []


def test_a_webhook_of_somebody_else_is_not_there(ann: Sundial, bob: Sundial) -> None:
    webhook = ann.create_webhook(URL)["id"]

    with pytest.raises(Problem, match="not-found"):
        bob.delete_webhook(webhook)
