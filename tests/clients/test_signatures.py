"""Webhooks as a receiver checks them; the library of Standard Webhooks signs them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook as Signer

from service.config.key_ring import KeyRing, new_salt
from service.security.keys import webhook_secret
from service.webhooks.endpoints import gives_back
from sundial_client import BadSignature, Event, answer_to, read_event
from tests.secret_keys import KEY

RING = KeyRing(KEY)
SECRET, OTHER = (webhook_secret(RING, new_salt(RING)) for _ in range(2))
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
BODY = json.dumps({"id": 17, "type": "turn.started", "game": "abc", "data": {"text": "“sun”"}})


def headers(*secrets: str, body: str = BODY, at: datetime = NOW) -> dict[str, str]:
    signatures = [Signer(secret).sign("msg_1", at, body) for secret in secrets]
    moment = str(int(at.timestamp()))
    return {"webhook-id": "msg_1", "webhook-timestamp": moment, "webhook-signature": " ".join(signatures)}


def read(given: dict[str, str], body: str = BODY, secret: str = SECRET) -> object:
    return read_event(secret, given, body.encode(), NOW.timestamp())["id"]


def test_an_event_that_is_signed_is_read() -> None:
    assert read(headers(SECRET)) == 17


def test_names_of_headers_may_be_written_in_any_case() -> None:
    assert read({name.title(): value for name, value in headers(SECRET).items()}) == 17


@pytest.mark.parametrize("secrets", [(SECRET, OTHER), (OTHER, SECRET)])
def test_one_of_two_signatures_is_enough_while_a_secret_is_exchanged(secrets: tuple[str, str]) -> None:
    assert read(headers(*secrets)) == 17


def test_what_is_signed_with_another_secret_is_refused() -> None:
    with pytest.raises(BadSignature, match="no signature that fits"):
        read(headers(OTHER))


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
@pytest.mark.parametrize("value", ["", "1", "²", "9" * 400, "v1,", "v1,=", "\N{SNOWMAN}"])
def test_no_header_may_be_changed(name: str, value: str) -> None:
    with pytest.raises(BadSignature):
        read(headers(SECRET) | {name: value})


def test_headers_may_not_be_missing() -> None:
    with pytest.raises(BadSignature, match="time is missing"):
        read({})


@given(st.integers(0, len(BODY) - 1))
def test_no_character_of_the_body_may_be_changed(place: int) -> None:
    with pytest.raises(BadSignature):
        read(headers(SECRET), BODY[:place] + "~" + BODY[place + 1 :])


@pytest.mark.parametrize(("minutes", "fits"), [(-6, False), (-4, True), (4, True), (6, False)])
def test_a_request_is_good_for_five_minutes(minutes: int, *, fits: bool) -> None:
    sent = headers(SECRET, at=NOW + timedelta(minutes=minutes))
    if fits:
        assert read(sent) == 17
    else:
        with pytest.raises(BadSignature, match="five minutes"):
            read(sent)


def test_a_challenge_is_given_back_and_nothing_else_is() -> None:
    nothing: Event = {
        "id": 0, "type": "webhook.test", "at": "", "game": None, "ruleset": None, "version": None, "your_seat": None,
        "data": {},
    }  # fmt: skip
    asked: Event = {**nothing, "type": "webhook.challenge", "data": {"challenge": "k3xw7mq2"}}

    assert gives_back(answer_to(asked), "k3xw7mq2")
    assert answer_to(nothing) == b""
