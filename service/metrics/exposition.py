"""The Prometheus exposition.

Values that the database holds are read from it, so that every process reports the same; each machine has counted the
rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import func, select

from service.config.settings import settings
from service.db.database_clock import clock_ahead
from service.db.disks import room
from service.db.engines import session
from service.jobs.heartbeats import last_heartbeat
from service.jobs.holds import is_held
from service.jobs.signs import signs, silence
from service.metrics.backlog import (
    audits_due,
    backlog,
    computers_stuck,
    game_faults,
    kinds_of_work,
    ratings_due,
    seconds_since,
)
from service.metrics.mail_outcomes import mail_outcomes, refused_in_a_row
from service.metrics.totals import OVER, totals, totals_of
from service.models import Block, LastBackup, Notice, WorkState
from service.notifications.digests import INVITATION
from service.notifications.suppressions import refusing_domains, suppressed_by_reason
from service.play.reports import count_waiting
from service.schema.revisions import TableVersion, revision_of, standing
from service.telemetry.processes import figures

INVITATION_STATES = ("open", "open-stranger", "put-off", "accepted", "over")
"""States of an invitation; `put-off` counts the open ones whose email is postponed."""


class Installation(Collector):
    """The installation's counts and backlog at one time. No metric identifies a person or a game."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._totals = totals()

    def collect(self) -> Iterable[Metric]:
        yield from self._work()
        yield from self._clock()
        yield from self._programs()
        stand = standing(revision_of(session().connection()))
        yield GaugeMetricFamily(
            "sundial_tables_ready",
            "1 if the tables are of this version or a newer one.",
            stand in (TableVersion.CURRENT, TableVersion.NEWER),
        )
        yield self._events()
        yield self._games()
        yield from self._audits()
        yield self._ratings()
        yield self._computers()
        told = "1 while a restored backup holds all deliveries, until `sundial release`."
        yield GaugeMetricFamily("sundial_held", told, is_held())
        yield from self._backups()
        yield self._invitations()
        blocks = session().scalar(select(func.count()).select_from(Block))
        yield GaugeMetricFamily(
            "sundial_blocks", "Pairs of accounts of which one blocks the other's invitations.", blocks
        )
        yield _suppressed()
        yield GaugeMetricFamily(
            "sundial_refusing_domains",
            "Domains that currently refuse emails to many addresses. None of these addresses is suppressed.",
            len(refusing_domains(session(), self._now)),
        )
        yield from self._mail_outcomes()
        told = "Open reports of messages."
        yield GaugeMetricFamily("sundial_reports_waiting", told, count_waiting())
        left = totals_of(self._totals, "mails")
        yield GaugeMetricFamily("sundial_mails_sent", "Emails that a mail server accepted.", left.get("sent", 0))
        told = "Emails that a mail server probably accepted, but whose answer was lost."
        yield GaugeMetricFamily("sundial_mails_probably_delivered", told, left.get("probably delivered", 0))
        yield _room()

    def _work(self) -> Iterator[Metric]:
        rows = GaugeMetricFamily("sundial_work", "Work items by kind and state.", labels=["kind", "state"])
        late = GaugeMetricFamily(
            "sundial_work_late_seconds", "Seconds that the oldest item is overdue.", labels=["kind"]
        )
        for kind in kinds_of_work():
            found = backlog(kind, [state for state in WorkState if state not in OVER])
            over = totals_of(self._totals, f"work {found.kind}")
            for state in WorkState:
                rows.add_metric([found.kind, state], found.counts.get(state, over.get(state, 0)))
            late.add_metric([found.kind], found.seconds_late(self._now))
        yield rows
        yield late

    def _clock(self) -> Iterator[Metric]:
        beat = last_heartbeat()
        if beat is not None:
            told = "Seconds since the last sweep: `beat`, Redis and a worker are running."
            yield GaugeMetricFamily("sundial_clock_lag_seconds", told, (self._now - beat).total_seconds())
        yield GaugeMetricFamily(
            "sundial_clock_ahead_seconds",
            "Seconds that this machine's clock is ahead of the database's; below 0 if it is behind.",
            clock_ahead(session().connection()).total_seconds(),
        )

    def _programs(self) -> Iterator[Metric]:
        running = [sign for sign in signs() if sign.stopped_at is None]
        told = "Seconds since a program's last sign of life, unless it was stopped in order."
        seen = GaugeMetricFamily("sundial_program_seen_seconds", told, labels=["program", "machine"])
        for sign in running:
            seen.add_metric([sign.program, sign.machine], silence(sign, self._now))
        yield seen
        yield GaugeMetricFamily(
            "sundial_secret_keys",
            "Different values of SECRET_KEY that programs run with.",
            len({sign.key_name for sign in running}),
        )

    def _events(self) -> Metric:
        told = "Stored events, by type: `move.played` are accepted moves."
        metric = GaugeMetricFamily("sundial_events", told, labels=["type"])
        for name, count in sorted(totals_of(self._totals, "events").items()):
            metric.add_metric([name], count)
        return metric

    def _games(self) -> Metric:
        metric = GaugeMetricFamily("sundial_games", "Games by ruleset and status.", labels=["ruleset", "status"])
        for name, count in totals_of(self._totals, "games").items():
            metric.add_metric(name.split(), count)
        return metric

    def _audits(self) -> Iterator[Metric]:
        told = "Games that did not match their logs at the last audit."
        yield GaugeMetricFamily("sundial_game_faults", told, game_faults())
        told = "Seconds that the oldest audit of a game is overdue."
        yield GaugeMetricFamily("sundial_audits_late_seconds", told, seconds_since(audits_due(), self._now))

    def _ratings(self) -> Metric:
        told = "Seconds since the end of the oldest game that waits to be rated."
        return GaugeMetricFamily("sundial_ratings_late_seconds", told, seconds_since(ratings_due(), self._now))

    def _computers(self) -> Metric:
        told = "Games in which the computer has not moved for ten minutes."
        stuck = computers_stuck(self._now).subquery()
        count = session().scalar(select(func.count()).select_from(stuck)) or 0
        return GaugeMetricFamily("sundial_computers_stuck", told, count)

    def _mail_outcomes(self) -> Iterator[Metric]:
        told = "Emails by their last attempt: accepted or refused within three minutes, or waiting for a retry."
        metric = GaugeMetricFamily("sundial_mail_attempts", told, labels=["outcome"])
        for outcome, count in mail_outcomes(self._now).items():
            metric.add_metric([outcome], count)
        yield metric
        yield GaugeMetricFamily(
            "sundial_refused_in_a_row",
            "Addresses refused in a row, since a mail server last accepted an email.",
            refused_in_a_row(session(), self._now)[0],
        )

    def _backups(self) -> Iterator[Metric]:
        last = session().scalar(select(LastBackup))
        if last and last.made_at:
            yield GaugeMetricFamily(
                "sundial_backup_age_seconds",
                "Seconds since the last complete backup; later changes would be lost.",
                seconds_since(last.made_at, self._now),
            )
        yield GaugeMetricFamily(
            "sundial_backup_failed", "1 if the last `sundial backup` failed.", bool(last and last.failed_at)
        )

    def _invitations(self) -> Metric:
        told = "Invitations of people, by outcome."
        metric = GaugeMetricFamily("sundial_invitations", told, labels=["state"])
        counted = totals_of(self._totals, "invitations")
        put_off = Notice.kind == INVITATION, Notice.state == WorkState.QUEUED, Notice.due_at > self._now
        counted["put-off"] = session().scalar(select(func.count()).select_from(Notice).where(*put_off)) or 0
        for state in INVITATION_STATES:
            metric.add_metric([state], counted.get(state, 0))
        return metric


def _room() -> Metric:
    told = "Free bytes on the disks that are known."
    metric = GaugeMetricFamily("sundial_room_bytes", told, labels=["place"])
    for place, free in room(session().connection(), settings().home).items():
        metric.add_metric([place], free)
    return metric


def _suppressed() -> Metric:
    told = "Addresses that get no emails except essential ones, by reason."
    metric = GaugeMetricFamily("sundial_suppressed_addresses", told, labels=["reason"])
    for why, count in suppressed_by_reason().items():
        metric.add_metric([why], count)
    return metric


def exposition(now: datetime) -> bytes:
    """Format all metrics in Prometheus's text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Installation(now))
    installation = generate_latest(registry)  # queries the database before the figures are locked
    with figures() as counted:
        return installation + generate_latest(counted)
