"""Analyses of finished games, and of games that go on if that is fair."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Range

from service.api.access import account, viewer
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.base import LARGEST, Number, QueryNumber, Sent, Shown, says
from service.db.clock import now
from service.jobs.units import whole
from service.models import Game
from service.play import analyses
from service.play.seating import game_seen_by
from service.presentation.analysis import positions_in, turning_points, waiting_in

blueprint = Resource("analyses", "Analyses of games, with the turning points.")

_AT = says("Number of log entries before it.", example=4)
_SEAT = says("The seat to move.", example=0)
_MOVE = says("A complete move, as it can be played.", example="place max-15")
_CHANCE = says("The chance of winning, from 0 to 1, as estimated by a short search.", example=0.41)


class AnalysisQuerySchema(Sent):
    """The position to show."""

    at = QueryNumber(metadata=says("Only the position after this number of log entries."))


class AnalysisRequestSchema(Sent):
    """The position to analyse."""

    at = Number(
        validate=Range(0, LARGEST),
        metadata=says(
            "The number of log entries. Without it: all moves of a finished game, the current position of a running "
            "one.",
            example=4,
        ),
    )


class AnalysedMoveSchema(Shown):
    """A move, with the chances and scores expected after it."""

    move = fields.String(metadata=_MOVE)
    chances = fields.List(
        fields.Float(),
        metadata=says(
            "By seat, the chance to win the game, or its match if that counts, from 0 to 1. In DAWN 11/15, the "
            "expected result on that scale.",
            example=[0.63, 0.37],
        ),
    )
    scores = fields.List(
        fields.Float(), metadata=says("By seat, the mean score of some quickly simulated games.", example=[61.5, 58.0])
    )


class AnalysedPositionSchema(Shown):
    """An analysed position, at a seat's turn."""

    at = Number(metadata=_AT)
    seat = Number(metadata=_SEAT)
    played = fields.String(
        allow_none=True, metadata=says("The move that was played; null if there was none.", example=None)
    )
    moves = fields.List(
        fields.Nested(AnalysedMoveSchema), metadata=says("The best moves, best first, and the one that was played.")
    )


class TurningPointSchema(Shown):
    """A move that cost its seat much of its chance of winning."""

    at = Number(metadata=_AT)
    seat = Number(metadata=_SEAT)
    played = fields.String(metadata=_MOVE)
    chance = fields.Float(metadata=_CHANCE)
    better = fields.String(metadata=_MOVE)
    better_chance = fields.Float(metadata=_CHANCE | {"example": 0.63})


class AnalysisSchema(Shown):
    """The results of a game's analysis so far."""

    version = Number(metadata=says("The version of the game.", example=31))
    waiting = Number(metadata=says("Number of positions still to be analysed.", example=0))
    agreed = fields.List(Number(), metadata=says("The seats that agree to an analysis during the game.", example=[]))
    positions = fields.List(fields.Nested(AnalysedPositionSchema), metadata=says("In the order of the log."))
    turning_points = fields.List(
        fields.Nested(TurningPointSchema), metadata=says("At most three, in the order of the log.")
    )


@blueprint.route("/games/<game_id:game_id>/analysis")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(403, 404, 409)
@blueprint.response(200, AnalysisSchema)
@blueprint.arguments(AnalysisQuerySchema, location="query")
def show_analysis(wish: dict[str, int], *, game_id: str) -> dict[str, object]:
    """Show the analysis of a finished game, or of your own game against computers.

    The analysis of a game against people that goes on is shown only if all players have agreed to it.
    """
    game = game_seen_by(game_id, viewer())
    analyses.check_open(game, viewer())
    return _shown(game, wish.get("at"))


@blueprint.route("/games/<game_id:game_id>/analysis", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(202, AnalysisSchema)
@blueprint.arguments(AnalysisRequestSchema, required=False)
@repeatable
def ask_for_analysis(wish: dict[str, int], *, game_id: str) -> dict[str, object]:
    """Request an analysis of moves in a game; the event `analysis.ready` follows when it is complete.

    In a game against people that goes on, this means that you agree to it; the analysis starts once all players agree.
    """
    return whole(lambda: _shown(analyses.ask(game_id, account(), now(), wish.get("at")), wish.get("at")))


def _shown(game: Game, at: int | None) -> dict[str, object]:
    rows = analyses.analyses_of(game, at)
    positions = positions_in(rows)
    return {
        "version": game.version,
        "waiting": waiting_in(rows),
        "agreed": [*analyses.agreed(game)],
        "positions": [
            {"at": each.at, "seat": each.seat, "played": each.played, "moves": [vars(move) for move in each.moves]}
            for each in positions
        ],
        "turning_points": [vars(each) for each in turning_points(positions)],
    }
