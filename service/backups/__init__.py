"""Backups: a copy of the whole database in one verifiable file, and its restore.

The file is complete or absent, and so is the restored database, even if the machine dies. A backup is made while
everything runs; a restored database is held until it is released.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import ColumnElement, delete, func, select, update

from service.app import serving
from service.backups.archive import (
    DELETIONS,
    BackupManifest,
    BackupRefused,
    NameTaken,
    Writer,
    checked,
    reading,
    writing,
)
from service.backups.databases import Previous, database_of
from service.backups.outcomes import note_made
from service.config.environment import Config
from service.db.clock import Clock, time_json
from service.db.db_errors import FAILURES
from service.db.engines import session, transaction
from service.db.model import ColumnValue
from service.embedded.home import flush
from service.erasure.departures import add_deletions, agree_with_file, parse_deletions
from service.jobs import events, queues, wake
from service.jobs.events import hold_counter, number_events
from service.jobs.heartbeats import (
    HEARTBEAT,
    INBOUND,
    LAST_HEARTBEAT,
    OF_CLOCK_BEHIND,
    clock_lag,
    forget_heartbeats,
)
from service.jobs.holds import HELD, held
from service.jobs.leases import W
from service.models import (
    Envelope,
    Game,
    GameStatus,
    Notice,
    ProgramSign,
    PushDelivery,
    Restoration,
    Webhook,
    WebhookDelivery,
    WorkState,
)
from service.notifications.notices import add_notice, new_message_id, wanted_at
from service.play.downtime_credit import extend_deadlines
from service.play.seating import seat_of
from service.schema.revisions import TableVersion, foreign, standing
from service.security.keys import installation

NAMES = {"sqlite": "an SQLite file", "postgresql": "a PostgreSQL database"}
EVENTS_AHEAD, EVENTS_A_SECOND = 1_000_000, 10
VERSIONS_AHEAD, VERSIONS_A_SECOND = 1_000, 1
"""How far numbers jump: by more than were assigned, at these rates, since the backup.

