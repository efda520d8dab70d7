"""The server that takes in mail, asked by a real client."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from smtplib import SMTP

import pytest
from flask import Flask
from sqlalchemy import select

from service import create_app
from service.db import session
from service.embedded.ports import free_port
from service.keys import Purpose, SeatLink
from service.links import approval_box, bounce_box, turn_box
from service.models import InboundMail, WorkState
from tests.service.conftest import FakeClock, settings_for
from tests.service.tables import Table, table
from tests.waiting import eventually
from workers.inbound.door import Door
from workers.inbound.server import MAX_MAIL_BYTES, InboundServer

HERE = "sundial.localhost"
MAIL = b"""From: ada@example.net
To: x@sundial.localhost
Message-ID: <1@example.net>

place max-15
.. dots
""".replace(b"\n", b"\r\n")


def kept() -> Sequence[InboundMail]:
    session().rollback()
    return session().scalars(select(InboundMail).order_by(InboundMail.id)).all()


def rcpt(smtp: SMTP, *boxes: str) -> list[int]:
    """What the server says to each recipient of one mail."""
    smtp.mail("ada@example.net")
    return [smtp.rcpt(box if "@" in box else f"{box}@{HERE}")[0] for box in boxes]


def box(seasons: Table, seat: int = 0) -> str:
    return turn_box(seasons.game, seat)


def test_what_is_acknowledged_is_kept_byte_for_byte_with_the_time_it_came(smtp: SMTP, clock: FakeClock) -> None:
    ada = box(table("ada", "bob"))
    assert rcpt(smtp, ada) == [250]
    assert smtp.data(MAIL)[0] == 250
    [mail] = kept()
    assert (mail.raw, mail.recipient, mail.sender) == (MAIL, ada, "ada@example.net")
    assert (mail.received_at, mail.state) == (clock(), WorkState.QUEUED)


def test_a_mail_to_a_turn_says_which_game_it_is_about(smtp: SMTP) -> None:
    seasons = table("ada", "bob")
    smtp.sendmail("ada@example.net", [f"{box(seasons)}@{HERE}"], MAIL)
    assert kept()[0].game_id == seasons.id


def test_a_mail_for_several_is_kept_for_each(smtp: SMTP) -> None:
    seasons = table("ada", "bob")
    smtp.sendmail("ada@example.net", [f"{name}@{HERE}" for name in (box(seasons), "play")], MAIL)
    assert [mail.recipient for mail in kept()] == [box(seasons), "play"]


def test_the_same_mail_delivered_twice_is_kept_once(smtp: SMTP) -> None:
    for hop in (b"one", b"two"):
        smtp.sendmail("ada@example.net", [f"play@{HERE}"], b"Received: by " + hop + b"\r\n" + MAIL)
    assert len(kept()) == 1


def test_another_mail_under_the_same_name_is_another_mail(smtp: SMTP) -> None:
    for more in (b"", b"and more\r\n"):
        smtp.sendmail("ada@example.net", [f"play@{HERE}"], MAIL + more)
    assert len(kept()) == 2


@pytest.mark.parametrize("name", ["play", "postmaster", "abuse", "Postmaster", "bounces"])
def test_boxes_that_everybody_knows_exist(smtp: SMTP, name: str) -> None:
    assert rcpt(smtp, name) == [250]


def test_boxes_that_we_gave_out_exist_in_whatever_case(smtp: SMTP) -> None:
    names = [box(table("ada", "bob")), approval_box(7), bounce_box(9)]
    assert rcpt(smtp, *names) == [250] * 3
    smtp.rset()
    assert rcpt(smtp, *map(str.upper, names)) == [250] * 3


@pytest.mark.parametrize("name", ["nobody", "t", "a7", "bounces+b", "bounces+a7", "x" * 64, "play+x", "%s", "t" * 50])
def test_boxes_that_we_never_gave_out_do_not_exist(smtp: SMTP, name: str) -> None:
    assert rcpt(smtp, name) == [550]


def test_a_token_that_is_broken_in_any_place_is_no_box(smtp: SMTP, app: Flask) -> None:
    good = box(table("ada", "bob"))
    door = Door(app)
    for at, letter in enumerate(good):
        assert not door._knows(good[:at] + ("a" if letter != "a" else "b") + good[at + 1 :])
        assert not door._knows(good[:at])


def test_the_token_of_another_installation_is_no_box(smtp: SMTP, app: Flask) -> None:
    seasons = table("ada", "bob")
    other = SeatLink(Purpose.TURN, seasons.id, 0, 1)
    assert not Door(app)._knows(other.token("another key"))


def test_a_sender_that_is_no_address_is_no_trouble(smtp: SMTP) -> None:
    for sender in ("x" * 300 + "@example.net", "a\0b@example.net"):
        smtp.mail(sender)
        smtp.rcpt(f"play@{HERE}")
        smtp.data(MAIL + sender.encode())
        assert smtp.noop()[0] == 250


def test_mail_for_other_domains_is_not_taken(smtp: SMTP) -> None:
    assert rcpt(smtp, "play@example.net", "play@sundial.localhost.example.net", "play") == [550, 550, 250]


def test_five_recipients_are_taken_at_once_and_no_more(smtp: SMTP) -> None:
    assert rcpt(smtp, *["play"] * 7) == [250] * 5 + [452] * 2


def test_a_mail_that_is_too_large_is_refused_for_good(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    code, _ = smtp.data(MAIL + (b"x" * 70 + b"\r\n") * (MAX_MAIL_BYTES // 72))
    assert (code, list(kept())) == (552, [])


def test_a_header_that_is_too_large_is_refused_for_good(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    code, _ = smtp.data(b"X: y\r\n" * 12_000 + MAIL)
    assert (code, list(kept())) == (552, [])


def test_a_line_longer_than_mail_allows_is_taken_all_the_same(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    assert smtp.data(MAIL + b"<p>" * 5_000 + b"\r\n")[0] == 250


def test_one_connection_too_many_is_told_to_come_back(server: InboundServer) -> None:
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(SMTP("127.0.0.1", server.port, "client.test", timeout=30))
        late = SMTP(local_hostname="client.test", timeout=30)
        assert late.connect("127.0.0.1", server.port)[0] == 421
        late.close()

    def welcome() -> bool:
        again = SMTP(local_hostname="client.test", timeout=30)
        code, _ = again.connect("127.0.0.1", server.port)
        again.close()
        return code == 220

    assert eventually(welcome)


@pytest.fixture
def without_database(tmp_path: Path) -> Flask:
    """An app whose database does not answer; its password is a secret."""
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
