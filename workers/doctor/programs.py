"""Signs of life: find programs that died, and those with another secret key or version than this command."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.metadata import version

from service.config.key_ring import KeyRing, name_of
from service.jobs import counters
from service.jobs.heartbeats import SINCE
from service.jobs.signs import signs, silence
from service.play.downtime_credit import CREDIT
from workers.doctor.finding import Finding, well

SILENT = 60.0
"""Seconds without a sign of life: programs leave one every 15."""


def programs(ring: KeyRing, now: datetime) -> Iterator[str]:
    """Yield a complaint about each program that should run and does not, or differs from this command."""
    known, ours = {name_of(key) for key in ring.all}, version("sundial")
    for sign in (each for each in signs() if each.stopped_at is None):
        where = f"`{sign.program}` on {sign.machine}"
        if silence(sign, now) > SILENT:
            told = f"has left no sign of life since {sign.seen_at:%Y-%m-%d %H:%M:%S} UTC"
            yield f"{where} {told}. Read its log there, and start it again."
        elif sign.key_name not in known:
            told = f"has another SECRET_KEY ({sign.key_name}) than this command ({ring.name})"
            yield f"{where} {told}: links of one fail at the other. Set the same key on all machines, and restart."
        elif sign.version != ours:
            yield f"{where} has version {sign.version}, this command has {ours}. Install the same version, and restart."


def mail_credit() -> Iterator[Finding]:
    """Yield the last extension of deadlines after an outage of `inbound`, if there was any."""
    if found := counters.with_prefix(CREDIT):
        span, at = timedelta(seconds=found["seconds"]), SINCE + timedelta(seconds=found["at"])
        told = f"was down for {span}; {found['games']} deadlines of players who may answer by email were extended"
        yield well("inbound", f"{told} at {at:%Y-%m-%d %H:%M} UTC")
