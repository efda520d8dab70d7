"""Held moves: played by a sweep as of their arrival, unless they are stopped, replaced or stale before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from service.db.engines import session, transaction
from service.models import EndedBy, Event, Game, GameStatus, HeldMove, Message, Notice
from service.notifications.links import present_turn
from service.play.clocks import enforce_deadline, overdue_games
from service.play.held_moves import SentMove, claim_held, hold_move, play_held
from service.play.held_turns import stop
from service.play.moves import RuleRefused, TimeIsUp, accept_move
from service.play.positions import log_of
from service.play.proposals import ask_back
from service.play.seating import lock_game
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from workers.jobs import held_moves as job

pytestmark = pytest.mark.usefixtures("app")

MOVE = "place max-15"
TEN = timedelta(minutes=10)


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn."""
    return table("ada", "bob")


def hold(about: Table, clock: FakeClock, move: str = MOVE, **talk: Any) -> HeldMove:
    """Hold a move of the player to move."""
    with transaction():
        game = lock_game(about.id)
        link, now = present_turn(game, game.to_move or 0), clock()
        held = hold_move(game, link, SentMove(game.version, move, now, talk), now)
    assert held is not None
    return held


def played(about: Table) -> list[str]:
    session().rollback()
    return [entry.action for entry in log_of(about.game) if entry.seat >= 0]


def told(about: Table, seat: int = 0) -> list[str]:
    """Return the topics of the answers to a player."""
    answers = select(Notice).where(Notice.kind == "answer", Notice.account_id == about.players[seat].id)
    return [notice.data["topic"] for notice in session().scalars(answers)]


def test_a_held_move_is_played_after_ten_minutes_as_of_its_arrival(seasons: Table, clock: FakeClock) -> None:
    sent, events = clock(), session().scalars(select(Event.type)).all()
    assert hold(seasons, clock).due_at == sent + TEN
    clock.advance(minutes=9)
    job.run()
    assert played(seasons) == []
    assert session().scalars(select(Event.type)).all() == events
    clock.advance(minutes=1)
    job.run()
    assert played(seasons) == [MOVE]
    assert log_of(seasons.game)[-1].at == sent
    assert seasons.game.to_move == 1
    assert session().scalars(select(HeldMove)).all() == []


def test_an_illegal_move_is_refused_and_not_held(seasons: Table, clock: FakeClock) -> None:
    with pytest.raises(RuleRefused):
        hold(seasons, clock, "place max-99")
    assert seasons.game.held_at is None


def test_two_sweeps_at_once_play_it_once(app: Flask, seasons: Table, clock: FakeClock) -> None:
    hold(seasons, clock, text="Hello!", to=None)
    clock.advance(minutes=10)
    [claimed] = claim_held(clock())
    together = Barrier(2)

    def sweep() -> None:
        with app.app_context():
            together.wait()
            play_held(claimed, clock())

    with ThreadPoolExecutor(2) as pool:
        for each in [pool.submit(sweep) for _ in range(2)]:
            each.result()
    assert played(seasons) == [MOVE]
    assert [message.text for message in session().scalars(select(Message))] == ["Hello!"]


def test_a_worker_that_dies_leaves_it_to_the_next_one(seasons: Table, clock: FakeClock) -> None:
    hold(seasons, clock)
    clock.advance(minutes=10)
    assert claim_held(clock())
    job.run()
    assert played(seasons) == []
    clock.advance(minutes=2)
    job.run()
    assert played(seasons) == [MOVE]


def test_a_fault_in_one_game_does_not_stop_the_others(seasons: Table, clock: FakeClock) -> None:
    other = table("cy", "di")
    hold(seasons, clock)
    hold(other, clock)
    with transaction():
        lock_game(seasons.id).log_length = 99
    clock.advance(minutes=10)
    job.run()
    assert played(other) == [MOVE]
    assert session().get(HeldMove, seasons.id) is not None


