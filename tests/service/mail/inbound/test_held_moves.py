"""Moves with other words beside them: they wait, and an answer stops them or plays them at once."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.models import Holding, Outcome
from service.notifications.links import turn_box
from service.play.chat import said
from service.play.positions import log_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, deliver, mail, mailed, process_all, write
from tests.service.tables import Table, table
from workers.jobs import held_moves as job

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"
MOVE = "place max-15"
SORRY = f"{MOVE}\r\n\r\nSorry, that was meant for Carol."


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn."""
    return table("ada", "bob")


def box(about: Table, seat: int = 0) -> str:
    return turn_box(about.game, seat)


def played(about: Table) -> list[str]:
    return [entry.action for entry in log_of(about.game) if entry.seat >= 0]


def answers(address: str = ADA) -> list[Mailed]:
    return mailed(address, "answer")


def words(told: Mailed) -> str:
    return " ".join(told.text.split())


def hold(about: Table, text: str = SORRY) -> Mailed:
    """Send a move with other words; return the answer."""
    assert write(ADA, box(about), text) == Outcome.ANSWERED
    return answers()[-1]


def after_the_hold(clock: FakeClock) -> None:
    clock.advance(minutes=10)
    job.run()


def test_a_move_with_other_words_waits_and_the_answer_says_what_for(seasons: Table, clock: FakeClock) -> None:
    told = hold(seasons)
    assert (played(seasons), told.topic, said(seasons.game)) == ([], "held", [])
    assert mailed(BOB) == []
    for part in ("Sorry, that was meant for Carol.", MOVE, "12:10 UTC", "“undo”", "“yes”", "“unsay”"):
        assert part in words(told)
    after_the_hold(clock)
    assert played(seasons) == [MOVE]
    assert [each.text for each in said(seasons.game)] == ["Sorry, that was meant for Carol."]
    assert len(answers()) == 1


def test_a_plain_move_is_played_at_once_without_an_answer(seasons: Table) -> None:
    assert write(ADA, box(seasons), MOVE) == Outcome.PLAYED
    assert (played(seasons), answers()) == ([MOVE], [])


def test_the_words_come_in_the_email_about_the_next_turn_alone(seasons: Table, clock: FakeClock) -> None:
    hold(seasons)
    after_the_hold(clock)
    [told] = mailed(BOB, "your-turn", "message")
    assert told.notice.kind == "your-turn"
    assert "Sorry, that was meant for Carol." in words(told)


@pytest.mark.parametrize("answer", ["yes", "Ja!", MOVE])
def test_yes_or_the_move_alone_plays_it_at_once_with_its_message(seasons: Table, answer: str) -> None:
    assert write(ADA, hold(seasons).box, answer) == Outcome.PLAYED
    assert (played(seasons), len(answers())) == ([MOVE], 1)
    assert [each.text for each in said(seasons.game)] == ["Sorry, that was meant for Carol."]


@pytest.mark.parametrize(
    "answer", ["undo", "Cancel.", "takeback", "annulla", "zurücknehmen", "no", "Oh dear", "board", ""]
)
def test_any_other_answer_stops_it(seasons: Table, clock: FakeClock, answer: str) -> None:
    assert write(ADA, hold(seasons).box, answer) == Outcome.ANSWERED
    told = answers()[-1]
    assert "unheld" in (told.topic, told.notice.data.get("note"))
    after_the_hold(clock)
    assert (played(seasons), said(seasons.game)) == ([], [])
    assert seasons.game.to_move == 0


def test_an_encrypted_answer_stops_it_and_the_reply_says_why_it_was_not_read(seasons: Table) -> None:
    write(ADA, hold(seasons).box, "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEM\r\n-----END PGP MESSAGE-----")
    assert (answers()[-1].topic, answers()[-1].notice.data["note"]) == ("encrypted", "unheld")


def test_an_answer_that_stops_it_says_so_once(seasons: Table) -> None:
    write(ADA, hold(seasons).box, "Oh dear")
    assert words(answers()[-1]).count("not played") == 1


