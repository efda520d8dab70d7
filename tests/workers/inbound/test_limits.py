"""Limits per network at the inbound mail server: connections, bytes, and time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from smtplib import LMTP, SMTP, SMTPServerDisconnected

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.config.environment import Config, networks
from service.config.limits import TABLE
from service.db.engines import session
from service.embedded.ports import free_port
from service.models import InboundContent, InboundMail
from service.security import rates
from tests.certificate import CERTIFICATE
from tests.service.conftest import sqlite_settings
from tests.service.tables import table
from tests.waiting import eventually
from tests.workers.inbound.client import HERE, MAIL, box, kept, rcpt
from tests.workers.inbound.imap_server import ImapServer
from workers.inbound.door import Door
from workers.inbound.pickup import Pickup
from workers.inbound.server import CALLS, Certificate, InboundServer, LmtpServer, quiet

__all__ = ["sqlite_settings"]

FEW = {"smtp-places": 8, "smtp-connections": 4, "mail-of-strangers": 5, "all-mail-of-strangers": 8, "mail-of-a-seat": 9}
RELAY = "127.0.0.9"
HOP = b"Received: from ann.example ([198.51.100.7])\r\n\tby mx.example; Tue, 5 Mar 2024 20:16:30 +0100\r\n"


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Return small limits that a test can use up; one local address is a mail server of the operator's."""
    amounts = {name: row.amount for name, row in TABLE.items()} | FEW
    return replace(sqlite_settings, rate_limits=amounts, inbound_relays=networks(RELAY, "relays"))


@contextmanager
def open_door(
    app: Flask, longest_session: float = 600.0, certificate: Certificate | None = None
) -> Iterator[Callable[..., SMTP]]:
    """Return a client factory for several addresses: each has read its greeting, or 421."""
    quiet()
    server = InboundServer(app, "127.0.0.1", free_port(), longest_session=longest_session, certificate=certificate)
    server.start()
    with ExitStack() as clients:

        def client(address: str = "127.0.0.2") -> SMTP:
            opened = SMTP(local_hostname="client.test", timeout=30, source_address=(address, 0))
            clients.callback(opened.close)
            opened.code, _ = opened.connect("127.0.0.1", server.port)  # type: ignore[attr-defined]
            if opened.code == 220:  # type: ignore[attr-defined]
                opened.ehlo()
            return opened

        yield client
    server.stop()


def welcomes(door: Callable[..., SMTP], address: str, times: int) -> list[int]:
    return [door(address).code for _ in range(times)]  # type: ignore[attr-defined]


def numbered(number: int, parts: int = 1) -> bytes:
    return MAIL.replace(b"<1@", b"<%d@" % number) + b"x" * (10_000 * parts - len(MAIL) - 50)


def test_one_network_has_so_many_connections_and_a_quarter_of_the_places_is_for_networks_that_have_none(
    app: Flask,
) -> None:
    with open_door(app) as door:
        first = door("127.0.0.2")
        assert welcomes(door, "127.0.0.2", 7) == [220, 220, 220, 421, 421, 421, 421]
        assert welcomes(door, "127.0.0.3", 4) == [220, 220, 421, 421]
        assert welcomes(door, "127.0.0.4", 1) + welcomes(door, "127.0.0.5", 1) == [220, 220]
        assert welcomes(door, "127.0.0.6", 1) == [421]
        assert welcomes(door, RELAY, 6) == [220] * 6
        first.quit()
        assert eventually(lambda: welcomes(door, "127.0.0.6", 1) == [220])