def test_a_held_move_in_time_is_played_though_the_sweep_comes_after_the_deadline(
    seasons: Table, clock: FakeClock
) -> None:
    deadline = seasons.game.deadline
    assert deadline is not None
    clock.time = deadline - timedelta(minutes=20)
    assert hold(seasons, clock).due_at == clock() + timedelta(minutes=2)
    late = clock.advance(minutes=30)
    assert overdue_games(late) == []
    assert not enforce_deadline(seasons.id, late)
    version = seasons.game.version
    assert isinstance(accept_move(seasons.id, seat=0, version=version, move="place max-13", now=late), TimeIsUp)
    job.run()
    assert (played(seasons), seasons.game.status) == ([MOVE], GameStatus.ACTIVE)


def test_a_stopped_move_has_stopped_no_clock(seasons: Table, clock: FakeClock) -> None:
    deadline = seasons.game.deadline
    assert deadline is not None
    clock.time = deadline - timedelta(minutes=20)
    hold(seasons, clock)
    seasons.look()
    late = clock.advance(minutes=30)
    with transaction():
        assert stop(lock_game(seasons.id), 0) is not None
    assert overdue_games(late) == [seasons.id]
    assert enforce_deadline(seasons.id, late)
    game = seasons.game
    assert (game.status, game.ended_by, played(seasons)) == (GameStatus.FINISHED, EndedBy.TIME, [])


def test_a_game_that_has_moved_on_makes_it_stale_and_its_player_is_told(app: Flask, clock: FakeClock) -> None:
    three = table("ada", "bob", "cy")
    hold(three, clock)
    resign(three.id, three.players[1], clock())
    clock.advance(minutes=10)
    job.run()
    assert (played(three), told(three)) == ([], ["held-stale"])
    assert session().scalars(select(HeldMove)).all() == []
    assert three.game.held_at is None


def test_a_game_that_is_over_tells_at_once_but_not_a_player_who_has_resigned(seasons: Table, clock: FakeClock) -> None:
    other = table("cy", "di")
    hold(seasons, clock)
    hold(other, clock)
    resign(seasons.id, seasons.players[1], clock())
    resign(other.id, other.players[0], clock())
    job.run()
    assert (told(seasons), told(other)) == (["held-stale"], [])
    assert session().scalars(select(HeldMove)).all() == []


def test_another_move_replaces_it_and_its_message_is_not_sent(seasons: Table, clock: FakeClock) -> None:
    hold(seasons, clock, text="Hello!", to=None)
    seasons.play("place max-13")
    clock.advance(minutes=10)
    job.run()
    assert (played(seasons), told(seasons)) == (["place max-13"], [])
    assert session().scalars(select(Message)).all() == []


def test_its_message_comes_in_the_email_about_the_next_turn(seasons: Table, clock: FakeClock) -> None:
    hold(seasons, clock, text="Your turn, Bob.", to=None)
    clock.advance(minutes=10)
    job.run()
    to_bob = select(Notice.kind).where(Notice.account_id == seasons.players[1].id, Notice.version == seasons.game.turn)
    assert "your-turn" in session().scalars(to_bob).all()
    assert session().scalars(select(Notice).where(Notice.kind == "message")).all() == []


def test_a_message_that_may_not_be_sent_is_told_to_its_author(seasons: Table, clock: FakeClock) -> None:
    hold(seasons, clock, text="Hello!", to=-1)
    clock.advance(minutes=10)
    job.run()
    assert (played(seasons), told(seasons)) == ([MOVE], ["not-said"])


def test_a_game_is_the_same_to_others_while_a_move_is_held(seasons: Table, clock: FakeClock) -> None:
    before = session().get_one(Game, seasons.id, populate_existing=True).version
    hold(seasons, clock)
    assert seasons.game.version == before


def test_a_stale_move_is_told_though_the_next_player_holds_one_before_the_sweep(app: Flask, clock: FakeClock) -> None:
    village = table("ada", "bob", ruleset="siesta", grace_minutes=60)
    village.play(village.whole_moves(1)[0])
    hold(village, clock, village.whole_moves(1)[0])
    ask_back(village.id, village.players[0], clock())
    hold(village, clock, village.whole_moves(2)[1])
    assert told(village, 1) == ["held-stale"]
    clock.advance(minutes=10)
    job.run()
    assert (village.game.to_move, session().scalars(select(HeldMove)).all()) == (1, [])
