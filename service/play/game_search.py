"""Game search: list an account's own games and public ones, page by page, in a given order.

Unfinished games of visitors come after those of accounts, one per network before any second, so that one browser cannot
fill the list. The first page keeps room for the first of each network, a third of it at least, and shows no others of
visitors.

The "next game" link of a page leads to the most urgent game in which it is the viewer's turn. Title and menu count
those games, and the ones in the viewer's inbox.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
    true,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased

import rules
from service.config.limits import limit
from service.db.engines import session
from service.language.errors import NotFound
from service.models import Account, Game, GameSeat, GameStatus, SeatState, UtcDateTime, Visibility
from service.play.inbox import INBOX
from service.play.seating import OF_GAME, as_seen_by, game_seen_by, seated
from service.security import rates

MAX_PAGE = 100
LISTED = limit("listed-games")
PART_OF_VISITORS = 3
"""One in so many entries on the first page is for games of visitors, or more if there is room."""
Guests = tuple[int, datetime, str]
"""The cursor among visitors' games: whether the game follows another of its network, when it was made, its id."""


class Place(NamedTuple):
    """The position of a game in a sort order: its time, and its id to break ties.

    It includes the visitor's game that was shown last; None if none was yet.
    """

    at: datetime | None
    game: str
    guests: Guests | None = None

    @property
    def words(self) -> Sequence[str]:
        """The place as a list of strings for a cursor."""
        of_guests = [str(self.guests[0]), self.guests[1].isoformat(), self.guests[2]] if self.guests else []
        return [self.at.isoformat() if self.at else "", self.game, *of_guests]

    @classmethod
    def of(cls, words: Sequence[str]) -> Place:
        """Parse a place from a cursor; ValueError or OverflowError for anything else."""
        at, game, *of_guests = words
        if not of_guests:
            return cls(_read_time(at) if at else None, game)
        is_later, made, last = of_guests
        return cls(_read_time(at) if at else None, game, (int(is_later == "1"), _read_time(made), last))


def _read_time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


FIRST = Place(None, "")
NOBODY = -1
"""Placeholder for the seat to move where there is none."""
_IS_PUBLIC = Game.visibility == literal(Visibility.PUBLIC.value, literal_execute=True)
"""A literal in SQL, so that the partial indexes of public games apply."""
_IS_IMPORTED = Game.imported_at.is_not(None)
_BY_VISITOR = and_(Account.id == Game.creator_id, Account.visitor_since.is_not(None))
NOT_OVER = (GameStatus.INVITING, GameStatus.ACTIVE)
_NEVER = datetime.max.replace(tzinfo=UTC)

HAS_THE_MOVE = and_(GameSeat.number == func.coalesce(Game.to_move, NOBODY), GameSeat.ai_level.is_(None))
"""Condition on a game and a person's seat: it is that seat's turn."""
_mover, _other = aliased(GameSeat), aliased(GameSeat)
_THEY_HAVE_THE_MOVE = exists().where(
    _mover.game_id == Game.id,
    _mover.account_id == GameSeat.account_id,
    _mover.number == Game.to_move,
    _mover.ai_level.is_(None),
)
"""Condition on a game and an account's seat: it is the turn of that account, there or beside."""


class SortOrder(StrEnum):
    """The orders in which games are listed."""

    CREATED = "created"
    """Newest first."""
    DEADLINE = "deadline"
    """Earliest deadline first; games without a deadline last."""
    FINISHED = "finished"
    """Most recently finished first; unfinished games are left out."""

    def place_of(self, game: Game) -> Place:
        """Return the position of a game in this order, as the cursor after it."""
        return Place(getattr(game, self.column.key), game.id)

    @property
    def column(self) -> InstrumentedAttribute[Any]:
        """The column of the time by which games are listed."""
        return {
            SortOrder.CREATED: Game.created_at,
            SortOrder.DEADLINE: Game.deadline,
            SortOrder.FINISHED: Game.finished_at,
        }[self]

    @property
    def falls(self) -> bool:
        """Whether the order is descending, the latest time first."""
        return self != SortOrder.DEADLINE


