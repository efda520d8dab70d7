"""Make boards, dice and the computer's choices deterministic within the test's own process.

Otherwise a test that fails on a rare board would fail once in a hundred runs, without showing on which board.

`BOARDS=2 make test` uses others. Processes that a test starts still draw their own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from random import Random

import pytest

from service.play import new_rows
from service.security import keys


class _Drawn:
    """Fake of the module `secrets` for seeds and game ids, which together determine the dice."""

    def __init__(self, test: str) -> None:
        self._random = Random(f"{os.environ.get('BOARDS', '1')} {test}")

    def computer(self) -> Random:
        """Replace `random.SystemRandom`: the computer's random numbers for one move."""
        return Random(self._random.random())

    def token_bytes(self, count: int) -> bytes:
        """As `secrets.token_bytes`."""
        return self._random.randbytes(count)

    def choice(self, items: Sequence[str]) -> str:
        """As `secrets.choice`."""
        return self._random.choice(items)


@pytest.fixture(autouse=True)
def same_boards(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw by the name of the test; the computers' module is left alone where no test has asked for it."""
    drawn = _Drawn(request.node.nodeid)
    for module in (new_rows, keys):
        monkeypatch.setattr(module, "secrets", drawn)
    if computers := sys.modules.get("workers.jobs.opponents"):
        monkeypatch.setattr(computers, "SystemRandom", drawn.computer)
