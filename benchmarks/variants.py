"""Variants of a game's tactics with other constants, while one player uses them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from math import inf
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from benchmarks.arena.contestants import Player
from rules import AnyPosition, Game
from rules.game import Tactics
from workers.search import choose_turn
from workers.search.limit import Budget


class NotTunable(ValueError):
    """No positive number has this name."""


class Number(NamedTuple):
    """A constant of a game's tactics: its module, its name, and its present value."""

    module: ModuleType
    name: str
    present: float

    def scaled(self, factor: float) -> float:
        """Multiply the value; round an integer, and keep it at least 1."""
        return max(1, round(self.present * factor)) if isinstance(self.present, int) else self.present * factor


def number(game: Game, written: str) -> Number:
    """Look up a constant written like `tactics:OPEN`; raise NotTunable."""
    folder, _, name = written.partition(":")
    try:
        module = import_module(f"{game.package}.{folder}")
        present = getattr(module, name)
    except (ImportError, AttributeError, ValueError):
        raise NotTunable(written) from None
    if isinstance(present, bool) or not isinstance(present, (int, float)) or present <= 0:
        raise NotTunable(written)
    return Number(module, name, present)


class Variant:
    """The modules of a game with other values for some constants, and with caches of their own.

    Results cached with one value are wrong with another. Tables that modules keep as dicts are shared: a constant that
    such a table depends on cannot be tuned like this.
    """

    def __init__(self, game: Game, numbers: Sequence[Number], values: Sequence[float]) -> None:
        pairs = zip(numbers, values, strict=True)
        self._own: list[tuple[ModuleType, str, Any]] = [(each.module, each.name, value) for each, value in pairs]
        copies: dict[int, Callable[..., Any]] = {}
        for module in [each for name, each in sys.modules.items() if name.startswith(f"{game.package}.")]:
            for name, value in list(vars(module).items()):
                if hasattr(value, "cache_parameters"):
                    fresh = copies.setdefault(id(value), lru_cache(**value.cache_parameters())(value.__wrapped__))
                    self._own.append((module, name, fresh))

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Apply the changes to the modules meanwhile."""
        before = [(module, name, getattr(module, name)) for module, name, _ in self._own]
        _put(self._own)
        try:
            yield
        finally:
            _put(before)

    def player(self, own: Player) -> Player:
        """Wrap a player so that it uses these values."""

        def thinks(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
            with self.in_force():
                return own(position, tactics, rng)

        return thinks


def _put(attributes: Sequence[tuple[ModuleType, str, Any]]) -> None:
    for module, name, value in attributes:
        setattr(module, name, value)


def walker(walks: int) -> Player:
    """Return level 5 with this many walks for an action, however long they take."""
    budget = Budget(inf, walks)

    def turn(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        return choose_turn(position, tactics, 5, rng, clock=lambda: 0.0, budget=budget)

    return turn
