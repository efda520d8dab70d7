"""What others say, reported and blocked by mail."""

from __future__ import annotations

from typing import Any

import pytest

from service.accounts.blocks import blocks_of
from service.db.engines import session
from service.models import Grievance, Report
from service.notifications.links import turn_box
from service.play.chat import post, said
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import mailed, write
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"


def last(reader: str, kind: str) -> Any:
    return mailed(reader, kind)[-1]


def insulted(clock: FakeClock) -> Table:
    """Start a game in which Bob has insulted Ada."""
    at = table("ada", "bob")
    post(at.id, at.players[1], "Hello.", clock())
    post(at.id, at.players[1], "You play like a fool.", clock())
    return at


def reports() -> list[tuple[str, str, str]]:
    session().rollback()
    return [(each.said, each.why, each.words) for each in session().query(Report).order_by(Report.id)]


@pytest.mark.parametrize("words", ["report", "Report!", "melden", "segnala"])
def test_what_was_said_last_is_reported_in_answer_to_the_mail_about_it(clock: FakeClock, words: str) -> None:
    at = insulted(clock)
    write(ADA, last(ADA, "message").box, words)
    assert reports() == [("You play like a fool.", Grievance.OTHER, "")]
    answer = last(ADA, "answer")
    assert answer.notice.data["topic"] == "reported"
    assert "You play like a fool." in answer.text
    assert len(said(at.game)) == 2, "a report is no word to the table"
    assert not mailed(BOB, "message")


@pytest.mark.parametrize(
    ("words", "why", "told"),
    [
        ("report: abuse", Grievance.ABUSE, ""),
        ("report: Spam", Grievance.SPAM, ""),
        ("report: it hurts", Grievance.OTHER, "it hurts"),
    ],
)
def test_behind_a_colon_stands_why(clock: FakeClock, words: str, why: str, told: str) -> None:
    at = insulted(clock)
    write(ADA, turn_box(at.game, 0), words)
    assert reports() == [("You play like a fool.", why, told)]


def test_reporting_twice_is_reporting_once(clock: FakeClock) -> None:
    at = insulted(clock)
    for _ in range(2):
        write(ADA, turn_box(at.game, 0), "report")
    assert len(reports()) == 1


def test_where_nobody_else_has_spoken_there_is_nothing_to_report(clock: FakeClock) -> None:
    at = table("ada", "bob")
    post(at.id, at.players[0], "Anybody there?", clock())
    write(ADA, turn_box(at.game, 0), "report")
    assert reports() == []
    assert "There is nothing to report" in last(ADA, "answer").text


def test_talk_that_begins_with_the_word_is_talk(clock: FakeClock) -> None:
    at = insulted(clock)
    write(ADA, last(ADA, "message").box, "Report from the front: you win.")
    assert reports() == []
    assert said(at.game)[-1].text == "Report from the front: you win."


@pytest.mark.parametrize("words", ["block bob", "Block Bob.", "blocca bob", "sperre bob"])
def test_somebody_at_the_table_is_blocked_by_name(clock: FakeClock, words: str) -> None:
    at = insulted(clock)
    write(ADA, turn_box(at.game, 0), words)
    assert [each.blocked.name for each in blocks_of(at.players[0])] == ["bob"]


def test_a_block_is_lifted_by_name(clock: FakeClock) -> None:
    at = insulted(clock)
    write(ADA, turn_box(at.game, 0), "block bob")
    assert "unblock bob" in last(ADA, "answer").text
    for _ in range(2):
        write(ADA, turn_box(at.game, 0), "unblock bob")
        assert blocks_of(at.players[0]) == []
        assert "bob is not blocked" in last(ADA, "answer").text


def test_a_name_that_nobody_there_has_is_answered_with_those_who_are_there(clock: FakeClock) -> None:
    at = insulted(clock)
    write(ADA, turn_box(at.game, 0), "block zoe")
    answer = last(ADA, "answer")
    assert answer.topic == "nobody-called-so"
    assert "block bob" in answer.text
    assert blocks_of(at.players[0]) == []
