"""Mails that nothing can be done for are answered, but not for ever; a person is warned before we fall silent."""

from __future__ import annotations

import pytest
from flask import Flask

from service.core import clock
from service.models import Outcome
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import decline
from service.post.links import invitation_box, turn_box
from tests.service.conftest import FakeClock, settings
from tests.service.mail.inbound.correspondent import deliver, mail, mailed, process_all, write
from tests.service.tables import Table, person, table

__all__ = ["settings"]

ADA = "ada@example.net"
WARNING = "a third mail of this kind is not answered if it comes within the same minute"
TODAY = "no more mails of this kind are answered today"
PROSE = [
    "I am on holiday until Monday, 4 May.",
    "Thanks, I shall think about it tomorrow.",
    "What a lovely game this is!",
]


@pytest.fixture
def seasons(app: Flask) -> Table:
    """A game in which ada is to move."""
    return table("ada", "bob")


def box(seasons: Table) -> str:
    return turn_box(seasons.game, 0)


def texts(*kinds: str) -> list[str]:
    return [" ".join(each.text.split()) for each in mailed(ADA, *kinds)]


def test_prose_is_answered_twice_at_once_whatever_its_words(seasons: Table) -> None:
    assert [write(ADA, box(seasons), prose) for prose in PROSE] == [
        Outcome.ANSWERED,
        Outcome.ANSWERED,
        Outcome.IGNORED,
    ]


@pytest.mark.parametrize("to", ["a turn", "the desk"])
def test_a_person_who_reads_each_answer_and_writes_again_is_answered(seasons: Table, clock: FakeClock, to: str) -> None:
    for prose in PROSE:
        assert write(ADA, box(seasons) if to == "a turn" else "play", prose) == Outcome.ANSWERED
        clock.advance(seconds=30)
    assert len(texts("answer", "desk")) == len(PROSE)


@pytest.mark.parametrize("please", ["Help, please", "Please help me!", "Hilfe bitte!", "aiuto, per favore"])
def test_whoever_asks_kindly_for_help_gets_it_each_time(seasons: Table, please: str) -> None:
    for to in (box(seasons), "play"):
        assert [write(ADA, to, please) for _ in range(4)] == [Outcome.ANSWERED] * 4
    assert all("help moves" in text or "aiuto mosse" in text or "hilfe züge" in text for text in texts("answer"))


def test_a_slow_machine_comes_to_an_end_for_the_day_and_its_owner_is_told(seasons: Table, clock: FakeClock) -> None:
    outcomes = []
    for prose in PROSE * 3:
        outcomes.append(write(ADA, box(seasons), prose))
        clock.advance(minutes=15)
    assert outcomes == [Outcome.ANSWERED] * 6 + [Outcome.IGNORED] * 3
    assert [TODAY in text for text in texts("answer")] == [False] * 5 + [True]
    clock.advance(days=1)
    assert write(ADA, box(seasons), PROSE[0]) == Outcome.ANSWERED


def test_how_long_mails_wait_to_be_read_says_nothing_of_their_writer(seasons: Table, clock: FakeClock) -> None:
    for prose in PROSE:
        deliver(box(seasons), mail(ADA, prose))
    clock.advance(hours=1)
    assert process_all() == [Outcome.ANSWERED, Outcome.ANSWERED, Outcome.IGNORED]


def test_the_last_answer_says_that_it_is_the_last(seasons: Table) -> None:
    for prose in PROSE:
        write(ADA, box(seasons), prose)
    assert [WARNING in text for text in texts("answer")] == [False, True]


def test_whoever_gets_no_answer_any_more_can_still_play_and_ask(seasons: Table) -> None:
    for prose in PROSE:
        write(ADA, box(seasons), prose)
    assert write(ADA, box(seasons), "board") == Outcome.ANSWERED
    assert write(ADA, box(seasons), "place max-15") == Outcome.PLAYED


def test_somebody_who_tries_one_line_after_the_other_is_told_about_each(seasons: Table) -> None:
    tries = ["max 99", "place max", "place 15 max", "put it on max-15", "max15!"]
    assert [write(ADA, box(seasons), line) for line in tries] == [Outcome.ANSWERED] * 5


def test_a_move_that_the_rules_refuse_is_answered_each_time(seasons: Table) -> None:
    outcomes = [write(ADA, box(seasons), "place max-15, place max-15") for _ in range(4)]
    assert outcomes == [Outcome.ANSWERED] * 4


def test_the_same_line_is_answered_twice(seasons: Table) -> None:
    outcomes = [write(ADA, box(seasons), "Hello!") for _ in range(3)]
    assert outcomes == [Outcome.ANSWERED, Outcome.ANSWERED, Outcome.IGNORED]


def test_mails_without_words_are_answered_twice(seasons: Table) -> None:
    outcomes = [write(ADA, box(seasons), "") for _ in range(3)]
    assert outcomes == [Outcome.ANSWERED, Outcome.ANSWERED, Outcome.IGNORED]


def test_a_new_turn_does_not_begin_the_count_anew(seasons: Table) -> None:
    old = box(seasons)
    seasons.play_anything()
    outcomes = [write(ADA, each, PROSE[0]) for each in (old, box(seasons), old)]
    assert outcomes == [Outcome.ANSWERED, Outcome.ANSWERED, Outcome.IGNORED]


def test_each_game_has_a_count_of_its_own(seasons: Table) -> None:
    other = table("ada", "eve")
    assert [write(ADA, box(each), PROSE[0]) for each in (seasons, other) * 2] == [Outcome.ANSWERED] * 4


def test_another_writer_is_answered_all_the_same(seasons: Table) -> None:
    for prose in PROSE:
        write(ADA, "play", prose)
    assert write("bob@example.net", "play", PROSE[0]) == Outcome.ANSWERED


def test_the_desk_answers_twice_what_it_cannot_understand_and_does_what_it_can(seasons: Table) -> None:
    outcomes = [write(ADA, "play", text) for text in ("hello", "", "OK", "help", "games", "new chess level1")]
    assert outcomes == [Outcome.ANSWERED] * 2 + [Outcome.IGNORED] + [Outcome.ANSWERED] * 3
    assert [WARNING in text for text in texts("desk")] == [False, True, False, False, False]


def test_each_game_that_is_wished_for_in_vain_is_answered(seasons: Table) -> None:
    wishes = ["new chess level1", "new seasons", "new seasons bob", "new go level1"]
    assert [write(ADA, "play", wish) for wish in wishes] == [Outcome.ANSWERED] * 4


@pytest.mark.usefixtures("app")
def test_what_is_answered_to_an_invitation_that_is_over_is_not_taken_for_something_new() -> None:
    ada = person("ada")
    wish = NewGame(ruleset="seasons", seats=[SeatWish(me=True), SeatWish(email=ADA)])
    game = create_game(person("bob"), wish, clock.now())
    invitation = invitation_box(game, 1)
    decline(game.id, ada, clock.now())
    assert [write(ADA, invitation, "yes") for _ in range(3)] == [Outcome.ANSWERED, Outcome.ANSWERED, Outcome.IGNORED]
    assert {each.box for each in mailed(ADA, "desk")} == {invitation}
