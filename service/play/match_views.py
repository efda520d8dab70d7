"""Matches as JSON objects, the same for every face."""

from __future__ import annotations

from typing import Any

from service.core.clock import time_json
from service.models import Account
from service.play.games import seat_number
from service.play.invitees import account_shown, invited_as, is_host
from service.play.matches import Standing
from service.play.views import game_summary


def match_summary(standing: Standing, viewer: Account | None) -> dict[str, Any]:
    """A match without its games, as it stands in a list."""
    match = standing.match
    return {
        "id": match.id,
        "ruleset": match.ruleset,
        "options": standing.games[0].options,
        "simultaneous": match.simultaneous,
        "status": match.status,
        "places": _places(standing, viewer),
        "totals": standing.totals,
        "winner": match.winner,
        "ended_by": match.ended_by,
        "created_at": time_json(match.created_at),
        "finished_at": time_json(match.finished_at),
        "links": {"self": f"/api/v1/matches/{match.id}", "page": f"/matches/{match.id}"},
    }


def match_json(standing: Standing, viewer: Account | None) -> dict[str, Any]:
    """A match with its games, each as in a list of games."""
    games = [game_summary(game, seat_number(game, viewer), viewer) for game in standing.games]
    return {**match_summary(standing, viewer), "games": games}


def _places(standing: Standing, viewer: Account | None) -> list[dict[str, Any]]:
    first = standing.games[0]
    own, to_host = seat_number(first, viewer), is_host(first, viewer)
    return [
        {
            "place": number,
            "account": account.name if account else None,
            "invited": invited_as(seat, to_host=to_host),
            "ai": None if account else seat.ai_level,
            "you": seat.number == own,
        }
        for number, seat in enumerate(standing.places)
        for account in [account_shown(seat, own, to_host=to_host)]
    ]
