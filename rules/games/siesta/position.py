"""Rules of Siesta: suns, roofs and shadows, the player to move, and the points of the turn so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, overload

from rules.board import picked
from rules.game import Position, Seat, Setup
from rules.games.siesta.pieces import BY_PLACE, NOTHING, ROOF, SHADOW, SUN, TURN, VILLAGE, Masks, Piece, names, parse
from rules.games.siesta.siestas import with_gains
from rules.games.siesta.turns import first_turn, legal
from rules.games.siesta.village import Village, empty
from rules.json_types import Json

_SUNS, _ROOFS, _SHADOWS = BY_PLACE
_SQUARES = VILLAGE.bit_count()
_GONE = ("no-suns-left", "no-roofs-left", "no-shadows-left")


class Siesta(Position[Piece]):
    """A position; `left` is the number of pieces still to place in this turn, `gained` the points in it."""

    __slots__ = ("_legal", "gained", "left", "points", "seat", "village")
    nothing_left: ClassVar[Mapping[str, object]] = {"_legal": NOTHING}

    def __init__(self, village: Village, seat: Seat, left: int, gained: int, points: tuple[int, ...]) -> None:
        self.village = village
        self.seat = seat
        self.left = left
        self.gained = gained
        self.points = points
        """Points by seat; derived from the board and stored for speed."""
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
        """Return the legal squares of each kind of piece; none once the game is over."""
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
        """Return whether this is the first turn of the game."""
        village = self.village
        return not village.shadows and village.free.bit_count() == _SQUARES - TURN + self.left

    @property
    def suns(self) -> int:
        """Return the squares of the suns."""
        return self.village.suns

    @property
    def roofs(self) -> tuple[int, ...]:
        """Return the squares of the roofs, by seat."""
        return self.village.owned

    @property
    def shadows(self) -> int:
        """Return the squares of the shadows."""
        return self.village.shadows

    def supply(self, seat: Seat) -> tuple[int, int, int]:
        """Return the numbers of suns, of this seat's roofs, and of shadows left."""
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


class Listed(Sequence[Piece]):
    """Lazy sequence of the pieces of three masks: suns, roofs, shadows, each from `a1` to `l12`.

    An item can be drawn without listing the others.
    """

    __slots__ = ("_length", "_masks")

    def __init__(self, masks: Masks) -> None:
        self._masks = suns, roofs, shadows = masks
        self._length = suns.bit_count() + roofs.bit_count() + shadows.bit_count()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Piece: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Piece]: ...

    def __getitem__(self, index: int | slice) -> Piece | Sequence[Piece]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index = range(self._length)[index]
        suns, roofs, shadows = self._masks
        pieces, mask, beyond = _SUNS, suns, index - suns.bit_count()
        if beyond >= 0:
            pieces, mask, index, beyond = _ROOFS, roofs, beyond, beyond - roofs.bit_count()
            if beyond >= 0:
                pieces, mask, index = _SHADOWS, shadows, beyond
                if index >= shadows.bit_count():
                    raise IndexError(index)
        # Digits begin with the last square: the piece sought is this many ones from the end.
        digits = bin(mask)
        return pieces[len(digits) - 1 - len(digits.rsplit("1", index + 1)[0])]

    def __iter__(self) -> Iterator[Piece]:
        suns, roofs, shadows = self._masks
        return iter([*picked(_SUNS, suns), *picked(_ROOFS, roofs), *picked(_SHADOWS, shadows)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as a list, to which it may be equal

    def __repr__(self) -> str:
        return repr(list(self))


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
    """Return the empty village."""
    players = setup["players"]
    return Siesta(empty(players), 0, TURN, 0, (0,) * players)
