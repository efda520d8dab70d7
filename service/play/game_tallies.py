"""What is told to whoever counts games and invitations, where what was counted for good changes (`work.recounts`).

A game counts by its events: as it begins, and as it is over. An invitation counts for good once its game waits for
nobody any more; after that it is another one's only where a seat changes hands, or somebody becomes somebody else.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import exists, func, or_, select

from service.core.db import session
from service.models import Event, Game, GameSeat, GameStatus
from service.work import counters
from service.work.recounts import GONE, MARK, count_anew

GAMES, INVITATIONS = "games", "invitations"
BEGUN, OVER = "game.started", "game.finished"
"""The events by which games count."""


def note_games_gone(ids: Collection[str]) -> None:
    """Note that those games are about to be deleted, in the transaction under way.

    One whose events were not counted yet may be counted meanwhile, or never: then all are counted anew.
    """
    mark = counters.value_of(f"{MARK}{GAMES}")
    is_young = exists().where(
        Event.game_id == Game.id, Event.type.in_([BEGUN, OVER]), or_(Event.number.is_(None), Event.number > mark)
    )
    ours = Game.id.in_(ids), Game.status != GameStatus.INVITING, Game.imported_at.is_(None)
    if session().scalar(select(exists().where(*ours, is_young))):
        count_anew(GAMES)
    told = select(Game.ruleset, Game.status, func.count()).where(*ours, ~is_young).group_by(Game.ruleset, Game.status)
    gone = {f"{GONE}{GAMES} {ruleset} {status}": count for ruleset, status, count in session().execute(told)}
    for name, count in sorted(gone.items()):
        counters.add(name, count)


def recount_invitations(accounts: Collection[int]) -> None:
    """Have invitations counted anew if one of those accounts was invited anywhere, in the transaction under way."""
    theirs = GameSeat.account_id.in_(accounts), GameSeat.for_anybody.is_(False)
    by_others = Game.id == GameSeat.game_id, Game.creator_id != GameSeat.account_id
    if session().scalar(select(exists().where(*theirs, *by_others))):
        count_anew(INVITATIONS)
