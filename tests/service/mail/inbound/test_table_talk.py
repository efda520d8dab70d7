"""Small talk is small talk: what is answered to a message, or to the end of a game, is heard by the others."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.config.environment import Config
from service.db import clock
from service.db.engines import session
from service.models import Game, GameStatus, Outcome
from service.play.chat import post, said
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, deliver, mail, mailed, process_all, write
from tests.service.mail.reactions import gmail, outlook
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"
QUOTE = "\r\n\r\nOn Monday, Sundial wrote:\r\n> Hello Bob, how is the weather?\r\n> place max-1\r\n"


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use one database with empty tables."""
    return sqlite_settings


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game in which both players have written a message; it is ada's turn."""
    about = table("ada", "bob")
    post(about.id, about.players[0], "Hello Bob, how is the weather?", clock.now())
    post(about.id, about.players[1], "Hello Ada!", clock.now())
    return about


def heard(game: Game) -> list[str]:
    """Return the messages after the first two."""
    session().rollback()
    return [message.text for message in said(game)][2:]


def message(address: str) -> Mailed:
    return mailed(address, "message")[-1]


def played(about: Table) -> list[str]:
    session().rollback()
    return [entry.action for entry in log_of(about.game) if entry.seat >= 0]


def test_a_reply_to_a_message_is_said_to_the_table_whole(seasons: Table) -> None:
    text = "Thanks, raining here.\r\nAnd no wait, is it true that you resign?\r\n\r\nBest regards\r\nBob" + QUOTE

    assert write(BOB, message(BOB).box, text) == Outcome.DONE
    assert heard(seasons.game) == ["Thanks, raining here.\nAnd no wait, is it true that you resign?"]
    assert mailed(BOB, "answer") == []
    assert "Thanks, raining here." in message(ADA).text


def test_the_word_say_is_not_needed_and_not_said(seasons: Table) -> None:
    write(BOB, message(BOB).box, "say Raining.")

    assert heard(seasons.game) == ["Raining."]
    assert "to write to the other players" in message(BOB).text


@pytest.mark.parametrize("raw", [gmail("👍", BOB), outlook("like", address=BOB), gmail("👍", BOB, part="text/x-lost")])
def test_a_reaction_is_said_to_the_table_as_its_emoji_and_names_nobody(seasons: Table, raw: bytes) -> None:
    deliver(message(BOB).box, raw)

    assert process_all() == [Outcome.DONE]
    assert heard(seasons.game) == ["👍"]
    assert "Real-Name" not in message(ADA).text


def test_an_emoji_of_several_characters_stays_whole(seasons: Table) -> None:
    deliver(message(BOB).box, gmail("👩🏽‍💻", BOB))
    process_all()
    assert heard(seasons.game) == ["👩🏽‍💻"]


@pytest.mark.parametrize("raw", [gmail("👍", ADA), outlook("heart", address=ADA)])
def test_a_reaction_to_the_mail_of_a_turn_plays_nothing_and_is_answered(seasons: Table, raw: bytes) -> None:
    deliver(mailed(ADA, "your-turn")[-1].box, raw)

    assert process_all() == [Outcome.ANSWERED]
    assert played(seasons) == []
    assert heard(seasons.game) == []


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (gmail("👍", BOB), GameStatus.ACTIVE),
        (outlook("like", address=BOB), GameStatus.ACTIVE),
        (gmail("👎", BOB), GameStatus.CANCELLED),
        (gmail("😮", BOB), GameStatus.INVITING),
    ],
)
def test_a_thumb_answers_an_invitation_and_other_reactions_are_asked_about(raw: bytes, status: GameStatus) -> None:
    ada = person("ada")
    game = create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())
    deliver(mailed(BOB, "invitation")[-1].box, raw)

    process_all()
    session().refresh(game)
    assert game.status == status


@pytest.mark.parametrize("text", ["mute", "board", "help", "Resign", "pause 14"])
def test_a_single_word_that_asks_for_something_is_no_talk(seasons: Table, text: str) -> None:
    assert write(BOB, message(BOB).box, text) == Outcome.ANSWERED
    assert heard(seasons.game) == []
    assert "was not played" not in mailed(BOB, "answer")[-1].text


def test_one_move_of_whoever_is_to_move_is_asked_about_and_not_said(seasons: Table) -> None:
    assert write(ADA, message(ADA).box, "place max-15") == Outcome.ANSWERED
    question = mailed(ADA, "answer")[-1]

    assert question.topic == "asked"
    assert (heard(seasons.game), played(seasons)) == ([], [])
    assert write(ADA, question.box, "yes") == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


