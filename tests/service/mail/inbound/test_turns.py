"""Answers to mails about a turn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from service.db import clock
from service.db.engines import session, transaction
from service.models import GameStatus, InboundMail, Notice, Outcome, WorkState
from service.notifications.kinds import kinds
from service.notifications.links import row_box, turn_box
from service.notifications.questions import approve
from service.play.clocks import enforce_deadline, overdue_games
from service.play.moves import preview
from service.play.positions import log_of
from service.security.keys import RowKey, RowPurpose
from tests.service.conftest import FakeClock, settings
from tests.service.mail.inbound.correspondent import deliver, mail, mailed, process_all, write
from tests.service.tables import Table, table

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"
QUOTE = "\r\nOn Monday, Sundial wrote:\r\n> Your turn.\r\n> place max-1"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn."""
    return table("ada", "bob")


def box(seasons: Table, seat: int = 0) -> str:
    return turn_box(seasons.game, seat)


def played(seasons: Table) -> list[str]:
    session().rollback()
    return [entry.action for entry in log_of(seasons.game) if entry.seat >= 0]


def test_the_mail_of_a_turn_is_answered_to_the_box_of_that_turn(seasons: Table) -> None:
    [turn] = mailed(ADA, "your-turn")
    assert turn.box == box(seasons)
    assert "place " in turn.text
    assert turn.text.startswith("-----")


def test_the_first_line_of_an_answer_is_played(seasons: Table) -> None:
    assert write(ADA, box(seasons), "Place MAX-15." + QUOTE) == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


def test_what_is_too_long_to_be_shown_ends_in_a_mark_that_says_so(seasons: Table) -> None:
    write(ADA, box(seasons), "place " + "x" * 300)
    [told] = mailed(ADA, "answer")
    assert f"You wrote: place {'x' * 194} …" in told.text


def test_every_example_that_a_mail_gives_can_be_played(seasons: Table) -> None:
    [turn] = mailed(ADA, "your-turn")
    examples = [line.strip() for line in turn.text.splitlines() if line.startswith("    place ")]
    assert examples
    for example in examples:
        preview(seasons.game, seat=0, version=seasons.game.version, move=example)


def test_the_move_is_made_at_the_time_the_mail_came(seasons: Table, clock: FakeClock) -> None:
    came = clock()
    deliver(box(seasons), mail(ADA, "place max-15"))
    clock.advance(hours=5)
    process_all()
    assert seasons.game.deadline == came + timedelta(days=3)


def test_a_mail_that_came_before_the_deadline_counts_though_it_is_read_after_it(
    seasons: Table, clock: FakeClock
) -> None:
    deliver(box(seasons), mail(ADA, "place max-15"), at=clock.advance(days=2, hours=23))
    clock.advance(hours=2)
    assert overdue_games(clock()) == []
    assert not enforce_deadline(seasons.id, clock())
    assert process_all() == [Outcome.PLAYED]
    assert seasons.game.status == GameStatus.ACTIVE


def test_a_mail_that_came_after_the_deadline_is_too_late(seasons: Table, clock: FakeClock) -> None:
    seasons.look()
    clock.advance(days=3, seconds=1)
    assert write(ADA, box(seasons), "place max-15") == Outcome.ANSWERED
    assert seasons.game.status == GameStatus.FINISHED
    assert "came too late" in mailed(ADA, "answer")[0].text


def test_the_same_mail_twice_is_one_move(seasons: Table) -> None:
    raw, ours = mail(ADA, "place max-15"), box(seasons)
    for _ in range(2):
        deliver(ours, raw)
    assert process_all() == [Outcome.PLAYED]
    deliver(ours, raw)
    assert process_all() == []
    assert played(seasons) == ["place max-15"]
    assert mailed(ADA, "answer") == []


def test_the_same_move_in_another_mail_is_played_once(seasons: Table) -> None:
    ours = box(seasons)
    for _ in range(2):
        write(ADA, ours, "place max-15")
    assert played(seasons) == ["place max-15"]


