"""The word `plan` with a plan, with `off`, or by itself."""

from __future__ import annotations

from datetime import datetime

from rules.json_types import Json
from service.core.errors import Conflict, Forbidden, Refused
from service.mail.commands import Planned
from service.models import Account, Game, SeatPlan
from service.play.planning.branches import turns_left
from service.play.planning.grammar import read_plan
from service.play.plans import PlanWish, drop_plan, plan_of, set_plan
from service.work.units import undone_if_refused


def plan_by_mail(wish: Planned, game: Game, account: Account, now: datetime) -> tuple[str, dict[str, Json]]:
    """Do what is asked for; the topic of the answer, and what it is to tell."""
    try:
        return _done(wish, game, account, now)
    except Forbidden:
        return "turn-over", {}
    except Refused as refused:
        if isinstance(refused, Conflict) and refused.code != "plan-on-your-turn":
            return "turn-over", {}
        return "plan-refused", {"code": refused.code, "details": refused.details}


def _done(wish: Planned, game: Game, account: Account, now: datetime) -> tuple[str, dict[str, Json]]:
    before = plan_of(game, account)
    if wish.plan is None:
        undone_if_refused(lambda: drop_plan(game.id, account))
        return "plan-dropped", {}
    if not wish.plan:
        return ("plan-shown", _told(before)) if before is not None and before.text else ("no-plan", {})
    wanted = PlanWish(wish.plan, *((before.plays_only_moves, before.waits) if before else ()))
    return "plan-set", _told(undone_if_refused(lambda: set_plan(game.id, account, wanted, now)))


def _told(plan: SeatPlan | None) -> dict[str, Json]:
    text = plan.text if plan else ""
    return {"plan": text, "turns": turns_left(read_plan(text)) if text else 0}
