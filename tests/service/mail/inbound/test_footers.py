"""Footers are no chat: what every email of a writer ends with is not published."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.retention import footers
from service.db.engines import session
from service.erasure.departures import leave
from service.models import Footer, Game, Outcome
from service.play.chat import said
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import mailed, say_yes, write
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"
CARD = "Ada Brown\r\nSenior Engineer\r\nACME Ltd, 12 Main Street, London\r\nTel. +44 7700 900000"
PLEA = "Mobile: +44 7700 900000\r\nPlease consider the environment before printing this e-mail."
MOTTO = "Ada of the North\r\nfriend of owls"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn."""
    return table("ada", "bob")


def turn_box() -> str:
    return mailed(ADA, "your-turn")[-1].box


def heard(game: Game) -> list[str]:
    session().rollback()
    return [message.text for message in said(game)]


def say(text: str) -> None:
    write(ADA, turn_box(), f"say {text}")


@pytest.mark.parametrize("footer", [CARD, PLEA, "Ada", "ADA BROWN", f"Ada\r\n\r\n{CARD}"])
def test_a_footer_beside_a_move_reaches_nobody(seasons: Table, footer: str) -> None:
    text = f"place max-15\r\n\r\nWell played!\r\n\r\n{footer}"
    assert write(ADA, turn_box(), text, From=f'"Ada Brown" <{ADA}>') == Outcome.PLAYED
    assert heard(seasons.game) == ["Well played!"]


def test_a_footer_alone_beside_a_move_is_no_message(seasons: Table) -> None:
    assert write(ADA, turn_box(), f"place max-15\r\n\r\n{CARD}") == Outcome.PLAYED
    assert heard(seasons.game) == []


def test_a_footer_below_a_reply_to_a_message_reaches_nobody(seasons: Table) -> None:
    say("Hello!")
    box = mailed(BOB, "message")[-1].box
    write(BOB, box, f"Hello Ada!\r\n\r\n{CARD.replace('Ada', 'Bob')}\r\n\r\nOn Monday, Sundial wrote:\r\n> Hello!")
    assert heard(seasons.game)[-1] == "Hello Ada!"
    write(BOB, box, f"On Monday, Sundial wrote:\r\n> Hello!\r\n\r\nHello again!\r\n\r\n{CARD.replace('Ada', 'Bob')}")
    assert heard(seasons.game)[-1] == "Hello again!"


def test_what_closed_two_emails_is_a_footer_from_then_on(seasons: Table) -> None:
    box = turn_box()
    texts = "board\r\n\r\nHi", "board\r\n\r\nHi there", "place max-15\r\n\r\nGood luck!"
    for text in texts:
        write(ADA, box, f"{text}\r\n\r\n{MOTTO}")
    assert heard(seasons.game) == ["Good luck!"]
    other = table("ada", "bob")
    write(ADA, turn_box(), f"place max-15\r\n\r\nGood luck!\r\n{MOTTO.upper()}")
    assert heard(other.game) == ["Good luck!"]


def test_what_closed_one_email_counts_as_words_beside_a_move(seasons: Table) -> None:
    box = turn_box()
    write(ADA, box, f"board\r\n\r\n{MOTTO}")
    assert write(ADA, box, f"place max-15\r\n\r\n{MOTTO}") == Outcome.ANSWERED
    assert mailed(ADA, "answer")[-1].topic == "held"


def test_the_same_reply_twice_is_no_footer(seasons: Table) -> None:
    say("Hello!")
    box = mailed(BOB, "message")[-1].box
    for _ in range(3):
        write(BOB, box, "Well played!\r\nGood luck.")
    assert heard(seasons.game)[1:] == ["Well played!\nGood luck."] * 3


def test_a_retraction_is_never_taken_for_a_footer(seasons: Table) -> None:
    text = "place max-15\r\n\r\nnot that one\r\nno wait, sorry"
    assert [write(ADA, turn_box(), text) for _ in range(3)] == [Outcome.ANSWERED] * 3
    text = "place max-15\r\n\r\nActually, let me think again\r\nTel. +44 7700 900000"
    assert write(ADA, turn_box(), text) == Outcome.ANSWERED


def test_a_stranger_teaches_no_footer(seasons: Table) -> None:
    box = turn_box()
    for _ in range(2):
        assert write("eve@example.net", box, f"board\r\n\r\n{MOTTO}") == Outcome.HELD
    assert session().scalars(select(Footer)).all() == []
    say_yes(ADA)
    assert [row.mails for row in session().scalars(select(Footer))] == [1]


def test_of_a_footer_no_text_is_kept_and_after_half_a_year_nothing(seasons: Table, clock: FakeClock) -> None:
    for number in range(20):
        write(ADA, turn_box(), f"board\r\n\r\nfriend of {'owl' * number}\r\nAda of the North")
    rows = session().scalars(select(Footer)).all()
    assert len(rows) == 8
    assert not any("north" in repr(vars(row)).lower() for row in rows)
    clock.advance(days=180)
    assert footers.apply(clock()) == 8
    assert session().scalars(select(Footer)).all() == []


def test_footers_are_deleted_with_their_account(seasons: Table, clock: FakeClock) -> None:
    write(ADA, turn_box(), f"board\r\n\r\n{MOTTO}")
    leave(person("ada"), clock())
    session().rollback()
    assert session().scalars(select(Footer)).all() == []