@pytest.mark.parametrize(
    ("answer", "left"), [("undo", []), ("Oh no, not that!", []), ("help", [MOVE]), ("board", [MOVE])]
)
def test_in_answer_to_the_turn_doubts_stop_it_and_lookups_do_not(
    seasons: Table, clock: FakeClock, answer: str, left: list[str]
) -> None:
    hold(seasons)
    assert write(ADA, box(seasons), answer) == Outcome.ANSWERED
    after_the_hold(clock)
    assert played(seasons) == left


def test_a_later_move_of_the_same_turn_replaces_it_and_says_so(seasons: Table, clock: FakeClock) -> None:
    first, second, third = seasons.whole_moves(3)
    hold(seasons, f"{first}\r\n\r\nI need more tea.")
    assert "replaces" in words(hold(seasons, f"{second}\r\n\r\nI looked again at the whole board."))
    assert write(ADA, box(seasons), third) == Outcome.PLAYED
    assert "replaces" in words(answers()[-1])
    after_the_hold(clock)
    assert played(seasons) == [third]


@pytest.mark.parametrize("word", ["unsay", "nicht sagen", "non dire"])
def test_unsay_takes_the_message_back_and_keeps_the_move(seasons: Table, clock: FakeClock, word: str) -> None:
    told = hold(seasons)
    assert write(ADA, told.box, word) == Outcome.ANSWERED
    assert answers()[-1].topic == "unsay"
    assert write(ADA, answers()[-1].box, "unsay") == Outcome.ANSWERED
    assert answers()[-1].topic == "nothing-to-unsay"
    after_the_hold(clock)
    assert (played(seasons), said(seasons.game)) == ([MOVE], [])


def test_undo_that_came_in_time_counts_though_it_is_read_after_the_hold(seasons: Table, clock: FakeClock) -> None:
    told = hold(seasons)
    deliver(told.box, mail(ADA, "undo"))
    after_the_hold(clock)
    assert played(seasons) == []
    process_all()
    job.run()
    assert played(seasons) == []


def test_undo_after_it_was_played_asks_the_others(app: Flask, clock: FakeClock) -> None:
    siesta = table("ada", "bob", ruleset="siesta")
    move = siesta.whole_moves(1)[0]
    told = hold(siesta, f"{move}\r\n\r\nThis one is for my grandmother.")
    after_the_hold(clock)
    assert played(siesta) == move.split(", ")
    assert write(ADA, told.box, "undo") == Outcome.ANSWERED
    assert answers()[-1].topic == "takeback"


def test_an_illegal_move_with_words_is_refused_as_ever(seasons: Table) -> None:
    assert hold(seasons, "place max-15, place max-13\r\n\r\nIs what I want.").topic == "refused"
    assert seasons.game.held_at is None


def test_a_player_chooses_which_moves_wait(seasons: Table, clock: FakeClock) -> None:
    assert write(ADA, box(seasons), "holds every") == Outcome.ANSWERED
    told = hold(seasons, MOVE)
    assert (told.topic, played(seasons)) == ("held-wished", [])
    assert write(ADA, box(seasons), MOVE) == Outcome.PLAYED
    bob = seasons.players[1]
    change(bob.id, moves_held=Holding.NONE)
    assert write(BOB, box(seasons, 1), f"{seasons.whole_moves(1)[0]}\r\n\r\nSorry, that was meant for Carol.") == (
        Outcome.PLAYED
    )
    assert answers(BOB)[-1].topic == "played"
    assert "Sorry, that was meant for Carol." in words(answers(BOB)[-1])


def test_a_yes_about_a_move_that_was_replaced_is_asked_about(seasons: Table) -> None:
    replaced = hold(seasons)
    hold(seasons, "place max-13\r\n\r\nThat one looks like rain.")

    assert write(ADA, replaced.box, "yes") == Outcome.ANSWERED

    assert (played(seasons), answers()[-1].topic) == ([], "unclear")
    assert all(move in words(answers()[-1]) for move in (MOVE, "place max-13"))
