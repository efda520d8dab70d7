"""Cost of composing a turn email, rate of sending a backlog, and delay of an email after its move."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter

from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as Offered
from sqlalchemy import func, select

from benchmarks.http.client import Line
from benchmarks.http.crowd import HOST
from benchmarks.http.figures import centile, heading, milliseconds, table
from benchmarks.http.plan import Findings, Plan, Target
from benchmarks.http.prepared import Players
from benchmarks.http.stack import Stack, cpu_of, installation, running
from benchmarks.http.stack import database as start_database
from service.app import serving
from service.db.clock import now
from service.db.engines import session
from service.mail.compose import compose
from service.models import Delivery, Envelope, Notice, WorkState
from service.play.moves import accept_move
from tests.sink import Sink
from tests.waiting import eventually

RULESET = "seasons"
FOLLOWED = "followed"
SEATS = 2
COMPOSED = 20
"""Emails to compose in this process."""
MOVES = 12
"""Moves whose emails are timed."""
LONGEST = 12.0
"""Seconds in which a backlog is watched."""
PATIENCE = 30.0
WORKERS = (1, 2)
WARM, COLD, LATE, RATE = 0.005, 0.040, 0.150, 10_000 / 300
BIGGEST = 25_000


class TimedSink(Sink):
    """A mail server that records the time of each email."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[tuple[str, float]] = []
        """Recipient and arrival time of each email."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Offered) -> str:  # noqa: N802  # aiosmtpd calls it
        """Record a complete email; aiosmtpd calls this."""
        answer = await super().handle_DATA(server, session, envelope)
        self.times.append((envelope.rcpt_tos[0], perf_counter()))
        return answer

    def times_of(self, named: str) -> list[float]:
        """Return the arrival times of emails to recipients with this prefix."""
        return [at for recipient, at in list(self.times) if recipient.startswith(named)]


@dataclass(frozen=True)
class Composed:
    """CPU seconds of one email, with a newly drawn and a cached picture, and its bytes."""

    cold: float
    warm: float
    size: float


def measure(plan: Plan, findings: Findings) -> None:
    """Compose emails here, let workers send a backlog, and time moves until their emails."""
    with ExitStack() as stack:
        folder = plan.folder / "mails"
        server = start_database(stack, folder)
        settings = installation(folder / "home", server.create_database())
        stack.enter_context(serving(settings))
        sink = TimedSink()
        sink.start()
        stack.callback(sink.stop)
        composed = _compose(min(COMPOSED, plan.mails))
        sundial = stack.enter_context(running(settings, sink.url, folder / "postgresql", without=("mails",)))
        delays = _follow(sundial, sink, min(MOVES, plan.mails))
        rates = {workers: _drain(sundial, sink, plan.mails, workers) for workers in WORKERS}
    _report(composed, rates, delays, findings)


def _waiting(number: int, named: str) -> list[Notice]:
    """Create due notices of turns: one move in each of `number` games with players of their own."""
    players = Players(SEATS * number, Delivery.AT_ONCE, named)
    scripts = players.scripts(RULESET, number)
    for script in scripts:
        move = script.moves[0]
        accept_move(script.game, seat=0, version=move.version, move=move.text, now=now())
    queued = select(Notice).where(Notice.state == WorkState.QUEUED, Notice.kind == "your-turn")
    return list(session().scalars(queued.where(Notice.game_id.in_([script.game for script in scripts]))))


def _compose(number: int) -> Composed:
    notices = _waiting(number, "composed")
    compose(notices.pop())  # fill the caches
    cold, sizes = _cpu_of_composing(notices)
    warm, _ = _cpu_of_composing(notices)
    return Composed(cold, warm, median(sizes) if sizes else float("nan"))


def _cpu_of_composing(notices: Sequence[Notice]) -> tuple[float, list[int]]:
    """Measure the CPU seconds of each, including helper processes, and the bytes of each."""
    before = cpu_of(os.getpid())
    sizes = [len(compose(notice)) for notice in notices]
    return (cpu_of(os.getpid()) - before) / max(len(notices), 1), sizes


def _drain(sundial: Stack, sink: TimedSink, number: int, workers: int) -> float:
    """Measure the emails a second of worker processes, from the first one composed to the last one sent."""
    _waiting(number, f"drained-{workers}")
    sink.times.clear()
    begun = now()
    with sundial.another("mails", MAIL_CONCURRENCY=str(workers)):
        eventually(lambda: sink.times, PATIENCE)
        eventually(lambda: len(sink.times) >= number, LONGEST)
    composed = select(func.min(Envelope.created_at)).where(Envelope.created_at >= begun)
    sent = select(func.count(), func.max(Envelope.sent_at)).where(Envelope.sent_at >= begun)
    first, (mails, last) = session().scalar(composed), session().execute(sent).one()
    session().rollback()
    return float(mails / (last - first).total_seconds()) if first and last else float("nan")


def _follow(sundial: Stack, sink: TimedSink, number: int) -> list[float]:
    """Measure the seconds from each answer to a move until its email arrives."""
    [script] = Players(SEATS, Delivery.AT_ONCE, FOLLOWED).scripts(RULESET, 1)
    with sundial.another("mails"):
        line, found = Line(HOST, sundial.port), list[float]()
        for mails, move in enumerate(script.moves[:number], 1):
            if not eventually(partial(_has_taken, sink, mails), PATIENCE):
                break
            line.ask(move.request(script.game).encode())
            answered = perf_counter()
            if eventually(partial(_has_taken, sink, mails + 1), PATIENCE):
                found.append(sink.times_of(FOLLOWED)[mails] - answered)
    return found


def _has_taken(sink: TimedSink, mails: int) -> bool:
    return len(sink.times_of(FOLLOWED)) >= mails


def _report(composed: Composed, rates: Mapping[int, float], delays: list[float], findings: Findings) -> None:
    heading("Mails about turns, seasons")
    rows = [
        ["composing, picture drawn anew, ms of CPU", milliseconds(composed.cold)],
        ["composing, picture at hand, ms of CPU", milliseconds(composed.warm)],
        ["bytes", f"{composed.size:.0f}"],
        *([f"a second from a backlog, {workers} processes", f"{rate:.1f}"] for workers, rate in rates.items()),
        ["move answered until mail taken, p50, ms", milliseconds(centile(delays, 50))],
        ["the same, longest of all, ms", milliseconds(centile(delays, 100))],
    ]
    table(["what", ""], rows)
    if not delays:
        findings.faults.append("mails: no mail followed its move")
    findings.targets += [
        Target("CPU of composing a mail, picture at hand, s", composed.warm, WARM),
        Target("CPU of composing a mail, picture drawn anew, s", composed.cold, COLD),
        Target("bytes of a mail", composed.size, BIGGEST),
        Target("mails/s of two processes (10,000 in 5 minutes)", rates[2], RATE, at_most=False),
        Target("move answered until mail taken, p50, s", centile(delays, 50), LATE),
    ]
