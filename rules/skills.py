"""How strong a level of the computer is in a game: how careless it is, or how many walks it takes ahead."""

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


Skill: TypeAlias = Careless | Walks
