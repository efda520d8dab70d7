"""A player's open turns, in their language, for calendar and news feeds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select

import rules
from service.db.engines import session
from service.language.catalogue import gettext, listed
from service.models import Account, Game, GameStatus, LogEntry, SeatState
from service.play.game_search import MAX_PAGE, GameQuery, SortOrder
from service.presentation.clock_words import moment_in_words
from service.presentation.names import name_of

MINE = GameQuery(status=GameStatus.ACTIVE, to_move=True, order=SortOrder.DEADLINE, limit=MAX_PAGE)


def began(games: Sequence[Game]) -> dict[str, datetime]:
    """Return by game when the current turn began: the time of the last move."""
    last = select(LogEntry.game_id, func.max(LogEntry.at)).where(LogEntry.game_id.in_([game.id for game in games]))
    return {row[0]: row[1] for row in session().execute(last.group_by(LogEntry.game_id))}


def turn_in_words(game: Game, account: Account) -> tuple[str, str]:
    """Say whose turn it is in a title, and until when in a sentence."""
    name = gettext(rules.game(game.ruleset).name)
    seated = [seat for seat in game.seats if seat.account_id != account.id and seat.state == SeatState.TAKEN]
    others = listed(name_of(game, seat) for seat in seated)
    title = gettext("Your turn in %(game)s", game=name)
    if others:
        title = gettext("Your turn in %(game)s with %(names)s", game=name, names=others)
    return title, _sentence(game, account)


def _sentence(game: Game, account: Account) -> str:
    if game.deadline is None:
        return gettext("The clock is paused.")
    return gettext("Deadline: %(time)s.", time=moment_in_words(game.deadline, account.time_zone))
