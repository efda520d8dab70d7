"""Backups: a copy of the whole database in one file that can be checked by itself, and its way back.

A file is there whole or not at all, and so is the database that is restored from it, whenever the machine dies.
"""

from __future__ import annotations

from service.backups.archive import BackupManifest, BackupRefused, checked
from service.backups.making import make
from service.backups.restoring import Restored, restore

__all__ = ["BackupManifest", "BackupRefused", "Restored", "checked", "make", "restore"]
