"""Taking back and draws by mail: `takeback`, `draw`, and yes or no to what somebody asks."""

from __future__ import annotations

from typing import Any

import pytest

from service.models import GameStatus, Outcome
from service.notifications.links import turn_box
from service.play.chat import said
from service.play.proposals import open_proposal
from tests.service.mail.inbound.correspondent import mailed, write
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"


def siesta(**agreed: Any) -> Table:
    """Start a game in which Ada has moved."""
    at = table("ada", "bob", ruleset="siesta", **agreed)
    [move] = at.whole_moves(1)
    at.play(move)
    return at


def last(reader: str, kind: str) -> Any:
    return mailed(reader, kind)[-1]


def box_of(at: Table, seat: int) -> str:
    return turn_box(at.game, seat)


def test_a_word_takes_the_move_back_within_the_grace() -> None:
    at = siesta(grace_minutes=10)
    write(ADA, box_of(at, 0), "takeback")
    assert at.game.to_move == 0
    assert last(ADA, "answer").topic == "taken-back"


@pytest.mark.parametrize("word", ["Yes!", "ja gerne", "sì"])
def test_the_other_is_asked_and_says_yes(word: str) -> None:
    at = siesta()
    write(ADA, box_of(at, 0), "take back")
    assert last(ADA, "answer").topic == "takeback"
    asked = last(BOB, "proposal")
    assert "ada asks to undo their last move" in " ".join(asked.text.split())
    write(BOB, asked.box, word)
    assert at.game.to_move == 0


def test_no_leaves_the_game_as_it_is_and_talk_goes_to_the_table() -> None:
    at = siesta()
    write(ADA, box_of(at, 0), "takeback")
    asked = last(BOB, "proposal")
    assert write(BOB, asked.box, "No") == Outcome.ANSWERED
    assert (open_proposal(at.game), at.game.to_move) == (None, 1)
    write(BOB, asked.box, "But I like how you play.")
    assert [each.text for each in said(at.game)] == ["But I like how you play."]


def test_a_draw_is_offered_and_agreed_on_by_mail() -> None:
    at = siesta()
    write(BOB, box_of(at, 1), "draw")
    asked = last(ADA, "proposal")
    assert "bob offers a draw" in " ".join(asked.text.split())
    write(ADA, asked.box, "yes")
    assert (at.game.status, at.game.winners) == (GameStatus.FINISHED, [0, 1])
    assert "The players agreed on a draw." in last(BOB, "game-over").text


def test_an_answer_that_comes_too_late_is_told_so() -> None:
    at = siesta()
    write(ADA, box_of(at, 0), "takeback")
    asked = last(BOB, "proposal")
    [move] = at.whole_moves(1)
    at.play(move)
    write(BOB, asked.box, "yes")
    assert "That proposal is no longer open." in last(BOB, "answer").text
    assert at.game.to_move == 0
    assert len(at.game.seats) == 2


@pytest.mark.parametrize(("ruleset", "advice"), [("seasons", "“draw” to offer a draw"), ("dawn", "Please play on.")])
def test_an_undo_that_dice_forbid_is_refused_with_what_to_do_instead(ruleset: str, advice: str) -> None:
    at = table("ada", "bob", ruleset=ruleset)
    at.play(at.whole_moves(1)[0])
    write(ADA, box_of(at, 0), "takeback")
    told = " ".join(last(ADA, "answer").text.split())
    assert last(ADA, "answer").topic == "dice-are-cast"
    assert advice in told
