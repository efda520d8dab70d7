"""What tactics may tell a search besides, each a protocol of its own: a game offers those that pay for it.

Also how strong a level of the computer is in a game: how careless it is, or how many walks it takes ahead, how often.
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
    """Tactics of a game in which many quick looks tell more than a few good ones: a tree search takes these instead."""

    def prospects(self, position: P_contra) -> Sequence[tuple[Any, float]]:
        """The same as `candidates`, but quick."""

    def sample(self, position: P_contra, rng: Random) -> Sequence[float]:
        """What `estimate` says as far as the mean of many samples goes, such as the result of a random game."""


@runtime_checkable
class Patient(Tactics, Protocol):
    """Tactics of a game in which each action of a turn is searched for by itself, and takes its own time."""

    EACH_ACTION: bool
    """Whether the later actions of a turn are worth as much thought as the first one."""


@runtime_checkable
class Matching(Tactics, Protocol):
    """Tactics of a game that is played otherwise where it is one of two whose scores are added up (`Match`)."""

    def in_match(self, carried: Sequence[int] | None) -> Tactics:
        """The tactics for such a game, whose estimates are chances to win the match.

        `carried` are the points that each seat brings along from the other game, by its seat here; None while that has
        not ended.
        """


def in_match(tactics: Tactics, carried: Sequence[int] | None) -> Tactics:
    """The tactics for one of the two games of a match; the same where a game is played alike in matches."""
    return tactics.in_match(carried) if isinstance(tactics, Matching) else tactics


@runtime_checkable
class Swindling(Tactics, Protocol[P_contra]):
    """Tactics of a game in which a seat plays otherwise than positions are judged where only mistakes can save it."""

    def to_play(self, position: P_contra) -> Tactics | None:
        """The tactics by which the seat to act finds its action, which count on mistakes; None where these do."""


def to_play(tactics: Tactics, position: AnyPosition) -> Tactics:
    """The tactics by which the seat to act finds its action; its own where they count on no mistakes."""
    return (tactics.to_play(position) if isinstance(tactics, Swindling) else None) or tactics


@runtime_checkable
class Tracing(Sampling[P_contra], Protocol[A_contra, P_contra]):
    """Such tactics in which an action is worth much the same whether it comes now or later: samples tell of all.

    What a sample brings counts then for each action of the game that led to it, wherever that action could have come
    first ("all moves as first", "rapid action value estimation": Gelly & Silver, 2007).
    """

    def equivalence(self, position: P_contra) -> float:
        """With so many visits, an action counts half for itself and half as seen elsewhere; 0 where only for itself."""

    def mark(self, action: A_contra) -> int:
        """A number that stands for an action wherever it comes, and comes once in a game at most."""

    def traced(self, position: P_contra, rng: Random) -> tuple[Sequence[float], Sequence[Sequence[int]]]:
        """A sample, and by seat the marks of all actions that led to it from the position on."""


@runtime_checkable
class Settling(Sampling[P_contra], Protocol[P_contra]):
    """Such tactics that know of some positions, before the game is over, what comes of them if all play their best."""

    def settled(self, position: P_contra) -> bool:
        """Whether a sample of the position is always that, so that a search need not look at what follows."""


@runtime_checkable
class Solving(Tactics, Protocol[P_contra, A_co]):
    """Tactics of a game without chance that all win together, which can look for a way to the best end there is.

    Looking is done in attempts, each soon over, the later ones less soon. The same attempt does the same each time.
    """

    def solution(self, position: P_contra, number: int) -> Sequence[A_co] | None:
        """What all seats do in turn from a position to the best end; nothing if the attempt of that number finds none.

        None where there is no such end.
        """


@runtime_checkable
class Sketching(Sampling[S], Protocol[P_contra, S]):
    """Such tactics that see a position as a sketch, which says as much of it as a search asks, and is quicker.

    Prospects and samples are those of sketches then. A sketch has `current_player`, `mid_turn`, `chance_outcomes`
    where there is chance, and `apply`, which leads to the next sketch.
    """

    def sketch(self, position: P_contra) -> S:
        """The sketch of a position."""


@dataclass(frozen=True)
class Careless:
    """Takes what looks good at first sight, each thing misjudged by so much (see `workers.search.levels`)."""

    temperature: float


@dataclass(frozen=True)
class Walks:
    """Looks ahead in a tree of so many walks, however long a slow machine takes for them (up to a cap)."""

    number: int
    hasty: float = 0.0
    """How likely it is to take something at first sight instead, as its weights are, at each of its choices."""


Skill: TypeAlias = Careless | Walks


@runtime_checkable
class Graded(Tactics, Protocol):
    """Tactics of a game in which levels do something else than elsewhere, so that each beats the next in 60 to 80 %."""

    def skills(self, position: AnyPosition) -> Mapping[int, Skill]:
        """By level, what it does in the game of that position; levels that are not named do the usual."""
