"""The computer's turns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

import rules
from rules import AnyPosition
from rules.game import Tactics
from service.db import clock
from service.db.engines import session
from service.jobs.fairness import QUICK_IN_A_ROW
from service.models import Game, GameStatus, OpponentTurn, WorkState
from service.play.games import MAX_LEVEL, NewGame, SeatWish, create_game
from service.play.opponents import claim_turns
from service.play.positions import log_of, position_of
from service.play.seating import game_seen_by
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.waiting import eventually
from tests.workers.computers import computer_to_move
from workers.jobs import opponents
from workers.search import LEVELS, Budget, choose_turn

pytestmark = pytest.mark.usefixtures("app")


def moves_of(game: Game, seat: int) -> list[str]:
    """Return the moves of a seat."""
    return [entry.action for entry in log_of(game) if entry.seat == seat]


def states() -> list[str]:
    """Return the states of all turns of the computer."""
    session().rollback()
    return list(session().scalars(select(OpponentTurn.state).order_by(OpponentTurn.version)))


def first_action(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
    """Choose the first legal action."""
    return [position.legal_actions()[0]]


def test_the_computer_plays_its_turn_and_the_next_player_is_told() -> None:
    ada = person("ada")
    game_id = computer_to_move(ada, 1)
    while opponents.run():
        pass
    game = game_seen_by(game_id, ada)
    assert game.to_move == 1
    assert any(action.startswith("place") for action in moves_of(game, 0))
    assert set(states()) == {WorkState.DONE}


def test_a_run_plays_one_turn_so_that_other_work_gets_its_chance_before_the_next() -> None:
    for name in ("ada", "bob"):
        computer_to_move(person(name), 1)
    assert opponents.run_turn(first_action)
    assert sorted(states()) == [WorkState.DONE, WorkState.QUEUED]


def test_a_game_of_several_computers_takes_turns_with_the_others_that_wait(clock: FakeClock) -> None:
    crowded = computer_to_move(person("ada"), 1, 1)
    clock.advance(seconds=1)
    other = computer_to_move(person("bob"), 1)
    played: list[str] = []

    def noted(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        clock.advance(seconds=1)
        played.append(other if len(position.scores()) == len("ab") else crowded)
        return [next(action for action in position.legal_actions() if str(action).startswith("place"))]

    while opponents.run_turn(noted):
        pass

    assert played == [crowded, other, crowded]


def levels_thought_over() -> list[int]:
    """Let all turns that wait be played, and say of which levels they were, in that order."""
    levels: list[int] = []

    def noted(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        levels.append(level)
        return [next(action for action in position.legal_actions() if str(action).startswith("place"))]

    while opponents.run_turn(noted):
        pass
    return levels


def test_who_plays_at_once_does_not_wait_for_who_thinks_for_long(clock: FakeClock) -> None:
    for name, level in (("ada", 5), ("bob", 5), ("cy", 1), ("dee", 4)):
        computer_to_move(person(name), level)
        clock.advance(seconds=1)
    assert levels_thought_over() == [1, 5, 5, 4]


def test_who_thinks_for_long_does_not_wait_for_ever(clock: FakeClock) -> None:
    computer_to_move(person("ada"), 5)
    bob = person("bob")
    for _ in range(30):
        computer_to_move(bob, 1)
    assert levels_thought_over().index(5) <= QUICK_IN_A_ROW


def test_a_turn_run_by_two_workers_at_once_is_played_once(app: Flask) -> None:
    ada = person("ada")
    game_id = computer_to_move(ada, 1)
    together = Barrier(2)

    def worker() -> bool:
        with app.app_context():
            together.wait()
            return opponents.run()

    with ThreadPoolExecutor(2) as pool:
        results = [future.result() for future in [pool.submit(worker) for _ in range(2)]]
    assert any(results)
    assert len(moves_of(game_seen_by(game_id, ada), 0)) == states().count(WorkState.DONE)


def test_two_workers_think_over_two_turns_at_the_same_time(app: Flask) -> None:
    for name in ("ada", "bob"):
        computer_to_move(person(name), 1)
    both_think = Barrier(2, timeout=60)

    def meet(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        both_think.wait()
        return first_action(position, tactics, level, rng)

    def worker() -> bool:
        with app.app_context():
            return eventually(lambda: opponents.run_turn(meet))

    with ThreadPoolExecutor(2) as pool:
        assert all(future.result() for future in [pool.submit(worker) for _ in range(2)])
    assert not both_think.broken


def test_a_worker_that_was_thought_dead_does_not_play_a_second_time(clock: FakeClock) -> None:
    ada = person("ada")
    game_id = computer_to_move(ada, 1)
    [slow] = claim_turns(clock())
    clock.advance(minutes=3)
    [quick] = claim_turns(clock())
    opponents.play(quick, first_action)
    opponents.play(slow, first_action)
    assert len(moves_of(game_seen_by(game_id, ada), 0)) == 1
    assert states()[0] == WorkState.DONE


def test_a_turn_that_is_over_is_not_played() -> None:
    ada = person("ada")
    game_id = computer_to_move(ada, 1)
    [turn] = claim_turns(clock.now())
    resign(game_id, ada, clock.now())
    opponents.play(turn, first_action)
    assert moves_of(game_seen_by(game_id, ada), 0) == []
    assert states() == [WorkState.SUPERSEDED]


def test_the_computer_plays_on_though_somebody_leaves_while_it_thinks() -> None:
    siesta = table("ada", "bob", "cy", "dee", ruleset="siesta")
    ada, bob, _, _ = siesta.players
    resign(siesta.id, ada, clock.now())
    [turn] = claim_turns(clock.now())

    def think(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        resign(siesta.id, bob, clock.now())
        return opponents.anything(position, tactics, level, rng)

    opponents.play(turn, think)
    assert moves_of(siesta.game, 0) == []
    while opponents.run_turn(opponents.anything):
        pass
    assert len(moves_of(siesta.game, 0)) == 3
    assert siesta.mover.name == "cy"


def test_nothing_is_locked_while_the_computer_thinks() -> None:
    computer_to_move(person("ada"), 1)
    [turn] = claim_turns(clock.now())
    open_transactions = []

    def think(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        open_transactions.append(session().in_transaction())
        return first_action(position, tactics, level, rng)

    opponents.play(turn, think)
    assert open_transactions == [False]


def test_a_turn_that_cannot_be_thought_out_is_tried_again_and_in_the_end_played_anyhow(clock: FakeClock) -> None:
    def stumble(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        raise ZeroDivisionError

    ada = person("ada")
    game_id = computer_to_move(ada, 5)
    for _ in range(opponents.PATIENCE):
        assert opponents.run_turn(stumble)
        assert moves_of(game_seen_by(game_id, ada), 0) == []
        clock.advance(minutes=5)
    assert opponents.run_turn(stumble)
    assert len(moves_of(game_seen_by(game_id, ada), 0)) == 1


def test_a_turn_over_which_those_who_think_were_lost_is_played_at_sight_and_not_at_random(clock: FakeClock) -> None:
    """A process that is killed leaves a lease that ends, and no word of it."""
    game_id = computer_to_move(ada := person("ada"), 5)
    for _ in range(opponents.PATIENCE):
        assert claim_turns(clock())
        clock.advance(minutes=3)
    asked: list[int] = []

    def think(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        asked.append(level)
        return first_action(position, tactics, level, rng)

    assert opponents.run_turn(think)
    assert asked == [opponents.AT_SIGHT]
    assert len(moves_of(game_seen_by(game_id, ada), 0)) == 1


def test_anything_is_a_whole_legal_turn() -> None:
    for game in rules.games().values():
        rng = Random(1)
        position = game.initial_position(game.new_setup(max(game.players), {}, rng))
        while position.current_player() == rules.CHANCE:
            position = position.apply(position.chance_outcomes()[0][0])
        turn = opponents.anything(position, game.tactics, 1, rng)
        assert not rules.play(position, ", ".join(map(str, turn))).mid_turn


def test_a_turn_is_thought_over_again_with_the_same_lots_and_in_another_game_with_others(clock: FakeClock) -> None:
    drawn: list[float] = []

    def stumble(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        drawn.append(rng.random())
        raise ZeroDivisionError

    for name in ("ada", "bob"):
        computer_to_move(person(name), 1)
        for _ in range(2):
            assert opponents.run_turn(stumble)
            clock.advance(minutes=1)
        opponents.run_turn(opponents.anything)
    first, again, *others = drawn
    assert first == again
    assert first not in others


BRIEFLY = Budget(60.0, 30)
"""What level 5 has in place of its seconds."""


def against_siesta(level: int) -> Table:
    """Create a game in which Ada plays first against the computer."""
    ada = person("ada")
    wish = NewGame("siesta", [SeatWish(ai=level), SeatWish(me=True)], shuffle_seats=False)
    return Table(create_game(ada, wish, clock.now()).id, [ada])


def answered(siesta: Table, level: int) -> AnyPosition:
    """Return the position after the computer's turn."""
    assert opponents.run_turn(partial(choose_turn, budget=BRIEFLY) if level == MAX_LEVEL else choose_turn)
    return position_of(siesta.game)


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize("level", LEVELS)
def test_who_plays_the_moves_of_another_game_again_meets_another_game(level: int) -> None:
    known = against_siesta(level)
    course: list[tuple[AnyPosition, list[str]]] = []
    while known.game.status == GameStatus.ACTIVE:
        position = answered(known, level)
        replies = [] if known.game.to_move is None else known.whole_moves(1)
        course.append((position, replies))
        for move in replies:
            known.play(move)

    for _ in range(20):
        again = against_siesta(level)
        for position, replies in course:
            if answered(again, level) != position:
                break
            for move in replies:
                again.play(move)
        else:
            pytest.fail("the same game once more")
        resign(again.id, again.players[0], clock.now())
