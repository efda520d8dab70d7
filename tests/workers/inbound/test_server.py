"""The server that takes in mail, asked by a real client."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from smtplib import SMTP, SMTPServerDisconnected

import pytest
from flask import Flask
from sqlalchemy import select

from service import create_app
from service.core.addresses import Named
from service.core.db import session
from service.core.encryption import decrypt
from service.core.key_ring import KeyRing
from service.embedded.ports import free_port
from service.models import InboundMail, Notice, WorkState
from service.post.boxes import asked, box_at, box_named
from service.post.links import approval_box, bounce_box, present_turn, turn_box
from tests.secret_keys import KEY, NEXT_KEY
from tests.service.conftest import FakeClock, settings_for
from tests.service.tables import Table, table
from tests.waiting import eventually
from workers.inbound.door import FREE_GUESSES, LONGEST_PAUSE, MOST_GUESSES, Door
from workers.inbound.server import MAX_LINE_BYTES, MAX_MAIL_BYTES, InboundServer

HERE = "sundial.localhost"
MEBIBYTE = 1 << 20
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
    assert (decrypt(mail.encrypted), box_named(mail.recipient)) == (MAIL, box_at(ada))
    assert mail.sender == "ada@example.net"
    assert (mail.received_at, mail.state) == (clock(), WorkState.QUEUED)


def test_a_mail_to_a_turn_says_which_game_it_is_about(smtp: SMTP) -> None:
    seasons = table("ada", "bob")
    smtp.sendmail("ada@example.net", [f"{box(seasons)}@{HERE}"], MAIL)
    assert kept()[0].game_id == seasons.id


def test_a_mail_for_several_is_kept_for_each(smtp: SMTP) -> None:
    seasons = table("ada", "bob")
    smtp.sendmail("ada@example.net", [f"{name}@{HERE}" for name in (box(seasons), "play")], MAIL)
    assert [box_named(mail.recipient) for mail in kept()] == [box_at(box(seasons)), Named.DESK]


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


def test_a_box_for_the_answer_to_a_question_is_the_box_itself(smtp: SMTP) -> None:
    seasons = table("ada", "bob")
    assert rcpt(smtp, asked(box(seasons)), "play+ASKED", f"x{asked(box(seasons))}") == [250, 250, 550]
    assert smtp.data(MAIL)[0] == 250
    assert [mail.game_id for mail in kept()] == [seasons.id, None]


def test_boxes_that_we_gave_out_exist_in_whatever_case(smtp: SMTP) -> None:
    names = [box(table("ada", "bob")), approval_box(InboundMail(id=7)), bounce_box(Notice(id=9, nonce="aaaaaaaa"))]
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
    ours = present_turn(seasons.game, 0)
    assert Door(app)._knows(ours.token(KeyRing(KEY)))
    assert not Door(app)._knows(ours.token(KeyRing(NEXT_KEY)))


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


def say(server: InboundServer, *lines: bytes) -> list[bytes]:
    """What the server answers to each of these lines, the last of which may be long, after its welcome."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as line, line.makefile("rb") as answers:
        heard = [answers.readline()]
        for each in lines:
            line.sendall(each + b"\r\n")
            heard.append(next(answer for answer in answers if answer[3:4] == b" "))
        return heard[1:]


def test_a_line_that_is_far_too_long_is_refused_as_part_of_its_mail_and_the_next_mail_is_taken(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    code, words = smtp.data(MAIL + b"x" * MAX_LINE_BYTES + b"yz\r\n.still the mail\r\n" + MAIL)
    assert (code, words.split()[0]) == (552, b"5.6.0")
    assert smtp.noop()[0] == 250
    assert list(kept()) == []

    rcpt(smtp, "play")
    assert smtp.data(MAIL)[0] == 250
    assert len(kept()) == 1


@pytest.mark.parametrize("longer", [-3, -2, -1, 0, 1, 2, 3, MAX_LINE_BYTES])
def test_around_the_longest_line_mails_are_taken_or_refused_and_never_cut(smtp: SMTP, longer: int) -> None:
    mail = MAIL + b"x" * (MAX_LINE_BYTES + longer) + b"\r\n"
    rcpt(smtp, "play")
    code, _ = smtp.data(mail)
    assert code in (250, 552)
    assert [decrypt(each.encrypted) for each in kept()] == ([mail] if code == 250 else [])
    assert smtp.noop()[0] == 250


def test_nothing_is_kept_in_memory_of_a_line_without_end(server: InboundServer) -> None:
    with SMTP("127.0.0.1", server.port, "client.test", timeout=30) as smtp:
        smtp.ehlo()
        rcpt(smtp, "play")
        smtp.docmd("DATA")
        before = memory()
        for _ in range(150):
            smtp.send(b"x" * MEBIBYTE)
        grown = memory() - before
        smtp.send(b"\r\n.\r\n")
        assert smtp.getreply()[0] == 552
    assert grown < 50 * MEBIBYTE


def memory() -> int:
    """Bytes that this process, in which the server runs, holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


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


class Pauses:
    """In place of waiting: for how long it would have been."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


@pytest.fixture
def patient(app: Flask, pauses: Pauses) -> Iterator[InboundServer]:
    """A server that notes how long it would pause."""
    started = InboundServer(app, "127.0.0.1", free_port(), sleep=pauses)
    started.start()
    yield started
    started.stop()


def guesses(smtp: SMTP) -> Iterator[tuple[int, bytes]]:
    """The answers to five hundred boxes, or to as many as are listened to."""
    with suppress(SMTPServerDisconnected):
        for number in range(500):
            yield smtp.rcpt(f"t{number:040}@{HERE}")


def test_who_guesses_boxes_is_answered_later_and_later_and_then_sent_away(
    patient: InboundServer, pauses: Pauses
) -> None:
    with SMTP("127.0.0.1", patient.port, "client.test", timeout=30) as smtp:
        smtp.ehlo()
        smtp.mail("eve@example.net")
        answers = list(guesses(smtp))

    assert [code for code, _ in answers] == [550] * (MOST_GUESSES - 1) + [421]
    assert answers[-1][1].startswith(b"4.7.0")
    assert pauses.seconds[:5] == [1, 2, 4, 8, LONGEST_PAUSE]
    assert len(pauses.seconds) == MOST_GUESSES - FREE_GUESSES
    assert max(pauses.seconds) == LONGEST_PAUSE


def test_asking_for_other_domains_is_guessing_too(patient: InboundServer, pauses: Pauses) -> None:
    with SMTP("127.0.0.1", patient.port, "client.test", timeout=30) as smtp:
        smtp.ehlo()
        assert set(rcpt(smtp, *[f"play{number}@example.net" for number in range(6)])) == {550}
    assert pauses.seconds == [1, 2, 4]


def test_who_has_mistyped_is_not_made_to_wait_for_what_is_right_nor_next_time(
    patient: InboundServer, pauses: Pauses
) -> None:
    for _ in range(2):
        with SMTP("127.0.0.1", patient.port, "client.test", timeout=30) as smtp:
            smtp.ehlo()
            assert rcpt(smtp, "nobody", "neither", "nor", "play", "postmaster") == [550] * 3 + [250] * 2
    assert pauses.seconds == []


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
