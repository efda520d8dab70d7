"""The puzzle of the day: one position for everybody, and a game for each player who makes a first move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import select

from rules import Game as Ruleset
from rules import Layout
from service.accounts.accounts import locked_account
from service.db.engines import session, transaction
from service.language.errors import NotFound
from service.models import Account, DailyGame, EndedBy, Game, GameSeat, GameStatus, SeatState, Visibility
from service.play.games import NewGame, SeatWish, create_game, rulesets

FIRST_DAY = date(2026, 1, 1)
"""The day of the first puzzle."""
DAYS_TO_FINISH = 14
MOST_RESULTS = 400
"""Most results loaded for one player: enough for a streak of a year."""


@dataclass(frozen=True)
class DayPlayed:
    """A player's result in a puzzle of the day: its flowers, and whether it was begun on that day."""

    day: date
    game_id: str
    flowers: int
    is_over: bool
    is_in_time: bool


def today(now: datetime) -> date:
    """Return the day in UTC, which holds for everybody."""
    return now.astimezone(UTC).date()


def day_named(text: str, now: datetime) -> date:
    """Parse a day (2026-11-23); NotFound for other text, a day before the first puzzle, or one in the future."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotFound from None
    if text != day.isoformat() or not FIRST_DAY <= day <= today(now):
        raise NotFound
    return day


def daily_ruleset() -> Ruleset | None:
    """Return the game with a daily puzzle; None if this installation does not offer it."""
    return next((ruleset for ruleset in rulesets().values() if ruleset.daily is not None), None)


def untouched(day: date) -> Game:
    """Return a day's puzzle as an unsaved game before its first move; NotFound if there is none."""
    ruleset, layout = _puzzle(day)
    return Game(
        id=f"daily {day}",
        ruleset=ruleset.id,
        rules_version=ruleset.version,
        options={},
        setup=ruleset.new_setup(1, layout=layout),
        status=GameStatus.ACTIVE,
        version=0,
        turn=0,
        log_length=0,
        to_move=0,
        seats=[GameSeat(place=0, number=0, state=SeatState.TAKEN)],
    )


def own_game(account: Account | None, day: date) -> Game | None:
    """Return an account's game of the puzzle of a day, or None."""
    if account is None:
        return None
    mine = select(Game).join(DailyGame).where(DailyGame.account_id == account.id, DailyGame.day == day)
    return session().scalar(mine)


def practice(account: Account | None, day: date) -> Game | None:
    """Return an account's practice of the puzzle of a day that is under way, or None."""
    if account is None:
        return None
    under_way = Game.practice_day == day, Game.status == GameStatus.ACTIVE
    return session().scalar(select(Game).where(Game.creator_id == account.id, *under_way).limit(1))


def begin(account: Account, day: date, now: datetime) -> Game:
    """Return an account's game of a day's puzzle and create it if needed; NotFound if there is no puzzle."""
    with transaction() as current:
        locked_account(account.id)
        known = own_game(account, day)
        if known is not None:
            return known
        game = _created(account, day, now)
        current.add(DailyGame(account_id=account.id, day=day, game_id=game.id))
        return game


def try_again(account: Account, day: date, now: datetime) -> Game | None:
    """Return an account's practice of a day's puzzle and create it if needed; until its first game is over, that one.

    None if there is no first game.
    """
    with transaction():
        locked_account(account.id)
        first = own_game(account, day)
        if first is None or first.status == GameStatus.ACTIVE:
            return first
        known = practice(account, day)
        if known is not None:
            return known
        game = _created(account, day, now)
        game.practice_day = day
        return game


def _created(account: Account, day: date, now: datetime) -> Game:
    ruleset, layout = _puzzle(day)
    wish = NewGame(ruleset.id, [SeatWish(me=True)], layout=layout, days_per_move=DAYS_TO_FINISH)
    return create_game(account, wish, now)


def day_of(game: Game) -> date | None:
    """Return the day whose puzzle a game is, or repeats; None for other games."""
    if game.practice_day is not None:
        return game.practice_day
    if game.visibility != Visibility.PRIVATE or game.given_layout is None or len(game.seats) > 1:
        return None
    return session().scalar(select(DailyGame.day).where(DailyGame.game_id == game.id))


def days_played(account: Account) -> Sequence[DayPlayed]:
    """List the results of an account's puzzles, the newest first."""
    columns = DailyGame.day, Game.id, Game.scores, Game.status, Game.ended_by, Game.created_at
    mine = select(*columns).join(Game, Game.id == DailyGame.game_id).where(DailyGame.account_id == account.id)
    rows = session().execute(mine.order_by(DailyGame.day.desc()).limit(MOST_RESULTS))
    return [
        DayPlayed(day, game_id, (scores or [0])[0], status == GameStatus.FINISHED, _is_in_time(day, begun, ended_by))
        for day, game_id, scores, status, ended_by, begun in rows
    ]


def streak(played: Sequence[DayPlayed], until: date) -> int:
    """Return the number of consecutive days, up to `until` or the day before, with a puzzle finished that day."""
    days = {each.day for each in played if each.is_over and each.is_in_time}
    last = until if until in days else until - timedelta(1)
    length = 0
    while last - timedelta(length) in days:
        length += 1
    return length


def longest_streak(played: Sequence[DayPlayed]) -> int:
    """Return the longest number of consecutive days with a puzzle finished that day."""
    return max((streak(played, each.day) for each in played), default=0)


def _is_in_time(day: date, begun: datetime, ended_by: EndedBy | None) -> bool:
    return today(begun) == day and ended_by in (None, EndedBy.PLAY)


def _puzzle(day: date) -> tuple[Ruleset, Layout]:
    ruleset = daily_ruleset()
    if ruleset is None or ruleset.daily is None:
        raise NotFound
    return ruleset, ruleset.daily(day)
