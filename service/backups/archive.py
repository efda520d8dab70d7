"""The backup file: a ZIP archive whose manifest lists each part with its length and SHA-256.

It can be unpacked without Sundial: the parts are an SQLite file, or one PostgreSQL COPY text for each table.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from rules.json_types import Json

FORMAT = "sundial-backup-1"
MANIFEST = "manifest.json"
DELETIONS = "deletions"
"""The part that is a copy of the file of deletions; empty if there was none."""
COMPRESSION = 1
"""Of 9: twice as fast as the default, and hardly larger."""
BLOCK = 1 << 20
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    ValueError,
    LookupError,
    TypeError,
    NotImplementedError,
    RuntimeError,
)
"""Errors from a damaged or truncated archive."""


class BackupRefused(Exception):
    """A backup cannot be made or used; the text says why and what to do. Nothing was changed."""


class NameTaken(BackupRefused):
    """The file of a backup is there already, or is being made. No backup was tried."""


@dataclass(frozen=True)
class ArchivedFile:
    """A file in the archive; for a table, with its column names in the order of the text."""

    bytes: int
    sha256: str
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class BackupManifest:
    """The contents of a backup, and the result of its audit. `made_at` is the moment that it shows."""

    made_at: datetime
    database: str
    """The name of its dialect."""
    revision: str
    """The revision of its tables."""
    installation: str
    """The id of the secret key, which does not reveal it (see `keys.installation`)."""
    games: int
    faults: Mapping[str, str]
    """Games that differ from their logs, by id, and why."""
    parts: Mapping[str, ArchivedFile] = field(repr=False)

    def to_json(self) -> dict[str, Json]:
        """Format as in the archive."""
        return {"format": FORMAT, **asdict(self), "made_at": self.made_at.isoformat()}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> BackupManifest:
        """Parse `to_json`'s output; ValueError, LookupError or TypeError for anything else."""
        if told.pop("format") != FORMAT:
            raise ValueError(FORMAT)
        parts = {name: ArchivedFile(**part) for name, part in told.pop("parts").items()}
        return cls(made_at=datetime.fromisoformat(told.pop("made_at")), parts=parts, **told)


class Writer:
    """Writes an archive's parts, and then its manifest."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.parts: dict[str, ArchivedFile] = {}

    @contextmanager
    def part(self, name: str, columns: tuple[str, ...] = ()) -> Iterator[Hashing]:
        """Open a part for writing."""
        with self._archive.open(name, "w", force_zip64=True) as file:
            hashing = Hashing(file)
            yield hashing
        self.parts[name] = ArchivedFile(hashing.bytes, hashing.sha256.hexdigest(), columns)

    def finish(self, manifest: BackupManifest) -> None:
        """Write the manifest, which completes the backup."""
        self._archive.writestr(MANIFEST, json.dumps(manifest.to_json(), indent=1))


class Hashing:
    """A file wrapper that counts and hashes what is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.bytes, self.sha256 = 0, hashlib.sha256()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write all of the data."""
        self._file.write(data)
        self.sha256.update(data)
        self.bytes += len(data)


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """Open an archive for writing."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION) as archive:
        yield Writer(archive)


def checked(path: Path) -> BackupManifest:
    """Verify every byte of a backup and return its manifest; BackupRefused for any other file."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = BackupManifest.from_json(json.loads(archive.read(MANIFEST)))
            for name, part in manifest.parts.items():
                with archive.open(name) as file:
                    if hashlib.file_digest(file, "sha256").hexdigest() != part.sha256:  # type: ignore[arg-type]
                        raise ValueError(name)
    except OSError as failure:
        raise BackupRefused(f"{path} cannot be read: {failure.strerror or failure}.") from None
    except _DAMAGE:
        message = f"{path} is no backup of Sundial, or it is damaged: take another one. Nothing was changed."
        raise BackupRefused(message) from None
    return manifest


@contextmanager
def reading(path: Path, name: str) -> Iterator[IO[bytes]]:
    """Open a part of a verified archive for reading."""
    with zipfile.ZipFile(path) as archive, archive.open(name) as file:
        yield file


def extract(path: Path, name: str, to: Path) -> None:
    """Extract a part of a verified archive into a file."""
    with reading(path, name) as part, to.open("wb") as file:
        shutil.copyfileobj(part, file, BLOCK)
