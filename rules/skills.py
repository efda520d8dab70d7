"""How strong a level of the computer is in a game: how careless it is, or how many walks it takes ahead, how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Careless:
    """Takes what looks good at first sight, each thing misjudged by so much (see `workers.search.instinct`)."""

    temperature: float


@dataclass(frozen=True)
class Walks:
    """Looks ahead in a tree of so many walks, however long a slow machine takes for them (up to a cap)."""

    number: int
    hasty: float = 0.0
    """How likely it is to take something at first sight instead, as its weights are, at each of its choices."""


Skill: TypeAlias = Careless | Walks