def test_who_repeats_a_command_for_ever_is_shown_out_and_the_log_does_not_say_who(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with open_door(app) as door, caplog.at_level(logging.INFO):
        client = door()
        assert [client.noop()[0] for _ in range(CALLS["*"] + 1)] == [250] * CALLS["*"] + [421]
        with pytest.raises(SMTPServerDisconnected):
            client.noop()
        assert {door(RELAY).noop()[0] for _ in range(3)} == {250}
    assert "127.0.0.2" not in caplog.text


def test_a_session_ends_in_time_but_never_in_the_middle_of_a_mail(app: Flask) -> None:
    with open_door(app, longest_session=0.5) as door:
        idle, busy = door(), door()
        assert rcpt(busy, "play") == [250]
        last = door()
        assert [each.getreply()[0] for each in (idle, last)] == [421, 421]
        assert busy.data(MAIL)[0] == 250
        assert busy.getreply()[0] == 421
    assert len(kept()) == 1


def test_strangers_of_one_network_fill_what_is_theirs_and_no_mail_to_a_seat_is_refused_for_it(app: Flask) -> None:
    seat = box(table("ada", "bob"))
    with open_door(app) as door:
        one, two = door(), door("127.0.0.3")
        for _ in range(9):
            one.rset()
            one.mail("eve@example.net", ["size=40000"])
            assert one.rcpt(f"play@{HERE}")[0] == 250  # it is counted when it comes

        def sent(client: SMTP, number: int, parts: int, *boxes: str, size: bool = True) -> list[int]:
            client.rset()
            client.mail("ada@example.net", [f"size={10_000 * parts}"] if size else [])
            codes = [client.rcpt(f"{each}@{HERE}")[0] for each in boxes]
            return codes + ([client.data(numbered(number, parts))[0]] if 250 in codes else [])

        assert sent(one, 1, 4, "play", "postmaster", "abuse") == [250, 250, 250, 250]
        assert sent(one, 2, 4, "play") == [452]
        assert sent(one, 3, 4, "play", size=False) == [250, 452]
        assert sent(one, 4, 1, "play") == [250, 250]
        assert sent(two, 5, 4, "play") == [452]
        assert sent(two, 6, 3, "abuse") == [250, 250]
        assert sent(two, 7, 4, seat, "play") == [250, 250, 250]
        assert sent(one, 8, 4, "play", seat) == [452, 250, 250]
        assert sent(one, 9, 4, seat) == [452]
        one.rset()
        one.mail("ada@example.net", ["size=40000"])
        assert b"mail-of-strangers" in one.rcpt(f"play@{HERE}")[1]
    assert len(kept()) == 3 + 1 + 1 + 1 + 1
    assert session().scalar(select(func.count()).select_from(InboundContent)) == 5


def test_the_networks_of_an_area_are_one(app: Flask) -> None:
    first, second, other = map(Door(app).network_of, ("2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:2::1"))
    assert first == second != other


def test_a_handshake_that_hangs_keeps_no_place(app: Flask) -> None:
    with open_door(app, longest_session=0.5, certificate=Certificate(CERTIFICATE)) as door:
        hanging = [door() for _ in range(FEW["smtp-connections"])]
        assert [client.docmd("STARTTLS")[0] for client in hanging] == [220] * len(hanging)
        assert eventually(lambda: welcomes(door, "127.0.0.2", 1) == [220])


def test_a_mail_knows_the_network_of_its_client_or_the_one_that_our_own_server_names(app: Flask) -> None:
    with open_door(app) as door:
        for address, number in (("127.0.0.2", 1), (RELAY, 2)):
            door(address).sendmail("ada@example.net", [f"play@{HERE}"], HOP + numbered(number))
    client, named = (rates.network(address) for address in ("127.0.0.2", "198.51.100.7"))
    assert [mail.network for mail in kept()] == [client, named]


def test_by_lmtp_each_recipient_of_what_is_too_much_hears_that_it_is_to_be_sent_later(app: Flask) -> None:
    server = LmtpServer(app, "127.0.0.1", free_port())
    server.start()
    with LMTP("127.0.0.1", server.port, "mx.test", timeout=30) as lmtp:
        lmtp.ehlo()
        for number, codes in ((1, [250, 250]), (2, [452, 452])):
            assert rcpt(lmtp, "play", "abuse") == [250, 250]
            lmtp.putcmd("data")
            assert lmtp.getreply()[0] == 354
            lmtp.send(HOP + numbered(number, 4) + b"\r\n.\r\n")
            assert [lmtp.getreply()[0] for _ in codes] == codes
    server.stop()
    assert {mail.network for mail in kept()} == {rates.network("198.51.100.7")}


def test_what_there_is_no_room_for_is_left_in_the_mail_box_and_holds_up_no_mail_to_a_seat(app: Flask) -> None:
    seat = box(table("ada", "bob"))
    imap = ImapServer()
    imap.start()
    inside = b"Received: from mx.example ([10.1.2.3]) by box.example with LMTP\r\n"
    for number in range(23):
        imap.deliver(f"Delivered-To: play@{HERE}\r\n".encode() + inside + HOP + numbered(number, 4))
    imap.deliver(f"Delivered-To: {seat}@{HERE}\r\n".encode() + numbered(99))
    pickup = Pickup(app, imap.url)
    pickup.start()
    assert imap.wait_until([set()] * 22)
    pickup.stop()
    imap.stop()
    assert [mail.network for mail in kept()] == [rates.network("198.51.100.7"), None]
    assert session().scalars(select(InboundMail.game_id)).all()[1] is not None
