"""Rules of the puzzle: tokens by stage, and the legal squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.game import Position, Seat, Setup
from rules.games.springtime.fields import SIDE, Fields, fields
from rules.games.springtime.squares import AWAY, BOARD, COLUMNS, ROWS, Token, names, parse, tokens_on
from rules.json_types import Json

STAGES = 3
PERFECT = STAGES * SIDE
FREE = "free"
"""Value of the option `stages` for play without stages."""


class Puzzle(Position[Token]):
    """A position; `room` holds the squares that touch no token, `legal` those of them that the stage still needs."""

    __slots__ = ("count", "fields", "legal", "players", "room", "stages")
    nothing_left: ClassVar[Mapping[str, object]] = {"legal": 0}
    staged: ClassVar[bool] = True
    """Whether every row, column and field gets its first token before any gets its second."""
    served_codes: ClassVar[Sequence[str]] = ("row-done", "column-done", "field-done")

    def __init__(
        self, fields: Fields, players: int, stages: tuple[int, ...], count: int, room: int, legal: int
    ) -> None:
        self.fields = fields
        self.players = players
        self.stages = stages
        """Tokens of each stage begun."""
        self.count = count
        """Number of all tokens."""
        self.room = room
        self.legal = legal

    parse_action = staticmethod(parse)

    @property
    def stage(self) -> int:
        """Return the number of the current stage, from 1; the last one once it is finished."""
        return min(self.count // SIDE + 1, STAGES)

    def current_player(self) -> Seat | None:
        return self.count % self.players if self.legal else None

    def legal_actions(self) -> Sequence[Token]:
        return tokens_on(self.legal)

    def apply(self, action: Token) -> Puzzle:
        square = action[0]
        stages = self.stages
        done = self.count % SIDE
        grown = (*stages[:-1], stages[-1] | 1 << square) if done else (*stages, 1 << square)
        room = self.room & AWAY[square]
        if done < SIDE - 1:
            legal = room & self.legal & self.fields.apart[square]
        else:
            legal = room if len(stages) < STAGES else 0
        return Puzzle(self.fields, self.players, grown, self.count + 1, room, legal)

    def refusal(self, action: Token) -> str | None:
        square = action.square
        if BOARD.bits[square] & self.legal:
            return None
        taken = sum(self.stages)
        if BOARD.bits[square] & taken:
            return "square-filled"
        if BOARD.neighbours[square] & taken:
            return "beside-a-token"
        regions = ROWS[square], COLUMNS[square], self.fields.at[square]
        return next(code for region, code in zip(regions, self.served_codes, strict=True) if self.served(region))

    def served(self, region: int) -> bool:
        """Return whether a row, column or field has its token of the current stage."""
        return bool(region & self.placed())

    def placed(self) -> int:
        """Return the tokens of the current stage."""
        return self.stages[self.stage - 1] if self.stage <= len(self.stages) else 0

    def scores(self) -> Sequence[int]:
        return (self.count,) * self.players

    def winners(self) -> Sequence[Seat]:
        return tuple(range(self.players)) if self.count == PERFECT else ()

    def to_json(self) -> dict[str, Json]:
        return {
            "to_move": self.current_player(),
            "fields": list(self.fields.rows),
            "stage": self.stage,
            "stages": [names(placed) for placed in self.stages],
            "scores": list(self.scores()),
        }

    def _key(self) -> tuple[Fields, int, tuple[int, ...]]:
        return self.fields, self.players, self.stages

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.staged == other.staged and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


class FreePuzzle(Puzzle):
    """A position of the puzzle without stages: up to three tokens in each row, column and field, in any order.

    All its tokens are in one stage, the last.
    """

    __slots__ = ()
    staged = False
    served_codes = ("row-full", "column-full", "field-full")

    @property
    def stage(self) -> int:
        return STAGES

    def apply(self, action: Token) -> FreePuzzle:
        square = action[0]
        taken = sum(self.stages) | 1 << square
        legal = legal_after(self.fields, taken, self.legal, square)
        return FreePuzzle(self.fields, self.players, (taken,), self.count + 1, self.room & AWAY[square], legal)

    def served(self, region: int) -> bool:
        """Return whether a row, column or field has three tokens."""
        return (region & sum(self.stages)).bit_count() == STAGES


def legal_after(fields: Fields, taken: int, legal: int, square: int) -> int:
    """Return the legal squares after a token on `square`, the last of `taken`."""
    legal &= AWAY[square]
    for region in (ROWS[square], COLUMNS[square], fields.at[square]):
        if (region & taken).bit_count() == STAGES:
            legal &= ~region
    return legal


def start(setup: Setup) -> Puzzle:
    """Return the empty board of a puzzle."""
    kind = FreePuzzle if setup["options"].get("stages") == FREE else Puzzle
    return kind(fields(tuple(setup["layout"]["fields"])), setup["players"], (), 0, BOARD.full, BOARD.full)
