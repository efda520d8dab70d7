"""A word that is known, and behind it what cannot stand there: the answer says what can, and how that is written."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.mail.usage import TERMS
from service.models import Outcome
from service.notifications.links import turn_box
from service.play.positions import position_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, mailed, say_yes, write
from tests.service.on_sqlite import ON_BOTH
from tests.service.tables import Table, table

ADA = "ada@example.net"
GAMES = "dawn, seasons, siesta, springtime, springtime-puzzle, and tribes"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game of ada against bob; it is ada's turn."""
    return table("ada", "bob")


def answered(to: str, text: str) -> Mailed:
    """Send an email by ada; return the answer to it."""
    assert write(ADA, to, text) == Outcome.ANSWERED
    return mailed(ADA, "answer", "general-mailbox")[-1]


def answer(to: str, text: str) -> str:
    """Send an email by ada; return the text of its answer."""
    return " ".join(answered(to, text).text.split())


AT_GENERAL = {
    "new": ("no-game", f"({GAMES})", "Example: new siesta level2"),
    "new chess level1": ("no-such-ruleset", "called chess", GAMES),
    "new siesta": ("no-opponents", "Example: new siesta level2"),
    "new siesta bob": ("bad-seat", "bob isn't an email address, level1 to level5"),
    "new siesta level9": ("bad-term", "from 1 to 5", "Example: new siesta level2"),
    "new siesta level1 days 99": ("bad-term", "from 1 to 60"),
    "new siesta fast 999": ("bad-term", "minutes, from 1 to 180"),
    "new siesta level1 late": ("bad-term", "Example: new siesta late level3"),
    "help chess": ("misused", f"the name of a game: {GAMES}", "for example: help help siesta"),
    "rules chess": ("misused", "for example: rules rules siesta"),
    "zone": ("misused", "large city", "for example: zone Rome"),
    "zone Mars": ("no-zone", "for example: zone Europe/Paris"),
    "language": ("misused", "one of these: en, de, and it."),
    "language xx": ("no-language", "for example: language en language de language it"),
    "name": ("misused", "your new name", "for example: name Zoe"),
    "substitute": ("misused", f"the names of games ({GAMES}), or “all”, or “off”"),
    "substitute chess": ("no-substitute", "substitute siesta"),
    "vacation": ("bad-vacation", "such as: vacation 1-14 August"),
    "vacation xyz": ("misused", "the first and the last day", "today or later", "within a year"),
    "vacation 31 February": ("bad-vacation", "such as: vacation 1-14 August"),
    "pause 999": ("bad-pause", "a number of days from 1 to 90"),
    "pause now": ("misused", "a number of days from 1 to 90"),
    "words maybe": ("misused", "by itself, or with “off”", "for example: words words off"),
    "games chess": ("misused", "Nothing was done. Write it by itself.", "for example: games"),
    "digest 25": ("misused", "the hour of the daily email", "for example: digest daily at 7 digest off"),
    "board": ("which-board", "reply to an email about the game"),
    "show 99999": ("which-board", "reply to an email about the game"),
    "block nobody": ("which-board", "reply to an email about the game"),
    "neu Schach": ("no-such-ruleset", "Kein Spiel hier heißt schach"),
}
"""What is written to the general address: the topic of the answer, and what it says."""


def check(told: Mailed, topic: str, facts: Sequence[str]) -> None:
    said = " ".join(told.text.split())
    assert (told.topic, [fact for fact in facts if fact not in said]) == (topic, []), said


def test_at_the_general_address_it_is_told_at_once_and_not_only_after_a_yes(seasons: Table, clock: FakeClock) -> None:
    del seasons
    for text, (topic, *facts) in AT_GENERAL.items():
        clock.advance(minutes=10)
        check(answered("play", text), topic, facts)


AT_TURN = {
    "show 99999": ("no-line", "the number of a line. To see all lines, write: log"),
    "show xyz": ("misused", "the number of a line"),
    "help chess": ("misused", f"the name of a game: {GAMES}."),
    "zone": ("misused", "zone Rome"),
    "language": ("misused", "one of these: en, de, and it"),
    "name": ("misused", "name Zoe"),
    "vacation xyz": ("misused", "vacation 1-14 August"),
    "substitute": ("misused", "substitute siesta"),
    "plan": ("no-plan", "plan if their move then your move"),
    "plan foo": ("misused", "the move you wait for and the move you play then"),
    "block": ("misused", "a player's name as shown in this game"),
    "unblock": ("misused", "for example: unblock bob"),
    "block nobody": ("nobody-called-so", "for example: block bob"),
    "report spam": ("misused", "by itself, or with a colon and the reason"),
    "rematch": ("not-over", "once the game, or the whole match, is over"),
    "board now": ("misused", "by itself. If it was a message to the other players, write “say” before it."),
    "draw I think": ("misused", "for example: draw"),
    "new siesta level1": ("elsewhere", "first line of a new email to play@sundial.localhost"),
    "games chess": ("misused", "by itself"),
    "quiet 7": ("misused", "for example: quiet 22-7 quiet off"),
    "stop please": ("elsewhere", "first line of a new email to play@sundial.localhost"),
}
"""What is written in answer to a turn: the topic of the answer, and what it says."""


def test_in_answer_to_a_turn_it_is_told_too(seasons: Table, clock: FakeClock) -> None:
    for text, (topic, *facts) in AT_TURN.items():
        clock.advance(minutes=10)
        check(answered(turn_box(seasons.game, 0), text), topic, facts)


@ON_BOTH
def test_what_is_told_can_be_answered_to_what_tells_it(seasons: Table) -> None:
    answer("play", "zone")
    assert write(ADA, "play", "zone Europe/Rome") == Outcome.HELD
    say_yes(ADA)
    assert "now Europe/Rome" in " ".join(mailed(ADA, "general-mailbox")[-1].text.split())
    assert "for example: block bob" in answer(turn_box(seasons.game, 0), "block")
    assert "bob is blocked" in answer(turn_box(seasons.game, 0), "block bob")


IN_LANGUAGES = {
    "it": (
        "Come si usa “aiuto”",
        "Scrivilo senza aggiungere altro, oppure con il nome di un gioco",
        "aiuto siesta",
    ),
    "de": (
        "So verwendest du „hilfe“",
        "ohne Zusatz oder mit dem Namen eines Spiels",
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
def test_a_vacation_and_a_pause_can_be_asked_for_at_the_general_address_once_the_sender_is_sure(seasons: Table) -> None:
    del seasons
    for text, done in (("vacation 10-14 August", "vacation"), ("pause 3", "paused")):
        assert write(ADA, "play", text) == Outcome.HELD
        say_yes(ADA)
        assert mailed(ADA, "general-mailbox")[-1].topic == done


def test_each_term_says_how_it_is_written() -> None:
    assert all(usage.sentence and usage.examples for usage in TERMS.values())


def test_a_word_is_told_of_rather_than_a_move_that_is_spelled_a_little_like_it(seasons: Table) -> None:
    while "reroll 1" not in map(str, position_of(seasons.game).legal_actions()):
        seasons = table("ada", "bob")
    assert answered(turn_box(seasons.game, 0), "new siesta level1").topic == "elsewhere"


def test_talk_that_begins_with_such_a_word_stays_talk(seasons: Table) -> None:
    told = answered(turn_box(seasons.game, 0), "Back home at last, and what a lovely evening that was!")
    assert told.topic == "no-move"
