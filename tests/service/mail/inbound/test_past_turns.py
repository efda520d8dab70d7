"""Text without a move in reply to a turn that is over is answered by what it says."""

from __future__ import annotations

import pytest

from service.models import Outcome
from service.notifications.links import turn_box
from service.play.chat import said
from tests.service.mail.inbound.correspondent import Mailed, mailed, write
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")
ADA = "ada@example.net"


@pytest.fixture
def over() -> tuple[Table, str]:
    """Start a game of three in which Ada has moved; return also the address of her turn."""
    at = table("ada", "bob", "dave", ruleset="siesta")
    box = turn_box(at.game, 0)
    at.play(at.whole_moves(1)[0])
    return at, box


def answer(box: str, text: str) -> Mailed:
    assert write(ADA, box, text) == Outcome.ANSWERED
    return mailed(ADA, "answer")[-1]


def test_a_whisper_is_carried_whole_to_its_recipient_alone(over: tuple[Table, str]) -> None:
    at, box = over
    told = answer(box, "to dave: shall we gang up on Bob?\n\nHe is far ahead.")
    assert told.topic == "said-alone"
    [message] = said(at.game, 2)
    assert message.text == "shall we gang up on Bob?\nHe is far ahead."
    assert said(at.game, 1) == []


def test_nobody_hears_a_whisper_to_a_name_that_is_not_there(over: tuple[Table, str]) -> None:
    at, box = over
    assert answer(box, "to carol: shall we gang up on Bob?").topic == "not-said"
    assert said(at.game, 0) == []


UNDERSTOOD = {
    "board": ("board", "The current position"),
    "who am I": ("board", "ada (you)"),
    "takeback please, I meant to put the roof elsewhere": ("misused", "for example: takeback"),
    "if bob plays e7 then I play g7": ("misused", "How to use “plan”"),
    "bob, have you seen the news from the village yesterday": ("no-move", "write “say” before it"),
    "roof z99": ("turn-over", "the email of another turn"),
}
"""What is written: the topic of the answer, and what it says."""


@pytest.mark.parametrize("text", UNDERSTOOD)
def test_the_answer_says_what_was_understood(over: tuple[Table, str], text: str) -> None:
    topic, words = UNDERSTOOD[text]
    told = answer(over[1], text)
    assert (told.topic, words in " ".join(told.text.split())) == (topic, True), told.text
