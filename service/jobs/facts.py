"""Domain events ("facts"): publish what happened, in its transaction, to functions that react.

So the publisher does not depend on emails, bots or webhooks. A package subscribes with functions marked with `hears` in
its module `listeners`; there is no central list. Inner packages are called before outer ones, and the functions of a
package in their order in the file. Rows that they return are written together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from service.db.engines import session
from service.db.model import Model

PACKAGES = ("play", "notifications", "webhooks", "push", "bots", "ratings", "challenges", "competitions")
"""Packages that may listen, from the inside out; `accounts` and `play` publish."""
_MARK = "hears"


class Fact:
    """Something that has happened or is about to; each kind is a frozen dataclass with its data."""


F = TypeVar("F", bound=Fact)
Listener = Callable[[F], Iterable[Model] | None]


def hears(fact: type[F]) -> Callable[[Listener[F]], Listener[F]]:
    """Subscribe a function of a module `listeners` to one kind of fact."""

    def marked(listener: Listener[F]) -> Listener[F]:
        setattr(listener, _MARK, fact)
        return listener

    return marked


def tell(fact: Fact) -> None:
    """Publish a fact to its listeners, in the current transaction; a listener may refuse with an error."""
    current = session()
    for listener in listeners().get(type(fact), ()):
        current.write(listener(fact) or ())


@cache
def listeners() -> Mapping[type[Fact], Sequence[Listener[Any]]]:
    """Collect the listeners of each kind of fact, in the order of calls."""
    found: dict[type[Fact], list[Listener[Any]]] = {}
    for package in PACKAGES:
        module = f"service.{package}.listeners"
        for each in vars(import_module(module)).values() if find_spec(module) is not None else ():
            if hasattr(each, _MARK):
                found.setdefault(getattr(each, _MARK), []).append(each)
    return found
