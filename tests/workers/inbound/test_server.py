"""The inbound mail server with a real client."""

from __future__ import annotations

import socket
from pathlib import Path
from smtplib import SMTP

import pytest
from flask import Flask

from service.embedded.ports import free_port
from service.models import WorkState
from service.notifications.boxes import box_at, box_named
from service.notifications.inbound import raw_of
from service.security.addresses import Named
from service.server.app import create_app
from tests.service.conftest import FakeClock, settings_for
from tests.service.tables import table
from tests.workers.inbound.client import HERE, MAIL, box, kept, rcpt
from workers.inbound.door import Door
from workers.inbound.server import MAX_LINE_BYTES, InboundServer


def test_what_is_acknowledged_is_kept_byte_for_byte_with_the_time_it_came(smtp: SMTP, clock: FakeClock) -> None:
    ada = box(table("ada", "bob"))
    assert rcpt(smtp, ada) == [250]
    assert smtp.data(MAIL)[0] == 250
    [mail] = kept()
    assert (raw_of(mail), box_named(mail.recipient)) == (MAIL, box_at(ada))
    assert mail.sender == "ada@example.net"
    assert (mail.received_at, mail.state) == (clock(), WorkState.QUEUED)


def test_a_mail_to_a_turn_says_which_game_it_is_about(smtp: SMTP) -> None:
    seasons = table("ada", "bob")
    smtp.sendmail("ada@example.net", [f"{box(seasons)}@{HERE}"], MAIL)
    assert kept()[0].game_id == seasons.id


def test_a_mail_for_several_is_kept_for_each(smtp: SMTP) -> None:
    seasons = table("ada", "bob")
    smtp.sendmail("ada@example.net", [f"{name}@{HERE}" for name in (box(seasons), "postmaster")], MAIL)
    assert [box_named(mail.recipient) for mail in kept()] == [box_at(box(seasons)), Named.POSTMASTER]


def test_the_same_mail_delivered_twice_is_kept_once(smtp: SMTP) -> None:
    for hop in (b"one", b"two"):
        smtp.sendmail("ada@example.net", [f"play@{HERE}"], b"Received: by " + hop + b"\r\n" + MAIL)
    assert len(kept()) == 1


def test_another_mail_under_the_same_name_is_another_mail(smtp: SMTP) -> None:
    for more in (b"", b"and more\r\n"):
        smtp.sendmail("ada@example.net", [f"play@{HERE}"], MAIL + more)
    assert len(kept()) == 2


def test_a_sender_that_is_no_address_is_no_trouble(smtp: SMTP) -> None:
    for sender in ("x" * 300 + "@example.net", "a\0b@example.net"):
        smtp.mail(sender)
        smtp.rcpt(f"play@{HERE}")
        smtp.data(MAIL + sender.encode())
        assert smtp.noop()[0] == 250


def test_five_recipients_are_taken_at_once_and_no_more(smtp: SMTP) -> None:
    assert rcpt(smtp, *["play"] * 7) == [250] * 5 + [452] * 2


def say(server: InboundServer, *lines: bytes) -> list[bytes]:
    """Return the server's replies to its greeting and these lines, the last of which may be long."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as line, line.makefile("rb") as answers:
        heard = [answers.readline()]
        for each in lines:
            line.sendall(each + b"\r\n")
            heard.append(next(answer for answer in answers if answer[3:4] == b" "))
        return heard[1:]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"MAIL FROM:<ada@example.net> SIZE=99999999", b"552 5.3.4"),
        ("MAIL FROM:<ädä@example.net>".encode(), b"553 5.6.7"),
        (b"MAIL FROM:<" + b"x" * 2000 + b"@example.net>", b"500 5.5.2"),
        (b"MAIL FROM:<" + b"x" * 2 * MAX_LINE_BYTES + b"@example.net>", b"500 5.5.2"),
        (b"", b"500 5.5.2"),
        (b"\xff\xfe", b"500 5.5.2"),
    ],
)
def test_what_cannot_be_done_is_answered_with_a_reason_for_programs(
    server: InboundServer, line: bytes, answer: bytes
) -> None:
    heard = say(server, b"EHLO client.test", line, b"NOOP")
    assert heard[1].startswith(answer)
    assert heard[2].startswith(b"250")


def test_a_command_after_a_long_one_that_ends_in_a_line_feed_is_answered(server: InboundServer) -> None:
    heard = say(server, b"EHLO client.test", b"x" * 2 * MAX_LINE_BYTES + b"\nVRFY ada", b"NOOP")
    assert [each[:3] for each in heard[1:]] == [b"500", b"252"]


@pytest.fixture
def without_database(tmp_path: Path) -> Flask:
    """Return an app whose database does not answer; its password is a secret."""
    return create_app(settings_for(tmp_path, DATABASE_URL=f"postgresql://u:hush@127.0.0.1:{free_port()}/none"))


def test_without_a_database_nobody_is_told_that_a_mail_was_kept(without_database: Flask) -> None:
    server = InboundServer(without_database, "127.0.0.1", free_port())
    server.start()
    with SMTP("127.0.0.1", server.port, "client.test", timeout=60) as smtp:
        smtp.ehlo()
        smtp.mail("ada@example.net")
        code, text = smtp.rcpt(f"play@{HERE}")
    server.stop()
    assert code == 451
    assert b"hush" not in text


def test_a_fault_of_ours_is_told_without_what_is_inside(app: Flask) -> None:
    class Faulty(Door):
        def _knows(self, local_part: str) -> bool:
            raise RuntimeError("the password is hush")

    server = InboundServer(app, "127.0.0.1", free_port())
    server.handler = Faulty(app)
    server.start()
    with SMTP("127.0.0.1", server.port, "client.test", timeout=60) as smtp:
        smtp.ehlo()
        assert rcpt(smtp, "play") == [451]
        assert b"hush" not in smtp.noop()[1]
    server.stop()
