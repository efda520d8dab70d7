"""Stopping the clocks by mail: `stop clocks`, `start clocks`, and yes or no to what somebody asks."""

from __future__ import annotations

from typing import Any

import pytest

from service.models import Game, Outcome
from service.notifications.links import turn_box
from service.play.chat import said
from service.play.pauses import end_pause, wish_pause
from service.play.seating import seat_number
from service.security.addresses import Named
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import games, mailed, write
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"
ASK = {"stop clocks": "en", "Stop the clocks!": "en", "Uhren anhalten": "de", "ferma gli orologi": "it"}
"""Words of three languages, each with the language of the answer."""
GO_ON = ["start clocks", "Uhren weiter!", "avvia gli orologi"]


def last(reader: str, kind: str) -> Any:
    return mailed(reader, kind)[-1]


def asked(at: Table, words: str = "stop clocks") -> Any:
    """Send Ada's request; return the email to Bob."""
    write(ADA, turn_box(at.game, 0), words)
    return last(BOB, "clocks")


def wishes(game: Game) -> list[bool]:
    return [seat.pause_wished_at is not None for seat in game.seats]


@pytest.mark.parametrize("words", ASK)
def test_the_other_is_asked_whoever_asks_is_told_so_and_no_clock_stops_yet(words: str) -> None:
    at = table("ada", "bob")
    mail = asked(at, words)
    assert "ada suggests pausing the clocks in Seasons of the Sun" in " ".join(mail.text.split())
    answer = last(ADA, "answer")
    assert (answer.topic, answer.language) == ("clocks-wished", ASK[words])
    assert (at.game.paused_at, wishes(at.game)) == (None, [True, False])
    assert not mailed(ADA, "clocks")


@pytest.mark.parametrize("word", ["Yes!", "ja gerne", "sì", "stop clocks"])
def test_yes_stops_them_and_whoever_asked_is_told(word: str) -> None:
    at = table("ada", "bob")
    write(BOB, asked(at).box, word)
    assert at.game.paused_at is not None
    assert at.game.deadline is None
    assert last(BOB, "answer").topic == "clocks-stopped"
    assert "the clocks in Seasons of the Sun are paused" in " ".join(last(ADA, "clocks").text.split())
    assert not mailed(BOB, "clocks")


def test_no_lets_them_go_on_and_talk_goes_to_the_table() -> None:
    at = table("ada", "bob")
    box = asked(at).box
    assert write(BOB, box, "No\n\nI have just begun!") == Outcome.ANSWERED
    assert last(BOB, "answer").topic == "clocks-declined"
    assert (at.game.paused_at, wishes(at.game)) == (None, [True, False])
    assert [each.text for each in said(at.game)] == ["I have just begun!"]


@pytest.mark.parametrize("words", GO_ON)
def test_anybody_lets_them_go_on(words: str) -> None:
    at = table("ada", "bob")
    write(BOB, asked(at).box, "yes")
    write(ADA, last(ADA, "clocks").box, words)
    assert at.game.paused_at is None
    assert at.game.deadline is not None
    assert last(ADA, "answer").topic == "clocks-started"
    assert "are running again" in last(BOB, "clocks").text


def test_who_takes_the_wish_back_is_told_so_and_the_question_is_over() -> None:
    at = table("ada", "bob")
    write(ADA, turn_box(at.game, 0), "stop clocks")
    write(ADA, turn_box(at.game, 0), "start clocks")
    assert last(ADA, "answer").topic == "clocks-unwished"
    assert wishes(at.game) == [False, False]
    assert not mailed(BOB, "clocks")


def test_clocks_that_go_cannot_be_started() -> None:
    at = table("ada", "bob")
    write(ADA, turn_box(at.game, 0), "start clocks")
    answer = last(ADA, "answer")
    assert answer.topic == "no-proposal"
    assert "clock" in answer.text.lower().partition("you wrote: start clocks")[2]


def test_a_table_of_three_waits_for_all_and_asks_nobody_twice(clock: FakeClock) -> None:
    at = table("ada", "bob", "cy", ruleset="seasons")
    write(ADA, turn_box(at.game, 0), "stop clocks")
    write(BOB, last(BOB, "clocks").box, "yes")
    assert at.game.paused_at is None
    assert last(BOB, "answer").topic == "clocks-wished"
    assert len(mailed("cy@example.net", "clocks")) == 2
    write("cy@example.net", last("cy@example.net", "clocks").box, "ok")
    assert at.game.paused_at is not None
    assert [len(mailed(each, "clocks")) for each in (ADA, BOB, "cy@example.net")] == [1, 1, 0]


def test_the_question_is_asked_even_if_somebody_moves_meanwhile(clock: FakeClock) -> None:
    at = table("ada", "bob")
    wish_pause(at.id, at.players[1], clock())
    at.play_anything()
    assert "bob suggests pausing" in last(ADA, "clocks").text
    end_pause(at.id, at.players[1], clock())
    assert not mailed(ADA, "clocks")


def test_one_alone_with_the_computer_stops_them_at_once() -> None:
    person("ada")
    write(ADA, Named.GENERAL, "new siesta level1")
    write(ADA, mailed(ADA, "confirm")[-1].box, "yes")
    [game] = games()
    write(ADA, turn_box(game, seat_number(game, person("ada")) or 0), "stop clocks")
    [game] = games()
    assert game.paused_at is not None
    assert last(ADA, "answer").topic == "clocks-stopped"
