"""Mails that say more than one thing: nothing is done, and the answer says what was read and how to say which."""

from __future__ import annotations

import pytest
from flask import Flask

import rules
from rules import parse_move
from service.accounts.accounts import change
from service.models import LONGEST_MESSAGE, GameStatus, Holding, Outcome
from service.notifications.boxes import is_asked
from service.notifications.links import turn_box
from service.play.chat import said
from service.play.positions import log_of, position_of
from service.presentation.offers import moves_for_example
from tests.service.mail.inbound.correspondent import Mailed, mailed, write
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"
QUOTE = (
    "\r\n\r\nOn Mon, 4 May 2026, Sundial wrote:\r\n> ----- Write your move above this line. -----\r\n> place max-8\r\n"
)


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn, and her moves are not held."""
    of = table("ada", "bob")
    change(of.players[0].id, moves_held=Holding.NONE)
    return of


def box(about: Table, seat: int = 0) -> str:
    return turn_box(about.game, seat)


def played(about: Table, seat: int = 0) -> list[str]:
    return [entry.action for entry in log_of(about.game) if entry.seat == seat]


def words(told: Mailed) -> str:
    return " ".join(told.text.split())


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_second_thought_is_asked_about_and_either_can_be_sent_back(app: Flask, ruleset: str) -> None:
    names = ["ada", "bob", "cy", "di"][: max(2, rules.game(ruleset).players[0])]
    about = table(*names, ruleset=ruleset)
    mover, seat = str(about.mover.email), about.game.to_move or 0
    first, second = moves_for_example(about.game, 2)
    text = f"{first}\r\n\r\nno wait, rather\r\n\r\n{second}{QUOTE}"
    assert write(mover, box(about, seat), text) == Outcome.ANSWERED
    assert [entry for entry in log_of(about.game) if entry.seat >= 0] == []
    told = mailed(mover, "answer")[0]
    assert told.topic == "unclear"
    assert told.offered == [first, second]
    actions = [str(action) for action in parse_move(position_of(about.game), second)]
    assert write(mover, told.box, told.offered[1]) == Outcome.PLAYED
    assert [entry.action for entry in log_of(about.game) if entry.seat == seat] == actions


@pytest.mark.parametrize("ruleset", ["siesta", "tribes"])
def test_one_action_a_line_is_played_as_one_move(app: Flask, ruleset: str) -> None:
    about = table("ada", "bob", ruleset=ruleset)
    for player in about.players:
        change(player.id, moves_held=Holding.NONE)
    while ", " not in moves_for_example(about.game, 1)[0]:
        about.play(moves_for_example(about.game, 1)[0])
    mover, seat = str(about.mover.email), about.game.to_move or 0
    [move] = moves_for_example(about.game, 1)
    before = len(played(about, seat))
    lines = "\r\n".join(["Hello!", "", *move.split(", "), "", "Thanks, Ada"])
    assert write(mover, box(about, seat), f"{lines}{QUOTE}") == Outcome.PLAYED
    assert played(about, seat)[before:] == move.split(", ")


@pytest.mark.parametrize(
    "text",
    [
        "place max-15\r\nresign",
        "place max-15\r\n\r\nresign yes",
        "resign yes\r\nplace max-15",
        "place max-15\r\nplace max-8",
        "place max-15\r\n\r\nplace max 8",
        "place max-15\r\nno wait",
        "place max-15\r\n\r\nor rather not there",
        "place max-15\r\npause",
        "board\r\nplace max-15",
    ],
)
def test_nothing_is_done_for_a_mail_that_says_two_things(seasons: Table, text: str) -> None:
    assert write(ADA, box(seasons), text + QUOTE) == Outcome.ANSWERED
    assert played(seasons) == []
    assert seasons.game.status == GameStatus.ACTIVE
    [told] = mailed(ADA, "answer")
    assert "place max-15" in told.offered
    assert "so nothing was done" in words(told)
    assert "your move on the first line" in told.text
    assert is_asked(told.box)


def test_a_wish_that_cannot_be_granted_is_shown_with_the_reason(seasons: Table) -> None:
    past_a_roll = "place max-8, place max-9"
    write(ADA, box(seasons), f"{past_a_roll}\r\nplace max-8")
    [told] = mailed(ADA, "answer")
    assert told.offered == [past_a_roll, "place max-8"]
    assert "Not possible now: A move ends where chance decides" in words(told)
    html = told.message.get_body(("html",))
    assert html is not None
    assert "place max-8" in html.get_content()


def test_the_html_shows_both_intents(seasons: Table) -> None:
    write(ADA, box(seasons), "place max-15\r\nplace max-8")
    html = mailed(ADA, "answer")[0].message.get_body(("html",))
    assert html is not None
    assert html.get_content().count("<li style=") >= 2


@pytest.mark.parametrize(
    "text",
    [
        "place max-15\r\n\r\nThanks for the game!",
        "Hi Sundial,\r\n\r\nplace max-15\r\n\r\nBest, Ada",
        "place max-15\r\nPlace MAX-15.",
        "place max-15\r\n\r\nNo problem, take your time\r\n\r\n-- \r\nplace max-8",
        "place max-15\r\n\r\nSent from my iPhone\r\nplace max-8",
    ],
)
def test_small_talk_and_signatures_stop_no_move(seasons: Table, text: str) -> None:
    assert write(ADA, box(seasons), text + QUOTE) == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


def test_a_footer_in_every_mail_leads_to_one_question_and_then_to_the_move(seasons: Table) -> None:
    footer = "\r\n\r\nAda, Tower max-3, or whoever reads my mail\r\nnot so far away"
    assert write(ADA, box(seasons), f"place max-15{footer}") == Outcome.ANSWERED
    [told] = mailed(ADA, "answer")
    assert told.offered == ["place max-15"]
    assert write(ADA, told.box, f"place max-15{footer}") == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


def test_what_is_written_to_the_box_of_a_question_is_a_players_answer_in_all_else(seasons: Table) -> None:
    asked = f"{box(seasons)}+asked"
    assert write(ADA, asked.upper(), "board") == Outcome.ANSWERED
    assert mailed(ADA, "answer")[0].box == box(seasons)
    assert write("eve@example.net", asked, "place max-15") == Outcome.HELD
    assert write(ADA, asked, "place max-15\r\nplace max-8") == Outcome.ANSWERED
    assert played(seasons) == []
    seasons.play_anything()
    assert write(ADA, asked, "place max-15") == Outcome.ANSWERED
    assert mailed(ADA, "answer")[-1].topic == "turn-over"


def test_a_question_is_asked_five_times_an_hour_and_a_clear_answer_is_always_played(seasons: Table) -> None:
    both = "place max-15\r\nplace max-8"
    assert [write(ADA, box(seasons), both) for _ in range(6)] == [*[Outcome.ANSWERED] * 5, Outcome.IGNORED]
    assert write(ADA, box(seasons), "place max-15\r\nplace min-9") == Outcome.ANSWERED
    assert write(ADA, box(seasons), "place max-8") == Outcome.PLAYED


def test_two_intents_for_a_turn_that_is_over_are_told_so(seasons: Table) -> None:
    old = box(seasons)
    seasons.play_anything()
    assert write(ADA, old, "place max-15\r\nno wait\r\nplace max-8") == Outcome.ANSWERED
    assert mailed(ADA, "answer")[0].topic == "turn-over"


def test_one_action_a_line_sent_again_is_played_once(app: Flask) -> None:
    about = table("ada", "bob", ruleset="siesta")
    ours, lines = box(about), "sun c4\r\nroof c5\r\nshadow c6"
    assert [write(ADA, ours, lines) for _ in range(2)] == [Outcome.PLAYED] * 2
    assert played(about) == ["sun c4", "roof c5", "shadow c6"]


def test_an_incomplete_turn_in_lines_is_refused_with_what_is_missing(app: Flask) -> None:
    about = table("ada", "bob", ruleset="siesta")
    assert write(ADA, box(about), "sun c4\r\nroof c5") == Outcome.ANSWERED
    told = words(mailed(ADA, "answer")[0])
    assert "You wrote: sun c4 / roof c5" in told
    assert "The turn is not complete yet" in told


def test_words_for_the_table_beside_a_move_are_said_once_it_is_played(seasons: Table) -> None:
    text = "say Good luck, Bob!\r\n\r\nplace max-15\r\nsay Your turn."
    assert write(ADA, box(seasons), text) == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]
    assert [message.text for message in said(seasons.game)] == ["Good luck, Bob!\nYour turn"]
    assert "message was sent to the other players" in words(mailed(ADA, "answer")[0])


def test_words_beside_a_move_that_is_refused_are_not_said_and_the_answer_says_so(seasons: Table) -> None:
    assert write(ADA, box(seasons), "place max-8, place max-9\r\nsay Hi!") == Outcome.ANSWERED
    assert list(said(seasons.game)) == []
    assert "Your message was not sent either" in words(mailed(ADA, "answer")[0])


def test_words_that_cannot_be_said_do_not_stop_a_move(seasons: Table) -> None:
    text = f"place max-15\r\nsay {'very ' * LONGEST_MESSAGE}long"
    assert write(ADA, box(seasons), text) == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]
    assert "Your message was not sent: " in words(mailed(ADA, "answer")[0])


def test_words_beside_a_request_are_said(seasons: Table) -> None:
    assert write(ADA, box(seasons), "resign yes\r\nsay Well played!") == Outcome.DONE
    assert [message.text for message in said(seasons.game)] == ["Well played!"]
    assert seasons.game.status == GameStatus.FINISHED


def test_an_answer_of_more_lines_than_are_read_plays_nothing_and_says_why(seasons: Table) -> None:
    assert write(ADA, box(seasons), "place max-15\r\n" + "and so on\r\n" * 600) == Outcome.ANSWERED
    assert played(seasons) == []
    assert mailed(ADA, "answer")[0].topic == "too-long"
