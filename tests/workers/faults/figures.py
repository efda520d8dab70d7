"""What has become of every notice: the rows of the outbox held against what the server has taken."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from service.core.db import session
from service.models import Envelope, Notice, WorkState
from tests.workers.faults.plan import Fault
from tests.workers.faults.server import Copy, FaultyServer

NOT_NOTED = "worker killed between 250 and noting it"
UNEXPLAINED = "unexplained"


@dataclass(frozen=True)
class Figures:
    """How a run has ended."""

    notices: Counter[str]
    """By state."""
    round_ups: int
    """How many of them tell several others in one mail."""
    mails: Counter[str]
    """By state."""
    arrived: int
    """Mails that the server has at least once."""
    lost: list[str]
    """Noted as done, but in no mail, or in one that the server has never had."""
    left: int
    """Notices and mails that still wait."""
    altered: list[str]
    """Copies of one Message-ID that differ from each other or from what was sealed."""
    wrongly_refused: list[str]
    """Given up although the server has never refused them for good."""
    repeats: Counter[str]
    """Copies beyond the first, by the reason why their sender could not know that it had been taken."""
    faults: Counter[Fault]
    killed: int

    @property
    def are_good(self) -> bool:
        """Whether every mail has come to an end that its row tells of, and every repeat was recognisable."""
        wrong = [*self.lost, *self.altered, *self.wrongly_refused]
        return not (wrong or self.left or self.repeats[UNEXPLAINED] or self.notices[WorkState.FAILED])

    def __str__(self) -> str:
        rows = [
            ("notices", f"{self.notices.total()} ({_told(self.notices)})"),
            ("  of them round-ups", str(self.round_ups)),
            ("mails", f"{self.mails.total()} ({_told(self.mails)})"),
            ("arrived", str(self.arrived)),
            ("workers killed", str(self.killed)),
            *((f"  {fault}", str(self.faults[fault])) for fault in Fault),
            ("repeats, each with the same Message-ID", str(self.repeats.total())),
            *((f"  {reason}", str(count)) for reason, count in sorted(self.repeats.items())),
            ("lost", str(len(self.lost))),
            ("left waiting", str(self.left)),
            ("copies that differ", str(len(self.altered))),
            ("given up without being refused for good", str(len(self.wrongly_refused))),
        ]
        return "\n".join(f"{name:<44} {figure}" for name, figure in rows)


def figures(server: FaultyServer, killed: set[int]) -> Figures:
    """The figures of a run that has ended."""
    session().rollback()
    envelopes = session().scalars(select(Envelope)).all()
    copies = _by_mail(server.copies)
    notices, mails = _states(Notice), _states(Envelope)
    return Figures(
        notices=notices,
        round_ups=len(session().scalars(select(Notice.id).where(Notice.kind == "round-up")).all()),
        mails=mails,
        arrived=len(copies),
        lost=_lost(envelopes, set(copies)),
        left=notices[WorkState.QUEUED] + notices[WorkState.GATHERED] + mails[WorkState.QUEUED],
        altered=[name for name, same in copies.items() if len({copy.raw for copy in same}) > 1],
        wrongly_refused=[each.message_id for each in envelopes if _is_wrongly_refused(each, server)],
        repeats=_repeats(server.copies, killed),
        faults=server.faults,
        killed=len(killed),
    )


def _states(kind: type[Envelope | Notice]) -> Counter[str]:
    return Counter(session().scalars(select(kind.state)))


def _lost(envelopes: Sequence[Envelope], arrived: set[str]) -> list[str]:
    told_nowhere = select(Notice.message_id).where(Notice.state == WorkState.DONE, Notice.envelope_id.is_(None))
    never_came = (each for each in envelopes if each.state == WorkState.DONE and each.message_id not in arrived)
    return [*session().scalars(told_nowhere), *(each.message_id for each in never_came)]


def _by_mail(copies: Sequence[Copy]) -> dict[str, list[Copy]]:
    found = defaultdict(list)
    for copy in copies:
        found[copy.message_id].append(copy)
    return found


def _is_wrongly_refused(envelope: Envelope, server: FaultyServer) -> bool:
    refused = server.plan.is_unknown(envelope.recipient) or envelope.message_id in server.unwanted
    return envelope.state == WorkState.FAILED and not (refused and (envelope.last_reply or "").startswith("55"))


def _repeats(copies: Sequence[Copy], killed: set[int]) -> Counter[str]:
    """Why there was another copy, for all copies that another one has followed."""
    last_of_worker = {copy.worker: copy for copy in copies}
    died_over = {id(last) for worker, last in last_of_worker.items() if worker in killed}
    return Counter(_reason(copy, died_over) for same in _by_mail(copies).values() for copy in same[:-1])


def _reason(copy: Copy, died_over: set[int]) -> str:
    if copy.fault != Fault.NONE:
        return copy.fault
    return NOT_NOTED if id(copy) in died_over else UNEXPLAINED


def _told(counted: Counter[str]) -> str:
    return ", ".join(f"{count} {state}" for state, count in sorted(counted.items()))
