"""Webhooks over the API: setup, deliveries, and access by their owner alone."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.config.limits import TABLE
from service.db.engines import session
from service.models import Webhook
from service.webhooks.deliveries import claim_deliveries, fan_out
from service.webhooks.outcomes import AttemptOutcome, note_outcome
from tests.names import Names
from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import FakeClock, settings
from tests.workers.receiving import proven

__all__ = ["settings"]

URL = "https://bot.example.net/hook"


def created(program: Program, **wish: Any) -> dict[str, Any]:
    """Create an endpoint that has answered its challenge."""
    answer = program.post("/webhooks", {"url": URL, **wish})
    assert answer.status_code == 201, answer.json
    assert answer.json is not None
    made: dict[str, Any] = answer.json
    proven(session().get_one(Webhook, made["id"]))
    return made


def shown(program: Program, path: str) -> dict[str, Any]:
    answer = program.get(path)
    assert answer.status_code == 200, answer.json
    assert answer.json is not None
    found: dict[str, Any] = answer.json
    return found


def attempt(clock: FakeClock, outcome: AttemptOutcome) -> None:
    """Do as a worker does, with that outcome."""
    fan_out()
    for delivery in claim_deliveries(clock(), 10):
        note_outcome(delivery, outcome, clock(), 0)


def test_an_endpoint_is_made_with_a_secret_that_is_shown_once(ann: Program) -> None:
    answer = ann.post("/webhooks", {"url": URL, "types": ["turn.started"]})

    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    made: dict[str, Any] = answer.json or {}
    assert made.pop("secret").startswith("whsec_")
    assert (made["enabled"], made["state"], made["last_attempt"]) == (True, "unverified", None)
    assert made["verified_at"] is None
    assert shown(ann, "/webhooks") == {"webhooks": [made]}
    assert shown(ann, f"/webhooks/{made['id']}") == made


def test_every_secret_is_another_one(ann: Program) -> None:
    first = created(ann)
    rotated = ann.post(f"/webhooks/{first['id']}/rotate-secret").json
    assert rotated is not None
    assert len({first["secret"], created(ann)["secret"], rotated["secret"]}) == 3
    assert rotated["old_secret_until"] == "2026-05-05T12:00:00Z"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://bot.example.net/", "not-https"),
        ("https://10.0.0.1/", "not-public"),
        ("https://[::1]/", "not-public"),
        ("https://bot.example.net:25/", "port"),
        ("https://user@bot.example.net/", "malformed"),
        ("bot", "malformed"),
    ],
)
def test_an_address_that_nothing_can_be_sent_to_is_refused_with_the_reason(ann: Program, url: str, reason: str) -> None:
    refused = ann.post("/webhooks", {"url": url})
    assert code(refused) == (422, "bad-webhook-address")
    assert refused.json is not None
    assert refused.json["reason"] == reason

    made = created(ann)
    assert code(ann.call("PATCH", f"/webhooks/{made['id']}", json={"url": url})) == (422, "bad-webhook-address")
    assert shown(ann, f"/webhooks/{made['id']}")["url"] == URL


def test_a_name_that_leads_inside_is_refused(app: Flask, ann: Program) -> None:
    app.config["RESOLVE"] = Names(inside_test=[["93.184.216.34", "10.0.0.1"]])
    assert code(ann.post("/webhooks", {"url": "https://inside.test/"})) == (422, "bad-webhook-address")


@pytest.mark.parametrize(
    "wish", [{}, {"url": 1}, {"url": ""}, {"url": URL, "types": ["x"]}, {"url": URL, "secret": "x"}]
)
def test_what_does_not_fit_is_refused(ann: Program, wish: dict[str, Any]) -> None:
    assert code(ann.post("/webhooks", wish)) == (422, "bad-request")


def test_an_account_can_have_so_many(ann: Program, bob: Program) -> None:
    for _ in range(TABLE["webhooks"].amount):
        created(ann)
    assert code(ann.post("/webhooks", {"url": URL})) == (409, "too-many-webhooks")
    created(bob)


def test_what_is_left_out_of_a_change_stays(ann: Program) -> None:
    made = created(ann, types=["turn.started"])
    changed = ann.call("PATCH", f"/webhooks/{made['id']}", json={"types": []})
    assert changed.json is not None
    assert (changed.json["url"], changed.json["types"], changed.json["enabled"]) == (URL, [], True)


def test_it_can_be_switched_off_and_on(ann: Program) -> None:
    path = f"/webhooks/{created(ann)['id']}"

    off = ann.call("PATCH", path, json={"enabled": False}).json
    assert off is not None
    assert (off["enabled"], off["switched_off"]) == (False, "owner")
    assert code(ann.post(f"{path}/test")) == (409, "webhook-off")
    on = ann.call("PATCH", path, json={"enabled": True}).json
    assert on is not None
    assert (on["enabled"], on["switched_off"], on["state"]) == (True, None, "unverified")


def test_an_endpoint_that_gives_its_challenge_back_is_active(ann: Program, clock: FakeClock) -> None:
    made: dict[str, Any] = ann.post("/webhooks", {"url": URL}).json or {}
    path = f"/webhooks/{made['id']}"
    assert code(ann.post(f"{path}/test")) == (409, "webhook-unverified")
    attempt(clock, AttemptOutcome(200, "challenge", 5))
    [refused] = shown(ann, f"{path}/deliveries")["deliveries"]
    assert (refused["type"], refused["event"], refused["state"]) == ("webhook.challenge", None, "waiting")
    assert refused["attempts"][0]["trouble"] == "challenge"

    again = ann.post(f"{path}/challenge")
    assert (again.status_code, (again.json or {})["type"]) == (202, "webhook.challenge")
    clock.advance(minutes=1)
    attempt(clock, AttemptOutcome(200, None, 5))

    found = shown(ann, path)
    assert (found["state"], found["verified_at"]) == ("active", "2026-05-04T12:01:00Z")
    assert [each["state"] for each in shown(ann, f"{path}/deliveries")["deliveries"]] == ["delivered", "dropped"]
    assert code(ann.post(f"{path}/challenge")) == (409, "webhook-verified")
    assert ann.post(f"{path}/test").status_code == 202
    ann.call("PATCH", path, json={"enabled": False})
    assert shown(ann, path)["state"] == "off"


def test_challenges_are_sent_only_so_often(ann: Program) -> None:
    path = f"/webhooks/{(ann.post('/webhooks', {'url': URL}).json or {})['id']}"
    for _ in range(TABLE["webhook-challenges-of-one"].amount - 1):
        assert ann.post(f"{path}/challenge").status_code == 202

    refused = ann.post(f"{path}/challenge")

    assert code(refused) == (429, "too-many-challenges")
    assert (refused.json or {})["retry_after"] == int(refused.headers["Retry-After"]) == 3601


def test_every_attempt_is_listed_with_what_was_wrong(running: Match, clock: FakeClock) -> None:
    made = created(running.ann, types=["move.played"])
    running.table.play_anything()
    attempt(clock, AttemptOutcome(500, "status", 31))
    clock.advance(seconds=5)
    attempt(clock, AttemptOutcome(None, "certificate", 8))

    [delivery] = shown(running.ann, f"/webhooks/{made['id']}/deliveries")["deliveries"]

    assert [(each["status"], each["trouble"]) for each in delivery["attempts"]] == [
        (500, "status"),
        (None, "certificate"),
    ]
    assert delivery["type"] == "move.played"
    assert (delivery["state"], delivery["next_at"]) == ("waiting", "2026-05-04T12:05:05Z")
    endpoint = shown(running.ann, f"/webhooks/{made['id']}")
    assert endpoint["last_attempt"] == delivery["attempts"][-1]
    assert endpoint["failing_since"] == "2026-05-04T12:00:00Z"


def test_the_event_is_the_one_that_the_log_shows(running: Match, clock: FakeClock) -> None:
    made = created(running.ann)
    running.table.play_anything()
    attempt(clock, AttemptOutcome(200, None, 5))

    listed = shown(running.ann, f"/webhooks/{made['id']}/deliveries")["deliveries"]
    events = shown(running.ann, "/events?types=move.played,turn.started")["events"]

    assert [(each["event"], each["type"]) for each in reversed(listed)] == [
        (event["id"], event["type"]) for event in events[-2:]
    ]


def test_deliveries_come_in_pages(ann: Program) -> None:
    path = f"/webhooks/{created(ann)['id']}"
    for _ in range(3):
        ann.post(f"{path}/test")

    first = shown(ann, f"{path}/deliveries?limit=2")
    second = shown(ann, f"{path}/deliveries?limit=2&cursor={first['next_cursor']}")

    ids = [each["id"] for each in first["deliveries"] + second["deliveries"]]
    assert ids == sorted(set(ids), reverse=True)
    assert (len(ids), second["next_cursor"]) == (3, None)
    assert code(ann.get(f"{path}/deliveries?cursor=x")) == (400, "bad-cursor")


def test_a_test_can_be_sent_and_sent_again(ann: Program, clock: FakeClock) -> None:
    path = f"/webhooks/{created(ann)['id']}"
    test = ann.post(f"{path}/test")
    assert test.status_code == 202
    assert test.json is not None
    assert (test.json["event"], test.json["type"], test.json["state"]) == (None, "webhook.test", "waiting")
    attempt(clock, AttemptOutcome(500, "status", 5))

    again = ann.post(f"{path}/deliveries/{test.json['id']}/redeliver")

    assert again.status_code == 202
    assert again.json is not None
    assert (again.json["message_id"], again.json["state"]) == (test.json["message_id"], "waiting")
    attempt(clock, AttemptOutcome(200, None, 5))
    [listed] = shown(ann, f"{path}/deliveries")["deliveries"]
    assert (listed["state"], len(listed["attempts"])) == ("delivered", 2)
    assert code(ann.post(f"{path}/deliveries/999/redeliver")) == (404, "not-found")


def test_a_deleted_endpoint_is_gone(running: Match, clock: FakeClock) -> None:
    path = f"/webhooks/{created(running.ann)['id']}"
    running.table.play_anything()
    attempt(clock, AttemptOutcome(200, None, 5))

    assert running.ann.call("DELETE", path).status_code == 204

    assert code(running.ann.get(path)) == (404, "not-found")
    assert shown(running.ann, "/webhooks") == {"webhooks": []}


def test_nobody_reaches_the_endpoints_of_somebody_else(ann: Program, bob: Program) -> None:
    path = f"/webhooks/{created(ann)['id']}"
    test = ann.post(f"{path}/test").json
    assert test is not None

    for refused in (
        bob.get(path),
        bob.call("PATCH", path, json={"enabled": False}),
        bob.call("DELETE", path),
        bob.post(f"{path}/rotate-secret"),
        bob.post(f"{path}/test"),
        bob.post(f"{path}/challenge"),
        bob.get(f"{path}/deliveries"),
        bob.post(f"{path}/deliveries/{test['id']}/redeliver"),
    ):
        assert code(refused) == (404, "not-found")
    assert shown(bob, "/webhooks") == {"webhooks": []}


def test_it_takes_a_token_that_may_change_the_account(client: FlaskClient, anybody: Program) -> None:
    player = program_of(client, "ann", ("games:read", "games:play"))
    assert code(player.post("/webhooks", {"url": URL})) == (403, "missing-scope")
    assert code(anybody.get("/webhooks")) == (401, "unauthenticated")
