"""`sundial status`: pending and late work, since when, and why."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import click
from sqlalchemy import select

from rules.json_types import Json
from service.beacon.promises import late_rounds
from service.cli.configured import configured
from service.cli.database import opened
from service.config.key_ring import key_ring
from service.config.settings import settings
from service.db import clock
from service.db.clock import time_json
from service.db.disks import LOW, room
from service.db.engines import session
from service.jobs.heartbeats import last_heartbeat
from service.jobs.holds import is_held
from service.mail.lines import clean
from service.metrics import backlog
from service.metrics.mail_outcomes import complaint_of, refused_in_a_row
from service.models import Game, LastBackup, WorkState
from service.notifications.suppressions import refusing_domains
from service.telemetry.redaction import redact
from workers.doctor.clocks import clocks, deadlines
from workers.doctor.programs import programs
from workers.doctor.storage import redis, tables

HEADINGS = ("", "waits", "late", "given up", "oldest due", "tried", "held until", "why")
GAMES_NAMED = 5
MAIL = [kind.__tablename__ for kind in backlog.MAIL]
MINUTE, HOUR, DAY = 60, 3600, 86400


@dataclass(frozen=True)
class Line:
    """The backlog of one kind of work; times are UTC."""

    kind: str
    waits: int
    late: int
    given_up: int
    oldest_due: datetime | None
    seconds_late: int
    tried: int
    held_until: datetime | None
    why: str | None


@dataclass(frozen=True)
class Status:
    """The state of the installation at a time; `clock_lag` is None if no sweep has ever run.

    `programs` are complaints about the programs, this machine's clock and Redis.
    """

    at: datetime
    held: bool
    work: Sequence[Line]
    clock_lag: int | None
    audits_late: int
    damaged_games: int
    damaged: Sequence[str]
    computers_stuck: Sequence[str]
    beacons_late: int
    beacons: str | None
    refusing_domains: Mapping[str, int]
    programs: Sequence[str]
    refused: tuple[int, str | None]
    room: Mapping[str, int]
    backup_failure: str | None

    @property
    def complaints(self) -> list[str]:
        """The problems found, each with advice."""
        return list(_complaints(self))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def status(*, as_json: bool) -> None:
    """Show pending and late work, since when and why; exit with 1 if something is late or wrong."""
    settings = configured()
    with opened(settings):
        if not (found_tables := tables(session().connection())).is_well:
            raise click.ClickException(found_tables.text)
        found = examine(clock.now())
        reader = session().connection()
        looked_at = clocks(reader, clock.system_clock), deadlines(reader, clock.now()), redis(settings)
    others = [f"{each.about.capitalize()}: {each.text}." for each in looked_at if not each.is_well]
    found = replace(found, programs=[*found.programs, *others])
    click.echo(json.dumps(as_document(found), indent=2) if as_json else as_text(found))
    sys.exit(1 if found.complaints else 0)


def examine(now: datetime) -> Status:
    """Collect the status from the database, in an app context; the figures are those of /metrics."""
    beat, (beacons_late, beacons) = last_heartbeat(), late_rounds(session(), now)
    return Status(
        at=now,
        held=is_held(),
        work=[_line(kind, now) for kind in backlog.kinds_of_work()],
        clock_lag=None if beat is None else int(backlog.seconds_since(beat, now)),
        audits_late=int(backlog.seconds_since(backlog.audits_due(), now)),
        damaged_games=backlog.game_faults(),
        damaged=session().scalars(select(Game.id).where(Game.fault.is_not(None)).limit(GAMES_NAMED)).all(),
        computers_stuck=session().scalars(backlog.computers_stuck(now)).all(),
        beacons_late=beacons_late,
        beacons=beacons,
        refusing_domains=refusing_domains(session(), now),
        programs=[*programs(key_ring(), now)],
        refused=refused_in_a_row(session(), now),
        room=room(session().connection(), settings().home),
        backup_failure=session().scalar(select(LastBackup.failure)),
    )


def as_document(found: Status) -> dict[str, Json]:
    """Serialize a status as JSON."""
    lines = [
        {**vars(line), "oldest_due": time_json(line.oldest_due), "held_until": time_json(line.held_until)}
        for line in found.work
    ]
    others = {
        "clock_lag": found.clock_lag,
        "audits_late": found.audits_late,
        "damaged_games": found.damaged_games,
        "computers_stuck": [*found.computers_stuck],
        "beacons_late": found.beacons_late,
        "refusing_domains": {**found.refusing_domains},
        "refused_in_a_row": found.refused[0],
        "room": {**found.room},
        "backup_failure": found.backup_failure,
    }
    return {
        "at": time_json(found.at),
        "held": found.held,
        "work": lines,
        **others,
        "complaints": found.complaints,
    }


def as_text(found: Status) -> str:
    """Format a status as a table, followed by the problems."""
    rows = [HEADINGS, *(_cells(line, found.at) for line in found.work)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    beat = "never" if found.clock_lag is None else f"{span(found.clock_lag)} ago"
    return "\n".join([*table, "", f"last sweep: {beat}", *(found.complaints or ["Nothing is overdue."])])


def span(seconds: float) -> str:
    """Format a duration in the largest unit that it fills."""
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= unit:
            return f"{int(seconds // unit)} {name}"
    return f"{int(seconds)} s"


def _line(kind: type[Any], now: datetime) -> Line:
    whole, first = backlog.backlog(kind), backlog.oldest(kind)
    return Line(
        kind=whole.kind,
        waits=whole.counts.get(WorkState.QUEUED, 0),
        late=backlog.late(kind, now),
        given_up=whole.counts.get(WorkState.FAILED, 0),
        oldest_due=whole.oldest_due,
        seconds_late=int(whole.seconds_late(now)),
        tried=first.attempts if first else 0,
        held_until=first.held_until if first else None,
        why=clean(redact(first.why)) if first and first.why else None,
    )


def _cells(line: Line, now: datetime) -> tuple[str, ...]:
    due = "-"
    if line.oldest_due:
        ahead = (line.oldest_due - now).total_seconds()
        due = f"in {span(ahead)}" if ahead > 0 else f"{span(-ahead)} ago"
    counts = (str(line.waits), str(line.late), str(line.given_up))
    held = f"{line.held_until:%H:%M:%S}" if line.held_until and line.held_until > now else "-"
    return line.kind.replace("_", " "), *counts, due, str(line.tried or "-"), held, line.why or "-"


def _complaints(found: Status) -> Iterator[str]:
    if found.held:
        yield "Held since a restore: `sundial release` sends emails, webhooks and the computer's moves."
    if found.clock_lag is None or found.clock_lag > backlog.CLOCK_LATE:
        yield "No sweep is running: are `beat`, Redis and a `worker` running?"
    yield from found.programs
    for line in found.work:
        if line.late:
            yield _overdue(line)
    if found.audits_late > DAY:
        yield f"Audits of games are overdue for {span(found.audits_late)}: do the `worker` processes have time?"
    if found.damaged_games:
        yield f"{found.damaged_games} games do not match their logs: {', '.join(found.damaged)}; see the log."
    if found.computers_stuck:
        games = ", ".join(found.computers_stuck[:GAMES_NAMED])
        yield f"The computer has not moved for ten minutes in {len(found.computers_stuck)} games: {games}; see the log."
    backup = found.backup_failure and f"The last backup failed: {found.backup_failure}"
    yield from filter(None, (found.beacons, complaint_of(*found.refused), backup))
    yield from _short_of_room(found.room)
    for domain, count in found.refusing_domains.items():
        yield f"{domain} refuses our emails to {count} addresses. See the log and `sundial doctor mail`."


def _overdue(line: Line) -> str:
    why = f" The last error: {line.why}." if line.why else ""
    of_mail = " See `sundial doctor mail`." if line.why else " Are `mails`, `worker` and Redis running?"
    late = f"{line.late} of {line.kind.replace('_', ' ')} overdue, the oldest for {span(line.seconds_late)}."
    return f"{late}{why}{of_mail if line.kind in MAIL else ''}"


def _short_of_room(known: Mapping[str, int]) -> Iterator[str]:
    for place, free in known.items():
        if free < LOW:
            yield f"The disk of {place} fills up ({free / 1e6:,.0f} MB free): make room."
