"""“Did you mean this? Answer yes”: what was nearly a move is asked about, and what is near to it can be played."""

from __future__ import annotations

import re
from random import Random

import pytest
from flask import Flask

import rules
from service.config.environment import Config
from service.db.engines import session
from service.models import Outcome
from service.notifications.links import turn_box
from service.play.chat import said
from service.play.clocks import overdue_games
from service.play.moves import RuleRefused, preview
from service.play.positions import log_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, deliver, mail, mailed, process_all, write
from tests.service.tables import Table, table
from workers.jobs.notices import seal_due

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"
YES = ["yes", "Yes!", "ja", "Oui, merci", "sì", "sí, por favor", "tak", "ano", "да", "はい", "是的", "ok", "sim"]


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use one database with empty tables."""
    return sqlite_settings


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn."""
    return table("ada", "bob")


def played(about: Table) -> list[str]:
    session().rollback()
    return [entry.action for entry in log_of(about.game) if entry.seat >= 0]


def newest(address: str = ADA) -> Mailed:
    return mailed(address, "answer")[-1]


def asked(about: Table, text: str = "put it on max-15") -> Mailed:
    """Send an email by ada that leads to a question; return the question."""
    assert write(ADA, turn_box(about.game, 0), text) == Outcome.ANSWERED
    return newest()


def suggested(told: Mailed) -> list[str]:
    """Return the moves that a refusal suggests; it has exactly one list of them."""
    lists = re.findall(r"^\S.*:\n((?: {4}.+\n)+)", "\n".join(told.text.splitlines()), re.MULTILINE)
    assert len(lists) == 1
    return [line.strip() for line in lists[0].splitlines()]


def test_what_is_nearly_one_move_is_asked_about_and_nothing_is_played(seasons: Table) -> None:
    question = asked(seasons)

    assert question.topic == "asked"
    assert "    place max-15" in question.text.splitlines()
    assert "not a move in this game's notation" in question.text
    assert "Your move was not played" not in question.text
    assert played(seasons) == []


@pytest.mark.parametrize("yes", YES)
def test_yes_in_any_of_twelve_languages_plays_that_move(seasons: Table, yes: str) -> None:
    question = asked(seasons)
    quote = "\r\n".join(f"> {line}" for line in question.text.splitlines())

    assert write(ADA, question.box, f"{yes}\r\n\r\nOn Monday, Sundial wrote:\r\n{quote}") == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


def test_what_the_rules_refuse_is_told_and_asked_about_where_one_move_is_near(seasons: Table) -> None:
    question = asked(seasons, "place max-15, place max-15")

    assert "A move ends where chance decides" in " ".join(question.text.split())
    assert write(ADA, question.box, "yes") == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


def test_no_is_answered_kindly_and_plays_nothing(seasons: Table) -> None:
    assert write(ADA, asked(seasons).box, "No, thanks") == Outcome.ANSWERED

    assert newest().topic == "not-meant"
    assert played(seasons) == []
    assert write(ADA, newest().box, "place max-8") == Outcome.PLAYED


def test_another_move_can_be_written_instead_of_yes(seasons: Table) -> None:
    assert write(ADA, asked(seasons).box, "place max-8") == Outcome.PLAYED
    assert played(seasons) == ["place max-8"]


def test_an_answer_that_is_again_nearly_a_move_is_asked_about_again(seasons: Table) -> None:
    write(ADA, asked(seasons).box, "plce max-8")

    assert write(ADA, newest().box, "yes") == Outcome.PLAYED
    assert played(seasons) == ["place max-8"]


def test_each_question_asks_about_its_own_move(seasons: Table) -> None:
    first, second = asked(seasons), asked(seasons, "put it on max-8")

    assert first.box != second.box
    assert write(ADA, first.box, "yes") == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


def test_yes_twice_plays_once(seasons: Table) -> None:
    question = asked(seasons)

    assert [write(ADA, question.box, "yes") for _ in range(2)] == [Outcome.PLAYED] * 2
    assert played(seasons) == ["place max-15"]


def test_a_yes_after_the_game_has_gone_on_plays_nothing_and_says_so(seasons: Table) -> None:
    question = asked(seasons)
    while not played(seasons) or seasons.mover.email != ADA:
        seasons.play_anything()
    before = played(seasons)

    assert write(ADA, question.box, "yes") == Outcome.ANSWERED
    assert newest().topic == "question-over"
    assert "What happened" in newest().text
    assert played(seasons) == before


def test_another_move_in_answer_to_an_old_question_is_not_played_in_a_new_turn(seasons: Table) -> None:
    question = asked(seasons)
    while not played(seasons) or seasons.mover.email != ADA:
        seasons.play_anything()
    before = played(seasons)

    [other, *_] = [move for move in seasons.whole_moves(10) if move not in before]  # what was played can be sent again
    assert write(ADA, question.box, other) == Outcome.ANSWERED
    assert newest().topic == "turn-over"
    assert played(seasons) == before


