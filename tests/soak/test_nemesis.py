"""The order of the faults: drawn from the seed, and each once before any of them comes again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, cast

from tests.soak.history import History
from tests.soak.nemesis import Nemesis, World

NAMES = ("one", "two", "three")


def order(path: Path, seed: int) -> list[str]:
    """Return the faults of two decks."""
    history, over = History(path), Event()
    struck: list[str] = []

    def strike(world: World, rng: Random) -> Iterator[None]:
        yield
        struck.append([row["name"] for row in history.rows()][-1])
        if len(struck) == 2 * len(NAMES):
            over.set()

    nothing = cast("Any", None)
    faults = dict.fromkeys(NAMES, contextmanager(strike))
    world = World(nothing, history, (), nothing, nothing)
    Nemesis(world, faults, Random(seed), over, every=(0, 0), lasting=(0, 0)).rage(60)
    history.close()
    return struck


def test_the_seed_gives_the_order_and_each_fault_comes_once_in_a_round(tmp_path: Path) -> None:
    first = order(tmp_path / "first", 1)
    assert first == order(tmp_path / "second", 1)
    assert first != order(tmp_path / "third", 3)
    assert sorted(first[:3]) == sorted(first[3:]) == sorted(NAMES)
