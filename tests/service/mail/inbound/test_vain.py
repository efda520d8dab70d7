"""Mails that nothing can be done for are answered, but not for ever; a person is warned before we fall silent."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock
from service.models import Outcome
from service.notifications.links import invitation_box, turn_box
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import decline
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mail, mailed, process_all, write
from tests.service.on_sqlite import ON_BOTH
from tests.service.tables import Table, person, table

ANSWERED, IGNORED, PLAYED = Outcome.ANSWERED, Outcome.IGNORED, Outcome.PLAYED
ADA = "ada@example.net"
WARNING = "We'll answer such emails again after"
PROSE = [
    "I am on holiday until Monday, 4 May.",
    "Thanks, I shall think about it tomorrow.",
    "What a lovely game this is!",
]


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn."""
    return table("ada", "bob")


def box(seasons: Table) -> str:
    return turn_box(seasons.game, 0)


def texts(*kinds: str) -> list[str]:
    return [" ".join(each.text.split()) for each in mailed(ADA, *kinds)]


def test_a_person_who_writes_prose_again_and_again_is_answered_and_told_when_there_is_silence(seasons: Table) -> None:
    assert [write(ADA, box(seasons), prose) for prose in PROSE * 3] == [ANSWERED] * 5 + [IGNORED] * 4
    assert [WARNING in text for text in texts("answer")] == [False] * 4 + [True]
    assert f"{WARNING} Mon 4 May 2026, 13:00 UTC" in texts("answer")[-1]


def test_after_the_silence_one_is_answered_again(seasons: Table, clock: FakeClock) -> None:
    for prose in PROSE * 3:
        write(ADA, "play", prose)
    clock.advance(minutes=59)
    assert write(ADA, "play", PROSE[0]) == IGNORED
    clock.advance(minutes=1)
    assert write(ADA, "play", PROSE[0]) == ANSWERED


@pytest.mark.parametrize("to", ["a turn", "the general address"])
def test_a_person_who_writes_at_once_is_answered_each_time(seasons: Table, to: str) -> None:
    outcomes = [write(ADA, box(seasons) if to == "a turn" else "play", prose) for prose in PROSE]
    assert outcomes == [ANSWERED] * 3
    assert not any(WARNING in text for text in texts("answer", "general-mailbox"))


@pytest.mark.parametrize("please", ["Help, please", "Please help me!", "Hilfe bitte!", "aiuto, per favore"])
@ON_BOTH
def test_whoever_asks_kindly_for_help_gets_it_each_time(seasons: Table, please: str) -> None:
    for to in (box(seasons), "play"):
        assert [write(ADA, to, please) for _ in range(4)] == [ANSWERED] * 4
    assert all("help moves" in text or "aiuto mosse" in text or "hilfe züge" in text for text in texts("answer"))


def test_a_slow_machine_comes_to_an_end_for_the_day_and_its_owner_is_told(seasons: Table, clock: FakeClock) -> None:
    outcomes = []
    for prose in PROSE * 4:
        outcomes.append(write(ADA, box(seasons), prose))
        clock.advance(minutes=15)
    assert outcomes == [ANSWERED] * 8 + [IGNORED] * 4
    assert [WARNING in text for text in texts("answer")] == [False] * 7 + [True]
    assert f"{WARNING} Tue 5 May 2026, 12:00 UTC" in texts("answer")[-1]
    clock.advance(days=1)
    assert write(ADA, box(seasons), PROSE[0]) == ANSWERED


def test_how_long_mails_wait_to_be_read_says_nothing_of_their_writer(seasons: Table, clock: FakeClock) -> None:
    for prose in PROSE * 3:
        deliver(box(seasons), mail(ADA, prose))
    clock.advance(hours=1)
    assert process_all() == [ANSWERED] * 5 + [IGNORED] * 4


