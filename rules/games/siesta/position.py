"""Siesta as a position: suns, roofs and shadows, whose turn it is, and what the turn has brought so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.game import Position, Seat
from rules.games.siesta.listing import Listed
from rules.games.siesta.pieces import NOTHING, ROOF, SHADOW, SUN, TURN, VILLAGE, Masks, Piece, names, parse
from rules.games.siesta.siestas import with_gains
from rules.games.siesta.turns import first_turn, legal
from rules.games.siesta.village import Village, empty
from rules.json_types import Json
from rules.setup import Setup


class Siesta(Position[Piece]):
    """A position; `left` is how many pieces the seat to act still puts down in this turn, `gained` its points in it."""

    __slots__ = ("_legal", "gained", "left", "points", "seat", "village")
    nothing_left: ClassVar[Mapping[str, object]] = {"_legal": NOTHING}

    def __init__(self, village: Village, seat: Seat, left: int, gained: int, points: tuple[int, ...]) -> None:
        self.village = village
        self.seat = seat
        self.left = left
        self.gained = gained
        self.points = points
        """By seat; they follow from the board and are kept for speed."""
        self._legal: Masks | None = None

    parse_action = staticmethod(parse)

    @property
    def mid_turn(self) -> bool:
        return self.left < TURN

    def current_player(self) -> Seat | None:
        return None if (self._legal or self.legal_masks()) == NOTHING else self.seat

    def legal_actions(self) -> Sequence[Piece]:
        return Listed(self._legal or self.legal_masks())

    def legal_masks(self) -> Masks:
        """Where each kind of piece may be put down; nothing at all once the game is over."""
        if self._legal is None:
            village = self.village
            if not village.shadows and self._opening():
                self._legal = first_turn(village, self.left)
            elif not village.plenty and self.left == TURN and village.is_spent():
                self._legal = NOTHING
            else:
                self._legal = legal(village, self.seat, self.left, self.gained)
        return self._legal

    def _opening(self) -> bool:
        """Whether this is the first turn of the game."""
        village = self.village
        return not village.shadows and village.free.bit_count() == _SQUARES - TURN + self.left

    @property
    def suns(self) -> int:
        """The squares of the suns."""
        return self.village.suns

    @property
    def roofs(self) -> tuple[int, ...]:
        """The squares of the roofs, by seat."""
        return self.village.owned

    @property
    def shadows(self) -> int:
        """The squares of the shadows."""
        return self.village.shadows

    def supply(self, seat: Seat) -> tuple[int, int, int]:
        """How many suns, roofs of that seat and shadows are left."""
        return self.village.left(seat)

    def apply(self, action: Piece) -> Siesta:
        kind, bit, _ = action
        seat, points, gained = self.seat, self.points, self.gained
        village = self.village.put(kind, bit, seat)
        if village.completed:
            points = with_gains(points, village.completed)
            gained += points[seat] - self.points[seat]
        if self.left > 1:
            return Siesta(village, seat, self.left - 1, gained, points)
        return Siesta(village, (seat + 1) % len(points), TURN, 0, points)

    def refusal(self, action: Piece) -> str | None:
        if action.bit & self.legal_masks()[action.kind]:
            return None
        village = self.village
        if not action.bit & village.free:
            return "square-taken"
        if self._opening():
            return _opening_refusal(action, self.left)
        if not self.supply(self.seat)[action.kind]:
            return _GONE[action.kind]
        if not action.bit & village.touching:
            return "touches-nothing"
        return _neighbourhood_refusal(action, village) or ("turn-without-point" if self.left == 1 else "dead-end")

    def scores(self) -> Sequence[int]:
        return self.points

    def winners(self) -> Sequence[Seat]:
        if self.current_player() is not None:
            return ()
        best = max(self.points)
        return [seat for seat, score in enumerate(self.points) if score == best]

    def to_json(self) -> dict[str, Json]:
        suns_left, _, shadows_left = self.supply(0)
        return {
            "to_move": self.current_player(),
            "pieces_left": self.left,
            "gained": self.gained,
            "scores": list(self.points),
            "suns": names(self.suns),
            "roofs": [names(own) for own in self.roofs],
            "shadows": names(self.shadows),
            "supply": {
                "suns": suns_left,
                "roofs": [self.supply(seat)[ROOF] for seat in range(len(self.roofs))],
                "shadows": shadows_left,
            },
        }

    def _key(self) -> tuple[int, tuple[int, ...], int, Seat, int, int]:
        return self.suns, self.roofs, self.shadows, self.seat, self.left, self.gained

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Siesta) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


_SQUARES = VILLAGE.bit_count()
_GONE = ("no-suns-left", "no-roofs-left", "no-shadows-left")


def _opening_refusal(action: Piece, left: int) -> str:
    return "first-turn-line" if action.kind == TURN - left else "first-turn-order"


def _neighbourhood_refusal(action: Piece, village: Village) -> str | None:
    if action.kind == SUN and not action.bit & village.bright:
        return "beside-a-shadow"
    if action.kind == SHADOW and not action.bit & village.cool:
        return "beside-a-sun"
    if action.kind == SHADOW and not action.bit & village.shade():
        return "in-no-siesta"
    return None


def start(setup: Setup) -> Siesta:
    """The empty village."""
    players = setup["players"]
    return Siesta(empty(players), 0, TURN, 0, (0,) * players)