class OwnResult(StrEnum):
    """The result of a finished game for one of several players."""

    WON = "won"
    """Alone, or together in a co-operative game."""
    SHARED = "shared"
    LOST = "lost"
    """Also by resigning or running out of time."""


@dataclass(frozen=True)
class GameQuery:
    """The filters, order and page of a game search. `after` is the place of the last game of the previous page.

    Filters on the account's own seat: `mine`; `to_move` (True: only where it is the account's turn, False: only where
    it is not); `seat`, the state of that seat; `awaited`, whether its contribution to the dice is missing. Imported
    games are listed separately, for the account that has `imported` them.

    Filters of its history: `opponent`, an account's id; `result`, its own; `rated`; the number of `seats`; games that
    ended on the day `since` or later, and `until` that day, in UTC.
    """

    status: GameStatus | None = None
    ruleset: str | None = None
    mine: bool = False
    to_move: bool | None = None
    seat: SeatState | None = None
    awaited: bool | None = None
    imported: bool = False
    opponent: int | None = None
    result: OwnResult | None = None
    rated: bool | None = None
    seats: int | None = None
    since: date | None = None
    until: date | None = None
    order: SortOrder = SortOrder.CREATED
    after: Place | None = None
    limit: int = 20

    @property
    def is_of_own(self) -> bool:
        """Whether only the account's own games are searched."""
        history = self.opponent, self.result, self.rated, self.seats, self.since, self.until
        return self.mine or any(each is not None for each in (self.to_move, self.seat, *history))

    @property
    def of_visitors(self) -> Sequence[GameStatus]:
        """The states in which visitors' games come after all others; games with a deadline keep their order by it."""
        if self.is_of_own or self.imported or self.order == SortOrder.FINISHED:
            return ()
        open_ones = (GameStatus.INVITING,) if self.order == SortOrder.DEADLINE else NOT_OVER
        return [status for status in open_ones if self.status in (None, status)]


