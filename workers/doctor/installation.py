"""Checks of an installation: database, Redis, outgoing email, and DNS names. Late work is in `workers.cli.status`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from sqlalchemy import Connection, select

from service.beacon.reading import tried
from service.beacon.source import BeaconSource, beacon_source
from service.config.environment import Config
from service.config.timeouts import Role
from service.db import engines
from service.db.clock import system_clock
from service.db.db_errors import FAILURES, in_words
from service.models import LastBackup
from workers.doctor.clocks import clocks, deadlines
from workers.doctor.connections import connections
from workers.doctor.finding import Examination, Finding, in_time, mend, not_checked, well
from workers.doctor.mail import sender_policy
from workers.doctor.mx import mx
from workers.doctor.names import LookUp
from workers.doctor.outgoing import outgoing
from workers.doctor.public_url import host
from workers.doctor.secret_keys import secret_keys
from workers.doctor.storage import redis, tables

BACKUP_OLD = timedelta(hours=28)
"""A day, and some hours for a long backup, as in docs/alerts.yml."""


def examine(config: Config, now: datetime, look_up: LookUp) -> Iterator[Finding]:
    """Yield all findings as they are made."""
    yield from database(config, now)
    yield redis(config)
    if source := beacon_source(config):
        yield from in_time(Examination("beacon", lambda: [public_beacon(source, config, now)]))
    if config.mailbox_is_shown:
        yield well("mail", "is written to this machine, under /mailbox")
        return
    for examination in ways_out(config, look_up):
        yield from in_time(examination)


def ways_out(config: Config, look_up: LookUp) -> Iterator[Examination]:
    """Yield the basic checks of email and DNS; `sundial doctor mail` has the detailed ones."""
    yield Examination("SMTP", lambda: outgoing(config))
    if not config.embedded:
        yield Examination("PUBLIC_URL", lambda: [host(urlsplit(config.public_url), look_up)])
        yield Examination("MX", lambda: mx(config.mail_domain, look_up))
        yield Examination("SPF", lambda: sender_policy(config.mail_domain, (), look_up))


def database(config: Config, now: datetime) -> Iterator[Finding]:
    """Check the connection, the tables, the games, and which secret keys are still needed."""
    engine = engines.new_engine(config.database_url, Role.COMMAND, config.patience[Role.COMMAND])
    try:
        with engine.connect() as connection:
            yield clocks(connection, system_clock)
            yield connections(connection, config.web_threads)
            yield (found := tables(connection))
            if found.is_well:
                yield deadlines(connection, now)
                yield from backups(connection, now, is_nightly=not config.embedded)
                yield from secret_keys(connection, config.key_ring, now)
    except FAILURES as failure:
        yield mend("database", in_words(failure))
    finally:
        engine.dispose()


def backups(connection: Connection, now: datetime, *, is_nightly: bool) -> Iterator[Finding]:
    """Check that the last complete backup is not old, where one is made each night."""
    last = connection.execute(select(LastBackup.made_at)).one_or_none()
    if last is None:
        if is_nightly:
            yield not_checked("backup", "none was made yet; run `sundial backup` every night")
        return
    is_old = is_nightly and (last.made_at is None or now - last.made_at > BACKUP_OLD)
    made = f"the last complete one is of {last.made_at:%Y-%m-%d %H:%M} UTC" if last.made_at else "none is complete yet"
    yield (mend if is_old else well)("backup", made)


def public_beacon(source: BeaconSource, config: Config, now: datetime) -> Finding:
    """Check that the configured beacon answers, and signs as its chain requires."""
    is_there, text = tried(source, config.webhook_allow, now)
    return (well if is_there else mend)("beacon", text)