@pytest.mark.parametrize(
    "text", ["place max-99", "place", "I think I will place it on max-14 or max-15", "place max-15 or max-16"]
)
def test_what_is_no_move_is_answered_with_why_the_board_in_letters_and_examples(seasons: Table, text: str) -> None:
    assert write(ADA, box(seasons), text) == Outcome.ANSWERED
    [told] = mailed(ADA, "answer")
    assert text in told.text
    assert told.text.count("    place ") >= 3
    assert told.box == box(seasons)
    assert "The board, drawn in" in told.text
    assert [part for part in told.message.walk() if part.get_content_type() == "image/png"] == []
    assert played(seasons) == []


def test_an_answer_to_a_refusal_is_a_move_again(seasons: Table) -> None:
    write(ADA, box(seasons), "place nowhere")
    assert write(ADA, mailed(ADA, "answer")[0].box, "place max-15") == Outcome.PLAYED


def test_an_answer_is_in_the_thread_of_the_mail_that_it_answers(seasons: Table) -> None:
    write(ADA, box(seasons), "board", Message_ID="<mine@example.net>")
    [told], [turn] = mailed(ADA, "answer"), mailed(ADA, "your-turn")
    assert told.message["In-Reply-To"] == "<mine@example.net>"
    assert turn.message["References"] in told.message["References"]
    assert told.message["Subject"] == turn.message["Subject"]


@pytest.mark.parametrize("odd", ["<a\0b@example.net>", "<é@example.net>", f"<{'x' * 900}@example.net>", "no name"])
def test_an_odd_message_id_is_no_trouble(seasons: Table, odd: str) -> None:
    assert write(ADA, box(seasons), "board", Message_ID=odd) == Outcome.ANSWERED
    [told] = mailed(ADA, "answer")
    assert told.message["In-Reply-To"] == f"<game.{seasons.id}@sundial.localhost>"


@pytest.mark.parametrize("odd", ["a\0b", "é" * 900, "\ufffe", "😀" * 200, "place max-15\x1b[2J"])
def test_odd_letters_are_no_trouble(seasons: Table, odd: str) -> None:
    assert write(ADA, box(seasons), odd, Content_Type="text/plain; charset=utf-8") is not None
    assert len(mailed(ADA, "answer")) == 1


def test_an_answer_to_an_old_turn_is_never_played_in_a_new_one(seasons: Table) -> None:
    old = box(seasons)
    while not played(seasons) or seasons.mover.email != ADA:
        seasons.play_anything()
    before = played(seasons)
    assert write(ADA, old, "place max-15") == Outcome.ANSWERED
    assert played(seasons) == before
    [told] = mailed(ADA, "answer")
    assert "That turn is over" in told.text
    assert "What happened" in told.text
    assert told.box == box(seasons) != old


def test_an_empty_answer_and_an_unreadable_one_are_answered(seasons: Table) -> None:
    assert write(ADA, box(seasons), QUOTE) == Outcome.ANSWERED
    assert write(ADA, box(seasons), "x", Content_Type="application/octet-stream") == Outcome.ANSWERED
    assert write(ADA, box(seasons), "-----BEGIN PGP MESSAGE-----\r\n\r\nhQ==") == Outcome.ANSWERED
    assert (
        write(ADA, box(seasons), "", Content_Type="application/pkcs7-mime; smime-type=signed-data") == Outcome.ANSWERED
    )
    assert [told.topic for told in mailed(ADA, "answer")] == ["empty", "unreadable", "encrypted", "signed"]


def test_a_machine_is_never_answered(seasons: Table) -> None:
    assert write(ADA, box(seasons), "I am away", Auto_Submitted="auto-replied") == Outcome.IGNORED
    assert write(ADA, box(seasons), "place max-15", Precedence="bulk") == Outcome.IGNORED
    deliver(box(seasons), mail(ADA, "place max-15"), sender="")
    assert process_all() == [Outcome.IGNORED]
    assert mailed(ADA, "answer", "confirm") == []


def test_a_mail_of_ours_that_comes_back_is_never_answered(seasons: Table) -> None:
    [turn] = mailed(ADA, "your-turn")
    deliver(turn.box, turn.message.as_bytes())
    assert process_all() == [Outcome.IGNORED]


