"""Re-reading rows shows what other sessions have written meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from service.beacon.chain import QUICKNET
from service.beacon.promises import await_round
from service.challenges.lobby import challenge_anybody, take_up
from service.challenges.terms import NewChallenge
from service.config.environment import Config
from service.db import clock
from service.db.engines import db, session, transaction
from service.jobs import counters, holds
from service.jobs.leases import claim
from service.models import Account, Analysis, Challenge, Game, GameStatus, Notice, SeatPlan, WorkState
from service.play.analyses import analyses_of, ask, claim_analyses, question_of
from service.play.beacons import bring
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import hosted_game, join_key_of, offered
from service.play.opponents import claim_turns, task_of
from service.play.plans import PlanWish, locked_plan, plan_of, set_plan
from service.play.seat_links import game_of
from service.play.seating import seat_of
from service.play.track_records import show_results
from service.security.keys import Purpose, SeatLink
from tests.service.conftest import FakeClock
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")
Read = Callable[[Game, Account], Game]


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def written_elsewhere(kind: type[Any], **values: Any) -> None:
    """Write these values into every row in another session, once reading is over."""
    session().commit()
    with db.engine.begin() as elsewhere:
        elsewhere.execute(update(kind).values(**values))


def by_link(game: Game, _: Account) -> Game:
    return game_of(SeatLink(Purpose.INVITATION, game.id, 0, 0, ""))


@pytest.mark.parametrize(
    "read",
    [
        lambda game, host: hosted_game(game.id, host),
        lambda game, host: offered(game.id, host, None),
        lambda game, _: offered(game.id, None, join_key_of(game)),
        by_link,
    ],
)
def test_a_game(read: Read, clock: FakeClock) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock())
    written_elsewhere(Game, version=99)

    found = read(game, ann)

    assert (found is game, found.version) == (True, 99)


def test_a_plan() -> None:
    seats = table("ada", "bob", ruleset="siesta")
    planning = next(each for each in seats.players if each.id != seats.mover.id)
    plan = set_plan(seats.id, planning, PlanWish("", plays_only_moves=True), clock.now())
    assert plan is not None
    for waits in (True, False):
        written_elsewhere(SeatPlan, waits=waits)
        assert plan_of(seats.game, planning) is plan
        assert plan.waits is waits
    written_elsewhere(SeatPlan, waits=True)
    with transaction():
        assert locked_plan(seats.game, seat_of(seats.game, plan.seat)) is plan
    assert plan.waits


def test_analyses(clock: FakeClock) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("springtime-puzzle", [SeatWish(me=True)]), clock())
    game = ask(game.id, ann, clock())
    held = analyses_of(game)
    assert [each.state for each in held] == [WorkState.QUEUED]
    written_elsewhere(Analysis, state=WorkState.FAILED)

    assert [(each is held[0], each.state) for each in analyses_of(game)] == [(True, WorkState.FAILED)]


def test_a_turn_of_the_computer(clock: FakeClock) -> None:
    seats = [SeatWish(ai=1), SeatWish(me=True)]
    game = create_game(person("ann"), NewGame("seasons", seats, shuffle_seats=False), clock())
    [turn] = claim_turns(clock())
    assert task_of(turn) is not None
    written_elsewhere(Game, to_move=1)

    assert (task_of(turn), game.to_move) == (None, 1)


def test_a_position_that_somebody_has_asked_about(clock: FakeClock) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("springtime-puzzle", [SeatWish(me=True)]), clock())
    ask(game.id, ann, clock())
    [row] = claim_analyses(clock())
    assert question_of(row) is not None
    written_elsewhere(Game, ruleset="seasons")

    found = question_of(row)

    assert found is not None
    assert (found.about.ruleset, game.ruleset) == ("seasons", "seasons")


def test_a_game_that_waits_for_a_beacon(clock: FakeClock) -> None:
    game = table("ada", "bob").game
    with transaction():
        game.status = GameStatus.INVITING
        await_round(game, QUICKNET, 5, clock())
    written_elsewhere(Game, beacon_due_at=None, version=99)

    assert (bring(game.id, "", clock()), game.version) == (False, 99)


def test_a_challenge(clock: FakeClock) -> None:
    challenge, _ = challenge_anybody(person("ada"), NewChallenge("siesta", at_once=2), clock())
    written_elsewhere(Challenge, most_days=5)

    assert take_up(challenge.id, person("bob"), clock()).days_per_move == 5
    assert challenge.most_days == 5


def test_whether_somebody_shows_how_they_play(clock: FakeClock) -> None:
    ada = person("ada")
    written_elsewhere(Account, hidden_since=clock())
    show_results(ada.id, clock(), shown=True)
    session().refresh(ada)
    assert ada.hidden_since is None


def test_a_counter() -> None:
    with transaction():
        held = counters.hold("an example")
        held.value = 1
    for value in (5, 9):
        with db.engine.begin() as elsewhere:
            elsewhere.execute(update(type(held)).where(type(held).name == "an example").values(value=value))
        with transaction():
            assert counters.hold("an example") is held
        assert held.value == value


def test_a_row_of_work_that_is_claimed(clock: FakeClock) -> None:
    notice = Notice(
        kind="confirm",
        email="ada@example.net",
        message_id="<1@example.org>",
        created_at=clock(),
        due_at=clock(),
        state=WorkState.QUEUED,
    )
    with transaction() as current:
        current.add(notice)
    written_elsewhere(Notice, attempts=6)

    [claimed] = claim(Notice, clock(), timedelta(minutes=1), 5)

    assert claimed.attempts == 7
    assert not holds.is_held()
    assert claimed not in session()
