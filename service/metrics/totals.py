"""Totals over whole tables, counted by an hourly job so that no reader of metrics waits.

Queued and failed work is not included, because indexes count it quickly. Before the job's first run, readers count
themselves: the tables are still small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sqlalchemy import Executable, and_, case, func, or_, select

from service.db.engines import session, transaction
from service.jobs import counters
from service.metrics.backlog import kinds_of_work
from service.models import Account, Envelope, Event, Game, GameSeat, GameStatus, SeatState, WorkState

TOTAL = "total "
"""The prefix of these counters; the rest of the name is the total, such as `games dawn active`."""
OVER = (WorkState.DONE, WorkState.SUPERSEDED)
"""The final states of most work."""


def totals() -> Mapping[str, int]:
    """Return all totals by name, without the prefix."""
    return counters.with_prefix(TOTAL) or _counted()


def totals_of(found: Mapping[str, int], kind: str) -> dict[str, int]:
    """Select the totals of one kind, by the rest of their names."""
    begins = f"{kind} "
    return {name.removeprefix(begins): count for name, count in found.items() if name.startswith(begins)}


def count_totals() -> None:
    """Count and store all totals; totals of vanished groups become 0."""
    found = _counted()
    with transaction():
        for name in sorted({*counters.with_prefix(TOTAL), *found}):
            counters.hold(f"{TOTAL}{name}").value = found[name]


def _counted() -> Counter[str]:
    found = Counter[str]()
    for kind, counting in _statements():
        for *words, count in session().execute(counting):
            found[" ".join([kind, *words])] = count
    return found


def _statements() -> Iterator[tuple[str, Executable]]:
    """Iterate over kinds of totals with their counting statements."""
    for kind in kinds_of_work():
        of_work = select(kind.state, func.count()).where(kind.state.in_(OVER))
        yield f"work {kind.__tablename__}", of_work.group_by(kind.state)
    yield "events", select(Event.type, func.count()).group_by(Event.type)
    played_here = select(Game.ruleset, Game.status, func.count()).where(Game.imported_at.is_(None))
    yield "games", played_here.group_by(Game.ruleset, Game.status)
    yield "invitations", _invitations()
    is_sent = Envelope.sent_at.is_not(None)
    was_offered = Envelope.state.in_([WorkState.SUPERSEDED, WorkState.FAILED]), Envelope.offered_at.is_not(None)
    left = case((is_sent, "sent"), else_="probably delivered").label("left_as")  # its reply was lost
    yield "mails", select(left, func.count()).where(or_(is_sent, and_(*was_offered))).group_by("left_as")


def _invitations() -> Executable:
    """Build the count of invitations by outcome. The host is not counted, and a match counts once."""
    became = case(
        (GameSeat.state == SeatState.TAKEN, "accepted"),
        (Game.status != GameStatus.INVITING, "over"),
        (Account.verified_at.is_(None), "open-stranger"),
        else_="open",
    )
    return (
        select(became.label("became"), func.count())
        .select_from(Game)
        .join(GameSeat, GameSeat.game_id == Game.id)
        .join(Account, Account.id == GameSeat.account_id)
        .where(GameSeat.for_anybody.is_(False), Account.email.is_not(None), Account.id != Game.creator_id)
        .where(func.coalesce(Game.match_round, 1) == 1)
        .group_by("became")
    )
