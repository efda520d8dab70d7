"""What every pairing system is given, and what it answers: numbers and points, no accounts and no clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from service.models.competition import Pairing

REMATCH_ALLOWED = "rematch-allowed"
"""The note of a round in which players meet again, because no other pairing was left."""
ROUNDS_CAPPED = "rounds-capped"
"""The note where no new game is left, before the announced rounds are over."""


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament. Numbers follow the seeding: 1 is the strongest."""

    number: int
    first_round: int
    """The first round in which the player can be paired."""
    is_in: bool
    """Whether the player is paired from now on: not withdrawn, vanished or removed."""


@dataclass(frozen=True)
class DrawnRound:
    """New pairings of a round: numbers in the order of seats, and byes as pairings of one.

    There are none where `note` is `ROUNDS_CAPPED`; the tournament is over as soon as its last games are.
    """

    round: int
    pairings: tuple[tuple[int, ...], ...]
    note: str | None = None
    """`REMATCH_ALLOWED`, `ROUNDS_CAPPED` or None."""


class PairingSystem(Protocol):
    """How the players of a tournament meet. Everything depends on the arguments alone."""

    def __call__(
        self, entrants: Sequence[Entrant], met: Sequence[Pairing], rounds: int, seats: int
    ) -> Sequence[DrawnRound]:
        """Return all pairings that can begin now, perhaps none. Call it again when a game is over or an entry changed.

        A tournament is over when all games are, and no pairing is left.

        Args:
            entrants: everybody who ever was paired or is to be, also those who are out.
            met: all pairings so far, byes included.
            rounds: the rounds announced; 0 where they follow from the entrants.
            seats: seats of a game: two, or for tables three or four.
        """


def half_points_of_bye(seats: int) -> int:
    """Return what a bye is worth: a win in games of two, at tables a draw with each opponent."""
    return 2 if seats == 2 else seats - 1  # noqa: PLR2004
