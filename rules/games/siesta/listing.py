"""The pieces that may be put down, of which one can be drawn while none of the others is listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from rules.board import picked
from rules.games.siesta.pieces import BY_PLACE, Masks, Piece

_SUNS, _ROOFS, _SHADOWS = BY_PLACE


class Listed(Sequence[Piece]):
    """The pieces of three masks: suns, roofs, shadows, each from `a1` to `l12`."""

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
        # Digits begin with the last square: the one looked for is so many ones from the end.
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
