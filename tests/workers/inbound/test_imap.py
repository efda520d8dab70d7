"""Mails that are picked up from a mail box elsewhere, by the library that speaks IMAP and a server of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from service.core.db import db
from service.post.taking import MAX_MAIL_BYTES
from tests.service.tables import table
from tests.workers.inbound.client import HERE, MAIL, box, kept
from tests.workers.inbound.imap_server import ImapServer
from workers.inbound.pickup import Pickup, boxes_of

SEEN = {b"\\Seen", b"\\Flagged"}


@pytest.fixture
def server() -> Iterator[ImapServer]:
    started = ImapServer()
    started.start()
    yield started
    started.stop()


@contextmanager
def picking_up(app: Flask, server: ImapServer) -> Iterator[Pickup]:
    pickup = Pickup(app, server.url)
    pickup.start()
    yield pickup
    pickup.stop()


def to(*addresses: str, number: int = 1, header: str = "Delivered-To") -> bytes:
    """A mail as the server of the mail box has written it down."""
    head = "".join(f"{header}: {address}\r\n" for address in addresses).encode()
    return b"Return-Path: <ada@example.net>\r\n" + head + MAIL.replace(b"<1@", b"<%d@" % number)


def test_what_lies_there_and_what_comes_is_kept_and_deleted_and_the_rest_is_flagged(
    app: Flask, server: ImapServer
) -> None:
    seat = f"{box(table('ada', 'bob'))}@{HERE}"
    server.deliver(to(seat))
    server.deliver(to("friend@example.org", number=2))
    with picking_up(app, server):
        assert server.wait_until([SEEN])
        server.deliver(to(seat, "play@" + HERE, number=3))
        server.deliver(to(seat))
        server.deliver(to(seat, number=4) + b"x" * MAX_MAIL_BYTES)
        assert server.wait_until([SEEN, SEEN])
    assert [(mail.sender, mail.recipient == "play") for mail in kept()] == [
        ("ada@example.net", False),
        ("ada@example.net", False),
        ("ada@example.net", True),
    ]


def test_a_mail_that_cannot_be_kept_now_stays_as_it_is(app: Flask, server: ImapServer) -> None:
    server.deliver(to(f"play@{HERE}"))
    with app.app_context():
        db.session.execute(db.text("ALTER TABLE inbound_mail RENAME TO elsewhere"))
        db.session.commit()
        with picking_up(app, server):
            assert server.wait_until([set()])
        db.session.execute(db.text("ALTER TABLE elsewhere RENAME TO inbound_mail"))
        db.session.commit()
    with picking_up(app, server):
        assert server.wait_until([])
    assert len(kept()) == 1


def test_the_first_header_that_names_a_box_says_whom_a_mail_is_for(app: Flask) -> None:
    seat = box(table("ada", "bob"))
    both = to(f"Ada <{seat}@{HERE}>, x@example.org", header="To")
    assert boxes_of(both) == [seat]
    assert boxes_of(to(f"play@{HERE}") + both) == ["play"]
    assert boxes_of(to(f"nobody@{HERE}")) == ()
    assert boxes_of(b"\xff" * 1000) == ()
