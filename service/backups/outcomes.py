"""The outcome of the last backup, noted in the database for metrics, `sundial doctor` and `sundial status`."""

from __future__ import annotations

from datetime import datetime

from service.db.engines import transaction
from service.models import LastBackup
from service.telemetry.redaction import redact

ONLY = 1
"""The id of the only row."""


def note_made(made_at: datetime) -> None:
    """Note when the last complete backup was made, and that it did not fail."""
    with transaction() as current:
        current.merge(LastBackup(id=ONLY, made_at=made_at, failed_at=None, failure=None))


def note_failure(why: str, now: datetime) -> None:
    """Note that the last backup failed, and keep when the one before was made."""
    with transaction() as current:
        current.merge(LastBackup(id=ONLY, failed_at=now, failure=redact(why)))
