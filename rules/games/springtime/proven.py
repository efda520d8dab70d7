"""Lists of layouts for the puzzle, each layout with a proof of its 27; one is read without reading the others."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rules.games.springtime.fields import SIDE
from rules.games.springtime.puzzle import PERFECT

SQUARES = SIDE * SIDE
LINE = SQUARES + 1 + 2 * PERFECT + 1
"""Bytes of a line: nine rows of fields, a blank, the tokens of the proof in the order of play, the end of the line."""


class Proven(NamedTuple):
    """A layout, as its nine rows, and the squares of a perfect game on it, in the order of play."""

    rows: tuple[str, ...]
    proof: tuple[str, ...]


def length(file: Path) -> int:
    """How many layouts a list has."""
    return file.stat().st_size // LINE


def at(file: Path, number: int) -> Proven:
    """The layout of that number, counted from 0."""
    with file.open("rb") as kept:
        kept.seek(number * LINE)
        return read(kept.read(LINE).decode())


def read(line: str) -> Proven:
    """The layout that a line of a list holds."""
    fields, proof = line.split()
    return Proven(_parts(fields, SIDE), _parts(proof, 2))


def written(layout: Proven) -> str:
    """The layout as a line of a list."""
    return f"{''.join(layout.rows)} {''.join(layout.proof)}\n"


def _parts(text: str, size: int) -> tuple[str, ...]:
    return tuple(text[start : start + size] for start in range(0, len(text), size))
