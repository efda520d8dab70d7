"""What was asked of a sandbox, for whoever wants to know what a client does: a line for each request."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rules.json_types import Json


@dataclass(frozen=True)
class Journal:
    """The lines in a file, which all processes of an installation write."""

    path: Path

    def note(self, **entry: Json) -> None:
        """Add a line; a short one is written whole or not at all."""
        line = f"{json.dumps(entry)}\n".encode()
        with open(self.path, "ab", buffering=0, opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(line)

    def after(self, number: int, limit: int) -> Iterator[dict[str, Json]]:
        """What was noted after so many others, in order, each with its number as `id`."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for found, line in enumerate(islice(file, number, number + limit), number + 1):
                yield {"id": found, **json.loads(line)}
