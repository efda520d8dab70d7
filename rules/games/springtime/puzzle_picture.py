"""Picture of the puzzle: nine fields, a flower for each token by stage, and counts for every region."""

from __future__ import annotations

from rules.canvas import INK, LINE, SEATS, STAR, WHITE, Canvas
from rules.games.springtime.fields import LINES, SIDE
from rules.games.springtime.landscape import (
    BOTTOM,
    CELL,
    FREE_BLOOM,
    LEFT,
    PLATE,
    RIGHT,
    STAGE_BLOOMS,
    TOP,
    WIDTH,
    centre,
    define,
    draw_ground,
    draw_new,
    draw_open,
    flower,
    label_corner,
    terrains,
)
from rules.games.springtime.puzzle import PERFECT, STAGES, Puzzle
from rules.games.springtime.puzzle_wording import caption, describe, labels, new_since, text
from rules.games.springtime.squares import BOARD
from rules.prose import Translate

__all__ = ["describe", "labels", "svg", "text"]

PANEL = BOTTOM + 38
HEIGHT = PANEL + 74
FULL, OPEN = INK, WHITE


def svg(position: Puzzle, before: Puzzle | None = None, translate: Translate = str) -> str:
    """Render a position as SVG; frame changes since `before`."""
    canvas = Canvas(WIDTH, HEIGHT, "Springtime, the puzzle", caption(position, translate), translate)
    blooms = STAGE_BLOOMS if position.staged else (FREE_BLOOM,)
    define(canvas, LEFT, TOP, blooms)
    fields = position.fields.fields
    draw_ground(canvas, [(letter, field.mask) for letter, field in zip(terrains(fields), fields, strict=True)])
    for bloom, placed in zip(blooms, position.stages, strict=False):
        for square in BOARD.squares(placed):
            flower(canvas, *centre(square), bloom)
    draw_new(canvas, new_since(before, position))
    _counts(canvas, position)
    for number in range(STAGES):
        if position.staged:
            _stage(canvas, position, number)
        else:
            _regions(canvas, position, number)
    draw_open(canvas, position.legal, marked=position.count > 0)
    _to_act(canvas, position)
    return str(canvas)


def _counts(canvas: Canvas, position: Puzzle) -> None:
    """Draw three pips for each row, at the right, for each column, above, and for each field, after its letter."""
    taken = sum(position.stages)
    for number, line in enumerate(LINES):
        along = (number % SIDE + 0.5) * CELL
        count = (line & taken).bit_count()
        if number < SIDE:
            _pips(canvas, RIGHT + 16, BOTTOM - along, count)
        else:
            _pips(canvas, LEFT + along - 11, TOP - 20, count)
    for field in position.fields.fields:
        x, y = label_corner(field.mask, taken)
        canvas.rect(x + 4, y + 4, 44, 18, rx=6, fill=PLATE, fill_opacity=0.92, stroke=INK, stroke_width=0.8)
        canvas.text(x + 12, y + 13, field.letter, 15, font_weight="bold")
        _pips(canvas, x + 24, y + 13, (field.mask & taken).bit_count(), 3, 9)


def _pips(canvas: Canvas, x: float, y: float, count: int, radius: float = 4, step: float = 11) -> None:
    for number in range(STAGES):
        fill = FULL if number < count else OPEN
        canvas.circle(x + number * step, y, radius, fill=fill, stroke=INK, stroke_width=1.2)


def _stage(canvas: Canvas, position: Puzzle, number: int) -> None:
    """Draw a stage: its flower and token count, framed while it is played."""
    x = LEFT - 6 + number * 142
    placed = position.stages[number].bit_count() if number < len(position.stages) else 0
    playing = number + 1 == position.stage and position.current_player() is not None
    canvas.rect(
        x, PANEL, 134, 60, rx=12, fill=PLATE, stroke=STAGE_BLOOMS[number].ink if playing else LINE,
        stroke_width=3 if playing else 1.2,
    )  # fmt: skip
    flower(canvas, x + 30, PANEL + 30, STAGE_BLOOMS[number], 1.05)
    canvas.text(x + 94, PANEL + 30, f"{placed}/{SIDE}", 24, font_weight="bold" if playing else None)


def _regions(canvas: Canvas, position: Puzzle, number: int) -> None:
    """Draw the number of regions with at least `number` + 1 tokens, shown as pips."""
    x, taken = LEFT - 6 + number * 142, sum(position.stages)
    reached = sum((region & taken).bit_count() > number for region in position.fields.regions)
    canvas.rect(x, PANEL, 134, 60, rx=12, fill=PLATE, stroke=LINE, stroke_width=1.2)
    for pip in range(number + 1):
        canvas.circle(x + 15 + pip * 14, PANEL + 30, 5.5, fill=FULL, stroke=INK, stroke_width=1.2)
    canvas.text(x + 94, PANEL + 30, f"{reached}/{len(position.fields.regions)}", 24)


def _to_act(canvas: Canvas, position: Puzzle) -> None:
    """Draw the team's tokens and the letter of the seat to place next."""
    x = LEFT - 6 + STAGES * 142
    seat = position.current_player()
    canvas.text(x + 6, PANEL + 19, f"{position.count}/{PERFECT}", 27, font_weight="bold", text_anchor="start")
    if position.winners():
        canvas.text(x + 6, PANEL + 46, "★ ★ ★", 22, fill=STAR, text_anchor="start")
    elif seat is not None:
        canvas.text(x + 6, PANEL + 46, "►", 17, fill=SEATS[seat].strong, text_anchor="start")
        canvas.circle(x + 40, PANEL + 46, 13, fill=SEATS[seat].strong)
        canvas.text(x + 40, PANEL + 46, SEATS[seat].letter, 17, fill=SEATS[seat].ink, font_weight="bold")
