"""Who is away at a table."""

from __future__ import annotations

from service.core.clock import now
from service.models import Game, GameSeat
from service.people.days_away import Vacation
from service.people.vacations import today_of, vacations_of
from service.play.turn_clocks import terms_of


def away_at(game: Game) -> list[tuple[GameSeat, Vacation]]:
    """Who at a table is on vacation or will be, in the order of the days; where those count for nothing, nobody."""
    if not terms_of(game).vacations:
        return []
    seated = [(seat, seat.account) for seat in game.seats if seat.is_played_by_a_person and seat.account is not None]
    away = [(seat, each) for seat, who in seated for each in vacations_of(who) if each.last >= today_of(who, now())]
    return sorted(away, key=lambda found: found[1])
