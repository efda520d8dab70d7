"""Each test meets the same boards, dice and whims of computers in every run, as far as its own process draws them.

One that a test cannot take would fail it once in a hundred runs otherwise, and nobody could tell on which board.

`BOARDS=2 make test` meets others. Sundials that a test starts as processes of their own draw theirs by chance.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from random import Random

import pytest

from service.core import keys
from service.play import new_rows


class _Drawn:
    """Stands for the module `secrets` where seeds, and ids of games, are drawn: both decide what dice show."""

    def __init__(self, test: str) -> None:
        self._random = Random(f"{os.environ.get('BOARDS', '1')} {test}")

    def computer(self) -> Random:
        """As `random.SystemRandom`: what a computer throws for one move."""
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
