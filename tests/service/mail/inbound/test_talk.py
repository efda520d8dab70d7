"""Talking at the table by mail."""

from __future__ import annotations

import pytest
from flask import Flask

from service.models import Outcome
from service.play.chat import said
from tests.service.mail.inbound.correspondent import mailed, write
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn."""
    return table("ada", "bob")


def turn_box_of(address: str) -> str:
    [turn] = mailed(address, "your-turn")
    return turn.box


def test_who_answers_with_say_is_heard_and_told_so(seasons: Table) -> None:
    assert write(ADA, turn_box_of(ADA), "Say: Good luck, Bob!") == Outcome.ANSWERED

    assert [message.text for message in said(seasons.game)] == ["Good luck, Bob!"]
    [answer] = mailed(ADA, "answer")
    assert "Good luck, Bob!" in answer.text
    [heard] = mailed(BOB, "message")
    assert "    Good luck, Bob!" in heard.text.splitlines()


def test_who_gets_a_message_can_answer_it(seasons: Table) -> None:
    write(ADA, turn_box_of(ADA), "say Good luck!")
    [heard] = mailed(BOB, "message")

    write(BOB, heard.box, "say You too!\r\n\r\nOn Monday, Sundial wrote:\r\n> say Good luck!")

    assert [message.text for message in said(seasons.game)] == ["Good luck!", "You too!"]


def test_saying_nothing_says_so(seasons: Table) -> None:
    assert write(ADA, turn_box_of(ADA), "say") == Outcome.ANSWERED

    assert said(seasons.game) == []
    [answer] = mailed(ADA, "answer")
    assert answer.topic == "not-said"


@pytest.mark.parametrize("text", ["say \u3164\u2800", "say h" + "\u0336" * 12 + "i", "say \u200b\ufeff"])
def test_what_others_could_not_read_is_not_said(seasons: Table, text: str) -> None:
    assert write(ADA, turn_box_of(ADA), text) == Outcome.ANSWERED

    assert said(seasons.game) == []
    [answer] = mailed(ADA, "answer")
    assert answer.topic == "not-said"
