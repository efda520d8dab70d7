"""Which games can be rated, and which of them count for nobody: farming would lift a rating by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import combinations, groupby

from sqlalchemy import func, or_, select

from service.db.engines import session
from service.language.errors import Conflict, Forbidden, Invalid
from service.models import Account, Game, GameSeat, Rating, SeatState
from service.play.seating import was_named
from service.ratings.results import is_rated_as_match, pool_of

SEATS = range(2, 5)
"""The numbers of seats of a rated game."""
MOST_MEETINGS = 10
"""Rated games of a week between the same two owners; further ones count for nobody."""
MOST_WITH_NEWCOMERS = 15
"""Rated games of a week of one owner with newcomers, as in a round robin of 16; further ones count for nobody."""
NEWCOMER_BELOW = 5
"""Rated games, in all pools, with which a player is no newcomer any more."""
WEEK = timedelta(days=7)
COMPUTER = 0
"""Stands for the computer, at any level, among the ids of accounts and owners."""
MET_OFTEN, MANY_NEWCOMERS = "met-often", "many-newcomers"
Players = Mapping[int, int]
"""The owner of each account in a game."""


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
    players = {account.id: account.person_id for account in (*_known(game), *more)}
    earlier = _games_of(players.values(), game, now)
    owners = {*players.values()}
    if any(seat.account_id is None and seat.ai_level is not None for seat in game.seats):
        owners.add(COMPUTER)
    met = Counter(pair for each in earlier for pair in combinations(sorted({*each.values()}), 2))
    if any(met[pair] >= MOST_MEETINGS for pair in combinations(sorted(owners), 2)):
        return MET_OFTEN
    known = _no_newcomers({*players}.union(*earlier))
    begun = Counter(owner for each in earlier for owner in _with_newcomers(each, known))
    is_farmed = any(begun[owner] >= MOST_WITH_NEWCOMERS for owner in _with_newcomers(players, known))
    return MANY_NEWCOMERS if is_farmed else None


def _known(game: Game) -> list[Account]:
    """Return the accounts whose presence may be told to the host: an invited address reveals none."""
    known = [seat for seat in game.seats if seat.state == SeatState.TAKEN or was_named(seat)]
    return [seat.account for seat in known if seat.account is not None]


def _games_of(owners: Iterable[int], but: Game, now: datetime) -> list[Players]:
    """Return the players of each other rated game that some of these owners have begun within a week."""
    account, owner = func.coalesce(Account.id, COMPUTER), func.coalesce(Account.owner_id, Account.id, COMPUTER)
    theirs = select(GameSeat.game_id).join(Account, Account.id == GameSeat.account_id)
    theirs = theirs.where(or_(Account.id.in_(owners), Account.owner_id.in_(owners)))
    seats = select(Game.id, account, owner).join(GameSeat, GameSeat.game_id == Game.id)
    seats = seats.outerjoin(Account, Account.id == GameSeat.account_id).where(Game.id.in_(theirs), Game.id != but.id)
    counted = Game.rated, Game.not_rated.is_(None), Game.started_at > now - WEEK
    rows = session().execute(seats.where(*counted).order_by(Game.id)).all()
    return [{account: owner for _, account, owner in game} for _, game in groupby(rows, key=lambda row: row[0])]


def _no_newcomers(ids: Iterable[int]) -> set[int]:
    """Return those accounts that have had enough rated games, and the computer."""
    rated = select(Rating.account_id).where(Rating.account_id.in_(ids)).group_by(Rating.account_id)
    return {COMPUTER, *session().scalars(rated.having(func.sum(Rating.games) >= NEWCOMER_BELOW))}


def _with_newcomers(players: Players, known: set[int]) -> set[int]:
    """Return the owners in a game who play with a newcomer that is not their own."""
    newcomers = [owner for account, owner in players.items() if account not in known]
    return {owner for owner in players.values() if any(other != owner for other in newcomers)}
