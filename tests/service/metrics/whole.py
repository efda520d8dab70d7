"""All of what totals tell, counted from whole tables: what they come to however they were counted."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import case, func, select

from service.core import clock
from service.core.db import session, transaction
from service.metrics.backlog import kinds_of_work
from service.metrics.ledger import WHOLE
from service.metrics.totals import count_totals, totals
from service.models import Account, Game, GameSeat, GameStatus, SeatState
from service.post.tallies import Left, mails_that_left
from service.work import counters
from service.work.recounts import ANEW, SETTLED, hours
from tests.service.conftest import FakeClock


def counted(*, on: bool = True) -> dict[str, int]:
    """What totals come to once they were counted at this moment, but for events.

    They are counted on, however long ago all was counted, which would mend what is wrong; or as the clock says.
    """
    session().rollback()
    if on:
        with transaction():
            for what in counters.with_prefix(WHOLE):
                counters.hold(f"{WHOLE}{what}").value = hours(clock.now())
    count_totals()
    return {name: count for name, count in totals().items() if count and not name.startswith("events ")}


def whole() -> dict[str, int]:
    """The same from whole tables."""
    session().rollback()
    found = Counter({f"mails {Left.SENT}": mails_that_left(Left.SENT)})
    for kind in kinds_of_work():
        states = select(kind.state, func.count()).where(kind.state.in_(SETTLED)).group_by(kind.state)
        found.update({f"work {kind.__tablename__} {state}": count for state, count in session().execute(states)})
    games = select(Game.ruleset, Game.status, func.count()).where(Game.imported_at.is_(None))
    for ruleset, status, count in session().execute(games.group_by(Game.ruleset, Game.status)):
        found[f"games {ruleset} {status}"] += count
    for state, count in session().execute(_INVITATIONS):
        found[f"invitations {state}"] += count
    return {name: count for name, count in found.items() if count}


def anew(what: str) -> int:
    """How often all of something was to be counted anew."""
    session().rollback()
    return counters.value_of(f"{ANEW}{what}")


def old_and_counted(time: FakeClock) -> None:
    """What was settled by now has been so for a while, and is kept."""
    time.advance(hours=5)
    assert counted() == whole()


_STATE = case(
    (GameSeat.state == SeatState.TAKEN, "accepted"),
    (Game.status != GameStatus.INVITING, "over"),
    (Account.verified_at.is_(None), "open-stranger"),
    else_="open",
)
_INVITATIONS = (
    select(_STATE, func.count(GameSeat.place))
    .select_from(GameSeat)
    .join(Game, Game.id == GameSeat.game_id)
    .join(Account, Account.id == GameSeat.account_id)
    .where(GameSeat.for_anybody.is_(False), Account.email.is_not(None), Account.id != Game.creator_id)
    .where(func.coalesce(Game.match_round, 1) == 1)
    .group_by(GameSeat.state, Game.status, Account.verified_at)
)
