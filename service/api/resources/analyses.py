"""Analyses: what was best, after the game, and before where that is fair."""

from __future__ import annotations

from service.api.access import account, viewer
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.analysis import AnalysisQuerySchema, AnalysisRequestSchema, AnalysisSchema
from service.core.clock import now
from service.models import Game
from service.play import analyses
from service.play.seating import game_seen_by
from service.telling.analysis import positions_in, turning_points, waiting_in
from service.work.units import whole

blueprint = Resource("analyses", "What was best, and where a game turned.")


@blueprint.route("/games/<game_id:game_id>/analysis")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(403, 404, 409)
@blueprint.response(200, AnalysisSchema)
@blueprint.arguments(AnalysisQuerySchema, location="query")
def show_analysis(wish: dict[str, int], *, game_id: str) -> dict[str, object]:
    """Show what was worked out of a game that is over, or of one's own against computers.

    Of a game against people that goes on, nothing is shown unless all who play have agreed to that.
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
    """Have moves of a game worked out; the event `analysis.ready` tells when they are.

    In a game against people that goes on, this says that you agree to it; it is worked out once all who play do.
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
