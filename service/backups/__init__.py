"""Backups: a copy of the whole database in one file that can be checked by itself, and its way back.

A file is there whole or not at all, and so is the database that is restored from it, whenever the machine dies. A
backup is made while everything runs; what was restored is held until it is released.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import ColumnElement, func, select, update

from service.backups.archive import BackupManifest, BackupRefused, Writer, checked, writing
from service.backups.databases import database_of
from service.core.clock import Clock, time_json
from service.core.config import Config
from service.core.db import session, transaction
from service.core.keys import installation
from service.core.model import ColumnValue
from service.embedded.home import flush
from service.leaving.departures import agree_with_file
from service.models import Envelope, Game, GameStatus, Notice, Restoration, Webhook, WebhookDelivery, WorkState
from service.play.extensions import extend_deadlines
from service.play.seating import seat_of
from service.post.notices import add_notice, new_message_id, wanted_at
from service.schema.revisions import TableVersion, foreign, standing
from service.work import events, queues, wake
from service.work.events import hold_counter, number_events
from service.work.heartbeats import forget_heartbeat
from service.work.holds import HELD, held
from service.work.leases import W

NAMES = {"sqlite": "an SQLite file", "postgresql": "a PostgreSQL database"}
EVENTS_AHEAD, EVENTS_A_SECOND = 1_000_000, 10
VERSIONS_AHEAD, VERSIONS_A_SECOND = 1_000, 1
"""How far numbers jump: more than were handed out, at these rates, since the backup; so the same backup restored once
more jumps past what the first restore has led to."""


def make(settings: Config, path: Path, clock: Clock, *, force: bool = False) -> BackupManifest:
    """Write a backup to that path, where it is whole or not at all; BackupRefused. It is for its owner alone.

    What has committed by then is in it, and nothing of what comes later.
    """
    if path.exists() and not force:
        raise BackupRefused(f"{path} is there already: name another file, or write over it with --force.")
    with _workshop(path) as work:
        archive = work / "archive"
        with writing(archive) as writer:
            manifest = _write(writer, settings, work, clock)
        archive.chmod(0o600)
        flush(archive)
        archive.replace(path)
        flush(path.parent)
    return manifest


def _write(writer: Writer, settings: Config, work: Path, clock: Clock) -> BackupManifest:
    name, database = database_of(settings)
    made_at = clock()
    stored = database.store(settings, writer, work)
    manifest = BackupManifest(
        made_at=made_at,
        database=name,
        revision=stored.revision,
        installation=installation(settings.secret_key),
        games=len(stored.verdicts),
        faults={game: fault for game, fault in stored.verdicts.items() if fault is not None},
        parts=writer.parts,
    )
    writer.finish(manifest)
    return manifest


@contextmanager
def _workshop(path: Path) -> Iterator[Path]:
    """A directory beside the file to be, ours alone; whoever was killed in it has left it to be cleared."""
    work = path.with_name(f"{path.name}.part")
    work.mkdir(mode=0o700, exist_ok=True)
    descriptor = os.open(work, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for left in work.iterdir():
            left.unlink()
        yield work
        shutil.rmtree(work)
    except BlockingIOError:
        raise BackupRefused(f"A backup to {path} is being made at this moment.") from None
    except BaseException:
        shutil.rmtree(work)
        raise
    finally:
        os.close(descriptor)


@dataclass(frozen=True)
class SetBack:
    """What became of a database: how many games go on, whom mails tell so, and what is not sent (again), by kind."""

    games: int
    told: int
    unsent: Mapping[str, int]


@dataclass(frozen=True)
class Restored:
    """What was restored, and what became of it. `aside` is where the database of before is, if it held games."""

    manifest: BackupManifest
    set_back: SetBack
    deleted_again: int
    aside: str | None
    is_key_known: bool


def restore(settings: Config, path: Path, now: datetime, *, force: bool = False) -> Restored:
    """Put a backup in the place of the database, held; BackupRefused, and nothing is changed."""
    manifest = checked(path)
    name, database = database_of(settings)
    _refuse_unfit(manifest, name)
    aside = f"before-{now:%Y%m%d-%H%M%S-%f}"  # two restores in one second keep what each of them found
    with database.replacing(settings, path, manifest, aside, force=force) as kept_aside:
        again = agree_with_file(now)
        outcome = set_back(manifest.made_at, now)
    is_key_known = manifest.installation in map(installation, settings.key_ring.all)
    return Restored(manifest, outcome, again, kept_aside, is_key_known)


def _refuse_unfit(manifest: BackupManifest, database: str) -> None:
    if manifest.database != database:
        had, have = NAMES.get(manifest.database, manifest.database), NAMES[database]
        raise BackupRefused(f"This is a backup of {had}, and DATABASE_URL names {have}. Nothing was changed.")
    stand = standing(manifest.revision)
    if stand == TableVersion.FOREIGN:
        raise BackupRefused(foreign("backup", manifest.revision))
    if stand == TableVersion.NEWER:
        raise BackupRefused("A newer version of Sundial has made this backup: install that first. Nothing was changed.")


def set_back(backed_up_at: datetime, now: datetime) -> SetBack:
    """Make a restored database one that can be served; all of it is held until it is released. Nobody uses it yet.

    Whatever was handed out between the backup and its restore is lost here, and known out there: versions of games, ids
    of events, mails, webhooks. So numbers jump past those that may have been used; and what was due by now may have
    been delivered, so it is not sent: whoever is to move is told anew instead, once, how the game stands.
    """
    while number_events():
        pass
    seconds = max(0, round((now - backed_up_at).total_seconds()))
    with transaction() as current:
        current.add(Restoration(backed_up_at=backed_up_at, restored_at=now))
        unsent = _keep_back(now)
        _jump(seconds)
        extend_deadlines(now - backed_up_at, now)
        going_on = current.scalars(select(Game.id).where(_goes_on()).order_by(Game.id)).all()
        told = sum(_tell(current.get_one(Game, game_id), now) for game_id in going_on)
    return SetBack(len(going_on), told, unsent)


def _goes_on() -> ColumnElement[bool]:
    return Game.status.in_([GameStatus.INVITING, GameStatus.ACTIVE])


def _jump(seconds: int) -> None:
    """Let no number come again, and no webhook be sent what had happened before: that may have been done."""
    ahead = VERSIONS_AHEAD + VERSIONS_A_SECOND * seconds
    session().execute(update(Game).where(_goes_on()).values(version=Game.version + ahead))
    counter = hold_counter(session())
    counter.value += EVENTS_AHEAD + EVENTS_A_SECOND * seconds
    session().execute(update(Webhook).values(cursor=counter.value))


def _tell(game: Game, now: datetime) -> bool:
    """Record that the game was set back, and write to the person who is to move; says whether there is one."""
    events.record("game.restored", game, now, seat=game.to_move, deadline=time_json(game.deadline))
    account = seat_of(game, game.to_move).account if game.to_move is not None else None
    if account is None or account.email is None or game.deadline is None or "your-turn" in account.muted:
        return False
    due = wanted_at("your-turn", account, now, game)
    if due is None:
        return False
    about: dict[str, ColumnValue] = {"game_id": game.id, "version": game.version, "seat": game.to_move}
    add_notice("restored", account, now, due, **about)
    return True


def _keep_back(now: datetime) -> dict[str, int]:
    """Send nothing that was due by now: nobody knows whether it has been sent. Says how much of what there was.

    What was to be sent later cannot have been. A reminder is of the turn that goes on, so it only gets another
    Message-ID, as all have that may yet be written to: it is another mail.
    """
    unsent: Tally[str] = Tally()
    for notice in _due(Notice, now, WorkState.QUEUED, WorkState.GATHERED):
        notice.message_id = new_message_id()
        if notice.kind != "reminder" or notice.state == WorkState.GATHERED:
            notice.state, notice.encrypted = WorkState.SUPERSEDED, b""
            unsent[notice.kind] += 1
    for envelope in _due(Envelope, now, WorkState.QUEUED):
        envelope.state, envelope.encrypted = WorkState.SUPERSEDED, b""
        unsent["envelope"] += 1
    for delivery in _due(WebhookDelivery, now, WorkState.QUEUED):
        delivery.state = WorkState.SUPERSEDED
        unsent["webhook"] += 1
    return dict(unsent)


def _due(kind: type[W], now: datetime, *states: WorkState) -> Sequence[W]:
    return session().scalars(select(kind).where(kind.state.in_(states), kind.due_at <= now)).all()


@dataclass(frozen=True)
class Released:
    """Since when it was held, and how much is due now, by kind of mail or of other work."""

    held_since: datetime
    due: Mapping[str, int]


def release(now: datetime) -> Released | None:
    """Let everything go on; None if nothing was held. Turns under way get the time that it was held for."""
    with transaction():
        restoration = held()
        if restoration is None:
            return None
        extend_deadlines(now - restoration.restored_at, now)
        restoration.released_at = now
        forget_heartbeat()  # what was before is made up for
        due = _waiting(now)
        for name in (queues.NOTICES, queues.WEBHOOKS, queues.OPPONENTS, queues.CLOCKS):
            wake.wake(name)
    return Released(restoration.restored_at, due)


def _waiting(now: datetime) -> dict[str, int]:
    """How much of what is held is due by then: mails by their kinds, everything else by its table."""
    queued = Notice.state == WorkState.QUEUED, Notice.due_at <= now
    by_kind = select(Notice.kind, func.count()).where(*queued).group_by(Notice.kind)
    counted: dict[str, int] = dict(session().execute(by_kind).all())
    for kind in HELD:
        if kind is not Notice:
            due = select(func.count()).where(kind.state == WorkState.QUEUED, kind.due_at <= now)
            counted[kind.__tablename__.replace("_", " ")] = session().scalar(due) or 0
    return {kind: count for kind, count in sorted(counted.items()) if count}