def test_somebody_gets_so_many_answers_an_hour_and_the_next_one_tells_of_all_mails(
    seasons: Table, clock: FakeClock
) -> None:
    most = kinds()["answer"].counted.amount
    outcomes = [write(ADA, box(seasons), "board") for _ in range(most)]
    with transaction() as current:
        current.execute(update(Notice).values(state=WorkState.DONE))
    outcomes += [write(ADA, box(seasons), "board") for _ in range(5)]
    assert set(outcomes) == {Outcome.ANSWERED}
    assert write(ADA, box(seasons), "say hello") == Outcome.ANSWERED
    assert write(ADA, box(seasons), "place max-15") == Outcome.PLAYED
    answers = mailed(ADA, "answer")
    assert [each.notice.due_at for each in answers] == [clock()] * most + [clock() + timedelta(hours=1)]
    assert "board / board / board / board / say hello" in " ".join(answers[-1].text.split())
    clock.advance(hours=1)
    assert write(ADA, box(seasons), "log") == Outcome.ANSWERED
    assert len(mailed(ADA, "answer")) == most + 2


@pytest.mark.parametrize(
    ("word", "says"),
    [("board", "drawn in 23 lines"), ("LOG", "1. Dice:"), ("help", "Reply with your move"), ("resign", "resign yes")],
)
def test_a_word_asks_for_an_answer_and_changes_nothing(seasons: Table, word: str, says: str) -> None:
    assert write(ADA, box(seasons), word) == Outcome.ANSWERED
    [told] = mailed(ADA, "answer")
    assert told.topic == word.lower()
    assert says in " ".join(told.text.split())
    assert (played(seasons), seasons.game.status) == ([], GameStatus.ACTIVE)


def test_who_confirms_to_resign_resigns(seasons: Table) -> None:
    write(ADA, box(seasons), "resign")
    assert write(ADA, mailed(ADA, "answer")[0].box, "resign yes") == Outcome.DONE
    assert seasons.game.status == GameStatus.FINISHED
    assert len(mailed(ADA, "game-over")) == 1


def test_one_can_resign_while_others_are_to_move(seasons: Table) -> None:
    write(BOB, turn_box(seasons.game, 1), "resign yes")
    assert seasons.game.winners == [0]


def test_an_answer_from_another_address_waits_until_its_owner_says_yes(seasons: Table, clock: FakeClock) -> None:
    assert write("eve@example.net", box(seasons), "place max-15") == Outcome.HELD
    assert played(seasons) == []
    assert mailed("eve@example.net") == []
    [question] = mailed(ADA, "confirm")
    assert "place max-15" in question.text
    clock.advance(hours=1)
    assert write(ADA, question.box, "yes") == Outcome.DONE
    assert played(seasons) == ["place max-15"]
    assert seasons.game.deadline == clock() + timedelta(days=3)


def test_the_owner_says_yes_with_that_word_alone(seasons: Table) -> None:
    write("eve@example.net", box(seasons), "place max-15")
    [question] = mailed(ADA, "confirm")
    assert write(ADA, question.box, "what is this?") == Outcome.ANSWERED
    assert write(ADA, question.box, "No, thanks") == Outcome.ANSWERED
    first, second = mailed(ADA, "general-mailbox")
    assert (first.topic, second.topic) == ("yours-or-not", "not-mine")
    assert played(seasons) == []
    assert write(ADA, first.box, "Yes, it's me") == Outcome.DONE
    assert played(seasons) == ["place max-15"]


def test_saying_yes_twice_plays_once(seasons: Table) -> None:
    write("eve@example.net", box(seasons), "place max-15")
    held = session().scalars(select(InboundMail)).one()
    for _ in range(2):
        approve(RowKey(RowPurpose.APPROVAL, held.id, held.nonce), clock.now())
        process_all()
    deliver(row_box(RowPurpose.APPROVAL, held), mail(ADA, "yes"))
    assert process_all() == [Outcome.DONE]
    assert played(seasons) == ["place max-15"]


def test_a_seat_that_was_given_up_takes_no_answers(seasons: Table) -> None:
    ours = box(seasons)
    write(ADA, ours, "resign yes")
    assert write(ADA, ours, "place max-15") == Outcome.ANSWERED
    assert played(seasons) == []
