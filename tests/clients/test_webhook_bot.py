"""The webhook bot: whose requests it accepts, and how it handles duplicates."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from threading import Thread

import httpx
import pytest
from standardwebhooks import Webhook as Signer

from examples.webhook_bot import Door, attend
from service.config.key_ring import KeyRing
from service.embedded.ports import free_port
from service.security.keys import webhook_secret
from service.webhooks.endpoints import gives_back
from sundial_client import Problem, Sundial
from tests.clients.script import Answer, Script
from tests.secret_keys import KEY

RING = KeyRing(KEY)
SECRET = webhook_secret(RING, f"salt.{RING.name}")
MINE = {"id": "abc", "ruleset": "dawn", "status": "active", "version": 17, "your_seat": 1, "to_move": 1, "seats": []}
THEIRS = MINE | {"version": 18, "to_move": 0}
LEGAL = [Answer(200, {"actions": ["c4"], "complete": False}), Answer(200, {"actions": [], "complete": True})]


@pytest.fixture
def door() -> Iterator[Door]:
    """Start the bot's server."""
    with Door("127.0.0.1", free_port()) as door:
        door.secret = SECRET
        thread = Thread(target=door.serve_forever, args=(0.01,))
        thread.start()
        yield door
        door.shutdown()
        thread.join()


def ring(door: Door, event: dict[str, object], secret: str = SECRET) -> int:
    """Send an event; the status of the answer."""
    return call(door, event, secret).status_code


def call(door: Door, event: dict[str, object], secret: str = SECRET) -> httpx.Response:
    """Send an event; the answer."""
    body, now = json.dumps({"type": "turn.started", "data": {}} | event), datetime.now(UTC)
    signature = Signer(secret).sign("msg_1", now, body)
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signature}
    return httpx.post(f"http://127.0.0.1:{door.server_port}/", content=body, headers=headers)


def lines(script: Script) -> list[str]:
    return [asked.line.removeprefix("POST /api/v1/games/abc") for asked in script.asked if "POST" in asked.line]


def test_what_is_signed_is_taken_and_kept(door: Door) -> None:
    assert ring(door, {"id": 17, "game": "abc"}) == 200
    assert door.games.get_nowait() == "abc"


def test_a_forged_event_is_refused(door: Door) -> None:
    assert ring(door, {"id": 17, "game": "abc"}, webhook_secret(RING, f"another.{RING.name}")) == 401
    assert httpx.post(f"http://127.0.0.1:{door.server_port}/", content=b"").status_code == 401
    assert door.games.empty()


def test_a_test_is_taken_and_leads_to_nothing(door: Door) -> None:
    assert ring(door, {"id": 0, "game": None}) == 200
    assert door.games.empty()


def test_a_challenge_is_given_back_and_leads_to_nothing(door: Door) -> None:
    challenge = {"id": 0, "type": "webhook.challenge", "game": None, "data": {"challenge": "k3xw7mq2"}}

    answer = call(door, challenge)

    assert gives_back(answer.content, "k3xw7mq2")
    assert call(door, challenge, webhook_secret(RING, f"another.{RING.name}")).status_code == 401
    assert door.games.empty()


def test_an_event_that_comes_twice_is_played_once(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(200, MINE), *LEGAL, Answer(201, {}), Answer(200, THEIRS)]

    attend(sundial, "abc", Random(1))
    attend(sundial, "abc", Random(1))

    assert lines(script) == ["/moves"]


def test_an_invitation_is_accepted(script: Script, sundial: Sundial) -> None:
    invited = MINE | {"status": "inviting", "seats": [{"you": True, "state": "invited"}]}
    script.answers = [Answer(200, invited), Answer(200, THEIRS)]

    attend(sundial, "abc", Random(1))

    assert lines(script) == ["/join"]


def test_a_game_that_went_on_meanwhile_is_left_alone(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(200, MINE), *LEGAL, Answer(409, {"code": "stale-version"})]

    attend(sundial, "abc", Random(1))

    assert lines(script) == ["/moves"]


def test_a_token_that_is_revoked_ends_the_bot(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(401, {"code": "revoked-token"})]

    with pytest.raises(Problem, match="revoked-token"):
        attend(sundial, "abc", Random(1))
