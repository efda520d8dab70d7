"""Every game, from its first turn to its end, by answers to its mails alone."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask
from sqlalchemy import select

import rules
from rules import parse_move
from service.config import environment
from service.db.clock import now
from service.db.engines import session
from service.models import Game, GameStatus, Notice, Outcome
from service.notifications.links import turn_box
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of, position_of
from service.play.seats import join
from service.presentation.offers import moves_for_example
from tests.service.mail.inbound.correspondent import write
from tests.service.tables import person

CHOICE = 40
"""How many whole moves the players choose from."""


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use one database: parsing of moves does not depend on it."""
    return sqlite_settings


def begun(ruleset: str) -> Game:
    players = [person(name) for name in ("ada", "bob", "cy", "di")[: rules.game(ruleset).players[0]]]
    seats = [SeatWish(me=True), *(SeatWish(email=player.email) for player in players[1:])]
    game = create_game(players[0], NewGame(ruleset, seats, shuffle_seats=False), now())
    for player in players[1:]:
        join(game.id, player, now())
    return game


def turn_mails(game: Game) -> int:
    return len(session().scalars(select(Notice).where(Notice.game_id == game.id, Notice.kind == "your-turn")).all())


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_whole_game_is_played_by_answers_alone_and_every_move_is_the_one_written(app: Flask, ruleset: str) -> None:
    game, rng, answers = begun(ruleset), Random(ruleset), 0
    written: list[str] = []
    while game.status == GameStatus.ACTIVE:
        assert game.to_move is not None
        player = next(seat.account for seat in game.seats if seat.number == game.to_move)
        assert player is not None
        move = rng.choice(moves_for_example(game, CHOICE))
        written += map(str, parse_move(position_of(game), move))
        text = f"{rng.choice([move, move.upper(), f'Move: {move}', f'{move}.'])}\r\n\r\n> place max-1\r\n"
        assert write(str(player.email), turn_box(game, game.to_move), text) == Outcome.PLAYED, move
        answers += 1
        game = session().get_one(Game, game.id, populate_existing=True)
    assert [entry.action for entry in log_of(game) if entry.seat >= 0] == written
    assert turn_mails(game) == answers
