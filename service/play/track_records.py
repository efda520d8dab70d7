"""Track records: a player's public results by ruleset, and their reliability."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise
from statistics import median

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.orm import aliased

import rules
from rules import CHANCE
from service.accounts.accounts import account_named
from service.accounts.names import GONE
from service.db.engines import session, transaction
from service.language.errors import NotFound
from service.models import (
    Account,
    EndedBy,
    Game,
    GameSeat,
    GameStatus,
    LogEntry,
    PlayedBy,
    SeatState,
    Substitution,
    Visibility,
)

MOST_GAMES = 500
"""Most public games that are evaluated, the latest first."""
MOST_COUNTED = 50
"""Most games whose moves are counted one by one."""
PUBLIC = Game.visibility == Visibility.PUBLIC
BEGUN = (GameStatus.ACTIVE, GameStatus.FINISHED)
_other = aliased(GameSeat)
_SEATS = select(func.count()).where(_other.game_id == Game.id).scalar_subquery()
_GAME = Game.id, Game.ruleset, Game.status, Game.winners
_one, _another = aliased(LogEntry), aliased(LogEntry)
MOVED_BY_TWO = exists().where(
    _one.game_id == Game.id,
    _one.seat != CHANCE,
    _another.game_id == Game.id,
    _another.seat.not_in((CHANCE, _one.seat)),
)
_AT_ONE_DEVICE = exists().where(_other.game_id == Game.id, _other.beside.is_not(None))
_COUNTED = (
    PUBLIC,
    Game.status.in_(BEGUN),
    or_(Game.status == GameStatus.ACTIVE, _SEATS == 1, MOVED_BY_TWO),
    ~_AT_ONE_DEVICE,
)
"""Condition for games that count as results: not games for several that ended before two seats had moved.

Games of players who share a device do not count either.
"""


@dataclass(frozen=True)
class Results:
    """Results of finished games of one ruleset; games for one player are neither won nor lost."""

    ruleset: str
    played: int
    won: int
    shared: int
    lost: int


@dataclass(frozen=True)
class SeatResults(Results):
    """Results of finished games of one ruleset with that number of players."""

    seats: int


@dataclass(frozen=True)
class Reliability:
    """A player's reliability in finishing games. Moves are those of the latest `MOST_COUNTED` games."""

    games_begun: int
    under_way: int
    finished: int
    resigned: int
    out_of_time: int
    moves_in_time: int
    moves_missed: int


@dataclass(frozen=True)
class TrackRecord:
    """A player's results by ruleset, and by ruleset and number of players; and their reliability."""

    results: Sequence[Results]
    by_seats: Sequence[SeatResults]
    reliability: Reliability


@dataclass(frozen=True)
class _Played:
    game_id: str
    ruleset: str
    status: GameStatus
    winners: Sequence[int]
    number: int
    left_by: EndedBy | None
    stood_in_at: datetime | None
    seats: int
    since: int = 0
    """The first log entry that counts for this player: of a substitute, the first after they took the seat over."""
    until: int | None = None
    """The entry from which on a substitute had the seat."""

    @property
    def is_out_of_time(self) -> bool:
        """Whether the seat was lost on time, including a seat that the computer still plays."""
        return self.left_by == EndedBy.TIME or self.stood_in_at is not None

    @property
    def is_kept(self) -> bool:
        """Whether the player has the seat still, or had it at the end."""
        return self.left_by is None and self.stood_in_at is None

    @property
    def outcome(self) -> Sequence[str]:
        """Whether a finished game was won, shared or lost; nothing of a game for one player."""
        if self.seats == 1:
            return []
        if not self.is_kept or self.number not in (self.winners or ()):
            return ["lost"]
        together = self.ruleset in rules.games() and rules.game(self.ruleset).cooperative
        return ["won"] if together or len(self.winners) == 1 else ["shared"]

    @property
    def counts(self) -> bool:
        """Whether the game is a result of the player: finished; of a substitute's games, not those that they lost."""
        return self.status == GameStatus.FINISHED and not (self.since and self.outcome == ["lost"])

    def was_theirs_at(self, entry: int) -> bool:
        """Return whether the player had the seat at that entry of the log."""
        return self.since <= entry and (self.until is None or entry < self.until)


def player_named(name: str) -> Account:
    """Return the person or bot of that name with a public profile, or NotFound `no-such-account`."""
    account = account_named(name)
    if not has_page(account):
        raise NotFound("no-such-account", name=name)
    return account


def has_page(account: Account) -> bool:
    """Return whether an account has a public profile: not visitors, unverified or erased accounts."""
    is_here = account.verified_at is not None and account.visitor_since is None
    return is_here and not account.name.startswith(GONE)


def track_record(account: Account) -> TrackRecord | None:
    """Compute the public track record of an account; None if it is hidden."""
    if account.hidden_since is not None:
        return None
    played = _played_by(account)
    by_seats = counted((each.ruleset, each.seats, each.outcome) for each in played if each.counts)
    return TrackRecord(by_ruleset(by_seats), by_seats, _reliability(played))


def median_answer(account: Account) -> int | None:
    """Return the median of the account's response times, in seconds, over its latest `MOST_COUNTED` public games.

    None without any response, or if the profile is hidden.
    """
    if account.hidden_since is not None:
        return None
    seats = {each.game_id: each for each in _played_by(account, MOST_COUNTED)}
    columns = LogEntry.game_id, LogEntry.seat, LogEntry.version, LogEntry.at, LogEntry.number
    entries = select(*columns).where(LogEntry.game_id.in_(seats)).order_by(LogEntry.game_id, LogEntry.number)
    took = [
        (entry.at - before.at).total_seconds()
        for game_id, log in groupby(session().execute(entries), key=lambda entry: entry.game_id)
        for before, entry in pairwise(log)
        if entry.seat == seats[game_id].number
        and entry.version != before.version
        and seats[game_id].was_theirs_at(entry.number)
    ]
    return round(median(took)) if took else None


