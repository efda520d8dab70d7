"""The local mailbox: a folder of files, for installations without a mail server."""

from __future__ import annotations

import hashlib
import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from service.config.environment import Config
from workers.transports import Letter, Offering, unnoted

SCHEMES = ("mailbox",)


class Mailbox:
    """Stores each email as one `.eml` file, readable by its owner only, as it may contain a sign-in code."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Write the file. Its name is derived from the Message-ID, so a repeat replaces its first copy."""
        offering()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = hashlib.sha256(letter.message_id.encode()).hexdigest()[:32]
        fresh = self._folder / f".{name}.{os.getpid()}"
        with open(fresh, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(letter.raw)
        fresh.rename(self._folder / f"{name}.eml")
        return "kept in the local mailbox"

    def line(self) -> AbstractContextManager[Mailbox]:
        """Return the mailbox itself; it needs no connection."""
        return nullcontext(self)


def transport(settings: Config) -> Mailbox:
    """Return the mailbox in the installation's home directory."""
    return Mailbox(settings.mailbox)
