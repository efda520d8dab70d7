"""What only whole tables tell: counted by a job every few minutes, so that whoever watches costs next to nothing.

What waits is not among it, which indexes tell at any time. Events are exact all the same: what has come since the job
ran is added, by number. Until it has run for the first time, whoever asks has all of it counted. The job itself counts
on from what it has counted before (`service.metrics.ledger`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sqlalchemy import func, literal_column, select, union_all

from service.core import clock
from service.core.db import session, transaction
from service.core.moments import of_one_moment
from service.metrics.backlog import kinds_of_work
from service.metrics.games import games_by_status
from service.metrics.invitations import invitations_by_state
from service.metrics.ledger import TOTAL, Ledger, Tally
from service.metrics.settled import settled_work
from service.models import Envelope, Event, WorkState
from service.post.tallies import Left, forgotten_mails
from service.work import counters
from service.work.events import EVENT_NUMBERS
from service.work.past_events import HORIZON, events_by_type
from service.work.recounts import name_of

UNTIL = "until"
"""The number of the last event that is counted."""
COUNTS = "counts of totals"
"""How many there were: by this, one knows of another that has ended meanwhile."""
_BY_TYPE = select(Event.type, func.count()).group_by(literal_column("1"))


def totals() -> Mapping[str, int]:
    """All totals by name, without that prefix."""
    found = Counter(counters.with_prefix(TOTAL) or _now())
    for kind, count in _events_since(found.pop(UNTIL)):
        found[f"events {kind}"] += count
    return found


def totals_of(found: Mapping[str, int], kind: str) -> dict[str, int]:
    """Those of one kind, by the rest of their names."""
    begins = f"{kind} "
    return {name.removeprefix(begins): count for name, count in found.items() if name.startswith(begins)}


def count_totals() -> None:
    """Count on, and keep that. Nobody waits for us while we count: nothing is written until all is known.

    Where somebody else has counted meanwhile, theirs stands: what is kept and its marks belong together.
    """
    with of_one_moment():
        ledger = Ledger.read(clock.now())
        found = _counted(ledger)
    known = {**dict.fromkeys(ledger.figures(), 0), **found}
    with transaction():
        counts = counters.hold(COUNTS)
        if counts.value == ledger[COUNTS]:
            counts.value += 1
            for name in sorted(name for name, value in known.items() if value != ledger.values.get(name)):
                counters.hold(name).value = known[name]


def _now() -> Counter[str]:
    """What is shown where nothing was counted yet."""
    with of_one_moment():
        ledger = Ledger.read(clock.now())
        return Ledger(_counted(ledger), ledger.now).of(TOTAL)


def _counted(ledger: Ledger) -> dict[str, int]:
    """All that is to be noted, by the names of counters."""
    until = ledger[EVENT_NUMBERS]
    found = {f"{TOTAL}{UNTIL}": until}
    found |= {f"{TOTAL}events {kind}": count for kind, count in _events(ledger, until).items()}
    for tally in _tallies(ledger, until):
        found |= ledger.entries(tally)
    sent = found.get(f"{TOTAL}{name_of(Envelope)} {WorkState.DONE}", 0)
    return found | {f"{TOTAL}mails {Left.SENT}": sent + forgotten_mails(Left.SENT)}


def _tallies(ledger: Ledger, until: int) -> Iterator[Tally]:
    for kind in kinds_of_work():
        yield settled_work(kind, ledger)
    yield games_by_status(ledger, until)
    yield invitations_by_state(ledger, until)


def _events(ledger: Ledger, until: int) -> Mapping[str, int]:
    """All up to a number, by type: what was counted before and what has come since, if none of that is forgotten."""
    before = ledger.of(TOTAL)
    since = before.get(UNTIL)
    if since is None or since < ledger[HORIZON]:
        return events_by_type(until)
    found = Counter(totals_of(before, "events"))
    for kind, count in session().execute(_BY_TYPE.where(Event.number > since, Event.number <= until)):
        found[kind] += count
    return found


def _events_since(number: int) -> Iterator[tuple[str, int]]:
    """By type, how many have come after that one; those without a number yet are found by an index of their own."""
    both = union_all(_BY_TYPE.where(Event.number > number), _BY_TYPE.where(Event.number.is_(None)))
    yield from ((kind, count) for kind, count in session().execute(both))
