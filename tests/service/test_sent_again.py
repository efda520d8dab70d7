"""Repeated moves get their first response, however they are sent; others are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

import rules
from service.db.clock import now
from service.db.engines import session
from service.models import GameStatus, Outcome
from service.notifications import links
from service.play.clocks import enforce_deadline
from service.play.games import NewGame, SeatWish, create_match
from service.play.matches.rounds import games_of
from service.play.positions import log_of
from service.play.seats import join, resign
from tests.rules.toy_games.countdown import GAMES
from tests.service.api.program import program_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import write
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor, sign_in
from workers.jobs import opponents

MOVE, OTHER = "take 1", "take 2"
Send = Callable[[str], bool]
"""Sends a move in the turn for which it was made, at any later time; says whether it is answered as a move played."""
Way = Callable[[Flask, Table], Send]
"""A way to play the turn under way."""


@pytest.fixture(autouse=True)
def countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a short game in which every turn has two moves, except the last."""
    [game] = GAMES
    monkeypatch.setitem(rules.games(), game.id, game)


def by_program(app: Flask, of: Table) -> Send:
    program, version = program_of(app.test_client(), of.mover.name), of.game.version
    return lambda move: program.play(of.id, move, version=version).status_code == 201


def by_link(app: Flask, of: Table) -> Send:
    game = of.game
    address, version = links.turn_link(game, game.to_move or 0), str(game.version)
    return lambda move: Visitor(app).post(address, move=move, version=version).status == 200


def by_page(app: Flask, of: Table) -> Send:
    visitor, address, version = sign_in(app, of.mover.name), f"/games/{of.id}", str(of.game.version)
    fields = visitor.open(address).tree.all("input")
    csrf = next(field.attributes["value"] for field in fields if field.attributes.get("name") == "csrf")
    return lambda move: visitor.post(f"{address}/move", csrf=csrf, move=move, version=version).status == 200


def by_mail(app: Flask, of: Table) -> Send:
    game, address = of.game, of.mover.email or ""
    box = links.turn_box(game, game.to_move or 0)
    return lambda move: write(address, box, move) == Outcome.PLAYED


@pytest.fixture(params=[by_program, by_link, by_page, by_mail], ids=["program", "link", "page", "mail"])
def way(request: pytest.FixtureRequest) -> Way:
    """Each way there is."""
    chosen: Way = request.param
    return chosen


def played(of: Table) -> list[str]:
    session().rollback()
    return [entry.action for entry in log_of(of.game)]


def assert_answered_as_before(of: Table, send: Send) -> None:
    """Check that the move gets its first response, another one is refused, and neither is played."""
    before = played(of)
    assert send(MOVE)
    assert not send(OTHER)
    assert played(of) == before


def play_until_last(of: Table) -> None:
    """Play until one stone is left."""
    while played(of).count(MOVE) < 9:
        of.play(MOVE)


def test_the_next_player_has_the_move(app: Flask, way: Way) -> None:
    of = table("ann", "bob", ruleset="countdown")
    send = way(app, of)
    assert send(MOVE)
    assert_answered_as_before(of, send)


def test_the_move_was_the_last_of_the_game(app: Flask, way: Way) -> None:
    of = table("ann", "bob", ruleset="countdown")
    play_until_last(of)
    send = way(app, of)
    assert send(MOVE)
    assert of.game.status == GameStatus.FINISHED
    assert_answered_as_before(of, send)


def test_the_move_was_the_last_of_the_first_game_of_a_match(app: Flask, way: Way) -> None:
    ann, bob = person("ann"), person("bob")
    wish = NewGame("countdown", [SeatWish(me=True), SeatWish(email=bob.email)])
    first = games_of(create_match(ann, wish, now()).id)[0]
    join(first.id, bob, now())
    of = Table(first.id, [ann, bob])
    play_until_last(of)
    send = way(app, of)
    assert send(MOVE)
    assert [game.status for game in games_of(first.match_id or "")] == [GameStatus.FINISHED, GameStatus.ACTIVE]
    assert_answered_as_before(of, send)


def test_somebody_had_left_in_the_turn_before_the_move(app: Flask, way: Way) -> None:
    of = table("ann", "bob", "cy", ruleset="countdown")
    leaver = next(player for player in of.players if player.name != of.mover.name)
    resign(of.id, leaver, now())
    send = way(app, of)
    assert send(MOVE)
    while opponents.run_turn(opponents.anything):
        pass
    assert_answered_as_before(of, send)


def test_the_player_has_resigned_since(app: Flask, way: Way) -> None:
    of = table("ann", "bob", "cy", ruleset="countdown")
    mover, send = of.mover, way(app, of)
    assert send(MOVE)
    resign(of.id, mover, now())
    assert of.game.status == GameStatus.ACTIVE
    assert_answered_as_before(of, send)


def test_another_player_has_resigned_and_ended_the_game_since(app: Flask, way: Way) -> None:
    of = table("ann", "bob", ruleset="countdown")
    send = way(app, of)
    assert send(MOVE)
    resign(of.id, of.mover, now())
    assert of.game.status == GameStatus.FINISHED
    assert_answered_as_before(of, send)


def test_the_player_has_let_a_later_deadline_pass(app: Flask, way: Way, clock: FakeClock) -> None:
    of = table("ann", "bob", "cy", ruleset="countdown")
    mover, send = of.mover.name, way(app, of)
    assert send(MOVE)
    while of.mover.name != mover:
        of.play(MOVE)
    of.look()
    assert enforce_deadline(of.id, clock.advance(days=3, seconds=1))
    assert any(seat.left_by for seat in of.game.seats)
    assert_answered_as_before(of, send)


def test_what_the_computer_has_played_in_ones_place_was_not_played_by_oneself(
    app: Flask, way: Way, clock: FakeClock
) -> None:
    of = table("ann", "bob", "cy", ruleset="countdown")
    of.look()
    sends = [way(app, of)]
    assert enforce_deadline(of.id, clock.advance(days=3, seconds=1))
    if way in (by_program, by_page):
        sends.append(way(app, of))  # links and mails to answer are for people's turns only
    assert not any(send(MOVE) for send in sends)
    assert opponents.run_turn(lambda position, *_: [position.parse_action(MOVE)])
    before = played(of)
    assert before[-1] == MOVE
    assert not any(send(MOVE) for send in sends)
    assert played(of) == before
