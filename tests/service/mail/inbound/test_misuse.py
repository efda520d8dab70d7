"""A word that is known, and behind it what cannot stand there: the answer says what can, and how that is written."""

from __future__ import annotations

import pytest
from flask import Flask

from service.mail.usage import TERMS
from service.models import Outcome
from service.people.accounts import change
from service.play.positions import position_of
from service.post.links import turn_box
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import mailed, say_yes, write
from tests.service.on_sqlite import ON_BOTH
from tests.service.tables import Table, table

ADA = "ada@example.net"
GAMES = "dawn, seasons, siesta, springtime, springtime-puzzle, and tribes"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """A game in which ada is to move, against bob."""
    return table("ada", "bob")


def answer(to: str, text: str) -> str:
    """The text of what comes of one mail of ada's."""
    assert write(ADA, to, text) == Outcome.ANSWERED
    return " ".join(mailed(ADA, "answer", "desk")[-1].text.split())


AT_DESK = {
    "new": "Behind the word new stand the name of a game",
    "new chess level1": f"no game here is called chess. The games are {GAMES}.",
    "new siesta": "such as: new siesta level2",
    "new siesta bob": "bob is neither a mail address nor level1 to level5",
    "new siesta level9": "from 1 to 5. It is written so: new siesta level2",
    "new siesta level1 days 99": "how many there are for each move, from 1 to 60.",
    "new siesta fast 999": "minutes, from 1 to 180, and perhaps",
    "new siesta level1 late": "It is written so: new siesta late level3",
    "help chess": f"It is written alone, or with the name of a game: {GAMES}. Answer with one of these",
    "rules chess": "rules siesta",
    "zone": "a large city near you that has the same time. Reply with one of these, for example: zone Europe/Rome",
    "zone Mars": "There is none of that name.",
    "language": "After it, write one of these: en, de, and it.",
    "language xx": "Choose one of these languages. Reply with one of these, for example: language en language de language it",
    "name": "what others are to call you",
    "substitute": f"the names of games ({GAMES}), or all, or off.",
    "substitute chess": "substitute siesta",
    "vacation": "such as: vacation 1-14 August",
    "vacation xyz": "the first and the last day. It begins today or later, and ends within a year.",
    "vacation 31 February": "such as: vacation 1-14 August",
    "pause 999": "a number of days from 1 to 90",
    "pause now": "a number of days from 1 to 90",
    "words maybe": "Write it by itself, or with “off”. Reply with one of these, for example: words words off",
    "games chess": "That wasn't possible. Write it by itself. Reply with one of these, for example: games",
    "board": "Write that in answer to a mail about the game",
    "show 99999": "Write that in answer to a mail about the game",
    "block nobody": "Write that in answer to a mail about the game",
    "neu Schach": "Kein Spiel hier heißt schach",
}


def test_at_the_desk_it_is_told_at_once_and_not_only_after_a_yes(seasons: Table, clock: FakeClock) -> None:
    del seasons
    for text, told in AT_DESK.items():
        clock.advance(minutes=10)
        said = answer("play", text)
        assert told in said, (text, said)


AT_TURN = {
    "show 99999": "the number of a line; the answer to log lists them all",
    "show xyz": "After it comes the number of a line",
    "help chess": f"the name of a game: {GAMES}.",
    "zone": "zone Europe/Rome",
    "language": "one of these: en, de, and it",
    "name": "name zoe",
    "vacation xyz": "vacation 1-14 August",
    "substitute": "substitute siesta",
    "plan": "You have no conditional moves here",
    "plan foo": "After it comes what you wait for and what you play then",
    "block": "the name of somebody at this table, as the table shows it.",
    "unblock": "for example: unblock bob",
    "block nobody": "for example: block bob",
    "report spam": "Write it by itself, or with a colon and the reason.",
    "rematch": "You can ask for a rematch once the game, or the whole match, is over.",
    "board now": "written alone. If it was a message to the other players, write “say” before it.",
    "draw I think": "for example: draw",
    "new siesta level1": "Write it as the first line of a new mail to play@sundial.localhost.",
    "games": "Write it as the first line of a new mail to play@sundial.localhost.",
}


def test_in_answer_to_a_turn_it_is_told_too(seasons: Table, clock: FakeClock) -> None:
    for text, told in AT_TURN.items():
        clock.advance(minutes=10)
        said = answer(turn_box(seasons.game, 0), text)
        assert told in said, (text, said)


@ON_BOTH
def test_what_is_told_can_be_answered_to_what_tells_it(seasons: Table) -> None:
    answer("play", "zone")
    assert write(ADA, "play", "zone Europe/Rome") == Outcome.HELD
    say_yes(ADA)
    assert "Your time zone is now Europe/Rome" in " ".join(mailed(ADA, "desk")[-1].text.split())
    assert "for example: block bob" in answer(turn_box(seasons.game, 0), "block")
    assert "bob is blocked" in answer(turn_box(seasons.game, 0), "block bob")


IN_LANGUAGES = {
    "it": (
        "Come si usa “aiuto”",
        "Si scrive da solo, oppure con",
        "aiuto siesta",
    ),
    "de": (
        "So verwendest du „hilfe“",
        "Es steht für sich allein oder mit dem Namen eines Spiels",
        "hilfe siesta",
    ),
}


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_it_is_told_in_the_language_of_the_writer_with_the_words_of_that_language(
    seasons: Table, language: str
) -> None:
    change(seasons.players[0].id, language=language)
    text = answer(turn_box(seasons.game, 0), "help chess")
    assert [part for part in IN_LANGUAGES[language] if part not in text] == []


@ON_BOTH
def test_a_vacation_and_a_pause_can_be_asked_for_at_the_desk_once_the_sender_is_sure(seasons: Table) -> None:
    del seasons
    for text, done in (("vacation 10-14 August", "Vacation saved"), ("pause 3", "Emails paused")):
        assert write(ADA, "play", text) == Outcome.HELD
        say_yes(ADA)
        assert done in mailed(ADA, "desk")[-1].text


def test_each_term_says_how_it_is_written() -> None:
    assert all(usage.sentence and usage.examples for usage in TERMS.values())


def test_a_word_is_told_of_rather_than_a_move_that_is_spelled_a_little_like_it(seasons: Table) -> None:
    while "reroll 1" not in map(str, position_of(seasons.game).legal_actions()):
        seasons = table("ada", "bob")
    assert "Nothing was done. Write it in the first line of a new email to" in answer(
        turn_box(seasons.game, 0), "new siesta level1"
    )


def test_talk_that_begins_with_such_a_word_stays_talk(seasons: Table) -> None:
    told = answer(turn_box(seasons.game, 0), "Back home at last, and what a lovely evening that was!")
    assert "There was no move in your reply" in told
