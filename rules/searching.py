"""Optional protocols of tactics for the search, and skills of the computer's levels.

A game implements the protocols that pay for it. A skill says how careless a level is, or how many walks it takes ahead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from rules.game import AnyPosition, Tactics

A_co = TypeVar("A_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)
S = TypeVar("S")
"""An action, a position, and a sketch of one."""


@runtime_checkable
class Sampling(Tactics, Protocol[P_contra]):
    """Tactics with fast random samples, which a tree search uses instead of estimates."""

    def prospects(self, position: P_contra) -> Sequence[tuple[Any, float]]:
        """List candidates as `candidates` does, but fast."""

    def sample(self, position: P_contra, rng: Random) -> Sequence[float]:
        """Sample a value whose mean approaches the estimate, such as the result of a random game."""


@runtime_checkable
class Patient(Tactics, Protocol):
    """Tactics with a separate search for each action of a turn, each with its own time."""

    EACH_ACTION: bool
    """Whether the later actions of a turn deserve as much thought as the first one."""


@runtime_checkable
class Matching(Tactics, Protocol):
    """Tactics that differ in a match of two games whose scores are added up (`Match`)."""

    def in_match(self, carried: Sequence[int] | None) -> Tactics:
        """Return the tactics for a game of a match; their estimates are chances to win the match.

        `carried` are the points of the other game, by seat in this one; None while that has not ended.
        """


def in_match(tactics: Tactics, carried: Sequence[int] | None) -> Tactics:
    """Return the tactics for a game of a match; unchanged if matches make no difference."""
    return tactics.in_match(carried) if isinstance(tactics, Matching) else tactics


@runtime_checkable
class Swindling(Tactics, Protocol[P_contra]):
    """Tactics with a different way to play if only the opponent's mistakes can save a seat."""

    def to_play(self, position: P_contra) -> Tactics | None:
        """Return the tactics that count on mistakes, for the seat to act; None to use the normal ones."""


def to_play(tactics: Tactics, position: AnyPosition) -> Tactics:
    """Return the tactics that choose the action of the seat to act; swindling ones if those apply."""
    return (tactics.to_play(position) if isinstance(tactics, Swindling) else None) or tactics


@runtime_checkable
class Tracing(Sampling[P_contra], Protocol[A_contra, P_contra]):
    """Sampling tactics whose actions are worth much the same now or later in the game (AMAF).

    A sample then counts for each action of its game, wherever that action could have come first ("all moves as first",
    "rapid action value estimation": Gelly & Silver, 2007).
    """

    def equivalence(self, position: P_contra) -> float:
        """Return the visits at which own results and those from elsewhere weigh the same; 0 to use own ones alone."""

    def mark(self, action: A_contra) -> int:
        """Return a number that identifies an action anywhere in a game, and occurs at most once in a game."""

    def traced(self, position: P_contra, rng: Random) -> tuple[Sequence[float], Sequence[Sequence[int]]]:
        """Sample a value, with the marks by seat of all actions that led to it."""


@runtime_checkable
class Settling(Sampling[P_contra], Protocol[P_contra]):
    """Sampling tactics that know the outcome of some positions under best play before the game is over."""

    def settled(self, position: P_contra) -> bool:
        """Return whether all samples of the position are equal, so a search stops here."""


@runtime_checkable
class Solving(Tactics, Protocol[P_contra, A_co]):
    """Tactics of a cooperative game without chance that can search for a best end.

    The search runs in short attempts; later ones take longer. Each attempt is deterministic.
    """

    def solution(self, position: P_contra, number: int) -> Sequence[A_co] | None:
        """Search the actions of all seats to the best end in one attempt.

        Returns nothing if this attempt finds none, None if there is no such end.
        """


@runtime_checkable
class Sketching(Sampling[S], Protocol[P_contra, S]):
    """Sampling tactics with sketches: faster positions with only the members that a search needs.

    Prospects and samples then take sketches. A sketch has `current_player`, `mid_turn`, `chance_outcomes` if there is
    chance, and `apply`, which returns the next sketch.
    """

    def sketch(self, position: P_contra) -> S:
        """Convert a position into a sketch."""


@dataclass(frozen=True)
class Careless:
    """Skill that draws a candidate at random by its weight, without a search (see `workers.search.levels`)."""

    temperature: float


@dataclass(frozen=True)
class Walks:
    """Skill that searches a tree for a number of walks, regardless of the machine's speed (up to a cap)."""

    number: int
    hasty: float = 0.0
    """Probability of choosing by the candidates' weights instead of a search."""


Skill: TypeAlias = Careless | Walks


@runtime_checkable
class Graded(Tactics, Protocol):
    """Tactics with levels of their own, so that each beats the next in 60 to 80 % of games."""

    def skills(self, position: AnyPosition) -> Mapping[int, Skill]:
        """Return skills by level for the game of a position; other levels have the default."""
