"""The computer's objective in the games of a match."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import event, select

import rules
from rules import AnyPosition
from rules.game import Tactics
from service.db import clock
from service.db.engines import db, session
from service.models import Game, GameStatus, OpponentTurn, WorkState
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.rounds import games_of
from service.play.opponents import task_of
from service.play.positions import position_of
from tests.service.tables import Table, person
from workers.jobs import opponents

pytestmark = pytest.mark.usefixtures("app")


def wish(ruleset: str) -> NewGame:
    """Ada begins against the computer."""
    return NewGame(ruleset, [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False)


def alone(ruleset: str) -> str:
    """Create a single game; return its id."""
    return create_game(person("ada"), wish(ruleset), clock.now()).id


def match_of(ruleset: str, *, simultaneous: bool = False) -> str:
    return create_match(person("ada"), wish(ruleset), clock.now(), simultaneous=simultaneous).id


def game_in(match_id: str, number: int) -> Game:
    session().rollback()
    session().expire_all()
    return games_of(match_id)[number - 1]


def play_anything(game_id: str) -> None:
    Table(game_id, [person("ada")]).play_anything()


def tactics_heard(game_id: str) -> Tactics:
    """Return the tactics with which the computer plays its turn in a game."""
    heard: list[Tactics] = []

    def listening(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        heard.append(tactics)
        return opponents.anything(position, tactics, level, rng)

    while not heard:
        if not opponents.run_turn(listening):
            play_anything(game_id)
    return heard[0]


def ended(match_id: str, number: int) -> Game:
    """Play that round's game to its end."""
    while (game := game_in(match_id, number)).status == GameStatus.ACTIVE:
        if not opponents.run_turn(opponents.anything):
            play_anything(game.id)
    return game


def test_in_the_second_game_of_a_match_the_computer_plays_for_the_match() -> None:
    match_id = match_of("dawn")
    ada, _ = ended(match_id, 1).scores or []
    tactics = tactics_heard(game_in(match_id, 2).id)

    second = ended(match_id, 2)

    computer, _ = second.scores or []
    expected = 0.5 + (computer > ada) / 2 - (computer < ada) / 2
    assert list(tactics.estimate(position_of(second))) == [expected, 1 - expected]


def test_a_game_by_itself_is_played_by_itself() -> None:
    assert tactics_heard(alone("dawn")) is rules.game("dawn").tactics
    assert tactics_heard(alone("springtime")) is rules.game("springtime").tactics


def test_what_a_match_is_played_beside_takes_one_statement_and_a_game_by_itself_none() -> None:
    statements: dict[str, int] = {}
    for game_id in (alone("springtime"), game_in(match_of("springtime"), 1).id):
        play_anything(game_id)
        wanted = select(OpponentTurn).where(OpponentTurn.game_id == game_id, OpponentTurn.state == WorkState.QUEUED)
        turn = session().scalars(wanted).one()
        told: list[object] = []

        def note(*statement: object, told: list[object] = told) -> None:
            told.append(statement[2])

        event.listen(db.engine, "before_cursor_execute", note)
        try:
            assert task_of(turn) is not None
        finally:
            event.remove(db.engine, "before_cursor_execute", note)
        statements[game_id] = len(told)
    by_itself, in_match = statements.values()
    assert in_match == by_itself + 1
