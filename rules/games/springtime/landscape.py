"""The ground that both games are drawn on: fields as patches of terrain with lanes between them, and coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rules.canvas import FAINT, INK, LAST, MAY, Canvas, Spot
from rules.games.springtime.emblems import CELL, TERRAINS
from rules.games.springtime.fields import SIDE, Field
from rules.games.springtime.squares import BOARD

LEFT, TOP = 34, 52
SPAN = SIDE * CELL
RIGHT, BOTTOM = LEFT + SPAN, TOP + SPAN
WIDTH = RIGHT + 52
INSET = 2.5
"""Half the width of a lane."""
EDGE = 1.3
"""How wide the line round a field is: it is a larger field below it, for strokes took longer to draw than all else."""
Patch: TypeAlias = tuple[str, int]
"""A letter of TERRAINS and the mask of one field."""


def corner(square: int) -> tuple[float, float]:
    """The upper left corner of a square in the picture."""
    column, row = BOARD.place(square)
    return LEFT + column * CELL, BOTTOM - (row + 1) * CELL


def centre(square: int) -> tuple[float, float]:
    """The middle of a square in the picture."""
    x, y = corner(square)
    return x + CELL / 2, y + CELL / 2


def draw_ground(canvas: Canvas, patches: Sequence[Patch]) -> None:
    """The patches of terrain on the board, and the letters and numbers at its edge."""
    canvas.rect(LEFT - 6, TOP - 6, SPAN + 12, SPAN + 12, rx=12, fill="#b59b6a")
    canvas.rect(LEFT - 3, TOP - 3, SPAN + 6, SPAN + 6, rx=9, fill="#f6ecd2")
    for letter, terrain in TERRAINS.items():
        masks = [mask for of, mask in patches if of == letter]
        if masks:
            canvas.path("".join(outline(mask, INSET - EDGE) for mask in masks), fill=terrain.edge)
            steps = "".join(map(outline, masks))
            canvas.path(steps, fill=f"url(#springtime-{letter})")  # at once: the renderer draws a pattern for each path
    canvas.path(_grid(), stroke=INK, stroke_opacity=0.3, stroke_width=1)
    for number in range(SIDE):
        canvas.text(LEFT + (number + 0.5) * CELL, BOTTOM + 19, chr(97 + number), 18, fill=FAINT)
        canvas.text(LEFT - 19, BOTTOM - (number + 0.5) * CELL, number + 1, 18, fill=FAINT)


def _grid() -> str:
    """Short crosses where four squares meet."""
    crossings = [(LEFT + i * CELL, TOP + j * CELL) for i in range(1, SIDE) for j in range(1, SIDE)]
    return "".join(f"M{x - 5:g} {y:g}h10M{x:g} {y - 5:g}v10" for x, y in crossings)


def outline(mask: int, inset: float = INSET) -> str:
    """A path that covers one field, so far inside its edge and with rounded corners."""
    return "".join(_pieces(mask, inset))


def _pieces(mask: int, inset: float) -> Iterator[str]:
    """Its squares, the joints between them, and the middles of four that meet."""
    inner = CELL - 2 * inset
    right = mask & ~BOARD.column_masks[-1] & mask >> 1
    up = mask & mask >> SIDE
    for square in BOARD.squares(mask):
        x, y = corner(square)
        yield _rounded(x + inset, y + inset, inner, 9 + INSET - inset)
        bit = BOARD.bits[square]
        if bit & right:
            yield _box(x + CELL / 2, y + inset, CELL, inner)
        if bit & up:
            yield _box(x + inset, y - CELL / 2, inner, CELL)
        if bit & right & up & right >> SIDE:
            yield _box(x + CELL / 2, y - CELL / 2, CELL, CELL)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z"


def _rounded(x: float, y: float, side: float, radius: float) -> str:
    straight, r = side - 2 * radius, radius
    return (
        f"M{x + r:g} {y:g}h{straight:g}q{r:g} 0 {r:g} {r:g}v{straight:g}q0 {r:g} {-r:g} {r:g}"
        f"h{-straight:g}q{-r:g} 0 {-r:g} {-r:g}v{-straight:g}q0 {-r:g} {r:g} {-r:g}Z"
    )


def draw_open(canvas: Canvas, legal: int, *, marked: bool) -> None:
    """The squares while they can be clicked, the legal ones with a small disc where they are to be seen."""
    for square, name in enumerate(BOARD.names if legal else ()):
        x, y = centre(square)
        with canvas.group(name, Spot(x, y)):
            canvas.rect(x - CELL / 2, y - CELL / 2, CELL, CELL, fill="#ffffff", fill_opacity=0)
            if marked and legal & BOARD.bits[square]:
                canvas.circle(x, y, 5.5, fill=MAY, stroke=INK, stroke_width=1.4)


def draw_new(canvas: Canvas, squares: int) -> None:
    """A frame around each square that has changed."""
    for square in BOARD.squares(squares):
        x, y = corner(square)
        canvas.rect(x + 2.5, y + 2.5, CELL - 5, CELL - 5, rx=10, fill="none", stroke=LAST, stroke_width=3.4)
        canvas.new(x + 3.5, y + 3.5)


def label_corner(mask: int, taken: int) -> tuple[float, float]:
    """Where the label of a field stands: the first free square of it as one reads, or its first square."""
    free = mask & ~taken or mask
    row = next(row for row in reversed(BOARD.row_masks) if row & free)
    return corner((free & row & -(free & row)).bit_length() - 1)


def terrains(fields: Sequence[Field]) -> list[str]:
    """A terrain for each field such that no two fields side by side have the same (four colours are enough)."""
    chosen: list[str] = []
    _choose(fields, chosen)
    return chosen


def _choose(fields: Sequence[Field], chosen: list[str]) -> bool:
    number = len(chosen)
    if number == len(fields):
        return True
    around = BOARD.spread(fields[number].mask)
    letters = list(TERRAINS)
    for letter in letters[number % 4 :] + letters[: number % 4]:
        if all(own != letter or not other.mask & around for own, other in zip(chosen, fields, strict=False)):
            chosen.append(letter)
            if _choose(fields, chosen):
                return True
            chosen.pop()
    return False
