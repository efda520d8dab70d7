"""Rate finished games, one pool after the other, in the order of their ends and then of their ids.

A pool is locked while a game of it is rated. A game that becomes visible after a later one was rated, or is annulled,
takes the pool back to its place; the later games are then rated again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, delete, exists, func, or_, select, tuple_, union, update

from rules.json_types import Json
from service.accounts.accounts import account_named
from service.db.engines import session, transaction
from service.jobs import events
from service.jobs.counters import hold
from service.language import texts
from service.language.errors import Conflict, or_not_found
from service.models import LONGEST_DECISION, Account, Game, GameSeat, RatedGame, Rating, RatingChange, Substitution
from service.notifications.notices import write_notice
from service.play.positions import log_of
from service.play.records import record_json
from service.play.seating import game_anew
from service.ratings.replay import TIMEOUTS_WITHIN, PlayerRating, Replay, SeatChange
from service.ratings.results import Result, result_of
from service.ratings.scale import Strength

SLOWEST = timedelta(seconds=5)
"""How long after its end a game is rated: transactions that began earlier have usually committed by then."""
ANNULLED = "annulled"
"""The one reason that no record holds: an operator's."""
MAILED = 20
"""Most games that an email about annulled games lists."""
COMPUTER = "level:"
Player = tuple[int | None, int | None]
"""The account, or the level of the computer."""


def pools_waiting(now: datetime) -> Sequence[str]:
    """Return the pools in which games wait to be rated."""
    waiting = RatedGame.settled_at.is_(None), RatedGame.finished_at <= now - SLOWEST
    return session().scalars(select(RatedGame.pool).where(*waiting).distinct()).all()


def rate_next(pool: str, now: datetime) -> bool:
    """Rate the first game that waits in a pool; return whether there was one. Safe to run concurrently."""
    with transaction():
        hold(f"ratings {pool}")
        waiting = RatedGame.settled_at.is_(None), RatedGame.pool == pool, RatedGame.finished_at <= now - SLOWEST
        first = select(RatedGame).where(*waiting).order_by(RatedGame.finished_at, RatedGame.game_id).limit(1)
        row = session().scalar(first.execution_options(populate_existing=True))
        if row is None:
            return False
        if session().scalar(select(exists().where(*_from(row), RatedGame.settled_at.is_not(None)))):
            _rewind(row)
        _settle(row, now)
        return True


def annul(games: Iterable[str], reason: str, now: datetime) -> None:
    """Annul games, all or none: they count for nobody, later games are rated again, and their players are told.

    NotFound for a game that was not to be rated, or is not over; Conflict `annulled-already`. Both name the `game`.
    Invalid `bad-text`.
    """
    texts.line("because", reason, LONGEST_DECISION)
    wanted = list(dict.fromkeys(games))
    with transaction() as current:
        pools = select(RatedGame.pool).where(RatedGame.game_id.in_(wanted)).distinct().order_by(RatedGame.pool)
        for pool in current.scalars(pools).all():
            hold(f"ratings {pool}")
        rows = [or_not_found(current.get(RatedGame, each, populate_existing=True), game=each) for each in wanted]
        for row in sorted(rows, key=lambda row: (row.finished_at, row.game_id)):
            current.refresh(row)
            if row.not_rated == ANNULLED:
                raise Conflict("annulled-already", game=row.game_id)
            if row.settled_at is not None:  # else it waits, as all later ones do after the first of a pool
                _rewind(row)
            _note(row, ANNULLED, now)
            row.reason = reason
        _tell_players(wanted, reason, now)


def games_rated_with(name: str) -> Sequence[str]:
    """Return the ids of the games that change the rating of an account, or will; NotFound `no-such-account`."""
    account = account_named(name)
    seated = select(GameSeat.game_id).where(GameSeat.account_id == account.id, GameSeat.taken_over_at.is_(None))
    left = select(Substitution.game_id).where(Substitution.account_id == account.id)
    theirs = RatedGame.game_id.in_(union(seated, left)), RatedGame.not_rated.is_(None)
    return session().scalars(select(RatedGame.game_id).where(*theirs).order_by(RatedGame.finished_at)).all()


def _tell_players(annulled: Sequence[str], reason: str, now: datetime) -> None:
    """Record an event of each game, and send each player one email about all of theirs."""
    theirs: defaultdict[int, list[str]] = defaultdict(list)
    for game in map(game_anew, annulled):
        events.record("game.annulled", game, now, reason=reason)
        for account_id in _accounts(game.id).values():
            theirs[account_id].append(game.id)
    for account in session().scalars(select(Account).where(Account.id.in_(theirs))).all():
        games = theirs[account.id]
        about: dict[str, Json] = {"games": games[:MAILED], "number": len(games), "reason": reason}
        write_notice("games-annulled", account, now, data=about)


def _from(row: RatedGame) -> Sequence[ColumnElement[bool]]:
    """Build the conditions for a game and those that are rated after it."""
    place = tuple_(RatedGame.finished_at, RatedGame.game_id)
    return RatedGame.pool == row.pool, place >= tuple_(row.finished_at, row.game_id)


