"""Games with substitutes in which a player ran out of time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.language.errors import Conflict, Refused
from service.models import Account, OnTimeout
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from workers.jobs import clocks


@pytest.fixture
def eve() -> Account:
    return person("eve")


def left(clock: FakeClock, *names: str, **agreed: Any) -> Table:
    """Create a game with substitutes in which the first player ran out of time."""
    of = table(*(names or ("ada", "bob", "cyd")), on_timeout=OnTimeout.SUBSTITUTE, stand_in_level=1, **agreed)
    of.look()
    run_out(of, clock)
    return of


def run_out(of: Table, clock: FakeClock) -> None:
    clock.advance(days=3, seconds=1)
    clocks.run()


def refused(do: Callable[[], object], kind: type[Refused] = Conflict) -> str:
    with pytest.raises(kind) as caught:
        do()
    return caught.value.code
