"""The puzzle of the day: for everybody the same, and for each a game of their own, begun with its first move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import select

from rules import Game as Ruleset
from rules import Layout
from service.core.db import session, transaction
from service.core.errors import NotFound
from service.models import Account, DailyGame, EndedBy, Game, GameSeat, GameStatus, SeatState, Visibility
from service.play.games import NewGame, SeatWish, create_game, rulesets

FIRST_DAY = date(2026, 1, 1)
"""Puzzles of before are not to be had."""
DAYS_TO_FINISH = 14
MOST_RESULTS = 400
"""What of somebody's days is looked at: enough for a streak of a year."""


@dataclass(frozen=True)
class DayPlayed:
    """What came of somebody's puzzle of a day: how many flowers it has, and whether it was begun on that very day."""

    day: date
    game_id: str
    flowers: int
    is_over: bool
    is_in_time: bool


def today(now: datetime) -> date:
    """Which day it is for everybody: that of UTC."""
    return now.astimezone(UTC).date()


def day_named(text: str, now: datetime) -> date:
    """The day of that name (2026-11-23), or NotFound for what is no day, too long ago, or still to come."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotFound from None
    if text != day.isoformat() or not FIRST_DAY <= day <= today(now):
        raise NotFound
    return day


def daily_ruleset() -> Ruleset | None:
    """The game whose puzzle it is; None if this installation does not offer it."""
    return next((ruleset for ruleset in rulesets().values() if ruleset.daily is not None), None)


def untouched(day: date) -> Game:
    """The puzzle of a day as a game before its first move, which no table holds; NotFound if there is none."""
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
    """The game in which somebody plays, or has played, the puzzle of a day."""
    if account is None:
        return None
    mine = select(Game).join(DailyGame).where(DailyGame.account_id == account.id, DailyGame.day == day)
    return session().scalar(mine)


def begin(account: Account, day: date, now: datetime) -> Game:
    """The game of somebody's for the puzzle of a day, made if there is none yet; NotFound if there is no puzzle."""
    with transaction() as current:
        current.execute(select(Account.id).where(Account.id == account.id).with_for_update(key_share=True))
        known = own_game(account, day)
        if known is not None:
            return known
        ruleset, layout = _puzzle(day)
        wish = NewGame(ruleset.id, [SeatWish(me=True)], layout=layout, days_per_move=DAYS_TO_FINISH)
        game = create_game(account, wish, now)
        current.add(DailyGame(account_id=account.id, day=day, game_id=game.id))
        return game


def day_of(game: Game) -> date | None:
    """Of which day a game is the puzzle; None if of none."""
    if game.visibility != Visibility.PRIVATE or game.given_layout is None or len(game.seats) > 1:
        return None
    return session().scalar(select(DailyGame.day).where(DailyGame.game_id == game.id))


def days_played(account: Account) -> Sequence[DayPlayed]:
    """What came of somebody's puzzles, the newest first."""
    columns = DailyGame.day, Game.id, Game.scores, Game.status, Game.ended_by, Game.created_at
    mine = select(*columns).join(Game, Game.id == DailyGame.game_id).where(DailyGame.account_id == account.id)
    rows = session().execute(mine.order_by(DailyGame.day.desc()).limit(MOST_RESULTS))
    return [
        DayPlayed(day, game_id, (scores or [0])[0], status == GameStatus.FINISHED, _is_in_time(day, begun, ended_by))
        for day, game_id, scores, status, ended_by, begun in rows
    ]


def streak(played: Sequence[DayPlayed], until: date) -> int:
    """How many days in a row somebody has played to the end on the day, up to that day or the one before."""
    days = {each.day for each in played if each.is_over and each.is_in_time}
    last = until if until in days else until - timedelta(1)
    length = 0
    while last - timedelta(length) in days:
        length += 1
    return length


def longest_streak(played: Sequence[DayPlayed]) -> int:
    """How many days in a row somebody has played to the end on the day, at their best."""
    return max((streak(played, each.day) for each in played), default=0)


def _is_in_time(day: date, begun: datetime, ended_by: EndedBy | None) -> bool:
    return today(begun) == day and ended_by in (None, EndedBy.PLAY)


def _puzzle(day: date) -> tuple[Ruleset, Layout]:
    ruleset = daily_ruleset()
    if ruleset is None or ruleset.daily is None:
        raise NotFound
    return ruleset, ruleset.daily(day)
