"""Plans: what your seat plays when its turn comes."""

from __future__ import annotations

from typing import TypedDict

from flask import Response

from rules.json_types import Json
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.plan import PlanRequestSchema, PlanSchema
from service.api.times import written
from service.core.clock import now
from service.models import SeatPlan
from service.play.planning.branches import turns_left
from service.play.planning.grammar import read_plan
from service.play.plans import PlanWish, drop_plan, plan_of, set_plan
from service.play.seating import game_seen_by

blueprint = Resource("plans", "What your seat plays when its turn comes.")


class WishedPlan(TypedDict):
    """A plan, as PlanRequestSchema has read it."""

    text: str
    plays_only_moves: bool
    waits: bool


@blueprint.route("/games/<game_id:game_id>/plan")
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(200, PlanSchema)
def show_plan(*, game_id: str) -> dict[str, Json]:
    """Show your plan in a game, or why the last one has ended."""
    return _plan_json(plan_of(game_seen_by(game_id, account()), account()))


@blueprint.route("/games/<game_id:game_id>/plan", methods=["PUT"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(200, PlanSchema)
@blueprint.arguments(PlanRequestSchema)
def put_plan(wish: WishedPlan, *, game_id: str) -> dict[str, Json]:
    """Plan what you play after what others may play; each move is tried by the rules before anything is kept."""
    return _plan_json(set_plan(game_id, account(), PlanWish(**wish), now()))


@blueprint.route("/games/<game_id:game_id>/plan", methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(204)
def delete_plan(*, game_id: str) -> Response:
    """Have no plan any more."""
    drop_plan(game_id, account())
    return Response(status=204)


def _plan_json(plan: SeatPlan | None) -> dict[str, Json]:
    if plan is None:
        return dict.fromkeys(("set_at", "ended")) | {
            "text": "",
            "turns_left": 0,
            "plays_only_moves": False,
            "waits": False,
        }
    return {
        "text": plan.text,
        "turns_left": turns_left(read_plan(plan.text)) if plan.text else 0,
        "plays_only_moves": plan.plays_only_moves,
        "waits": plan.waits,
        "set_at": written(plan.set_at) if plan.text or plan.plays_only_moves else None,
        "ended": plan.ended,
    }
