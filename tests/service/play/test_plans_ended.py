"""Plans whose game is over when they have been played."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.config.environment import Config
from service.db import clock
from service.db.engines import session
from service.models import GameStatus, Notice, SeatPlan
from service.play.plans import PlanWish, claim_plans, play_plan, set_plan
from tests.service.play.matching import countdown
from tests.service.tables import table

__all__ = ["countdown"]

pytestmark = pytest.mark.usefixtures("app", "countdown")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_of_a_plan_that_ends_its_game_the_end_is_all_that_is_told() -> None:
    of = table("ada", "bob", ruleset="countdown")
    for move in ("take 2", *["take 1"] * 6):
        of.play(move)
    other = next(number for number in (0, 1) if number != of.game.to_move)
    set_plan(of.id, of.players[other], PlanWish("", plays_only_moves=True), clock.now())
    of.play("take 1")

    [claimed] = claim_plans(clock.now())
    play_plan(claimed, clock.now())

    assert (of.game.status, of.game.winners) == (GameStatus.FINISHED, [other])
    assert not session().scalars(select(Notice).where(Notice.kind == "plan-played")).all()


def test_each_turn_that_waits_for_a_plan_is_claimed_anew() -> None:
    of, fences = table("ada", "bob", ruleset="countdown"), list[int]()
    of.play("take 1")
    other = next(number for number in (0, 1) if number != of.game.to_move)
    set_plan(of.id, of.players[other], PlanWish("", plays_only_moves=True), clock.now())
    fences += session().scalars(select(SeatPlan.fence))
    of.play("take 1")
    fences += session().scalars(select(SeatPlan.fence))
    assert fences[1] == fences[0] + 1
