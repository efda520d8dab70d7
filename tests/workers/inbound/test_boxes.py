"""Which boxes there are, and that guessing them leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from smtplib import SMTP, SMTPServerDisconnected

import pytest
from flask import Flask

from service.config.key_ring import KeyRing
from service.embedded.ports import free_port
from service.models import InboundMail, Notice
from service.notifications.boxes import asked
from service.notifications.links import present_turn, row_box
from service.security.keys import RowPurpose
from tests.secret_keys import KEY, NEXT_KEY
from tests.service.on_sqlite import settings
from tests.service.tables import table
from tests.workers.inbound.client import HERE, MAIL, box, kept, rcpt
from workers.inbound.door import FREE_GUESSES, LONGEST_PAUSE, MOST_GUESSES, Door
from workers.inbound.server import InboundServer

__all__ = ["settings"]


@pytest.mark.parametrize("name", ["play", "postmaster", "abuse", "Postmaster", "bounces"])
def test_boxes_that_everybody_knows_exist(smtp: SMTP, name: str) -> None:
    assert rcpt(smtp, name) == [250]


def test_a_box_for_the_answer_to_a_question_is_the_box_itself(smtp: SMTP) -> None:
    seasons = table("ada", "bob")
    assert rcpt(smtp, asked(box(seasons)), "play+ASKED", f"x{asked(box(seasons))}") == [250, 250, 550]
    assert smtp.data(MAIL)[0] == 250
    assert [mail.game_id for mail in kept()] == [seasons.id]


def test_boxes_that_we_gave_out_exist_in_whatever_case(smtp: SMTP) -> None:
    names = [
        box(table("ada", "bob")),
        row_box(RowPurpose.APPROVAL, InboundMail(id=7, nonce="aaaaaaaa")),
        row_box(RowPurpose.BOUNCE, Notice(id=9, nonce="aaaaaaaa")),
    ]
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


def test_mail_for_other_domains_is_not_taken(smtp: SMTP) -> None:
    assert rcpt(smtp, "play@example.net", "play@sundial.localhost.example.net", "play") == [550, 550, 250]


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
    """Start a server that records its pauses."""
    started = InboundServer(app, "127.0.0.1", free_port(), sleep=pauses)
    started.start()
    yield started
    started.stop()


def guesses(smtp: SMTP) -> Iterator[tuple[int, bytes]]:
    """Yield the responses to five hundred mailboxes, or to as many as are accepted."""
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