A second restore of a backup then jumps past the numbers of the first.
"""


def make(settings: Config, path: Path, clock: Clock, *, force: bool = False) -> BackupManifest:
    """Write a private backup file, complete or not at all; BackupRefused.

    It holds all that was committed by then, and nothing later.
    """
    if path.exists() and not force:
        raise NameTaken(f"{path} is there already: name another file, or write over it with --force.")
    with _workshop(path) as work:
        archive = work / "archive"
        with writing(archive) as writer:
            manifest = _write(writer, settings, work, clock)
        archive.chmod(0o600)
        flush(archive)
        archive.replace(path)
        flush(path.parent)
    with suppress(*FAILURES), serving(settings):  # the file is complete, though its age may not be noted
        note_made(manifest.made_at)
    return manifest


def _write(writer: Writer, settings: Config, work: Path, clock: Clock) -> BackupManifest:
    name, database = database_of(settings)
    made_at = clock()
    stored = database.store(settings, writer, work)
    with writer.part(DELETIONS) as part:
        part.write(settings.deletions.read_bytes() if settings.deletions.exists() else b"")
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
    """Lock and clear a working directory beside the target; an interrupted backup may have left files in it."""
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
        raise NameTaken(f"A backup to {path} is being made at this moment.") from None
    except BaseException:
        shutil.rmtree(work)
        raise
    finally:
        os.close(descriptor)


@dataclass(frozen=True)
class SetBack:
    """The state after a restore: games that go on, people notified, and withheld work by kind."""

    games: int
    told: int
    unsent: Mapping[str, int]


@dataclass(frozen=True)
class Restored:
    """The result of a restore."""

    manifest: BackupManifest
    set_back: SetBack
    deleted_again: int
    previous: Previous
    had_file: bool
    """Whether there was a file of deletions."""
    is_key_known: bool


def restore(settings: Config, path: Path, now: datetime, *, force: bool = False) -> Restored:
    """Replace the database by a backup, held; BackupRefused, without a change."""
    manifest = checked(path)
    name, database = database_of(settings)
    _refuse_unfit(manifest, name)
    aside = f"before-{now:%Y%m%d-%H%M%S-%f}"  # so precise that two restores in one second keep both databases
    had_file = settings.deletions.exists()
    with database.replacing(settings, path, manifest, aside, force=force) as previous:
        with reading(path, DELETIONS) as file:
            add_deletions({**parse_deletions(file.read()), **(previous.deletions or {})})
        again = agree_with_file(now)
        outcome = set_back(manifest.made_at, now)
        note_made(manifest.made_at)
    is_key_known = manifest.installation in map(installation, settings.key_ring.all)
    return Restored(manifest, outcome, again, previous, had_file, is_key_known)


def hold(settings: Config, as_of: datetime, now: datetime) -> SetBack:
    """Prepare a database that was restored by other means, as `restore` does; BackupRefused, without a change."""
    with database_of(settings)[1].alone(settings):
        agree_with_file(now)
        return set_back(as_of, now)


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
    """Prepare a restored database for use, while no other process uses it; it stays held until released.

    Everything assigned between backup and restore is lost here, and known elsewhere: versions of games, ids of events,
    emails, webhooks. So numbers jump past those that may have been used. Work that was due may have been delivered, so
    it is not sent; instead, players to move get one email with the state of the game.
    """
    while number_events():
        pass
    seconds = max(0, round((now - backed_up_at).total_seconds()))
    with transaction() as current:
        current.add(Restoration(backed_up_at=backed_up_at, restored_at=now))
        current.execute(delete(ProgramSign))  # of programs that ran when the backup was made
        unsent = _keep_back(now)
        _jump(seconds)
        extend_deadlines(now - backed_up_at, now)
        going_on = current.scalars(select(Game.id).where(_goes_on()).order_by(Game.id)).all()
        told = sum(_tell(current.get_one(Game, game_id), now) for game_id in going_on)
    return SetBack(len(going_on), told, unsent)


def _goes_on() -> ColumnElement[bool]:
    return Game.status.in_([GameStatus.INVITING, GameStatus.ACTIVE])


def _jump(seconds: int) -> None:
    """Skip numbers that may have been used, and webhook events that may have been sent."""
    ahead = VERSIONS_AHEAD + VERSIONS_A_SECOND * seconds
    session().execute(update(Game).where(_goes_on()).values(version=Game.version + ahead))
    counter = hold_counter(session())
    counter.value += EVENTS_AHEAD + EVENTS_A_SECOND * seconds
    session().execute(update(Webhook).values(cursor=counter.value))


def _tell(game: Game, now: datetime) -> bool:
    """Record that the game was restored, and notify the player to move; returns whether there is one."""
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
    """Withhold all work that was due, because it may have been sent; returns how much by kind.

    Work due later cannot have been sent. A reminder belongs to the current turn, so it only gets another Message-ID, as
    do all other emails still to be written.
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
    for notification in _due(PushDelivery, now, WorkState.QUEUED):
        notification.state = WorkState.SUPERSEDED
        unsent["push"] += 1
    return dict(unsent)


def _due(kind: type[W], now: datetime, *states: WorkState) -> Sequence[W]:
    return session().scalars(select(kind).where(kind.state.in_(states), kind.due_at <= now)).all()


@dataclass(frozen=True)
class Released:
    """Since when work was held, and how much is due now, by kind of email or other work."""

    held_since: datetime
    due: Mapping[str, int]


def release(now: datetime) -> Released | None:
    """End the hold; None if there was none. Current turns get its duration as extra time.

    Forget a heartbeat by a clock that was ahead, too: no deadline would pass until that time.
    """
    with transaction():
        restoration = held()
        if restoration is None:
            if clock_lag(session().scalar(LAST_HEARTBEAT), now):
                forget_heartbeats(HEARTBEAT, *OF_CLOCK_BEHIND, INBOUND)
            return None
        extend_deadlines(now - restoration.restored_at, now)
        session().execute(update(Restoration).where(Restoration.released_at.is_(None)).values(released_at=now))
        forget_heartbeats(HEARTBEAT, *OF_CLOCK_BEHIND, INBOUND)  # deadlines are extended already
        due = _waiting(now)
        for name in (queues.NOTICES, queues.WEBHOOKS, queues.OPPONENTS, queues.CLOCKS):
            wake.wake(name)
    return Released(restoration.restored_at, due)


def _waiting(now: datetime) -> dict[str, int]:
    """Count the due work that is held: emails by kind, other work by table."""
    queued = Notice.state == WorkState.QUEUED, Notice.due_at <= now
    by_kind = select(Notice.kind, func.count()).where(*queued).group_by(Notice.kind)
    counted: dict[str, int] = dict(session().execute(by_kind).all())
    for kind in HELD:
        if kind is not Notice:
            due = select(func.count()).where(kind.state == WorkState.QUEUED, kind.due_at <= now)
            counted[kind.__tablename__.replace("_", " ")] = session().scalar(due) or 0
    return {kind: count for kind, count in sorted(counted.items()) if count}