def test_talk_beside_such_a_move_is_said_at_once(seasons: Table) -> None:
    write(ADA, message(ADA).box, "Sunny here.\r\nMove: Place max 15.")

    assert heard(seasons.game) == ["Sunny here."]
    assert "message was sent to the other players" in mailed(ADA, "answer")[-1].text


def test_a_move_of_whoever_is_not_to_move_is_talk(seasons: Table) -> None:
    assert write(BOB, message(BOB).box, "place max-15") == Outcome.DONE
    assert heard(seasons.game) == ["place max-15"]


def test_what_anybody_else_answers_waits_for_the_player(seasons: Table) -> None:
    assert write("eve@example.net", message(BOB).box, "Boo!") == Outcome.HELD
    assert heard(seasons.game) == []
    write(BOB, mailed(BOB, "confirm")[-1].box, "yes")
    assert heard(seasons.game) == ["Boo!"]


def test_thanks_after_the_end_of_a_game_reach_the_opponent(seasons: Table) -> None:
    resign(seasons.id, seasons.players[1], clock.now())
    over = mailed(ADA, "game-over")[-1]

    assert write(ADA, over.box, "Thanks for the game!" + QUOTE) == Outcome.DONE
    assert heard(seasons.game) == ["Thanks for the game!"]
    assert "Thanks for the game!" in message(BOB).text
    assert "to write to the other players" in over.text
    assert write(BOB, message(BOB).box, "You are welcome.") == Outcome.DONE


def test_weeks_after_the_end_nobody_is_there_to_hear_and_the_writer_is_told_so(
    seasons: Table, clock: FakeClock
) -> None:
    resign(seasons.id, seasons.players[1], clock())
    box = mailed(ADA, "game-over")[-1].box
    clock.advance(days=15)

    assert write(ADA, box, "Thanks for the game!") == Outcome.ANSWERED
    assert mailed(ADA, "answer")[-1].topic == "not-said"


def test_where_only_computers_play_nobody_hears_and_the_writer_is_told_so() -> None:
    ada = person("ada")
    game = create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock.now())
    resign(game.id, ada, clock.now())
    over = mailed(ADA, "game-over")[-1]

    assert "to write to the other players" not in over.text
    assert write(ADA, over.box, "Thanks for the game!") == Outcome.ANSWERED
    assert mailed(ADA, "answer")[-1].topic == "unheard"


@pytest.mark.parametrize("text", ["", "Best regards,\r\nBob", QUOTE])
def test_who_says_nothing_is_told_so(seasons: Table, text: str) -> None:
    assert write(BOB, message(BOB).box, text) == Outcome.ANSWERED
    told = mailed(BOB, "answer")[-1]
    assert told.topic == "nothing-to-say"
    assert write(BOB, told.box, "Hello!") == Outcome.DONE


def test_two_machines_at_one_table_that_say_nothing_of_what_they_are_come_to_an_end(seasons: Table) -> None:
    answered: set[int] = set()
    while new := [each for who in (ADA, BOB) for each in mailed(who, "message", "answer") if _is_new(each, answered)]:
        for each in new:
            answered.add(each.notice.id)
            write(str(each.notice.email), each.box, "I am away until Monday.")

    assert len(heard(seasons.game)) <= 10
    assert len(answered) <= 16


def _is_new(each: Mailed, answered: set[int]) -> bool:
    return each.notice.id not in answered


def test_a_vacation_responder_is_not_said(seasons: Table) -> None:
    deliver(message(BOB).box, mail(BOB, "I am away.", Auto_Submitted="auto-replied"))

    assert process_all() == [Outcome.IGNORED]
    assert heard(seasons.game) == []


def test_an_answer_to_the_mail_that_signs_in_is_told_twice_what_that_mail_is_for() -> None:
    request_sign_in(ADA, Asker("192.0.2.1"), clock.now())
    [keys] = mailed(ADA, "sign-in")

    outcomes = [write(ADA, keys.box, text) for text in ("What is this?", "Hello?", "Is anybody there?")]

    assert outcomes == [Outcome.ANSWERED, Outcome.ANSWERED, Outcome.IGNORED]
    told, last = mailed(ADA, "general-mailbox")
    assert "We'll answer such emails again after" in " ".join(last.text.split())
    assert told.topic == "signs-in-only"
    assert write(ADA, told.box, "help") == Outcome.ANSWERED


def test_an_equal_address_is_answered_there_too() -> None:
    request_sign_in("ada+sundial@example.net", Asker("192.0.2.1"), clock.now())
    [keys] = mailed("ada+sundial@example.net", "sign-in")
    assert write("ada@example.net", keys.box, "What is this?") == Outcome.ANSWERED


def test_nobody_is_answered_there_who_was_sent_no_such_mail() -> None:
    assert write(ADA, "sign-in", "What is this?") == Outcome.IGNORED
    assert mailed(ADA) == []
