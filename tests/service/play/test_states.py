"""Refusals of actions by the state of the game: before it starts, running, finished and cancelled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

import pytest

from service.config.environment import Config
from service.db import clock
from service.language.errors import Conflict
from service.models import Account, Game, GameStatus
from service.play.analyses import ask
from service.play.beacons import begin_without_beacon
from service.play.chat import post
from service.play.games import NewGame, SeatWish, create_game
from service.play.invitations import open_invitations, remind, withdraw
from service.play.moves import accept_move, legal_actions
from service.play.open_seats import check_inviting, join_key_of, offered, renew_key
from service.play.pauses import end_pause, wish_pause
from service.play.plans import PlanWish, drop_plan, set_plan
from service.play.proposals import answer, ask_back, offer_draw, open_proposal, undone_by
from service.play.rematches import has_ended, rematch
from service.play.seating import left_seats
from service.play.seats import decline, join, resign, return_to_seat
from service.play.substitutes import take_over
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


class Refused(NamedTuple):
    """The error code before the start, during the game, after its end, and when cancelled; None if accepted."""

    inviting: str | None
    active: str | None
    finished: str | None
    cancelled: str | None


IN_PLAY = Refused("not-started", None, "game-over", "game-over")
"""What somebody does who plays."""
BEFORE = Refused(None, "game-started", "game-over", "game-over")
"""What is done until all are there."""
SHUT = Refused("not-started", "plan-on-your-turn", "game-over", "game-over")
Do = Callable[[Game, Account], object]
ACTIONS: dict[str, tuple[Do, Refused]] = {
    "play": (lambda game, _: accept_move(game.id, seat=0, version=game.version, move=some_move(game), now=clock.now()),
             IN_PLAY),
    "look for a move": (lambda game, _: legal_actions(game), IN_PLAY),
    "plan": (lambda game, ann: set_plan(game.id, ann, PlanWish("sun a1"), clock.now()), SHUT),
    "plan nothing": (lambda game, ann: drop_plan(game.id, ann), IN_PLAY),
    "stop the clocks": (lambda game, ann: wish_pause(game.id, ann, clock.now()), IN_PLAY),
    "let clocks go on": (lambda game, ann: end_pause(game.id, ann, clock.now()),
                         IN_PLAY._replace(active="clock-not-stopped")),
    "offer a draw": (lambda game, ann: offer_draw(game.id, ann, clock.now()), IN_PLAY),
    "take back": (lambda game, ann: ask_back(game.id, ann, clock.now()),
                  IN_PLAY._replace(active="nothing-to-take-back")),
    "answer": (lambda game, ann: answer(game.id, ann, "", clock.now(), agrees=True),
               IN_PLAY._replace(active="proposal-over")),
    "come back": (lambda game, ann: return_to_seat(game.id, ann, clock.now()), IN_PLAY),
    "resign": (lambda game, ann: resign(game.id, ann, clock.now()), Refused(None, None, "game-over", "game-over")),
    "talk": (lambda game, ann: post(game.id, ann, "Hello!", clock.now()),
             Refused("not-started", None, None, "not-started")),
    "ask what is best": (lambda game, ann: ask(game.id, ann, clock.now()),
                         Refused("not-started", None, None, "not-started")),
    "decline": (lambda game, ann: decline(game.id, ann, clock.now()), BEFORE),
    "remind": (lambda game, ann: remind(game.id, 1, ann, clock.now() + timedelta(days=1)), BEFORE),
    "take an invitation back": (lambda game, ann: withdraw(game.id, 1, ann, clock.now()), BEFORE),
    "give out a key": (lambda game, ann: renew_key(game.id, ann), BEFORE._replace(inviting="game-full")),
    "look for a seat": (lambda game, ann: offered(game.id, ann, None), BEFORE),
    "begin": (lambda game, ann: begin_without_beacon(game.id, ann, clock.now()),
              BEFORE._replace(inviting="no-beacon")),
    "wait": (lambda game, _: check_inviting(game), BEFORE),
    "take a seat over": (lambda game, ann: take_over(game.id, 1, ann, clock.now()),
                         Refused(*["seat-not-left"] * 4)),
    "play again": (lambda game, ann: rematch(game.id, ann, clock.now()),
                   Refused("not-over", "not-over", None, "not-over")),
}  # fmt: skip


def some_move(game: Game) -> str:
    """One that can be played, if any can."""
    return legal_actions(game).actions[0] if game.status == GameStatus.ACTIVE else "place max-10"


def game_in(status: GameStatus, ann: Account) -> Game:
    """Create a game of Ann with Bob, who joins, joins and leaves, or does not join."""
    bob = person("bob")
    seats = [SeatWish(me=True), SeatWish(account=bob.name)]
    game = create_game(ann, NewGame("seasons", seats, shuffle_seats=False), clock.now())
    if status == GameStatus.CANCELLED:
        decline(game.id, bob, clock.now())
    elif status != GameStatus.INVITING:
        join(game.id, bob, clock.now())
    if status == GameStatus.FINISHED:
        resign(game.id, bob, clock.now())
    return game


@pytest.mark.parametrize("status", GameStatus)
def test_what_is_too_early_or_too_late_is_refused_by_its_word(status: GameStatus) -> None:
    ann = person("ann")
    game = game_in(status, ann)
    words = {name: getattr(refused, status) for name, (_, refused) in ACTIONS.items()}

    refused = {name: word(do, game, ann) for name, (do, _) in ACTIONS.items() if words[name]}

    assert refused == {name: each for name, each in words.items() if each}


@pytest.mark.parametrize("status", GameStatus)
def test_what_a_game_offers_is_of_its_time(status: GameStatus) -> None:
    ann = person("ann")
    game = game_in(status, ann)

    assert (join_key_of(game), left_seats(game), open_proposal(game), undone_by(game, 0)) == (None, [], None, None)
    assert has_ended(game) == (status == GameStatus.FINISHED)
    assert len(open_invitations(game)) == (status == GameStatus.INVITING)


def word(do: Do, game: Game, account: Account) -> str | None:
    """By which word it is refused."""
    try:
        do(game, account)
    except Conflict as refusal:
        return refusal.code
    return None
