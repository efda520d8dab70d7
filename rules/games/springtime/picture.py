"""Picture of Springtime: a landscape with flowers, the bumble bee on the last token, and the lead in every region."""

from __future__ import annotations

from rules.canvas import FAINT, LETTER, SEATS, WHITE, Canvas
from rules.game import Seat
from rules.games.springtime.fields import LINES, SIDE
from rules.games.springtime.landscape import (
    BOTTOM,
    CELL,
    LEFT,
    PLATE,
    RIGHT,
    SEAT_BLOOMS,
    TERRAINS,
    TOP,
    WIDTH,
    bee,
    centre,
    corner,
    define,
    draw_ground,
    draw_new,
    draw_open,
    flower,
    label_corner,
)
from rules.games.springtime.position import Springtime
from rules.games.springtime.squares import BOARD
from rules.games.springtime.wording import KINDS, caption, describe, labels, leader, new_since, subtotals, text
from rules.prose import N_, Sentence, Translate

__all__ = ["describe", "labels", "svg", "text"]

TABLE = BOTTOM + 40
LINE = 34
"""Height of a line of the table."""
COLUMN = (WIDTH - 2 * LEFT - 40) / 7
HEIGHT = TABLE + 3 * LINE + 14
NIGHT = {
    PLATE: "#2b2722",
    "#b59b6a": "#6b5a3b",
    "#f6ecd2": "#2b261c",
    "#dfeaa6": "#424d27",
    "#b9c878": "#6d7c40",
    "#93b24f": "#65783a",
    "#fffffa": "#8d9176",
    "#a8d46c": "#33502a",
    "#74a53c": "#5b8234",
    "#8fc24f": "#3b5b2c",
    "#6fa339": "#4f7a33",
    "#5e9130": "#446b2c",
    "#4b8752": "#183225",
    "#254d2c": "#3a6648",
    "#2a5f36": "#26513a",
    "#1f4d2b": "#20452f",
    "#86c3e6": "#1b3d55",
    "#3f83ad": "#3f7fa8",
    "#e3f3fc": "#4a7d9e",
    "#4c92bd": "#2c5d7d",
    "#fffbe6": "#3a3008",
    "#6b4e00": "#f7dc6f",
    "#7d4fb0": "#b48be0",
    "#f1e8fb": "#35214d",
    "#5a2f8c": "#d3b5f2",
    "#c8402f": "#ef7b6a",
    "#fde9e4": "#4a1a12",
    "#98271a": "#f5a598",
}
"""Dark-mode colours of the game and of the puzzle."""


def svg(position: Springtime, before: Springtime | None = None, translate: Translate = str) -> str:
    """Render a position as SVG; frame changes since `before`."""
    canvas = Canvas(WIDTH, HEIGHT, "Springtime", caption(position, translate), translate)
    define(canvas, LEFT, TOP, SEAT_BLOOMS)
    draw_ground(canvas, [(field.letter, field.mask) for field in position.fields.fields])
    for bloom, own in zip(SEAT_BLOOMS, position.owned, strict=True):
        for square in BOARD.squares(own):
            flower(canvas, *centre(square), bloom)
    draw_new(canvas, new_since(before, position))
    _leads(canvas, position)
    if position.last >= 0:
        x, y = corner(position.last)
        bee(canvas, x + CELL - 12, y + 13)
    draw_open(canvas, position.legal, marked=position.last >= 0)
    _table(canvas, position)
    return str(canvas)


def _leads(canvas: Canvas, position: Springtime) -> None:
    """Draw leads: rows at the right, columns above, fields in a corner of their own."""
    taken = position.owned[0] | position.owned[1]
    leads = position.leads()
    for number, (line, lead) in enumerate(zip(LINES, leads, strict=False)):
        if line & taken:
            along = (number % SIDE + 0.5) * CELL
            x, y = (RIGHT + 30, BOTTOM - along) if number < SIDE else (LEFT + along, TOP - 24)
            _lead(canvas, x, y, lead, 19)
    for field, lead in zip(position.fields.fields, leads[2 * SIDE :], strict=True):
        if field.mask & taken:
            x, y = label_corner(field.mask, taken)
            _lead(canvas, x + 18, y + 13, lead, 14)


def _lead(canvas: Canvas, x: float, y: float, lead: int, size: float) -> None:
    colour = SEATS[lead < 0].strong if lead else FAINT
    canvas.rect(
        x - size * 0.95, y - size * 0.66, size * 1.9, size * 1.32, rx=size * 0.4, fill=colour, stroke=LETTER
    )  # fmt: skip
    canvas.text(x, y, leader(lead), size, fill=LETTER, font_weight="bold")


def _table(canvas: Canvas, position: Springtime) -> None:
    """Draw the table of subtotals by kind of region, and of points, for each seat."""
    columns = [*subtotals(position), (N_("points"), position.scores())]
    for number, (name, points) in enumerate(columns):
        x = LEFT + 40 + (number + 0.5) * COLUMN
        for letter in (letter for letter, kind in KINDS.items() if kind == name):
            paint = {"fill": f"url(#springtime-{letter})", "stroke": TERRAINS[letter].edge}
            canvas.rect(x - COLUMN / 2 + 2, TABLE - 2, COLUMN - 4, LINE - 4, rx=6, **paint)
            canvas.rect(x - COLUMN / 2 + 3, TABLE + 5, COLUMN - 6, LINE - 18, rx=5, fill=WHITE, fill_opacity=0.88)
        canvas.text(x, TABLE + LINE / 2 - 4, Sentence(name), 14)
        for seat, own in enumerate(points):
            bold = "bold" if number == len(columns) - 1 else None
            canvas.text(x, TABLE + (seat + 1.5) * LINE, own, 22, font_weight=bold)
    for seat in range(2):
        _seat(canvas, position, seat)


def _seat(canvas: Canvas, position: Springtime, seat: Seat) -> None:
    y = TABLE + (seat + 1.5) * LINE
    if position.current_player() == seat or seat in position.winners():
        canvas.rect(
            LEFT - 20, y - LINE / 2 + 1, WIDTH - 2 * LEFT + 40, LINE - 2, rx=8,
            fill="none", stroke=SEATS[seat].strong, stroke_width=2.4,
        )  # fmt: skip
    flower(canvas, LEFT + 6, y, SEAT_BLOOMS[seat], 0.68)
    sign = "★" if seat in position.winners() else "►" if position.current_player() == seat else ""
    canvas.text(LEFT + 32, y, sign, 17, fill=SEATS[seat].strong)
