"""Text diagrams: nine rows, the top row first, of nine letters for the fields and nine marks for the tokens.

    9 mmmpppfff ..A......        a token is the letter of its seat, in the puzzle the digit of its stage,
    8 mmmpppfff ....B....        or `o` where stages are free
    last: e8                     the last token placed; only in Springtime

Without the block of fields, the fields are those of the setup. The number of tokens determines the turn.
"""

from __future__ import annotations

import re
from functools import reduce

from rules.game import Setup
from rules.games.springtime.fields import SIDE, Fields, fields
from rules.games.springtime.position import MOST_IN_A_LINE, NONE, Springtime
from rules.games.springtime.puzzle import FREE, Puzzle, start
from rules.games.springtime.puzzle_wording import UNSTAGED
from rules.games.springtime.squares import AWAY, BOARD, TOKENS

_ROW = re.compile(r"(?:[1-9] +)?(?:([a-z]{9}) +)?([.AB123o]{9})")
_LAST = re.compile(r"last: *([a-i][1-9])")


def springtime(setup: Setup, text: str) -> Springtime:
    """Parse a diagram of Springtime; raise ValueError."""
    ground, tokens, last = _read(setup, text, "AB")
    first, second = (_mask(tokens, sign) for sign in "AB")
    taken = first | second
    seat = first.bit_count() - second.bit_count()
    if seat not in (0, 1) or bool(taken) != (last != NONE) or (taken and not (first, second)[1 - seat] >> last & 1):
        raise ValueError("seats take turns from A on, and the last token is that of the seat that is not to act")
    room = reduce(int.__and__, (AWAY[square] for square in BOARD.squares(taken)), BOARD.full)
    for line in (*BOARD.row_masks, *BOARD.column_masks):
        if (line & taken).bit_count() >= MOST_IN_A_LINE:
            room &= ~line
    return Springtime(ground, setup["options"]["scoring"], (first, second), last, seat, room)


def puzzle(setup: Setup, text: str) -> Puzzle:
    """Parse a diagram of the puzzle; raise ValueError."""
    signs = "123" if setup["options"].get("stages") != FREE else UNSTAGED
    ground, tokens, last = _read(setup, text, signs)
    if last != NONE:
        raise ValueError("the puzzle has no last token")
    position = start({**setup, "layout": {"fields": list(ground.rows)}})
    for sign in signs:
        for square in BOARD.squares(_mask(tokens, sign)):
            token = TOKENS[square]
            if (position.staged and position.stage != int(sign)) or position.refusal(token):
                raise ValueError(f"no token {sign} can be on {token}")
            position = position.apply(token)
    return position


def _read(setup: Setup, text: str, signs: str) -> tuple[Fields, str, int]:
    """Parse the fields, the tokens from a1 on, and the square of the last token or NONE."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rows = [match for line in lines if (match := _ROW.fullmatch(line))]
    lasts = [match[1] for line in lines if (match := _LAST.fullmatch(line))]
    if len(rows) != SIDE or len(rows) + len(lasts) != len(lines) or len(lasts) > 1:
        raise ValueError("a diagram has nine rows, and may say which token was the last")
    given = [row[1] for row in rows if row[1]] or setup["layout"]["fields"]
    tokens = "".join(row[2] for row in reversed(rows))
    if not set(tokens) <= {".", *signs}:
        raise ValueError(f"tokens are written with {signs}")
    return fields(tuple(given)), tokens, BOARD.parse(lasts[0]) if lasts else NONE


def _mask(tokens: str, sign: str) -> int:
    return sum(bit for bit, found in zip(BOARD.bits, tokens, strict=True) if found == sign)
