"""What only whole tables tell: counted by a job every few minutes, so that whoever watches costs next to nothing.

What waits is not among it, which indexes tell at any time. Events are exact all the same: what has come since the job
ran is added, by number. Until it has run for the first time, whoever asks has all of it counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sqlalchemy import func, literal_column, select, union_all

from service.core.db import session, transaction
from service.metrics.backlog import backlog, kinds_of_work
from service.metrics.invitations import invitations_by_state
from service.models import Event, Game
from service.post.tallies import Left, mails_that_left
from service.work import counters
from service.work.events import EVENT_NUMBERS
from service.work.forgetting import SETTLED
from service.work.past_events import events_by_type, horizon

PREFIX = "total "
"""Of the names of counters; the rest is a kind of figure and what tells it from others, such as `games dawn active`."""
UNTIL = "until"
"""The number of the last event that is counted."""
_BY_TYPE = select(Event.type, func.count()).group_by(literal_column("1"))


def totals() -> Mapping[str, int]:
    """All totals by name, without that prefix."""
    found = Counter(counters.with_prefix(PREFIX) or dict(_counted()))
    for kind, count in _events_since(found.pop(UNTIL)):
        found[f"events {kind}"] += count
    return found


def totals_of(found: Mapping[str, int], kind: str) -> dict[str, int]:
    """Those of one kind, by the rest of their names."""
    begins = f"{kind} "
    return {name.removeprefix(begins): count for name, count in found.items() if name.startswith(begins)}


def count_totals() -> None:
    """Count all of it and keep that. Nobody waits for us while we count: nothing is written until all is known."""
    found = Counter(dict(_counted()))
    session().rollback()
    with transaction():
        for name in sorted({*found, *counters.with_prefix(PREFIX)}):
            counters.hold(f"{PREFIX}{name}").value = found[name]


def _counted() -> Iterator[tuple[str, int]]:
    until = counters.value_of(EVENT_NUMBERS)
    yield UNTIL, until
    for name, count in _events(until).items():
        yield f"events {name}", count
    for kind in kinds_of_work():
        for state, count in backlog(kind, SETTLED).counts.items():
            yield f"work {kind.__tablename__} {state}", count
    games = select(Game.ruleset, Game.status, func.count()).where(Game.imported_at.is_(None))
    for ruleset, status, count in session().execute(games.group_by(Game.ruleset, Game.status)):
        yield f"games {ruleset} {status}", count
    for name, count in invitations_by_state().items():
        yield f"invitations {name}", count
    yield f"mails {Left.SENT}", mails_that_left(Left.SENT)


def _events(until: int) -> Mapping[str, int]:
    """All up to a number, by type: what was counted before and what has come since, if none of that is forgotten."""
    before = counters.with_prefix(PREFIX)
    since = before.get(UNTIL)
    if since is None or since < horizon():
        return events_by_type(until)
    found = Counter(totals_of(before, "events"))
    for kind, count in session().execute(_BY_TYPE.where(Event.number > since, Event.number <= until)):
        found[kind] += count
    return found


def _events_since(number: int) -> Iterator[tuple[str, int]]:
    """By type, how many have come after that one; those without a number yet are found by an index of their own."""
    both = union_all(_BY_TYPE.where(Event.number > number), _BY_TYPE.where(Event.number.is_(None)))
    yield from ((kind, count) for kind, count in session().execute(both))
