"""Conditional moves: `plan` in the API."""

from __future__ import annotations

from typing import TypedDict

from flask import Response
from marshmallow import fields
from marshmallow.validate import Length, OneOf, Regexp

from rules.json_types import Json
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.base import Flag, Number, Sent, Shown, moment, says
from service.db.clock import now, time_json
from service.models import SeatPlan
from service.play.planning.branches import turns_left
from service.play.planning.grammar import LONGEST_PLAN, read_plan
from service.play.plans import PlanWish, drop_plan, plan_of, set_plan
from service.play.seating import game_seen_by
from service.presentation.plan_words import WHY

blueprint = Resource("plans", "Conditional moves: they are played when your turn comes.")

_PLAIN = Regexp(r"^[^\u0000]*$")
_TEXT = (
    "Branches such as `if e7 then g7 (if anything then a1 or a3); if anything but e8 then g5`; the first "
    "matching branch plays its first legal move. Turns of several others are separated by ` / `."
)
_ONLY = "Whether a turn with only one legal move is played automatically, even without a branch."
_WAITS = "Whether moves are played with a delay of up to a minute, so that they look as if you played them."


class PlanRequestSchema(Sent):
    """Conditional moves; they replace the ones before."""

    text = fields.String(
        required=True,
        validate=[Length(max=LONGEST_PLAN), _PLAIN],
        metadata=says(_TEXT, example="if anything then place max-10 or place max-8"),
    )
    plays_only_moves = Flag(load_default=False, metadata=says(_ONLY))
    waits = Flag(load_default=False, metadata=says(_WAITS))


class WishedPlan(TypedDict):
    """Conditional moves, as loaded by PlanRequestSchema."""

    text: str
    plays_only_moves: bool
    waits: bool


class PlanEndSchema(Shown):
    """Why conditional moves have ended."""

    why = fields.String(
        validate=OneOf(list(WHY)),
        metadata=says(
            "`unforeseen`: no branch matches; `nothing-legal`: none of its moves is legal.", example="unforeseen"
        ),
    )
    played = fields.String(metadata=says("The moves of the others.", example="place max-10"))


class PlanSchema(Shown):
    """Your conditional moves; nobody else sees them."""

    text = fields.String(metadata=says(_TEXT + " Empty if there are none.", example="if e7 then g7"))
    turns_left = Number(metadata=says("The maximum number of turns that it can still play.", example=1))
    plays_only_moves = fields.Boolean(metadata=says(_ONLY) | {"example": False})
    waits = fields.Boolean(metadata=says(_WAITS) | {"example": False})
    set_at = moment(allow_none=True, metadata=says("When it was sent; null if there are none."))
    ended = fields.Nested(
        PlanEndSchema,
        allow_none=True,
        metadata=says("Why the last one ended; null if it did not end.", example=None),
    )


@blueprint.route("/games/<game_id:game_id>/plan")
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(200, PlanSchema)
def show_plan(*, game_id: str) -> dict[str, Json]:
    """Show your conditional moves in a game, or why the last ones have ended."""
    return _plan_json(plan_of(game_seen_by(game_id, account()), account()))


@blueprint.route("/games/<game_id:game_id>/plan", methods=["PUT"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(200, PlanSchema)
@blueprint.arguments(PlanRequestSchema)
def put_plan(wish: WishedPlan, *, game_id: str) -> dict[str, Json]:
    """Set your conditional moves; each is checked by the rules before any is stored."""
    return _plan_json(set_plan(game_id, account(), PlanWish(**wish), now()))


@blueprint.route("/games/<game_id:game_id>/plan", methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(204)
def delete_plan(*, game_id: str) -> Response:
    """Delete your conditional moves."""
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
        "set_at": time_json(plan.set_at) if plan.text or plan.plays_only_moves else None,
        "ended": plan.ended,
    }
