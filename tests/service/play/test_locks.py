"""Row locks: a game with its match and no other; accounts can still be referenced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select, text, update

from rules import AnyPosition
from service.challenges.lobby import challenge_anybody, meet_all, take_up
from service.challenges.terms import NewChallenge
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import db, session, transaction
from service.models import Account, Challenge, Game
from service.play import daily
from service.play.games import NewGame, SeatWish, create_match
from service.play.positions import log_of, position_of, position_to_play
from service.play.seating import lock_game
from service.play.seats import join
from service.play.substitutes import volunteer
from tests.service.tables import person, table
from tests.waiting import eventually

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Where rows are locked."""
    return postgres_settings


def free(what: str, how: str) -> set[object]:
    """Return the rows that another session could lock in this mode."""
    with db.engine.connect() as elsewhere:
        return set(elsewhere.scalars(text(f"SELECT {what} FOR {how} SKIP LOCKED")))


def test_who_locks_a_game_locks_its_match_and_its_seats_and_nothing_else() -> None:
    ann, bob = person("ann"), person("bob")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(account="bob")])
    for _ in range(2):
        match = create_match(ann, wish, now(), simultaneous=True)
        join(session().scalars(select(Game.id).where(Game.match_id == match.id)).one(), bob, now())
        table("cyd", "dan")
    rounds = {game.id: game.match_id for game in session().scalars(select(Game))}
    people = set(session().scalars(select(Account.id)))
    for game_id, match_id in rounds.items():
        held = {each for each, other in rounds.items() if each == game_id or (match_id and other == match_id)}
        with transaction():
            lock_game(game_id)
            assert free("id FROM game", "UPDATE") == rounds.keys() - held
            assert free("game_id FROM game_seat", "UPDATE") == rounds.keys() - held
            assert free("id FROM account", "UPDATE") == people


@pytest.mark.parametrize(
    "deed",
    [
        lambda ada: challenge_anybody(ada, NewChallenge("siesta"), now()),
        lambda ada: daily.begin(ada, date(2026, 5, 4), now()),
        lambda ada: volunteer(ada.id, ["siesta"], now()),
    ],
)
def test_whoever_does_what_is_done_once_at_a_time_holds_up_nobody_who_refers_to_them(
    deed: Callable[[Account], object],
) -> None:
    ada, bob = person("ada"), person("bob")
    with transaction():
        deed(ada)
        assert free("id FROM account", "KEY SHARE") == {ada.id, bob.id}
        assert free("id FROM account", "NO KEY UPDATE") == {bob.id}


def test_whoever_takes_up_a_challenge_waits_for_who_holds_it_and_whoever_looks_for_two_that_fit_does_not(
    app: Flask,
) -> None:
    bob, *owners = person("bob").id, person("ada"), person("cyd")
    standing = []
    for away in (now(), None):
        with transaction() as current:
            current.execute(update(Account).values(unreachable_since=away))
        standing += [challenge_anybody(owner, NewChallenge("siesta"), now())[0].id for owner in owners if away]

    def look() -> int:
        with app.app_context():
            return meet_all(now())

    def take() -> str:
        with app.app_context():
            return take_up(standing[0], session().get_one(Account, bob), now()).id

    with ThreadPoolExecutor(1) as threads:
        with transaction() as current:
            current.execute(select(Challenge.id).with_for_update())
            assert threads.submit(look).result(10) == 0
            taken = threads.submit(take)
            assert eventually(somebody_waits, 10)
        assert taken.result(10) in session().scalars(select(Game.id)).all()


def test_whoever_waits_for_a_game_sees_what_was_played_meanwhile(app: Flask) -> None:
    of = table("ann", "bob", ruleset="siesta")
    before, [move] = len(log_of(of.game)), of.whole_moves(1)

    def look() -> tuple[int, Sequence[str], AnyPosition]:
        with app.app_context(), transaction():
            game = lock_game(of.id)
            return game.version, [entry.action for entry in log_of(game)], position_to_play(game)

    with ThreadPoolExecutor(1) as threads:
        with transaction():
            of.play(move)
            session().flush()
            waiting = threads.submit(look)
            assert eventually(somebody_waits, 10)
        version, log, position = waiting.result(10)
    assert (version, ", ".join(log[before:])) == (2, move)
    assert position == position_of(of.game)


def somebody_waits() -> bool:
    return bool(session().scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))
