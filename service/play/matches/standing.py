"""Matches: find them and compute their scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, or_, select

from service.db.engines import session
from service.language.errors import NotFound, or_not_found
from service.models import Account, Game, GameSeat, GameStatus, Match, Visibility
from service.play.game_search import MAX_PAGE
from service.play.matches.rounds import games_of, places, totals
from service.play.seating import seat_number


@dataclass(frozen=True)
class Standing:
    """A match, its games by round, the `places` of the first game, and the `totals` of their points.

    Points count when their game was played to its end; those of a third game do not.
    """

    match: Match
    games: Sequence[Game]
    places: Sequence[GameSeat]
    totals: Sequence[int]

    @property
    def running(self) -> list[Game]:
        """The active games."""
        return [game for game in self.games if game.status == GameStatus.ACTIVE]

    def place_of(self, account: Account | None) -> int | None:
        """Return the place that the account has, or is invited to; None if it has none."""
        own = (at for at, seat in enumerate(self.places) if account is not None and seat.account_id == account.id)
        return next(own, None)


def match_seen_by(match_id: str, viewer: Account | None) -> Match:
    """Return the match if its games are public or the viewer has or is offered a place in it; else NotFound."""
    match = or_not_found(session().get(Match, match_id))
    [first, *_] = games_of(match.id)
    if first.visibility == Visibility.PRIVATE and seat_number(first, viewer) is None:
        raise NotFound
    return match


def standing(match: Match) -> Standing:
    """Return the match with its games and score."""
    games = games_of(match.id)
    return Standing(match, games, places(games), totals(games))


def standing_of(game: Game) -> Standing | None:
    """Return the match of a game with its score; None if the game is not part of one."""
    return standing(session().get_one(Match, game.match_id)) if game.match_id else None


def find_matches(
    account: Account, *, after: tuple[datetime, str] | None = None, limit: int = 20
) -> tuple[Sequence[Match], bool]:
    """Return a page of the account's matches, newest first, and whether there are more.

    `after` is the (created_at, id) of the last match of the previous page.
    """
    size = min(limit, MAX_PAGE)
    own = select(Game.match_id).where(Game.seats.any(GameSeat.account_id == account.id))
    wanted = select(Match).where(Match.id.in_(own)).order_by(Match.created_at.desc(), Match.id.desc())
    if after:
        created_at, match_id = after
        wanted = wanted.where(
            or_(Match.created_at < created_at, and_(Match.created_at == created_at, Match.id < match_id))
        )
    page = session().scalars(wanted.limit(size + 1)).all()
    return page[:size], len(page) > size
