"""Making a backup, while everything runs: what has committed by then is in it, and nothing of what comes later."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.backups.archive import BackupManifest, BackupRefused, Writer, writing
from service.backups.databases import database_of
from service.core.clock import Clock
from service.core.config import Config
from service.core.keys import installation
from service.embedded.home import flush

ARCHIVE = "archive"


def make(settings: Config, path: Path, clock: Clock, *, force: bool = False) -> BackupManifest:
    """Write a backup to that path, where it is whole or not at all; BackupRefused. It is for its owner alone."""
    if path.exists() and not force:
        raise BackupRefused(f"{path} is there already: name another file, or write over it with --force.")
    with _workshop(path) as work:
        archive = work / ARCHIVE
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
