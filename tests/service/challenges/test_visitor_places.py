"""Places for everybody: visitors get only a share of them, and lose those that they do not use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import count
from typing import TypeAlias

import pytest

from service.accounts.accounts import new_visitor
from service.challenges.asking import challenge_bot
from service.challenges.lobby import challenge_anybody, open_challenges, take_up
from service.challenges.terms import NewChallenge
from service.db.engines import session
from service.language.errors import Conflict, Refused
from service.models import Account, EndedBy, Game, GameStatus
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import accept_move, legal_actions
from service.play.seating import seat_of
from service.play.seats import join
from service.play.visitor_places import IDLE
from tests.service.challenges.asking import game_of, see
from tests.service.conftest import FakeClock
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")
Ask: TypeAlias = Callable[[Account], Game]
"""Asks for a place, and has a game then."""
PLACES = 10


@pytest.fixture(params=["challenge", "invitation", "challenge"])
def ask(request: pytest.FixtureRequest, bots: Callable[..., Account], clock: FakeClock) -> Ask:
    """Return a way to ask for one of ten places: a challenge, an invited bot, or a challenge."""
    if request.param == "challenge":
        made, _ = challenge_anybody(person("ada"), NewChallenge("siesta", at_once=PLACES), clock())
        return lambda asker: take_up(made.id, asker, clock())
    bots("rusty", auto_accept=True, at_once=PLACES)
    if request.param == "challenge":
        return lambda asker: sought(asker, clock)
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(account="rusty")])
    return lambda asker: create_game(asker, wish, clock())


def sought(asker: Account, clock: FakeClock) -> Game:
    see(at=clock)
    return game_of(challenge_bot(asker, NewChallenge("siesta"), clock()))


def visitors(clock: FakeClock, network: str) -> list[Account]:
    return [new_visitor(clock(), network) for _ in range(4)]


def games_of(ask: Ask, askers: list[Account]) -> list[Game]:
    """Return the games of those who got a place."""
    games = []
    for asker in askers:
        with suppress(Conflict):
            games.append(ask(asker))
    return games


def let_visitor_move(game: Game, clock: FakeClock) -> Game:
    """Play until a visitor is to move, for the first time."""
    session().expire_all()
    while seat_of(game, game.to_move or 0).account.visitor_since is None:  # type: ignore[union-attr]
        play(game, clock)
    return game


def play(game: Game, clock: FakeClock) -> None:
    move, found = "", legal_actions(game)
    while not found.complete:
        move = ", ".join(filter(None, [move, found.actions[0]]))
        found = legal_actions(game, move)
    accept_move(game.id, seat=game.to_move or 0, version=game.version, move=move, now=clock())
    session().expire_all()


def test_visitors_have_a_third_of_the_places_and_one_network_half_of_these(ask: Ask, clock: FakeClock) -> None:
    assert len(games_of(ask, visitors(clock, "one"))) == 1
    assert len(games_of(ask, visitors(clock, "two") + visitors(clock, "three") + visitors(clock, "four"))) == 2

    number = count()
    for _ in range(PLACES - 3):
        ask(person(f"player{next(number)}"))
    with pytest.raises(Refused) as full:
        ask(person("late"))
    assert full.value.code in ("bot-full", "no-bot-available", "challenge-busy")


def test_a_visitor_who_has_not_moved_for_an_hour_gives_the_place_to_who_wants_it(ask: Ask, clock: FakeClock) -> None:
    idle = let_visitor_move(ask(new_visitor(clock(), "one")), clock)
    clock.advance(seconds=IDLE.total_seconds() - 1)
    assert games_of(ask, visitors(clock, "one")) == []
    clock.advance(seconds=1)
    assert idle.status == GameStatus.ACTIVE

    assert len(games_of(ask, visitors(clock, "one"))) == 1
    assert (idle.status, idle.ended_by) == (GameStatus.FINISHED, EndedBy.TIME)


def test_a_visitor_who_has_moved_keeps_the_place(ask: Ask, clock: FakeClock) -> None:
    game = let_visitor_move(ask(new_visitor(clock(), "one")), clock)
    play(game, clock)
    let_visitor_move(game, clock)
    clock.advance(days=1)

    assert games_of(ask, visitors(clock, "one")) == []
    assert game.status == GameStatus.ACTIVE


def test_where_all_is_taken_an_account_has_the_place_of_an_idle_visitor(
    bots: Callable[..., Account], clock: FakeClock
) -> None:
    made, _ = challenge_anybody(person("ada"), NewChallenge("siesta"), clock())
    idle = let_visitor_move(take_up(made.id, new_visitor(clock()), clock()), clock)
    assert open_challenges(person("bob"), clock()) == []
    clock.advance(seconds=IDLE.total_seconds())

    [found] = open_challenges(person("bob"), clock())
    assert take_up(found.challenge.id, person("bob"), clock()).status == GameStatus.ACTIVE
    assert idle.status == GameStatus.FINISHED


def test_a_place_is_not_taken_from_a_table_at_which_somebody_else_plays(
    bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", auto_accept=True, at_once=1)
    visitor, ann = new_visitor(clock(), "one"), person("ann")
    seats = [SeatWish(me=True), SeatWish(account="rusty"), SeatWish(open=True)]
    game = create_game(visitor, NewGame("seasons", seats, shuffle_seats=False, visibility="public"), clock())  # type: ignore[arg-type]
    join(game.id, ann, clock())
    clock.advance(seconds=timedelta(days=1).total_seconds())

    with pytest.raises(Conflict, match="no-bot-available"):
        sought(person("bob"), clock)
