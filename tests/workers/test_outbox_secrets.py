"""The outbox stores emails encrypted, and only until they are sent."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.config.key_ring import KeyRing
from service.db import clock
from service.db.engines import session
from service.models import Envelope, Notice, WorkState
from service.security.encryption import decrypt
from tests.secret_keys import NEXT_KEY
from tests.service.conftest import FakeClock
from tests.service.tables import table
from tests.workers.outbox import announce, bytes_kept, drain_by, states
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due
from workers.transports import Letter, TransportError

pytestmark = pytest.mark.usefixtures("app")


def test_what_was_sent_leaves_no_secret_in_its_notice() -> None:
    announce()
    drain_by(Post())
    assert session().scalars(select(Notice.encrypted)).all() == [b""]


def test_the_bytes_of_a_mail_are_gone_as_soon_as_it_is_sent() -> None:
    announce()
    seal_due(clock.now)
    [waiting] = bytes_kept()
    assert b"sign-in" in decrypt(waiting)
    assert b"sign-in" not in waiting
    send_due(clock.now, Post())
    assert bytes_kept() == [b""]


@pytest.mark.parametrize("permanent", [True, False])
def test_the_bytes_of_a_mail_stay_encrypted_when_it_is_given_up(clock: FakeClock, permanent: bool) -> None:  # noqa: FBT001
    announce()
    seal_due(clock)
    clock.advance(days=5)

    def refuse(letter: Letter) -> None:
        raise TransportError("no", permanent=permanent)

    send_due(clock, Post(refuse))
    assert states(Envelope) == [WorkState.FAILED]
    [kept] = bytes_kept()
    assert b"sign-in" in decrypt(kept)
    assert b"sign-in" not in kept


def test_the_bytes_of_a_mail_are_gone_when_it_is_superseded() -> None:
    seasons = table("ada", "bob")
    seal_due(clock.now)
    seasons.play("place max-15")
    send_due(clock.now, Post())
    assert WorkState.SUPERSEDED in states(Envelope)
    assert set(bytes_kept()) == {b""}


def test_what_was_encrypted_with_another_key_stops_nobody_else(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    announce("ada")
    seal_due(clock.now)
    app.config["KEY_RING"] = KeyRing(NEXT_KEY)
    announce("bob")
    post = Post()
    drain_by(post)
    assert post.recipients == ["bob@example.net"]
    assert states(Envelope) == [WorkState.QUEUED, WorkState.DONE]
    assert "Undecryptable" in caplog.text