def test_a_yes_and_words_that_take_it_back_are_asked_about(seasons: Table) -> None:
    question = asked(seasons)

    assert write(ADA, question.box, "yes\r\nno wait, rather max 16") == Outcome.ANSWERED
    assert newest().offered == ["yes"]
    assert played(seasons) == []
    assert write(ADA, newest().box, "yes") == Outcome.PLAYED


def test_small_talk_beside_yes_is_said_to_the_table(seasons: Table) -> None:
    write(ADA, asked(seasons).box, "Yes!\r\nGood luck, Bob.")

    assert [message.text for message in said(seasons.game)] == ["Good luck, Bob."]


def test_the_yes_of_anybody_else_waits_for_the_player(seasons: Table) -> None:
    question = asked(seasons)

    assert write("eve@example.net", question.box, "yes") == Outcome.HELD
    assert played(seasons) == []
    assert write(ADA, mailed(ADA, "confirm")[-1].box, "yes") == Outcome.DONE
    assert played(seasons) == ["place max-15"]


def test_a_yes_that_came_before_the_deadline_counts_though_it_is_read_after_it(
    seasons: Table, clock: FakeClock
) -> None:
    question = asked(seasons)
    deliver(question.box, mail(ADA, "yes"), at=clock.advance(days=2, hours=23))
    clock.advance(hours=2)

    assert overdue_games(clock()) == []
    assert process_all() == [Outcome.PLAYED]


def test_a_broken_question_box_is_none(seasons: Table) -> None:
    box = asked(seasons).box
    write(ADA, f"{box[:-1]}{'0' if box[-1] != '0' else '1'}", "yes")

    assert played(seasons) == []


def test_prose_is_no_move_that_was_refused(seasons: Table) -> None:
    write(ADA, turn_box(seasons.game, 0), "Thanks, I shall think about it tomorrow.")

    assert newest().topic == "no-move"
    assert "Your move was not played" not in newest().text


def test_an_answer_to_an_answer_that_was_sent_is_read_in_programs_that_mark_no_quotes(
    seasons: Table, clock: FakeClock
) -> None:
    question = asked(seasons)
    seal_due(clock)
    quoted = question.text.replace("\n", "\r\n")

    outlook = f"yes\r\n\r\n-----Original Message-----\r\nFrom: Sundial\r\n\r\n{quoted}"

    assert write(ADA, turn_box(seasons.game, 0), outlook.replace("yes", "board")) == Outcome.ANSWERED
    assert write(ADA, question.box, outlook) == Outcome.PLAYED


def misses(about: Table, rng: Random) -> list[str]:
    """Return faulty moves: written twice, incomplete, mistyped, for another place, or of another turn."""
    move = rng.choice(about.whole_moves(40))
    first, last = move.split(", ")[0], move.split(", ")[-1]
    return [f"{move}, {move}", first, last, move.replace("o", "", 1), f"{move[:-1]}9 there", *played(about)[-1:]]


def is_legal(about: Table, move: str) -> bool:
    game = about.game
    try:
        preview(game, seat=game.to_move or 0, version=game.version, move=move)
    except RuleRefused:
        return False
    return True


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_whatever_an_answer_offers_is_accepted_when_it_is_sent_back(app: Flask, ruleset: str) -> None:
    rng = Random(3)
    about = table(*["ada", "bob", "cy", "di"][: max(2, rules.game(ruleset).players[0])], ruleset=ruleset)
    offered: list[str] = []
    for _ in range(3):
        mover, box = str(about.mover.email), turn_box(about.game, about.game.to_move or 0)
        for miss in misses(about, rng):
            if not is_legal(about, miss):
                assert write(mover, box, miss) == Outcome.ANSWERED
                meant = newest(mover).notice.data.get("meant")
                offered = [meant] if meant else suggested(newest(mover))
                assert all(is_legal(about, move) for move in offered), (miss, offered)
        assert offered
        assert write(mover, newest(mover).box, offered[-1]) == Outcome.PLAYED


def test_yes_will_do_where_one_move_was_left_in_doubt(seasons: Table) -> None:
    question = asked(seasons, "place max-15\r\nor should I wait?")

    assert question.topic == "unsure"
    assert "Or reply with “yes”." in question.text
    assert write(ADA, question.box, "yes\r\n\r\nAda Example, or whom it may concern") == Outcome.PLAYED
    assert played(seasons) == ["place max-15"]


def test_who_leaves_out_parts_of_a_move_is_told_how_they_are_put_together() -> None:
    about = table("ada", "bob", ruleset="siesta")
    first = about.whole_moves(1)[0].split(", ")[0]

    assert write(ADA, turn_box(about.game, 0), first) == Outcome.ANSWERED
    assert "separated by commas" in " ".join(newest().text.split())
    assert write(ADA, newest().box, suggested(newest())[0]) == Outcome.PLAYED