def public_games_of(account: Account, status: GameStatus, limit: int) -> Sequence[Game]:
    """Return the latest public games of an account with that status; none if its profile is hidden."""
    if account.hidden_since is not None:
        return []
    theirs = and_(GameSeat.game_id == Game.id, GameSeat.account_id == account.id, GameSeat.state == SeatState.TAKEN)
    found = select(Game).join(GameSeat, theirs).where(PUBLIC, Game.status == status, ~_AT_ONE_DEVICE)
    return session().scalars(found.order_by(Game.created_at.desc(), Game.id).limit(limit)).all()


def show_results(account_id: int, now: datetime, *, shown: bool) -> None:
    """Show or hide the results on an account's profile."""
    with transaction() as current:
        account = current.get_one(Account, account_id, populate_existing=True)
        if shown == (account.hidden_since is not None):
            account.hidden_since = None if shown else now


def _played_by(account: Account, most: int = MOST_GAMES) -> list[_Played]:
    """List games in which the account has a seat, latest first; before them, games in which it was substituted."""
    left = select(*_GAME, Substitution.seat, _SEATS, Substitution.entry)
    left = left.join(Substitution, Substitution.game_id == Game.id)
    left = left.where(Substitution.account_id == account.id, *_COUNTED).order_by(Game.created_at.desc())
    lost = [
        _Played(game_id, ruleset, status, winners, seat, EndedBy.TIME, None, seats, until=entry)
        for game_id, ruleset, status, winners, seat, seats, entry in session().execute(left)
    ]
    since = func.coalesce(Substitution.entry, 0)
    taken_over = and_(Substitution.game_id == Game.id, Substitution.substitute_id == account.id)
    held = select(*_GAME, GameSeat.number, GameSeat.left_by, GameSeat.stood_in_at, _SEATS, since)
    held = held.join(GameSeat, GameSeat.game_id == Game.id).outerjoin(Substitution, taken_over)
    held = held.where(GameSeat.account_id == account.id, *_COUNTED).order_by(Game.created_at.desc(), Game.id)
    return [*lost, *(_Played(*row) for row in session().execute(held.limit(most)))][:most]


def counted(outcomes: Iterable[tuple[str, int, Sequence[str]]]) -> list[SeatResults]:
    """Count outcomes by ruleset and number of players, the most frequent first."""
    found = defaultdict[tuple[str, int], Counter[str]](Counter)
    for ruleset, seats, words in outcomes:
        found[ruleset, seats].update(["played", *words])
    ordered = sorted(found.items(), key=lambda item: (-item[1]["played"], item[0]))
    return [
        SeatResults(ruleset, each["played"], each["won"], each["shared"], each["lost"], seats)
        for (ruleset, seats), each in ordered
    ]


def by_ruleset(results: Iterable[SeatResults]) -> list[Results]:
    """Add up results of a ruleset over all numbers of players, what was played most first."""
    found = defaultdict[str, list[SeatResults]](list)
    for each in results:
        found[each.ruleset].append(each)
    added = [
        Results(ruleset, *(sum(getattr(part, name) for part in parts) for name in ("played", "won", "shared", "lost")))
        for ruleset, parts in found.items()
    ]
    return sorted(added, key=lambda each: (-each.played, each.ruleset))


def _reliability(played: Sequence[_Played]) -> Reliability:
    stayed = Counter(each.status for each in played if each.is_kept)
    latest = played[:MOST_COUNTED]
    return Reliability(
        games_begun=len(played),
        under_way=stayed[GameStatus.ACTIVE],
        finished=stayed[GameStatus.FINISHED],
        resigned=sum(each.left_by == EndedBy.RESIGNATION for each in played),
        out_of_time=sum(each.is_out_of_time for each in played),
        moves_in_time=_moves([each for each in latest if each.left_by is None], LogEntry.played_by.is_(None)),
        moves_missed=len(_missed(latest)),
    )


def _missed(played: Sequence[_Played]) -> set[str]:
    """Return the ids of the games in which the player has ever run out of time."""
    seats = {each.game_id: each for each in played}
    last = func.max(LogEntry.number).label("last")
    stood_in = select(LogEntry.game_id, LogEntry.seat, last).group_by(LogEntry.game_id, LogEntry.seat)
    by_computer = LogEntry.game_id.in_(seats), LogEntry.played_by == PlayedBy.COMPUTER
    played_on = {
        row.game_id
        for row in session().execute(stood_in.where(*by_computer))
        if row.seat == seats[row.game_id].number and seats[row.game_id].since <= row.last
    }
    return played_on | {each.game_id for each in played if each.is_out_of_time}


def _moves(played: Sequence[_Played], which: ColumnElement[bool]) -> int:
    """Count the moves of the seats that match a condition, as distinct versions of their games."""
    by_seat = defaultdict[tuple[int, int], list[str]](list)
    for each in played:
        by_seat[each.number, each.since].append(each.game_id)
    total = 0
    for (number, since), games in by_seat.items():
        of_seat = LogEntry.seat == number, LogEntry.number >= since, LogEntry.game_id.in_(games)
        one = select(LogEntry.game_id, LogEntry.version).where(*of_seat, which)
        total += session().scalar(select(func.count()).select_from(one.distinct().subquery())) or 0
    return total
