"""Second thoughts in answer to questions, invitations, mails about several games, and at the general address.

Nothing is done.
"""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.db import clock
from service.db.engines import session
from service.models import GameStatus, Holding, Outcome
from service.notifications.digests import claim_notices
from service.notifications.links import turn_box
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, games, mailed, write
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"
QUOTE = "\r\n\r\nOn Mon, 4 May 2026, Sundial wrote:\r\n> place max-8\r\n"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn, and her moves are not held."""
    of = table("ada", "bob")
    change(of.players[0].id, moves_held=Holding.NONE)
    return of


def box(about: Table) -> str:
    return turn_box(about.game, 0)


def played(about: Table) -> list[str]:
    return [entry.action for entry in log_of(about.game) if entry.seat == 0]


def words(told: Mailed) -> str:
    return " ".join(told.text.split())


def test_whoever_confirms_anothers_mail_sees_all_that_it_would_do(seasons: Table) -> None:
    text = f"say {'Hello! ' * 40}\r\n\r\nHow are you?\r\n\r\nplace max-15"
    assert write("eve@example.net", box(seasons), text) == Outcome.HELD
    [question] = mailed(ADA, "confirm")
    assert "place max-15 / say Hello!" in words(question)
    assert write(ADA, question.box, "yes") == Outcome.DONE
    assert played(seasons) == ["place max-15"]


def test_a_mail_in_doubt_from_another_address_is_held_and_then_asked_about(seasons: Table) -> None:
    assert write("eve@example.net", box(seasons), "place max-15\r\nno wait\r\nplace max-8") == Outcome.HELD
    [question] = mailed(ADA, "confirm")
    assert "place max-15 / no wait / place max-8" in words(question)
    write(ADA, question.box, "yes")
    assert played(seasons) == []
    assert mailed(ADA, "answer")[0].offered == ["place max-15", "place max-8"]


@pytest.mark.parametrize("text", ["yes\r\n\r\nno wait, no", "yes\r\nno", "yes\r\nor rather not"])
def test_a_question_whose_mail_it_is_answered_twice_over_leaves_the_mail_where_it_is(seasons: Table, text: str) -> None:
    write("eve@example.net", box(seasons), "place max-15")
    [question] = mailed(ADA, "confirm")
    assert write(ADA, question.box, text) == Outcome.ANSWERED
    assert played(seasons) == []
    [told] = mailed(ADA, "general-mailbox")
    assert "yes" in told.offered
    assert told.box == f"{question.box}+asked"
    assert write(ADA, told.box, "yes") == Outcome.DONE
    assert played(seasons) == ["place max-15"]


def invitation() -> Mailed:
    host = person("host")
    create_game(host, NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())
    return mailed(BOB, "invitation")[-1]


@pytest.mark.parametrize("text", ["yes\r\n\r\nno wait, no", "no\r\nyes", "Yes\r\n\r\nOr rather not"])
def test_an_invitation_that_is_accepted_and_declined_is_neither(app: Flask, text: str) -> None:
    assert write(BOB, invitation().box, text + QUOTE) == Outcome.ANSWERED
    assert games()[0].status == GameStatus.INVITING
    [told] = mailed(BOB, "general-mailbox")
    assert {"yes", "no"}.issuperset(told.offered)
    assert write(BOB, told.box, "no") == Outcome.DONE
    assert games()[0].status == GameStatus.CANCELLED


@pytest.mark.parametrize("text", ["Hello Ann,\r\n\r\nyes\r\n\r\nno problem!\r\nBob", "Yes!\r\nLooking forward to it."])
def test_an_invitation_is_accepted_whatever_talk_stands_beside_it(app: Flask, text: str) -> None:
    write(BOB, invitation().box, text + QUOTE)
    assert games()[0].status == GameStatus.ACTIVE


def test_the_general_address_asks_which_of_two_games_is_meant(app: Flask) -> None:
    person("ada")
    assert write(ADA, "play", "new seasons level2\r\n\r\nno, rather\r\n\r\nnew siesta level1") == Outcome.ANSWERED
    assert games() == []
    [told] = mailed(ADA, "general-mailbox")
    assert told.offered == ["new seasons level2", "new siesta level1"]
    assert write(ADA, told.box, told.offered[1]) == Outcome.DONE
    assert [game.ruleset for game in games()] == ["siesta"]


def test_the_general_address_reads_past_a_greeting(app: Flask) -> None:
    person("ada")
    assert write(ADA, "play", "Hello,\r\n\r\nhelp\r\n\r\nThanks") == Outcome.ANSWERED
    assert mailed(ADA, "general-mailbox")[0].topic == "help"


def test_a_stop_with_second_thoughts_stops_nothing(app: Flask) -> None:
    ada = person("ada")
    assert write(ADA, "play", "stop\r\nwait, not yet") == Outcome.ANSWERED
    assert mailed(ADA, "general-mailbox")[0].offered == ["stop"]
    assert ada.muted == []


@pytest.mark.parametrize("text", ["pause 14\r\nno, pause 7", "pause\r\nresume", "pause 14\r\n\r\nno wait"])
def test_a_pause_with_second_thoughts_pauses_nothing(seasons: Table, text: str) -> None:
    assert write(ADA, box(seasons), text) == Outcome.ANSWERED
    session().expire_all()
    assert seasons.players[0].paused_until is None
    assert mailed(ADA, "answer")[0].offered[0] == text.partition("\r\n")[0]


@pytest.fixture
def digest(clock: FakeClock) -> Mailed:
    """Return a digest to ada about three games."""
    for opponent in ("bob", "cyd", "dan"):
        table("ada", opponent)
    claim_notices(clock.advance(minutes=10))
    [found] = mailed(ADA, "digest")
    return found


@pytest.mark.parametrize("text", ["pause 14\r\npause 7", "pause\r\nno wait", "pause\r\nplace max-15"])
def test_a_mail_about_several_games_answered_with_two_things_is_asked_about(digest: Mailed, text: str) -> None:
    assert write(ADA, digest.box, text) == Outcome.ANSWERED
    [told] = mailed(ADA, "general-mailbox")
    assert told.offered[0] == text.partition("\r\n")[0]
    assert told.box == f"{digest.box}+asked"


def test_a_mail_about_several_games_answered_with_a_pause_and_thanks_pauses(digest: Mailed) -> None:
    assert write(ADA, digest.box, "Hello,\r\npause 14\r\nThanks") == Outcome.ANSWERED
    assert mailed(ADA, "general-mailbox")[0].notice.data["topic"] == "paused"
