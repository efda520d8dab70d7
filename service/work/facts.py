"""What has happened is told here, in the transaction that makes it true, to whoever has something to do about it.

So what happens knows nothing of mails, bots and webhooks. A package hears of it by functions marked with `hears` in its
module `listeners`; nobody keeps a list of them. They are called from the packages further in to those further out, and
of one package in the order in which they stand there. The rows that they return are written together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from service.core.db import session
from service.core.model import Model

PACKAGES = ("play", "post", "webhooks", "bots")
"""Who may listen, from the inside out; what happens is told by `people` and `play`."""
_MARK = "hears"


class Fact:
    """Something that has happened, or is about to; each kind is a frozen dataclass of what is to be known of it."""


F = TypeVar("F", bound=Fact)
Listener = Callable[[F], Iterable[Model]]


def hears(fact: type[F]) -> Callable[[Listener[F]], Listener[F]]:
    """Mark a function of a module `listeners` as one to be called with each fact of that kind."""

    def marked(listener: Listener[F]) -> Listener[F]:
        setattr(listener, _MARK, fact)
        return listener

    return marked


def tell(fact: Fact) -> None:
    """Let all who listen do what follows from the fact, in the transaction under way; one may refuse by an error."""
    current = session()
    for listener in listeners().get(type(fact), ()):
        current.write(listener(fact))


@cache
def listeners() -> Mapping[type[Fact], Sequence[Listener[Any]]]:
    """Who hears what, in the order in which they are called."""
    found: dict[type[Fact], list[Listener[Any]]] = {}
    for package in PACKAGES:
        module = f"service.{package}.listeners"
        for each in vars(import_module(module)).values() if find_spec(module) is not None else ():
            if hasattr(each, _MARK):
                found.setdefault(getattr(each, _MARK), []).append(each)
    return found
