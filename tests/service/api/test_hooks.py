"""Inbound email and delivery reports over HTTP, signed as their senders document."""

from __future__ import annotations

import base64
import hmac
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from standardwebhooks import Webhook

from service.accounts.accounts import account_of
from service.config.environment import Config, MailWays
from service.db.clock import now
from service.db.engines import session
from service.models import Account, Envelope, InboundMail, Suppressed
from service.notifications.links import turn_box
from service.notifications.taking import MAX_MAIL_BYTES
from service.security import rates
from service.security.addresses import NULL_SENDER
from tests.service.tables import Table, table
from tests.workers.outbox import drain_by
from tests.workers.post import Post

HERE = "sundial.localhost"
SECRET = f"whsec_{base64.b64encode(b'0123456789abcdef0123456789abcdef').decode()}"
KEY = "key-0123456789abcdef"
MAIL = b"From: ada@example.net\r\nMessage-ID: <1@example.net>\r\n\r\nplace max-15\r\n"


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    """Return a client of an installation that accepts email over HTTP."""
    settings: Config = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(settings, mail_ways=MailWays(http_secret=SECRET, mailgun_signing_key=KEY))
    yield app.test_client()
    app.config["SETTINGS"] = settings


@pytest.fixture
def seasons(app: Flask) -> Table:
    return table("ada", "bob")


def kept() -> list[str]:
    session().rollback()
    return list(session().scalars(select(InboundMail.sender).order_by(InboundMail.id)))


def posted(
    client: FlaskClient,
    told: dict[str, Any],
    name: str = "msg_1",
    at: float | None = None,
    more: dict[str, str] | None = None,
) -> Any:
    """Post an email signed by a relay."""
    moment = datetime.fromtimestamp(at or time.time(), UTC)
    body = client.application.json.dumps(told)
    headers = {
        "webhook-id": name,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": Webhook(SECRET).sign(name, moment, body),
    }
    return client.post("/hooks/mail", data=body, headers=headers | (more or {}), content_type="application/json")


def by_mailgun(name: str = "t1", at: float | None = None, key: str = KEY) -> dict[str, str]:
    """Return Mailgun's signature: hexadecimal HMAC-SHA256 of timestamp and token."""
    timestamp = str(int(at or time.time()))
    signature = hmac.digest(key.encode(), f"{timestamp}{name}".encode(), "sha256").hex()
    return {"timestamp": timestamp, "token": name, "signature": signature}


def told(*boxes: str, raw: bytes = MAIL, sender: str = "ada@example.net") -> dict[str, Any]:
    recipients = [f"{box}@{HERE}" for box in boxes]
    return {"sender": sender, "recipients": recipients, "raw": base64.b64encode(raw).decode()}


def test_a_signed_mail_is_kept_and_the_same_request_again_keeps_nothing(client: FlaskClient, seasons: Table) -> None:
    mail = told(turn_box(seasons.game, 0), "abuse")
    assert [posted(client, mail).status_code for _ in range(2)] == [200, 200]
    assert posted(client, mail, "msg_2").status_code == 200
    assert kept() == ["ada@example.net"] * 2


def test_what_is_not_signed_or_was_signed_long_ago_or_for_another_body_is_refused(
    client: FlaskClient, app: Flask
) -> None:
    mail = told("play")
    assert client.post("/hooks/mail", json=mail).status_code == 401
    assert posted(client, mail, at=time.time() - 400).status_code == 401
    assert posted(client, mail, more={"webhook-id": "msg_9"}).status_code == 401
    assert posted(client, mail, more={"webhook-signature": "v1,AAAA v1 rubbish,"}).status_code == 401
    assert kept() == []


def test_a_signed_request_that_holds_no_mail_for_us_says_why_and_keeps_nothing(client: FlaskClient) -> None:
    for number, (mail, status, word) in enumerate(
        [
            (told("nobody"), 422, "no such mail box"),
            (told("play", "nobody"), 422, "no such mail box"),
            (told("play") | {"raw": "###"}, 422, "base64"),
            (told("play") | {"recipients": []}, 422, "docs/mail.md"),
            (told("play", raw=MAIL + b"x" * MAX_MAIL_BYTES), 422, "too large"),
            ({"sender": 1}, 422, "docs/mail.md"),
        ]
    ):
        answer = posted(client, mail, f"msg_{number}")
        assert (answer.status_code, word in answer.text) == (status, True), answer.text
    assert posted(client, told("play", raw=MAIL + b"x" * (MAX_MAIL_BYTES - len(MAIL)))).status_code == 200
    assert len(kept()) == 1


def test_a_mail_that_mailgun_forwards_is_kept_once_for_each_token(client: FlaskClient, seasons: Table) -> None:
    form = {"recipient": f"{turn_box(seasons.game, 0)}@{HERE}", "sender": "ada@example.net", "body-mime": MAIL.decode()}
    other = form | {"body-mime": MAIL.decode().replace("<1@", "<2@")}
    url = "/hooks/mailgun/mime"
    signed = by_mailgun()
    assert client.post(url, data=form | signed).status_code == 200
    assert client.post(url, data=other | signed).status_code == 200  # a signature that somebody has overheard
    assert kept() == ["ada@example.net"]
    assert client.post(url, data=other | by_mailgun("t2"), content_type="multipart/form-data").status_code == 200
    assert kept() == ["ada@example.net"] * 2


