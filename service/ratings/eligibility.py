"""Which games can be rated, and which count for nobody because their players have begun too many lately."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
MOST_WITH_NEWCOMERS = 15
"""Rated games of a week of one owner with newcomers, as in a round robin of 16; further ones count for nobody."""
NEWCOMER_FOR = timedelta(days=30)
"""Age of an account up to which its player is a newcomer."""
WEEK = timedelta(days=7)
COMPUTER = 0
"""Stands for the computer, at any level, among the ids of owners."""
MET_OFTEN, MANY_NEWCOMERS = "met-often", "many-newcomers"
Players = Sequence[tuple[int, bool]]
"""The owner of each player of a game, and whether the player is a newcomer."""


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
    """Make a game that has not begun unrated if its players have begun too many lately, and rated again if not."""
    game.not_rated = why_not_counted(game, now)


def why_not_counted(game: Game, now: datetime, *more: Account) -> str | None:
    """Return the code why a game counts for nobody by what its players, perhaps with some more, began within a week.

    Two owners have met too often, or one of them has played with too many newcomers; None if it counts.
    """
    since = now - NEWCOMER_FOR
    players = [(each.person_id, each.created_at > since) for each in (*_known(game), *more)]
    earlier = _games_of([owner for owner, _ in players], game, now)
    if any(seat.account_id is None and seat.ai_level is not None for seat in game.seats):
        players.append((COMPUTER, False))
    met = Counter(pair for each in earlier for pair in _pairs(each))
    if any(met[pair] >= MOST_MEETINGS for pair in _pairs(players)):
        return MET_OFTEN
    begun = Counter(owner for each in earlier for owner in _with_newcomers(each))
    is_farmed = any(begun[owner] >= MOST_WITH_NEWCOMERS for owner in _with_newcomers(players))
    return MANY_NEWCOMERS if is_farmed else None


def _known(game: Game) -> list[Account]:
    """Return the accounts whose presence may be told to the host: an invited address reveals none."""
    known = [seat for seat in game.seats if seat.state == SeatState.TAKEN or was_named(seat)]
    return [seat.account for seat in known if seat.account is not None]


def _games_of(owners: Sequence[int], but: Game, now: datetime) -> list[Players]:
    """Return the players of each other rated game that some of these owners have begun within a week."""
    owner, is_new = func.coalesce(Account.owner_id, Account.id, COMPUTER), Account.created_at > now - NEWCOMER_FOR
    theirs = select(GameSeat.game_id).join(Account, Account.id == GameSeat.account_id)
    theirs = theirs.where(or_(Account.id.in_(owners), Account.owner_id.in_(owners)))
    seats = select(Game.id, owner, is_new).join(GameSeat, GameSeat.game_id == Game.id)
    seats = seats.outerjoin(Account, Account.id == GameSeat.account_id).where(Game.id.in_(theirs), Game.id != but.id)
    counted = Game.rated, Game.not_rated.is_(None), Game.started_at > now - WEEK
    rows = session().execute(seats.where(*counted).order_by(Game.id)).all()
    return [[(owner, bool(is_new)) for _, owner, is_new in game] for _, game in groupby(rows, key=lambda row: row[0])]


def _pairs(players: Players) -> Iterator[tuple[int, int]]:
    return combinations(sorted({owner for owner, _ in players}), 2)


def _with_newcomers(players: Players) -> set[int]:
    """Return the owners in a game who play with a newcomer that is not their own."""
    newcomers = [owner for owner, is_new in players if is_new]
    return {owner for owner, _ in players if any(other != owner for other in newcomers)}
