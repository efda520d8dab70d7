"""Envelope senders: empty, given, or unknown, for every kind of delivery."""

from __future__ import annotations

from collections.abc import Iterator
from smtplib import LMTP, SMTP

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select, update

from service.accounts.accounts import change
from service.cli.receive import receive
from service.config.environment import Config
from service.db import clock
from service.db.engines import session, transaction
from service.embedded.ports import free_port
from service.models import Holding, InboundMail, Outcome
from service.notifications.links import turn_box
from service.notifications.taking import take
from service.play.chat import post, said
from service.security.addresses import NULL_SENDER
from tests.service.installations import environment
from tests.service.mail.inbound.correspondent import mailed, process_all
from tests.service.on_sqlite import settings
from tests.service.tables import Table, table
from tests.workers.inbound.client import HERE, MAIL, kept
from tests.workers.inbound.imap_server import ImapServer
from tests.workers.inbound.test_imap import picking_up
from workers.inbound.server import LmtpServer

__all__ = ["settings"]

ADA = "ada@example.net"
AWAY = b"From: bob@example.net\r\n\r\nI am on the beach until May. Call me: +44 20 7946 0000.\r\n"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Create a game in which Ada is to move, and has written to Bob."""
    about = table("ada", "bob")
    change(about.players[0].id, moves_held=Holding.NONE)
    post(about.id, about.players[0], "Hello Bob!", clock.now())
    return about


@pytest.fixture
def lmtp(app: Flask) -> Iterator[LMTP]:
    server = LmtpServer(app, "127.0.0.1", free_port())
    server.start()
    with LMTP("127.0.0.1", server.port, "mx.test", timeout=30) as client:
        yield client
    server.stop()


@pytest.mark.parametrize("way", ["smtp", "lmtp"])
def test_a_mail_without_a_sender_is_a_machines_by_smtp_and_lmtp(
    seasons: Table, way: str, request: pytest.FixtureRequest
) -> None:
    client: SMTP = request.getfixturevalue(way)
    client.sendmail("", [f"{mailed('bob@example.net', 'message')[-1].box}@{HERE}"], AWAY)
    client.sendmail("", [f"{turn_box(seasons.game, 0)}@{HERE}"], MAIL)

    assert [mail.sender for mail in kept()] == [NULL_SENDER] * 2
    assert process_all() == [Outcome.IGNORED] * 2
    session().rollback()
    assert [message.text for message in said(seasons.game)] == ["Hello Bob!"]


@pytest.mark.parametrize(
    ("header", "sender", "outcome"),
    [
        ("Return-Path: <ada@example.net>", ADA, Outcome.PLAYED),
        ("Return-Path: ada@example.net", ADA, Outcome.PLAYED),
        ('Return-Path: "ada" <ada@example.net>', ADA, Outcome.PLAYED),
        ("Return-Path:", ADA, Outcome.PLAYED),
        ("Sender: Ada's phone <phone@example.net>", "phone@example.net", Outcome.PLAYED),
        ("X-Other: 1", ADA, Outcome.PLAYED),
        ("Return-Path: <>", NULL_SENDER, Outcome.IGNORED),
        ("return-path:  < > ", NULL_SENDER, Outcome.IGNORED),
        ("Return-Path: MAILER-DAEMON", NULL_SENDER, Outcome.IGNORED),
        ("Auto-Submitted: auto-replied", ADA, Outcome.IGNORED),
    ],
)
def test_by_imap_the_return_path_says_who_sent_a_mail_and_without_it_nobody_is_met_with_silence(
    app: Flask, seasons: Table, header: str, sender: str, outcome: Outcome
) -> None:
    server = ImapServer()
    server.start()
    server.deliver(f"{header}\r\nDelivered-To: {turn_box(seasons.game, 0)}@{HERE}\r\n".encode() + MAIL)
    with picking_up(app, server):
        assert server.wait_until([])
    server.stop()

    assert [mail.sender for mail in kept()] == [sender]
    assert process_all() == [outcome]


@pytest.mark.parametrize(
    ("words", "sender", "outcome"),
    [
        (["--sender", "<ada@example.net>"], ADA, Outcome.PLAYED),
        ([], ADA, Outcome.PLAYED),
        (["--sender", ""], NULL_SENDER, Outcome.IGNORED),
        (["--sender", " "], NULL_SENDER, Outcome.IGNORED),
        (["--sender", "<>"], NULL_SENDER, Outcome.IGNORED),
        (["--sender", "MAILER-DAEMON"], NULL_SENDER, Outcome.IGNORED),
    ],
)
def test_from_a_pipe_no_sender_is_told_apart_from_one_that_is_not_said(
    app: Flask, settings: Config, seasons: Table, words: list[str], sender: str, outcome: Outcome
) -> None:
    env = environment(settings) | {"REDIS_URL": "redis://127.0.0.1:1/0"}
    piped = CliRunner(env=env).invoke(receive, [*words, f"{turn_box(seasons.game, 0)}@{HERE}"], input=MAIL)

    assert piped.exit_code == 0
    assert [mail.sender for mail in kept()] == [sender]
    with transaction() as current:  # the command goes by the true time
        current.execute(update(InboundMail).values(received_at=clock.now(), due_at=clock.now()))
    assert process_all() == [outcome]


def test_a_sender_whom_nothing_names_is_no_machine(seasons: Table) -> None:
    take([turn_box(seasons.game, 0)], None, MAIL.partition(b"\r\n")[2], clock.now())

    assert session().scalars(select(InboundMail.sender)).all() == [""]
    assert process_all() == [Outcome.HELD]


@pytest.mark.parametrize("way", ["smtp", "lmtp"])
def test_a_mail_in_utf_8_from_an_address_in_ascii_is_taken(
    seasons: Table, way: str, request: pytest.FixtureRequest
) -> None:
    client: SMTP = request.getfixturevalue(way)
    raw = MAIL.replace(b"From: ada@example.net", "Subject: Grüße ß\r\nFrom: Ädä Größe <ada@example.net>".encode())
    client.ehlo_or_helo_if_needed()
    assert client.has_extn("smtputf8")
    assert client.has_extn("8bitmime")

    client.sendmail(ADA, [f"{turn_box(seasons.game, 0)}@{HERE}"], raw, ["SMTPUTF8", "BODY=8BITMIME"])

    assert [mail.sender for mail in kept()] == [ADA]
    assert process_all() == [Outcome.PLAYED]


@pytest.mark.parametrize("sender", ["josé@exämple.example", "ann@exämple.example"])
def test_a_sender_that_is_not_in_ascii_is_told_so_and_the_next_mail_is_taken(smtp: SMTP, sender: str) -> None:
    smtp.command_encoding = "utf-8"
    code, words = smtp.docmd(f"MAIL FROM:<{sender}>", "SMTPUTF8")
    assert (code, words[:5]) == (553, b"5.6.7")
    assert smtp.mail(ADA, ["SMTPUTF8"])[0] == 250
    assert smtp.rcpt(f"play@{HERE}")[0] == 250
