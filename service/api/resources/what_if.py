"""What-if analysis: hypothetical lines of moves, and saved branches."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from flask import Response, url_for
from marshmallow import fields
from marshmallow.validate import Range

import rules
from rules import CHANCE
from rules.json_types import Json
from rules.notation import MAX_MOVE_LENGTH
from service.api.access import account
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.base import LARGEST, PLAIN, Number, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.move import PreviewSchema
from service.api.views import position_json
from service.db.clock import now, time_json
from service.language.catalogue import gettext
from service.language.texts import LINE
from service.models import LONGEST_BRANCH_NAME, KeptBranch
from service.play.moves import LegalActions, legal_from
from service.play.seating import game_seen_by, seat_number
from service.play.what_if import (
    LONGEST_LINE,
    BranchWish,
    SupposedLine,
    branch_of,
    branches_of,
    change_branch,
    drop_branch,
    game_to_suppose,
    keep_branch,
    outcomes,
    plan_of,
    suppose,
)
from service.presentation.story import effects
from service.security.rates import READS

blueprint = Resource("what-if", "Try hypothetical lines of moves, and save them as branches.")

LOCATION = {"Location": {"description": "The address of the branch.", "schema": {"type": "string"}, "required": True}}

_LINE = says(
    "Moves of all seats in order, separated by ` / `; dice by what they show, as in `place max-15 / roll 2 3 "
    "6 / place min-9`. Empty for the start position alone.",
    pattern=PLAIN,
    example="place max-15 / roll 2 3 6",
)
_AT = says("The number of log entries before the line; by default the current position.", example=1)
_NAME = says("A name of your choice, unique in the game.", pattern=LINE, example="my corner")


class LineQuerySchema(Sent):
    """The line to evaluate."""

    at = QueryNumber(metadata=_AT)
    line = text(LONGEST_LINE, 0, load_default="", metadata=_LINE)
    after = text(
        MAX_MOVE_LENGTH,
        0,
        load_default="",
        metadata=says("The beginning of the next move, as in `sun c4, roof c5`; add one of `actions` to continue it."),
    )


class LineWish(TypedDict):
    """A line, as loaded by LineQuerySchema."""

    at: NotRequired[int]
    line: str
    after: str


class SupposedMoveSchema(Shown):
    """A move of a line."""

    seat = Number(metadata=says("The seat that would move; -1 is chance.", example=0))
    move = fields.String(metadata=says("In the notation of the log.", example="place max-15"))
    told = fields.List(
        fields.String(),
        metadata=says("What each of its actions does, as phrases after a name.", example=["places a disc"]),
    )


class OutcomeSchema(Shown):
    """A possible outcome of dice."""

    action = fields.String(metadata={"example": "roll 2 3 6"})
    probability = fields.Float(metadata={"example": 0.0278})


class SupposedSchema(PreviewSchema):
    """The position after a line, and what could come next."""

    at = Number(metadata=says("The number of log entries before the line.", example=1))
    line = fields.String(metadata=_LINE)
    moves = fields.List(fields.Nested(SupposedMoveSchema))
    actions = fields.List(
        fields.String(), metadata=says("The legal actions of the seat to move; empty on chance's turn.", example=[])
    )
    complete = fields.Boolean(metadata=says("Whether `after` is a complete move."))
    outcomes = fields.List(
        fields.Nested(OutcomeSchema), metadata=says("The possible rolls; empty if it is not chance's turn.")
    )
    winners = fields.List(
        Number(), allow_none=True, metadata=says("The winners; null if the game would go on.", example=None)
    )
    plan = fields.String(
        allow_none=True,
        metadata=says(
            "The line as conditional moves of your seat, for `PUT /games/{game_id}/plan`; null if it cannot be "
            "converted.",
            example=None,
        ),
    )


class BranchRequestSchema(Sent):
    """A line to save."""

    name = text(LONGEST_BRANCH_NAME, required=True, metadata=_NAME)
    at = Number(load_default=None, allow_none=True, validate=Range(0, LARGEST), metadata=_AT)
    line = text(LONGEST_LINE, 0, load_default="", metadata=_LINE)


class WishedBranch(TypedDict):
    """A branch, as loaded by BranchRequestSchema."""

    name: str
    at: int | None
    line: str


class BranchChangeSchema(Sent):
    """A change of a branch; members left out stay as they are."""

    name = text(LONGEST_BRANCH_NAME, metadata=_NAME)
    at = Number(validate=Range(0, LARGEST), metadata=says("The number of log entries before it.", example=1))
    line = text(LONGEST_LINE, 0, metadata=_LINE)


class BranchChange(TypedDict, total=False):
    """A change of a branch, as loaded by BranchChangeSchema."""

    name: str
    at: int
    line: str


class BranchSchema(Shown):
    """A line that you have saved; nobody else sees it."""

    id = fields.String(metadata={"example": "k3xw7mq2k3xw"})
    name = fields.String(metadata=_NAME)
    at = Number(metadata=says("The number of log entries before the line.", example=1))
    line = fields.String(metadata=_LINE)
    kept_at = moment(metadata=says("When it was created or last changed."))


class BranchesSchema(Shown):
    """Your saved lines of a game, by name."""

    branches = fields.List(fields.Nested(BranchSchema))


@blueprint.route("/games/<game_id:game_id>/what-if")
@blueprint.allows("games:play")
@blueprint.counts_as(READS)
@blueprint.refuses(404)
@blueprint.refuses_by_the_rules
@blueprint.response(200, SupposedSchema)
@blueprint.arguments(LineQuerySchema, location="query")
def suppose_line(wish: LineWish, *, game_id: str) -> dict[str, Json]:
    """Show the position after hypothetical moves of all seats, from now or from any log entry; for players of the game.

    Nothing is stored or evaluated; only the rules apply. You choose the outcomes of dice; those of the game stay
    secret.
    """
    game = game_to_suppose(game_id, account())
    line = suppose(game, wish.get("at"), wish["line"])
    ruleset, legal = rules.game(game.ruleset), _legal(game.ruleset, line, wish["after"])
    position, seat = legal.position, seat_number(game, account())
    return {
        "ruleset": game.ruleset,
        "at": line.at,
        "line": line.text,
        "moves": [
            {
                "seat": each.seat,
                "move": each.move,
                "told": [told.translated(gettext) for told in effects(ruleset, each.before, each.actions)],
            }
            for each in line.moves
        ],
        "position": position_json(game, position),
        "scores": position.scores(),
        "to_move": position.current_player(),
        "winners": [*position.winners()] if position.current_player() is None else None,
        "board": ruleset.picture.text(position, line.position if legal.played else line.position_before, gettext),
        "actions": [*legal.actions],
        "complete": legal.complete,
        "outcomes": [{"action": action, "probability": chance} for action, chance in outcomes(position)],
        "plan": (plan_of(game, seat, line) if seat is not None else "") or None,
    }


@blueprint.route("/games/<game_id:game_id>/branches")
@blueprint.lists("branches")
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.gives({"branch_id": "$response.body#/branches/0/id"})
@blueprint.response(200, BranchesSchema)
def list_branches(*, game_id: str) -> dict[str, list[dict[str, Json]]]:
    """List your saved lines of a game, by name."""
    game = game_to_suppose(game_id, account())
    return {"branches": [_shown(each) for each in branches_of(game, account())]}


@blueprint.route("/games/<game_id:game_id>/branches", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"branch_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.refuses_by_the_rules
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, BranchSchema, headers=LOCATION)
@blueprint.arguments(BranchRequestSchema)
@repeatable
def make_branch(wish: WishedBranch, *, game_id: str) -> tuple[dict[str, Json], dict[str, str]]:
    """Save a line under a name, for yourself only: it appears in no event and in no record."""
    branch = keep_branch(game_id, account(), BranchWish(**wish), now())
    return _shown(branch), {"Location": url_for("what-if.show_branch", game_id=game_id, branch_id=branch.id)}


@blueprint.route("/games/<game_id:game_id>/branches/<game_id:branch_id>")
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(200, BranchSchema)
def show_branch(*, game_id: str, branch_id: str) -> dict[str, Json]:
    """Show a line that you have saved."""
    return _shown(branch_of(game_seen_by(game_id, account()), account(), branch_id))


@blueprint.route("/games/<game_id:game_id>/branches/<game_id:branch_id>", methods=["PATCH"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.refuses_by_the_rules
@blueprint.response(200, BranchSchema)
@blueprint.arguments(BranchChangeSchema)
def patch_branch(wish: BranchChange, *, game_id: str, branch_id: str) -> dict[str, Json]:
    """Change the name or the line of a branch."""
    return _shown(change_branch(game_id, account(), branch_id, BranchWish(**wish), now()))


@blueprint.route("/games/<game_id:game_id>/branches/<game_id:branch_id>", methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(204)
def delete_branch(*, game_id: str, branch_id: str) -> Response:
    """Delete a branch."""
    drop_branch(game_id, account(), branch_id)
    return Response(status=204)


def _legal(ruleset: str, line: SupposedLine, after: str) -> LegalActions:
    position = line.position
    seat = position.current_player()
    if not after.strip() and seat in (None, CHANCE):
        return LegalActions(0, CHANCE, [], complete=False, played=[], position=position)
    return legal_from(rules.game(ruleset), position, CHANCE if seat is None else seat, after)


def _shown(branch: KeptBranch) -> dict[str, Json]:
    return {
        "id": branch.id,
        "name": branch.name,
        "at": branch.at,
        "line": branch.line,
        "kept_at": time_json(branch.kept_at),
    }