def find_games(viewer: Account | None, search: GameQuery) -> tuple[Sequence[Game], Place | None]:
    """Return a page of the games that the viewer may see, and the place after which the next one begins, or None.

    Own and public games are queried separately: each query has an index, their union has none.
    """
    limit = min(search.limit, MAX_PAGE)
    found = {game.id: game for way in _ways(viewer, search) for game in _first(limit + 1, way, search)}
    games = sorted(found.values(), key=lambda game: _sorted_by(search.order.place_of(game)), reverse=search.order.falls)
    guests: Sequence[tuple[Game, int]] = []
    if search.of_visitors and (search.after is None or len(games) <= limit):
        guests = _of_visitors(viewer, search, limit + 1)
    room = limit - len(games)
    if search.after is None:
        room = min(max(room, limit // PART_OF_VISITORS), sum(not is_later for _, is_later in guests))
    games_shown, guests_shown = games[: limit - max(room, 0)], guests[: max(room, 0)]
    following = None
    if len(games) > len(games_shown) or len(guests) > len(guests_shown):
        place = search.order.place_of(games_shown[-1]) if games_shown else search.after or FIRST
        last = [(is_later, game.created_at, game.id) for game, is_later in guests_shown[-1:]]
        following = place._replace(guests=last[0] if last else search.after and search.after.guests)
    return [*games_shown, *(game for game, _ in guests_shown)], following


def count_own_games(account: Account, search: GameQuery) -> int:
    """Count the account's own games that match a search, over all pages."""
    own = _own(account, search).where(*_conditions(search))
    return session().scalar(own.with_only_columns(func.count())) or 0


def _ways(viewer: Account | None, search: GameQuery) -> Iterator[Select[Game]]:
    """Yield a query for each reason why the viewer may see a game: it is their own, or public."""
    if search.imported:
        if viewer is not None:
            yield select(Game).where(_IS_IMPORTED, Game.creator_id == viewer.id)
        return
    if viewer is not None:
        yield _own(viewer, search)
    if not search.is_of_own:
        public = select(Game).where(_IS_PUBLIC, ~_IS_IMPORTED)
        of_others = or_(Game.status.not_in(search.of_visitors), ~exists().where(_BY_VISITOR))
        yield public.where(of_others) if search.of_visitors else public


def _of_visitors(viewer: Account | None, search: GameQuery, number: int) -> Sequence[tuple[Game, int]]:
    """Query public unfinished games of visitors, each with 1 if an older one of its network comes first, else 0."""
    among = Game.status.in_(search.of_visitors), *_conditions(search)
    if viewer is not None:
        among += (Game.id.not_in(_own(viewer, search).with_only_columns(Game.id)),)
    network, most = func.coalesce(Account.network, ""), rates.amount(LISTED) or MAX_PAGE
    nth = func.row_number().over(partition_by=(network, Game.status), order_by=(Game.created_at, Game.id))
    by_visitors = select(Game.id, case((nth <= most, 0), else_=1).label("is_later")).join(Account, _BY_VISITOR)
    ranked = by_visitors.where(_IS_PUBLIC, *among).subquery()
    found = select(Game, ranked.c.is_later).join(ranked, ranked.c.id == Game.id)
    if search.after is not None and search.after.guests is not None:
        is_later, at, last = search.after.guests
        end = tuple_(literal(at, UtcDateTime), literal(last))
        same = and_(ranked.c.is_later == is_later, tuple_(Game.created_at, Game.id) < end)
        found = found.where(or_(ranked.c.is_later > is_later, same))
    rows = session().execute(found.order_by(ranked.c.is_later, Game.created_at.desc(), Game.id.desc()).limit(number))
    return [(game, is_later) for game, is_later in rows]


def _own(account: Account, search: GameQuery) -> Select[Game]:
    """Select the games in which the account has a seat; at most one seat per game."""
    seat = and_(GameSeat.game_id == Game.id, GameSeat.account_id == account.id, *_of_seat(search))
    return select(Game).join(GameSeat, seat).where(*_of_history(search))


def _of_seat(search: GameQuery) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions on the account's own seat."""
    if search.to_move is not None:
        yield HAS_THE_MOVE if search.to_move else ~_THEY_HAVE_THE_MOVE
    if not search.to_move:
        yield GameSeat.beside.is_(None)
    if search.seat is not None:
        yield GameSeat.state == search.seat
    if search.awaited is not None:
        yield GameSeat.contribution.is_(None) if search.awaited else GameSeat.contribution.is_not(None)


def _of_history(search: GameQuery) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions on a game of the account, and on its seat there."""
    others = _other.game_id == Game.id, _other.place != GameSeat.place
    if search.opponent is not None:
        yield exists().where(*others, _other.account_id == search.opponent, _other.state == SeatState.TAKEN)
    if search.result is not None:
        yield and_(Game.status == GameStatus.FINISHED, exists().where(*others), _has_result(search.result))
    if search.rated is not None:
        yield Game.rated.is_(search.rated)
    if search.seats is not None:
        yield select(func.count()).where(_other.game_id == Game.id).scalar_subquery() == search.seats
    if search.since is not None:
        yield Game.finished_at >= datetime.combine(search.since, time(), UTC)
    if search.until is not None:
        yield Game.finished_at < datetime.combine(search.until, time(), UTC) + timedelta(days=1)


def _has_result(result: OwnResult) -> ColumnElement[bool]:
    """Return a condition on a finished game and a seat. Winners are compared as JSON; a seat's number has one digit."""
    winners, number = func.coalesce(cast(Game.winners, Text), ""), cast(GameSeat.number, Text)
    has_won = and_(GameSeat.left_by.is_(None), GameSeat.stood_in_at.is_(None), winners.contains(number))
    together = [name for name, ruleset in rules.games().items() if ruleset.cooperative]
    is_whole = or_(winners == literal("[", Text) + number + literal("]", Text), Game.ruleset.in_(together))
    return {
        OwnResult.WON: and_(has_won, is_whole),
        OwnResult.SHARED: and_(has_won, ~is_whole),
        OwnResult.LOST: ~has_won,
    }[result]


def _conditions(search: GameQuery) -> Iterator[ColumnElement[bool]]:
    if search.status:
        yield Game.status == search.status
    if search.ruleset:
        yield Game.ruleset == search.ruleset


def _first(number: int, way: Select[Game], search: GameQuery) -> list[Game]:
    """Load the first games in order; games without a time are queried only if the others do not fill the page."""
    found: list[Game] = []
    for part in _parts(way.where(*_conditions(search)), search):
        found += session().scalars(part.limit(number - len(found)))
        if len(found) == number:
            break
    return found


def _parts(wanted: Select[Game], search: GameQuery) -> Iterator[Select[Game]]:
    """Yield the queries after the page's place: games that have a time, then games that have none.

    Only active games have a deadline.
    """
    at, last, _ = search.after or FIRST
    column, falls = search.order.column, search.order.falls
    has_timed = search.order != SortOrder.DEADLINE or search.status in (None, GameStatus.ACTIVE)
    if has_timed and (at is not None or not last):
        timed = wanted.where(column.is_not(None))
        if at is not None:
            place, end = tuple_(column, Game.id), tuple_(literal(at, UtcDateTime), literal(last))
            timed = timed.where(place < end if falls else place > end)
        yield timed.order_by(column.desc(), Game.id.desc()) if falls else timed.order_by(column, Game.id)
    if search.order == SortOrder.DEADLINE:
        yield wanted.where(Game.deadline.is_(None), Game.id > (last if at is None else "")).order_by(Game.id)


def _sorted_by(place: Place) -> tuple[datetime, str]:
    at, game_id, _ = place
    return at or _NEVER, game_id


_is_another = Game.id != bindparam("id")
_FIRST = (
    select(
        Game.id,
        func.count().over().label("number"),
        func.sum(case((_is_another, 1), else_=0)).over().label("others"),
    )
    .join(GameSeat, and_(GameSeat.game_id == Game.id, GameSeat.account_id == bindparam("account"), HAS_THE_MOVE))
    .where(Game.status == GameStatus.ACTIVE)
    .order_by(_is_another.desc(), Game.deadline.is_(None), Game.deadline, Game.id)
    .limit(1)
)
_next = _FIRST.subquery()
_WAITING = select(_next.c.id, _next.c.number, _next.c.others, INBOX).select_from(
    select(literal(1)).subquery().outerjoin(_next, true())
)
_WITH_WAITING = OF_GAME.add_columns(_next.c.id, _next.c.number, _next.c.others, INBOX).outerjoin(_next, true())
"""One statement for the game and what waits elsewhere, as every page of a game needs both."""


@dataclass(frozen=True)
class NextGame:
    """The most urgent game in which it is the account's turn; the shown one only if there is no other.

    `number` counts all such games, `others` those beside the shown one.
    """

    game_id: str
    number: int
    others: int


@dataclass(frozen=True)
class WaitingGames:
    """What waits for an account: the next game with its turn, and the number of games in its inbox."""

    following: NextGame | None = None
    inbox: int = 0

    @property
    def to_move(self) -> int:
        """The number of games in which it is the account's turn."""
        return self.following.number if self.following else 0


def waiting_for(account: Account | None) -> WaitingGames:
    """Return what waits for an account; nothing for strangers."""
    if account is None:
        return WaitingGames()
    return _waiting(*session().execute(_WAITING, {"id": "", "account": account.id}).one())


def game_and_waiting(game_id: str, viewer: Account | None) -> tuple[Game, WaitingGames]:
    """Return the game, or NotFound as `game_seen_by`, and what waits for the viewer."""
    if viewer is None:
        return game_seen_by(game_id, None), WaitingGames()
    rows = session().execute(_WITH_WAITING, {"id": game_id, "account": viewer.id}).all()
    if not rows:
        raise NotFound
    [game], (*_, first, number, others, inbox) = seated(rows), rows[0]
    return as_seen_by(game, viewer), _waiting(first, number, others, inbox)


def _waiting(first: str | None, number: int, others: int, inbox: int) -> WaitingGames:
    return WaitingGames(None if first is None else NextGame(first, number, others), inbox)