def test_whoever_gets_so_many_answers_an_hour_that_no_more_come_is_told_until_when(seasons: Table) -> None:
    assert [write(ADA, "play", "help") for _ in range(13)] == [ANSWERED] * 12 + [Outcome.HELD]
    told = ["We'll reply again after Mon 4 May 2026, 13:00 UTC" in text for text in texts("general-mailbox")]
    assert told == [False] * 11 + [True]


@pytest.mark.usefixtures("app")
def test_whoever_does_not_say_yes_is_told_each_time_what_can_be_said() -> None:
    write("eve@example.net", "play", "new seasons level1")
    asked = mailed("eve@example.net", "confirm")[-1].box
    assert [write("eve@example.net", asked, f"What is {what}?") for what in ("it", "this", "that")] == [ANSWERED] * 3


def test_whoever_gets_no_answer_any_more_can_still_play_and_ask(seasons: Table) -> None:
    for prose in PROSE * 3:
        write(ADA, box(seasons), prose)
    assert write(ADA, box(seasons), "board") == ANSWERED
    assert write(ADA, box(seasons), "place max-15") == PLAYED


@ON_BOTH
def test_somebody_who_tries_one_line_after_the_other_is_told_about_each(seasons: Table) -> None:
    tries = ["max 99", "place max", "place 15 max", "put it on max-15", "max15?"]
    assert [write(ADA, box(seasons), line) for line in tries] == [ANSWERED] * 5


def test_a_move_that_the_rules_refuse_is_answered_each_time(seasons: Table) -> None:
    outcomes = [write(ADA, box(seasons), "place max-15, place max-15") for _ in range(4)]
    assert outcomes == [ANSWERED] * 4


@pytest.mark.parametrize("text", ["Hello!", ""], ids=["the same line", "no words"])
def test_the_same_over_and_over_comes_to_an_end(seasons: Table, text: str) -> None:
    assert [write(ADA, box(seasons), text) for _ in range(6)] == [ANSWERED] * 5 + [IGNORED]


def test_a_new_turn_does_not_begin_the_count_anew(seasons: Table) -> None:
    old = box(seasons)
    seasons.play_anything()
    outcomes = [write(ADA, each, PROSE[0]) for each in [old, box(seasons)] * 3]
    assert outcomes == [ANSWERED] * 5 + [IGNORED]


def test_each_game_has_a_count_of_its_own(seasons: Table) -> None:
    other = table("ada", "eve")
    assert [write(ADA, box(each), PROSE[0]) for each in (seasons, other) * 4] == [ANSWERED] * 8


def test_another_writer_is_answered_all_the_same(seasons: Table) -> None:
    for prose in PROSE * 3:
        write(ADA, "play", prose)
    assert write("bob@example.net", "play", PROSE[0]) == ANSWERED


def test_the_general_address_does_what_it_can_however_often_it_could_not_understand(seasons: Table) -> None:
    outcomes = [write(ADA, "play", text) for text in ("hello", "", "OK") * 3]
    assert outcomes == [ANSWERED] * 5 + [IGNORED] * 4
    assert [write(ADA, "play", text) for text in ("help", "games", "new chess level1")] == [ANSWERED] * 3


def test_each_game_that_is_asked_for_in_vain_is_answered(seasons: Table) -> None:
    lines = ["new chess level1", "new seasons", "new seasons bob", "new go level1"]
    assert [write(ADA, "play", line) for line in lines] == [ANSWERED] * 4


@pytest.mark.usefixtures("app")
def test_what_is_answered_to_an_invitation_that_is_over_is_not_taken_for_something_new() -> None:
    ada = person("ada")
    wish = NewGame(ruleset="seasons", seats=[SeatWish(me=True), SeatWish(email=ADA)])
    game = create_game(person("bob"), wish, clock.now())
    invitation = invitation_box(game, 1)
    decline(game.id, ada, clock.now())
    assert [write(ADA, invitation, "yes") for _ in range(6)] == [ANSWERED] * 5 + [IGNORED]
    assert {each.box for each in mailed(ADA, "general-mailbox")} == {invitation}
