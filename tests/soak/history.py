"""The history of requests, responses and observations: an append-only file of JSON lines."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from tests.soak.evidence import Row


class History:
    """Appends to a file. An entry made before a request survives any outcome."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")
        self._path = path
        self._lock = Lock()
        self.counted: Counter[str] = Counter()
        """How many lines of each kind there are."""
        self._began = monotonic()

    def note(self, kind: str, **facts: Any) -> None:
        """Add a line."""
        line = json.dumps({"kind": kind, "at": round(monotonic() - self._began, 3), **facts})
        with self._lock:
            self._file.write(f"{line}\n")
            self._file.flush()
            self.counted[kind] += 1

    def rows(self) -> list[Row]:
        """All of it, in order."""
        return [json.loads(line) for line in self._path.read_text(encoding="utf-8").splitlines()]

    def close(self) -> None:
        """Nothing more is noted."""
        self._file.close()