def _settle(row: RatedGame, now: datetime) -> None:
    game = game_anew(row.game_id)
    result = result_of(record_json(game, log_of(game)))
    _note(row, result if isinstance(result, str) else _rated(result, _accounts(game.id)), now)


def _note(row: RatedGame, why: str | None, now: datetime) -> None:
    """Settle a game, rated or for the reason why it counts for nobody."""
    row.settled_at, row.not_rated = now, why
    if why is not None:
        session().execute(update(Game).where(Game.id == row.game_id).values(not_rated=why))


def _rated(result: Result, accounts: Mapping[str, int]) -> str | None:
    """Rate a result and store the changes; or return the code why it counts for nobody."""
    players = {name: _player(name, accounts) for name in result.players}
    rows = {(row.account_id, row.level): row for row in session().scalars(_ratings(result.pool, players.values()))}
    replay = Replay(standings={name: _standing(rows[key]) for name, key in players.items() if key in rows})
    replay.timeouts |= {name: _timeouts(result, players[name]) for name in result.timed_out}
    changes = replay.apply(result)
    if isinstance(changes, str):
        return changes
    session().write(_row(change, result, players[change.player]) for change in changes)
    for name, key in players.items():
        row = rows.get(key) or Rating(pool=result.pool, account_id=key[0], level=key[1])
        _keep(row, replay.standings[name])
    return None


def _accounts(game_id: str) -> Mapping[str, int]:
    """Return the accounts that have or had a seat in a game, by handle."""
    seated = union(*(select(kind.account_id).where(kind.game_id == game_id) for kind in (GameSeat, Substitution)))
    found = select(Account.name, Account.id).where(Account.id.in_(seated))
    return dict(session().execute(found).all())


def _player(name: str, accounts: Mapping[str, int]) -> Player:
    if name.startswith(COMPUTER):
        return None, int(name.removeprefix(COMPUTER))
    return accounts[name.removeprefix("account:")], None


def _is(kind: type[Rating | RatingChange], player: Player) -> ColumnElement[bool]:
    account_id, level = player
    return kind.level == level if account_id is None else kind.account_id == account_id


def _ratings(pool: str, players: Iterable[Player]) -> Select[Rating]:
    return select(Rating).where(Rating.pool == pool, or_(*(_is(Rating, player) for player in players)))


def _standing(row: Rating) -> PlayerRating:
    return PlayerRating(Strength(row.mean, row.deviation), row.games, row.rated_at)


def _keep(row: Rating, standing: PlayerRating) -> None:
    row.mean, row.deviation = standing.strength.mean, standing.strength.deviation
    row.games, row.rated_at = standing.games, standing.rated_at
    session().add(row)


def _row(change: SeatChange, result: Result, player: Player) -> RatingChange:
    return RatingChange(
        game_id=result.game_id,
        seat=change.seat,
        pool=result.pool,
        account_id=player[0],
        level=player[1],
        rank=change.rank,
        mean_before=change.before.mean,
        deviation_before=change.before.deviation,
        mean=change.after.mean,
        deviation=change.after.deviation,
        timed_out=change.player in result.timed_out,
        at=result.finished_at,
    )


def _timeouts(result: Result, player: Player) -> list[datetime]:
    """Return when the player's latest games in the pool that counted as lost on time were over."""
    recent = RatingChange.pool == result.pool, RatingChange.at > result.finished_at - TIMEOUTS_WITHIN
    lost = select(RatingChange.at).where(_is(RatingChange, player), *recent, RatingChange.timed_out)
    return [*session().scalars(lost)]


def _rewind(row: RatedGame) -> None:
    """Take a pool back to before a game: it and all later ones wait again, but for annulled ones."""
    later = select(RatedGame.game_id).where(*_from(row))
    undone = delete(RatingChange).where(RatingChange.game_id.in_(later))
    changed = session().execute(undone.returning(RatingChange.account_id, RatingChange.level)).all()
    for account_id, level in set(changed):
        _back(row.pool, (account_id, level))
    counts = RatedGame.not_rated.is_distinct_from(ANNULLED)
    again = later.where(counts)
    session().execute(update(Game).where(Game.id.in_(again)).values(not_rated=None))
    session().execute(update(RatedGame).where(*_from(row), counts).values(settled_at=None, not_rated=None))


def _back(pool: str, player: Player) -> None:
    """Set a player's rating to what their last remaining change says, or remove it without one."""
    theirs = RatingChange.pool == pool, _is(RatingChange, player)
    latest = select(RatingChange).where(*theirs).order_by(RatingChange.at.desc(), RatingChange.game_id.desc()).limit(1)
    last = session().scalar(latest)
    row = session().scalars(_ratings(pool, [player])).one()
    if last is None:
        session().delete(row)
        return
    games = session().scalar(select(func.count()).select_from(RatingChange).where(*theirs)) or 0
    _keep(row, PlayerRating(Strength(last.mean, last.deviation), games, last.at))
