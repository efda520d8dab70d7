"""What lies on the land and in the hands of the seats, and where something may go; nothing here changes it."""

from __future__ import annotations

from rules.game import Seat
from rules.games.tribes.coins import Hand
from rules.games.tribes.layout import BOARD, Land, Masks

NOT_FIRST = BOARD.full & ~BOARD.column_masks[0]
NOT_LAST = BOARD.full & ~BOARD.column_masks[-1]


class TribesState:
    """What a position is made of. All masks are of quadrants; tribes are indices of TRIBES, or NONE."""

    __slots__ = (
        "advanced", "chosen", "hands", "homes", "land", "marked", "markers", "moved", "passes", "seat", "shamans",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913, PLR0917  # a search builds many: one call, no keywords
        self,
        land: Land,
        advanced: bool,  # noqa: FBT001  # the same
        chosen: tuple[int, ...],
        hands: tuple[Hand, ...],
        markers: Masks,
        shamans: Masks,
        homes: Masks,
        marked: int,
        seat: Seat | None,
        moved: int,
        passes: int,
    ) -> None:
        self.land = land
        self.advanced = advanced
        self.chosen = chosen
        """The tribe of each seat."""
        self.hands = hands
        """Unplaced coins by seat and tribe; empty until all tribes are chosen."""
        self.markers = markers
        """Suit marks and coins by tribe."""
        self.shamans = shamans
        """The quadrant of each Shaman, 0 while it stands beside the board."""
        self.homes = homes
        """The settlement in which each Shaman stands."""
        self.marked = marked
        """The markers of all tribes."""
        self.seat = seat
        self.moved = moved
        """The tribe whose Shaman has just moved and whose coin is due."""
        self.passes = passes
        """How many seats in a row have had to discard."""

    @property
    def mid_turn(self) -> bool:
        """Whether a Shaman has moved and its coin is due."""
        return self.moved >= 0

    @property
    def choosing(self) -> bool:
        """Whether tribes are still being chosen."""
        return not self.hands

    def open_squares(self, tribe: int) -> int:
        """Where that tribe's Shaman or its coin would stand on no marker and join no other Shaman's settlement."""
        return BOARD.full & ~self.marked & ~BOARD.spread(self.other_homes(tribe))

    def other_homes(self, tribe: int) -> int:
        """The settlements of the other three Shamans."""
        first, second, third, fourth = self.homes
        return (second | third | fourth, first | third | fourth, first | second | fourth, first | second | third)[tribe]

    def shaman_squares(self, tribe: int) -> int:
        """Where that tribe's Shaman may go, whoever holds coins; from each of them a coin can be placed afterwards."""
        free = self.open_squares(tribe)
        elsewhere = BOARD.spread(self.marked & ~self.homes[tribe])
        targets = elsewhere & free & ~self.shamans[tribe]
        roomy = targets & neighbours_of(free)
        tight = targets & ~roomy
        while tight:
            square = tight & -tight
            tight ^= square
            if BOARD.spread(BOARD.flood(square, self.marked | square)) & free & ~square:
                roomy |= square
        return roomy

    def coin_squares(self) -> int:
        """Where the coin of the Shaman that has just moved may go."""
        home = self.homes[self.moved]
        return BOARD.spread(home) & ~home & self.open_squares(self.moved)

    @property
    def occupied(self) -> int:
        """The quadrants that hold a marker or a Shaman."""
        return self.marked | sum(self.shamans)

    def settlements(self) -> list[int]:
        """All settlements, the one with the lowest quadrant first."""
        return list(BOARD.components(self.occupied))

    def _key(self) -> tuple[object, ...]:
        """What tells two positions of one game apart; the rest follows from it."""
        return self.seat, self.moved, self.passes, self.markers, self.shamans, self.hands, self.chosen

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TribesState)
            and self._key() == other._key()
            and self.advanced == other.advanced
            and self.land == other.land
        )

    def __hash__(self) -> int:
        return hash(self._key())


def neighbours_of(mask: int) -> int:
    """The squares orthogonally adjacent to one of the mask, squares of the mask among them where two of it meet."""
    sideways = (mask & NOT_LAST) << 1 | (mask & NOT_FIRST) >> 1
    return sideways | (mask << BOARD.columns) & BOARD.full | mask >> BOARD.columns