@pytest.mark.parametrize(("sender", "known"), [("", NULL_SENDER), ("<>", NULL_SENDER), (None, "ada@example.net")])
def test_no_sender_is_told_apart_from_one_that_is_not_said(client: FlaskClient, sender: str | None, known: str) -> None:
    said = {} if sender is None else {"sender": sender}
    form = {"recipient": f"play@{HERE}", "body-mime": MAIL.decode().replace("<1@", "<2@"), **said} | by_mailgun()

    assert posted(client, told("play") | {"sender": sender}).status_code == 200
    assert client.post("/hooks/mailgun/mime", data=form).status_code == 200
    assert kept() == [known] * 2


def test_what_mailgun_has_not_signed_lately_is_refused_and_what_is_for_nobody_is_not_sent_again(
    client: FlaskClient,
) -> None:
    form = {"recipient": f"play@{HERE}", "sender": "ada@example.net", "body-mime": MAIL.decode()}
    for signed in ({}, by_mailgun(key="other"), by_mailgun(at=time.time() - 400), by_mailgun() | {"timestamp": "x"}):
        assert client.post("/hooks/mailgun/mime", data=form | signed).status_code == 401
    nobody = form | {"recipient": f"nobody@{HERE}"} | by_mailgun()
    assert client.post("/hooks/mailgun/mime", data=nobody).status_code == 406
    assert kept() == []


def news(message_id: str, token: str, **event: Any) -> dict[str, Any]:
    """Return an event as in Mailgun's documentation."""
    headers = {"to": "bob@example.net", "message-id": message_id.strip("<>"), "subject": "Your turn"}
    about = {"message": {"headers": headers}, "recipient": "bob@example.net", "id": "x", "user-variables": {}}
    return {"signature": by_mailgun(token), "event-data": about | event}


def bob() -> Account:
    session().rollback()
    session().expire_all()
    return account_of("bob@example.net", now())


@pytest.fixture
def sent(seasons: Table) -> str:
    """Return the Message-ID of an email to Bob."""
    post = Post()
    seasons.play_anything()
    drain_by(post)
    return next(letter.message_id for letter in post.letters if letter.recipient == "bob@example.net")


def test_a_mail_that_the_provider_could_not_deliver_has_come_back(client: FlaskClient, sent: str) -> None:
    failed = {"event": "failed", "delivery-status": {"code": 550, "message": "5.1.1 No such user"}}
    for number, severity in enumerate(["temporary", "permanent", "permanent"]):
        told = news(sent, f"t{number}", severity=severity, **failed)
        assert client.post("/hooks/mailgun", json=told).status_code == 200
        assert (bob().suppressed_for is None) == (severity == "temporary")
    assert bob().suppressed_for == Suppressed.HARD_BOUNCE
    [replied] = session().scalars(select(Envelope.last_reply).where(Envelope.message_id == sent))
    assert replied == "failed 5.1.1"


def test_a_complaint_that_the_provider_has_heard_of_counts(client: FlaskClient, sent: str) -> None:
    forged = news(sent, "t1", event="complained") | {"signature": by_mailgun(key="other")}
    assert client.post("/hooks/mailgun", json=forged).status_code == 401
    assert bob().suppressed_for is None
    assert client.post("/hooks/mailgun", json=news(sent, "t1", event="complained")).status_code == 200
    assert bob().suppressed_for == Suppressed.COMPLAINT


@pytest.mark.parametrize("body", ["[" * 60_000, "{}", "[]", '{"signature": 1, "event-data": {}}', "\x00", ""])
def test_rubbish_is_refused_and_never_a_fault(client: FlaskClient, body: str) -> None:
    answer = client.post("/hooks/mailgun", data=body, content_type="application/json")
    assert 400 <= answer.status_code < 500


def test_events_that_say_nothing_of_a_mail_of_ours_change_nothing(client: FlaskClient, sent: str) -> None:
    for number, told in enumerate(
        [
            news("nobody@example.net", "a", event="complained"),
            news(sent, "b", event="opened"),
            news(sent, "c", event={}),
            news(sent, "d", event="complained", message=[]),
        ]
    ):
        assert client.post("/hooks/mailgun", json=told).status_code == 200, number
    assert bob().suppressed_for is None


def test_where_no_secret_is_set_there_is_no_such_address(app: Flask) -> None:
    for path in ("/hooks/mail", "/hooks/mailgun", "/hooks/mailgun/mime"):
        assert app.test_client().post(path, data=by_mailgun()).status_code == 404


def test_what_there_is_no_room_for_is_sent_again_later_and_then_kept(app: Flask, client: FlaskClient) -> None:
    few: Mapping[str, int] = {"mail-of-strangers": 1}
    rates.init_app(app, few, "")
    hop = "Received: from ann.example ([198.51.100.7]) by mxa.mailgun.org\r\n"
    form = {"recipient": f"play@{HERE}", "sender": "ada@example.net"}
    bodies = [hop + MAIL.decode(), hop + MAIL.decode().replace("<1@", "<2@")]
    taken, refused = (
        client.post("/hooks/mailgun/mime", data=form | {"body-mime": body} | by_mailgun(f"t{number}"))
        for number, body in enumerate(bodies)
    )
    assert (taken.status_code, refused.status_code) == (200, 429)  # 406 alone is not sent again
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert session().scalars(select(InboundMail.network)).all() == [rates.network("198.51.100.7")]
    rates.init_app(app, few, "")
    later = client.post("/hooks/mailgun/mime", data=form | {"body-mime": bodies[1]} | by_mailgun("t1"))
    assert (later.status_code, len(kept())) == (200, 2)
