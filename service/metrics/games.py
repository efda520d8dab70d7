"""Games by ruleset and status: by what is told of their beginnings and ends, and by an index of those that wait."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import CTE, false, func, literal_column, select, union_all

from service.core.db import session
from service.metrics.ledger import Ledger, Tally, added
from service.models import Event, Game, GameStatus
from service.play.game_tallies import BEGUN, GAMES, OVER

IS_WAITING = Game.status == literal_column(f"'{GameStatus.INVITING}'")
"""In the words of the index of these games, which are few."""


def games_by_status(ledger: Ledger, until: int) -> Tally:
    """How many games there are, by ruleset and status; those that were brought in from elsewhere count nowhere."""
    kept = ledger.kept_of_events(GAMES)
    old, new = _told(until if kept is None else ledger.mark(GAMES), until)
    more = added(_begun(), ledger.gone(GAMES), without=new) if kept is None else added(kept, old)
    return Tally(GAMES, more, added(new, _waiting()), until, is_anew=kept is None)


def told(since: int, until: int) -> CTE:
    """Events of games that have begun or are over, after `since`: which, of which game, and whether they are kept now.

    That are those up to `until`; those without a number yet are found by an index of their own. They are looked up
    first, whatever the database thinks of how many they are.
    """
    is_kept = func.coalesce(Event.number <= until, false()).label("is_kept")
    events = select(Event.game_id, Event.type, is_kept).where(Event.type.in_([BEGUN, OVER]))
    found = union_all(events.where(Event.number > since), events.where(Event.number.is_(None)))
    return found.cte("told").prefix_with("MATERIALIZED")


def _waiting() -> Counter[str]:
    counted = select(Game.ruleset, func.count()).where(IS_WAITING).group_by(Game.ruleset)
    return Counter({f"{ruleset} {GameStatus.INVITING}": count for ruleset, count in session().execute(counted)})


def _begun() -> Counter[str]:
    """All that wait for nobody, in the whole table."""
    ours = Game.imported_at.is_(None), Game.status != GameStatus.INVITING
    counted = select(Game.ruleset, Game.status, func.count()).where(*ours).group_by(Game.ruleset, Game.status)
    return Counter({f"{ruleset} {status}": count for ruleset, status, count in session().execute(counted)})


def _told(since: int, until: int) -> tuple[Counter[str], Counter[str]]:
    """By how much events after `since` change the number of games of a status: those up to `until`, and later ones."""
    found = told(since, until)
    columns = found.c.is_kept, found.c.type, Game.ruleset, Game.status, Game.started_at.is_not(None)
    counted = select(*columns, func.count()).join_from(found, Game, Game.id == found.c.game_id)
    counted = counted.group_by(*(literal_column(str(number)) for number, _ in enumerate(columns, 1)))
    old, new = Counter[str](), Counter[str]()
    for is_old, kind, ruleset, status, was_begun, count in session().execute(counted):
        changed, active = old if is_old else new, f"{ruleset} {GameStatus.ACTIVE}"
        changed[f"{ruleset} {status}" if kind == OVER else active] += count
        if kind == OVER and was_begun:
            changed[active] -= count
    return old, new
