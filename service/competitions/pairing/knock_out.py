"""The pairing system KnockOut."""

from collections.abc import Sequence

from service.competitions.pairing.interface import Drawn, Entrant, Met


class KnockOut:
    """The pairing system KnockOut."""

    def rounds(self, entrants: int, announced: int | None) -> int:
        raise NotImplementedError

    def draw(self, entrants: Sequence[Entrant], met: Sequence[Met], rounds: int, seats: int) -> Sequence[Drawn]:
        raise NotImplementedError

    def is_over(self, entrants: Sequence[Entrant], met: Sequence[Met], rounds: int, seats: int) -> bool:
        raise NotImplementedError
