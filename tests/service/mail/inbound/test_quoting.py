"""Answers that quote our mail: what stands below it or between its lines counts, and talk is said to the table."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.db.engines import session
from service.models import Holding, Outcome
from service.notifications.links import turn_box
from service.play.chat import said
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, mailed, write
from tests.service.tables import Table, person, table

ADA, BOB = "ada@example.net", "bob@example.net"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn, and her moves are not held."""
    of = table("ada", "bob")
    change(of.players[0].id, moves_held=Holding.NONE)
    return of


def played(seasons: Table) -> list[str]:
    session().rollback()
    return [entry.action for entry in log_of(seasons.game) if entry.seat >= 0]


def heard(seasons: Table) -> list[str]:
    session().rollback()
    return [message.text for message in said(seasons.game)]


def answer(own: str, *, mark: str = "> ", lead_in: str = "On Monday, Sundial wrote:") -> Outcome | None:
    """Send ada's reply below a quote of the whole email; return its outcome."""
    [turn] = mailed(ADA, "your-turn")
    quote = "\r\n".join(f"{mark}{line}" for line in turn.text.splitlines())
    return write(ADA, turn.box, f"{lead_in}\r\n{quote}\r\n\r\n{own}", In_Reply_To=str(turn.message["Message-ID"]))


@pytest.mark.parametrize(
    ("mark", "lead_in"),
    [
        ("> ", "On Monday, Sundial wrote:"),
        ("", "-----Original Message-----\r\nFrom: Sundial\r\nSent: Monday, 4 May 2026"),
    ],
)
def test_a_move_below_the_quote_is_played(seasons: Table, mark: str, lead_in: str) -> None:
    assert answer("place max-15", mark=mark, lead_in=lead_in) == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


@pytest.mark.parametrize("mark", ["> ", ""])
def test_two_moves_below_the_quote_are_asked_about(seasons: Table, mark: str) -> None:
    assert answer("place max-15\r\nno, rather\r\nplace min-9", mark=mark) == Outcome.ANSWERED
    assert played(seasons) == []
    assert sorted(mailed(ADA, "answer")[0].offered) == ["place max-15", "place min-9"]


def test_a_quote_without_a_word_of_ones_own_is_answered(seasons: Table) -> None:
    for mark in ("> ", ""):
        assert answer("", mark=mark) == Outcome.ANSWERED
    assert [told.topic for told in mailed(ADA, "answer")] == ["empty", "empty"]


def test_small_talk_beside_a_move_is_said_to_the_others(seasons: Table) -> None:
    assert answer("place max-15\r\n\r\nWell played!\r\nSee you.\r\n\r\nBest regards\r\nAda") == Outcome.PLAYED
    assert heard(seasons) == ["Well played!\nSee you."]
    assert "    Well played!" in mailed(BOB, "your-turn")[0].text.splitlines()
    assert "message was sent to the other players" in " ".join(mailed(ADA, "answer")[0].text.split())


def test_what_stands_beside_a_move_that_is_refused_is_not_said(seasons: Table) -> None:
    answer("Well played!\r\nplace max-15, place min-9")
    assert heard(seasons) == []
    assert "Your message was not sent either" in " ".join(mailed(ADA, "answer")[0].text.split())


@pytest.mark.usefixtures("app")
def test_nothing_is_said_where_nobody_hears_it(clock: FakeClock) -> None:
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    ada = change(person("ada").id, moves_held=Holding.NONE)
    game = create_game(ada, NewGame("seasons", seats, shuffle_seats=False), clock())
    assert write(ADA, turn_box(game, 0), "place max-15\r\nThanks!") == Outcome.PLAYED
    session().rollback()
    assert said(game) == []


def marked(turn: Mailed, *, inside: str) -> str:
    """Quote the email as Roundcube's HTML editor does, with the mark before the writer's own line inside it."""
    lines = turn.text.splitlines()
    lines[len(lines) // 2 : len(lines) // 2] = ["", inside, ""] if inside else []
    quote = "\r\n".join(f"> {line}" for line in lines)
    return f"On 2026-11-28 10:11, Sundial wrote:\r\n\r\n{quote}\r\n\r\nLinks:\r\n------\r\n[1] http://localhost/t/1\r\n"


def test_a_line_inside_a_quote_with_its_mark_is_found(seasons: Table) -> None:
    [turn] = mailed(ADA, "your-turn")
    assert write(ADA, turn.box, marked(turn, inside="place min-9")) == Outcome.PLAYED
    assert played(seasons) == ["place min-9"]


@pytest.mark.parametrize(
    "inside",
    [
        "",
        "no move",
        "place min-9\r\n> place max-8",
        "place min-9\r\n> \r\n> place max-8",
        "place min-9\r\n> \r\n> no, wait",
    ],
)
def test_a_quote_with_marks_and_no_single_move_of_ones_own_plays_nothing(seasons: Table, inside: str) -> None:
    [turn] = mailed(ADA, "your-turn")
    assert write(ADA, turn.box, marked(turn, inside=inside)) == Outcome.ANSWERED
    assert played(seasons) == []


def test_notes_of_parts_that_are_not_quoted_are_nobodys_words(seasons: Table) -> None:
    notes = "place max-15\r\nNon-text part: text/html\r\nNon-text part: image/png"
    assert answer(notes) == Outcome.PLAYED
    assert heard(seasons) == []
