"""Emails fetched from a mailbox by the IMAP client, with a server of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

import pytest
from flask import Flask

from service.db.engines import db
from service.notifications.taking import MAX_MAIL_BYTES, sender_of
from tests.service.mail.reading.moment import SECONDS
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
    """Return an email as the mailbox's server stored it."""
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
        server.deliver(to("play@" + HERE, number=3))
        server.deliver(to(seat))
        server.deliver(to(seat, number=4) + b"x" * MAX_MAIL_BYTES)
        assert server.wait_until([SEEN, SEEN])
    assert [(mail.sender, mail.recipient == "play") for mail in kept()] == [
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


@pytest.mark.parametrize(
    "header",
    [
        "X-Original-To: {}",
        "X-Envelope-To: <{}>",
        "Envelope-To: {}",
        "X-Gm-Original-To: {}",
        "Delivered-To: {}",
        "Received: from mx.test by here.test\r\n\t(Postfix) with SMTP id 8765F\r\n\tfor <{}>; Tue, 5 Mar 2024 20:16:30",
        "Received: from mx.test by here.test with esmtps (Exim 4.96)\r\n\tid 1rhaG\r\n\tfor {}; Tue, 05 Mar 2024 14:15",
        "To: Sundial <{}>, x@example.org",
        "Cc: x@example.org, {}",
    ],
)
@pytest.mark.parametrize("all_mail", ["play", "postmaster"])
def test_a_box_that_we_gave_out_is_found_in_whichever_header_beside_the_one_that_gets_all_mail(
    app: Flask, header: str, all_mail: str
) -> None:
    seat = box(table("ada", "bob"))
    written = header.format(f"{seat}@{HERE}").encode() + b"\r\n" + MAIL
    assert boxes_of(written) == [seat]
    assert boxes_of(f"Delivered-To: {all_mail}@{HERE}\r\n".encode() + written) == [seat]
    assert boxes_of(f"X-Original-To: {all_mail}@{HERE}\r\n".encode() + written) == [seat]


def test_a_mail_to_several_boxes_that_we_gave_out_is_for_all_of_them(app: Flask) -> None:
    first, second = (box(table(name, "bob")) for name in ("ada", "cleo"))
    head = f"Delivered-To: {first}@{HERE}\r\nTo: {second}@{HERE}, {first}@{HERE}\r\n"
    assert boxes_of(head.encode() + MAIL) == [first, second]


def test_of_boxes_that_everybody_knows_the_one_that_was_written_to_counts_and_not_the_one_for_all_mail(
    app: Flask,
) -> None:
    assert boxes_of(f"Delivered-To: play@{HERE}\r\nX-Original-To: abuse@{HERE}\r\n".encode() + MAIL) == ["abuse"]
    assert boxes_of(to(f"play@{HERE}")) == ["play"]


def test_what_names_no_box_of_ours_is_for_nobody(app: Flask) -> None:
    assert boxes_of(to(f"nobody@{HERE}")) == []
    assert boxes_of(to("play@example.org")) == []
    assert boxes_of(b"\xff" * 1000) == []


@pytest.mark.parametrize("char", ':,(<"@a ')
def test_headers_that_only_keep_a_reader_busy_are_read_in_a_moment(app: Flask, char: str) -> None:
    head = "".join(f"{name}: {char * 20_000}\r\n" for name in ("To", "Received", "Return-Path")).encode()
    begun = process_time()
    assert boxes_of(head) == []
    assert sender_of(None, head) == ""
    assert process_time() - begun < SECONDS
