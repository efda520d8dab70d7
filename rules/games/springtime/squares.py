"""The 81 squares, and all actions: a token placed on one of them."""

from __future__ import annotations

from typing import NamedTuple

from rules.board import DIAGONAL, ORTHOGONAL, board, picked
from rules.errors import BadNotation
from rules.notation import words

BOARD = board(9, 9)
ROWS = tuple(BOARD.row_masks[square // 9] for square in range(BOARD.size))
"""Row of each square."""
COLUMNS = tuple(BOARD.column_masks[square % 9] for square in range(BOARD.size))
IN_LINE = tuple(
    sum(BOARD.bits[seen] for step in (*ORTHOGONAL, *DIAGONAL) for seen in BOARD.ray(square, step))
    for square in range(BOARD.size)
)
"""Row, column and diagonals of each square, without itself."""
AWAY = tuple(BOARD.full & ~BOARD.spread(bit) for bit in BOARD.bits)
"""Squares other than itself and its orthogonal neighbours, for each square."""
STEPS = tuple(zip(AWAY, ROWS, COLUMNS, IN_LINE, strict=True))
"""AWAY, ROWS, COLUMNS and IN_LINE of each square."""


class Token(NamedTuple):
    """An action: a token placed on a square."""

    square: int
    word: str
    """Notation, the name of the square."""

    def __str__(self) -> str:
        return self.word


TOKENS = tuple(Token(square, name) for square, name in enumerate(BOARD.names))
_BY_WORD = {token.word: token for token in TOKENS}


def parse(text: str) -> Token:
    """Parse a token; raise BadNotation."""
    try:
        return _BY_WORD[" ".join(words(text))]
    except KeyError:
        raise BadNotation(text) from None


def tokens_on(mask: int) -> list[Token]:
    """List a token for each square of a mask, from a1 on."""
    return picked(TOKENS, mask)


def names(mask: int) -> list[str]:
    """List the names of the squares of a mask, from a1 on."""
    return [token.word for token in tokens_on(mask)]
