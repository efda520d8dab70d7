"""What can be wrong with an installation, looked at one thing after the other. Nothing is changed."""

import smtplib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dns.exception
import dns.resolver
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from service import db
from service.config import Config
from service.embedded.readiness import redis_answers
from service.models import Claimable, Model, WorkState

LATE = timedelta(minutes=10)
"""Work that has been due for so long is not being done: every sweep comes by more often."""

LookUp = Callable[[str, str], list[str]]
"""The records of a type ("MX") that a name has, as text; empty if there are none."""


@dataclass(frozen=True)
class Finding:
    """What was looked at, whether it is well, and a line about it."""

    about: str
    is_well: bool
    text: str


def examine(config: Config, now: datetime, look_up: LookUp) -> Iterator[Finding]:
    """All findings, as they are made."""
    yield from database(config, now)
    yield redis(config)
    yield outgoing_mail(config)
    if not config.embedded:
        yield from names(config, look_up)


def database(config: Config, now: datetime) -> Iterator[Finding]:
    """Whether the database answers, has the tables of this version, and holds no work that nobody does."""
    engine = create_engine(config.database_url)
    try:
        with engine.connect() as connection:
            yield (found := tables(connection))
            if found.is_well:
                yield from pending_work(connection, now)
    except SQLAlchemyError as failure:
        yield Finding("database", is_well=False, text=" ".join(str(failure).split()))
    finally:
        engine.dispose()


def tables(connection: Connection) -> Finding:
    """Whether every migration has been applied."""
    have = set(MigrationContext.configure(connection).get_current_heads())
    want = set(ScriptDirectory(str(Path(db.__file__).parent / "models" / "migrations")).get_heads())
    if have == want:
        return Finding("database", is_well=True, text=f"{connection.dialect.name}, tables up to date")
    return Finding("database", is_well=False, text="tables are of another version; run `sundial upgrade`")


def pending_work(connection: Connection, now: datetime) -> Iterator[Finding]:
    """For each kind of work: how much waits, how much of it too long, and how much was given up."""
    kinds: list[type[Any]] = [
        mapper.class_ for mapper in Model.registry.mappers if issubclass(mapper.class_, Claimable)
    ]
    for kind in sorted(kinds, key=lambda kind: kind.__tablename__):
        waiting, late, failed = connection.execute(
            select(
                func.count().filter(kind.state == WorkState.QUEUED),
                func.count().filter(kind.state == WorkState.QUEUED, kind.due_at < now - LATE),
                func.count().filter(kind.state == WorkState.FAILED),
            )
        ).one()
        text = f"{waiting} queued, {late} of them overdue; {failed} given up"
        yield Finding(kind.__tablename__.replace("_", " "), is_well=not late, text=text)


def redis(config: Config) -> Finding:
    """Whether hints can be sent. Without it, everything still happens, but only when the sweeps come by."""
    if not config.redis_url:
        return Finding("redis", is_well=True, text="none set; `sundial play` brings its own")
    if redis_answers(config.redis_url):
        return Finding("redis", is_well=True, text="answers")
    return Finding("redis", is_well=False, text="does not answer; moves are kept, but mails and opponents are slow")


def outgoing_mail(config: Config) -> Finding:
    """Whether the mail server talks to us."""
    if config.smtp_url is None:
        return Finding("mail", is_well=config.embedded, text="SMTP_URL is not set; mails stay here, under /mailbox")
    server = urlsplit(config.smtp_url)
    connect = smtplib.SMTP_SSL if server.scheme == "smtps" else smtplib.SMTP
    try:
        with connect(server.hostname or "", server.port or 0, timeout=10) as client:
            code, _ = client.ehlo()
    except (OSError, smtplib.SMTPException) as failure:
        return Finding("mail", is_well=False, text=f"{server.hostname}: {failure}")
    return Finding("mail", is_well=code == 250, text=f"{server.hostname} answers")  # noqa: PLR2004 -- RFC 5321, 4.2


def names(config: Config, look_up: LookUp) -> Iterator[Finding]:
    """Whether people reach our pages, answers reach our mail server, and others may believe mail to be ours."""
    host = urlsplit(config.public_url).hostname or ""
    yield record(host, "A", look_up, "so nobody reaches our pages by name")
    yield record(config.mail_domain, "MX", look_up, "so answers by mail do not arrive")
    has_spf = any("v=spf1" in text for text in look_up(config.mail_domain, "TXT"))
    yield Finding(
        f"SPF of {config.mail_domain}", is_well=has_spf, text="found" if has_spf else "missing, so mail looks forged"
    )


def record(name: str, kind: str, look_up: LookUp, otherwise: str) -> Finding:
    """Whether a name has a record, and what it means if not."""
    found = look_up(name, kind)
    return Finding(f"{kind} of {name}", is_well=bool(found), text=", ".join(found) or f"missing, {otherwise}")


def ask_dns(name: str, kind: str) -> list[str]:
    """The records that the resolver of this machine finds."""
    try:
        return [str(answer) for answer in dns.resolver.resolve(name, kind, lifetime=5)]
    except dns.exception.DNSException:
        return []
