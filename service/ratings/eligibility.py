"""Which games can be rated, and which of them count for nobody because the same players have met too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations, groupby

from sqlalchemy import func, or_, select

from service.db.engines import session
from service.language.errors import Conflict, Forbidden, Invalid
from service.models import Account, Game, GameSeat, SeatState
from service.play.seating import was_named
from service.ratings.results import is_rated_as_match, pool_of

SEATS = range(2, 5)
"""The numbers of seats of a rated game."""
MOST_MEETINGS = 10
"""Rated games of a week between the same two owners; further ones count for nobody."""
WEEK = timedelta(days=7)
COMPUTER = 0
"""Stands for the computer, at any level, among the ids of owners."""
MET_OFTEN = "met-often"


def check_rateable(game: Game) -> None:
    """Refuse a rated game that could never count, by its terms and by the players known so far.

    Invalid `not-rateable`; Forbidden `rated-visitor`; Conflict `rated-one-owner`.
    """
    is_arranged = game.given_layout is not None or any(seat.beside is not None for seat in game.seats)
    is_half = game.match_id is None and is_rated_as_match(game.ruleset)
    if len(game.seats) not in SEATS or is_arranged or is_half or pool_of(game.ruleset, game.options) is None:
        raise Invalid("not-rateable")
    check_players(game)


def check_players(game: Game) -> None:
    """Refuse players between whom no game is rated: Forbidden `rated-visitor`, Conflict `rated-one-owner`."""
    accounts = _known(game)
    if any(account.visitor_since is not None for account in accounts):
        raise Forbidden("rated-visitor")
    owners = [account.person_id for account in accounts]
    if len(set(owners)) < len(owners):
        raise Conflict("rated-one-owner")


def note_meetings(game: Game, now: datetime) -> None:
    """Make a game that has not begun unrated if two of its players have met too often, and rated again if not."""
    game.not_rated = MET_OFTEN if have_met_often(game, now) else None


def have_met_often(game: Game, now: datetime, *more: Account) -> bool:
    """Check whether two players, perhaps with some more, have begun too many rated games together within a week."""
    owners = {account.person_id for account in (*_known(game), *more)}
    if any(seat.account_id is None and seat.ai_level is not None for seat in game.seats):
        owners.add(COMPUTER)
    met = Counter(
        pair for others in _owners_of_games(owners - {COMPUTER}, game, now) for pair in combinations(sorted(others), 2)
    )
    return any(met[pair] >= MOST_MEETINGS for pair in combinations(sorted(owners), 2))


def _known(game: Game) -> list[Account]:
    """Return the accounts whose presence may be told to the host: an invited address reveals none."""
    known = [seat for seat in game.seats if seat.state == SeatState.TAKEN or was_named(seat)]
    return [seat.account for seat in known if seat.account is not None]


def _owners_of_games(owners: Iterable[int], but: Game, now: datetime) -> list[set[int]]:
    """Return the owners in each other rated game that some of these owners have begun within a week."""
    owner = func.coalesce(Account.owner_id, Account.id, COMPUTER)
    theirs = select(GameSeat.game_id).join(Account, Account.id == GameSeat.account_id)
    theirs = theirs.where(or_(Account.id.in_(owners), Account.owner_id.in_(owners)))
    seats = select(Game.id, owner).join(GameSeat, GameSeat.game_id == Game.id)
    seats = seats.outerjoin(Account, Account.id == GameSeat.account_id).where(Game.id.in_(theirs), Game.id != but.id)
    counted = Game.rated, Game.not_rated.is_(None), Game.started_at > now - WEEK
    rows = session().execute(seats.where(*counted).order_by(Game.id)).all()
    return [{number for _, number in game} for _, game in groupby(rows, key=lambda row: row[0])]
