"""Picture of Tribes: tiles, settlements as islands with their pieces, above a table of tribes and seats."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from rules.canvas import COORDINATES, FAINT, INK, LAST, LINE, SEATS, Canvas, InMails, Spot
from rules.game import Seat
from rules.games.tribes.actions import NONE
from rules.games.tribes.layout import BOARD, FOUR, RESOURCES, TILE_SQUARES, TRIBES, Tile
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.wording import caption, changed, describe, labels, left, text
from rules.prose import N_, Sentence, Translate

__all__ = ["describe", "labels", "svg", "text"]

PALE = "#fffdf8"


class TribeLook(NamedTuple):
    """A tribe's strong colour, and the tint of its tiles."""

    strong: str
    tint: str


LOOKS = (
    TribeLook("#28618f", "#d3e3ef"),
    TribeLook("#b04a14", "#f4d9bf"),
    TribeLook("#6d4a94", "#e2d7ee"),
    TribeLook("#4c7a25", "#dbe8c6"),
)
NIGHT = {
    PALE: "#1b1815",
    "#cfc4ab": "#4a4338",
    **dict(zip([look.strong for look in LOOKS], ("#6fb1e3", "#ee8a52", "#b795e0", "#93c767"), strict=True)),
    **dict(zip([look.tint for look in LOOKS], ("#1d3547", "#4a2c17", "#35264a", "#2b4019"), strict=True)),
}
"""Dark-mode colours of the game's own."""

IN_MAILS = InMails(share=0.5, floor=0.5, negative=0)
"""Hints for emails: at five eighths of its width most boards have too many bytes; below half, letters get lost."""
UNIT = 50
SIDE = 2 * UNIT - 6
"""Side of the part of a tile that shows the ground of its tribe."""
FURROWS = range(8, SIDE, 16)
DASHES = ("0 11", None, None, "7 9")
"""Dashes of the lines of each tribe's ground: snow, furrows, waves, blades of grass."""
LEFT, TOP = 28, 12
WIDTH, HEIGHT = BOARD.columns * UNIT, BOARD.rows * UNIT
BOTTOM = TOP + HEIGHT
TABLE_TOP = BOTTOM + 36
HEADER, ROW = 64, 40
SEAT_WIDTH, TRIBE_WIDTH = 58, 112


def svg(position: TribesPosition, before: TribesPosition | None = None, translate: Translate = str) -> str:
    """Render the board with its settlements above a table of tribes, coins and scores."""
    size = LEFT + WIDTH + 12, TABLE_TOP + HEADER + ROW * len(position.chosen) + 10
    canvas = Canvas(*size, "Tribes of the Four Seasons", caption(position, translate), translate, IN_MAILS)
    draw_board(canvas, position, before)
    draw_standings(canvas, position)
    return str(canvas)


def centre(square: int) -> tuple[float, float]:
    """Return the middle of a quadrant in the picture."""
    column, row = BOARD.place(square)
    return LEFT + (column + 0.5) * UNIT, BOTTOM - (row + 0.5) * UNIT


def draw_board(canvas: Canvas, position: TribesPosition, before: TribesPosition | None) -> None:
    """Draw the board; frame changes since `before`, and frame quadrants that a Shaman left with dashes."""
    canvas.rect(LEFT - 4, TOP - 4, WIDTH + 8, HEIGHT + 8, rx=10, fill="#cfc4ab")
    for tile, squares in zip(position.land.tiles, TILE_SQUARES, strict=True):
        _tile(canvas, tile, *centre(squares[0]))
    _grounds(canvas, position)
    for settlement in position.settlements():
        _settlement(canvas, settlement, led=bool(settlement & sum(position.shamans)))
    for tile, squares in zip(position.land.tiles, TILE_SQUARES, strict=True):
        _value(canvas, tile, *centre(squares[0]))
    for square in range(BOARD.size):
        with canvas.group(BOARD.names[square], Spot(*centre(square))):
            _quadrant(canvas, position, square)
    _shamans(canvas, position)
    if before is not None:
        _changes(canvas, position, before)
    _coordinates(canvas)


def _tile(canvas: Canvas, tile: Tile, x: float, y: float) -> None:
    left, top = x - UNIT / 2 + 1.5, y - UNIT / 2 + 1.5
    side = 2 * UNIT - 3
    canvas.rect(left, top, side, side, rx=6, fill=LOOKS[tile.tribe].tint)
    cross = f"M{left:g} {top + side / 2:g}h{side:g}M{left + side / 2:g} {top:g}v{side:g}"
    canvas.path(cross, stroke=LOOKS[tile.tribe].strong, stroke_opacity=0.28, stroke_width=1)


def _grounds(canvas: Canvas, position: TribesPosition) -> None:
    """Draw a ground on each tribe's tiles, for colour-blind readers."""
    for tribe, look in enumerate(LOOKS):
        tiles = zip(position.land.tiles, TILE_SQUARES, strict=True)
        corners = [centre(squares[0]) for tile, squares in tiles if tile.tribe == tribe]
        lines = "".join(_ground(tribe, x - UNIT / 2 + 3, y - UNIT / 2 + 3) for x, y in corners)
        canvas.path(
            lines, fill="none", stroke=look.strong, stroke_opacity=0.34, stroke_width=1.6,
            stroke_dasharray=DASHES[tribe], stroke_linecap="round",
        )  # fmt: skip


def _ground(tribe: int, x: float, y: float) -> str:
    """Return the lines of one tile with the upper left corner (x, y)."""
    if tribe == TRIBES.index("winter"):
        return "".join(f"M{x:g} {y + at:g}h{SIDE}" for at in FURROWS)
    if tribe == TRIBES.index("spring"):
        return "".join(f"M{x + at:g} {y:g}v{SIDE}" for at in FURROWS)
    if tribe == TRIBES.index("summer"):
        return "".join(f"M{x:g} {y + at:g}q6-7 11.75 0{'t11.75 0' * 7}" for at in FURROWS)
    upper = (f"M{x + at:g} {y:g}l{-at} {at}" for at in FURROWS)
    return "".join([*upper, *(f"M{x + SIDE:g} {y + at:g}l{at - SIDE} {SIDE - at}" for at in FURROWS)])


def _settlement(canvas: Canvas, settlement: int, *, led: bool) -> None:
    canvas.path(
        outline(settlement, UNIT, 4, 9), transform=f"translate({LEFT} {BOTTOM})",
        fill=PALE, fill_opacity=0.78, stroke=INK, stroke_width=3.6 if led else 2,
    )  # fmt: skip


def _value(canvas: Canvas, tile: Tile, x: float, y: float) -> None:
    x, y = x + UNIT / 2, y + UNIT / 2
    canvas.circle(x, y, 13.5, fill=PALE, stroke=LOOKS[tile.tribe].strong, stroke_width=2.4)
    canvas.text(x, y, tile.value, 19, font_weight="bold", fill=LOOKS[tile.tribe].strong)


def _quadrant(canvas: Canvas, position: TribesPosition, square: int) -> None:
    x, y = centre(square)
    bit = BOARD.bits[square]
    canvas.rect(x - UNIT / 2, y - UNIT / 2, UNIT, UNIT, fill=PALE, fill_opacity=0)
    for tribe in FOUR:
        if bit & position.land.marks[tribe]:
            mark(canvas, tribe, x, y)
        elif bit & position.markers[tribe]:
            coin(canvas, tribe, x, y)


def _shamans(canvas: Canvas, position: TribesPosition) -> None:
    """Draw the Shamans on the board above their quadrants; a click on one means its tribe."""
    for tribe, standing in enumerate(position.shamans):
        for square in BOARD.squares(standing):
            x, y = centre(square)
            with canvas.group(TRIBES[tribe], Spot(x + 15, y - 16)):
                shaman(canvas, tribe, x, y + 1, 0.9)


def _changes(canvas: Canvas, position: TribesPosition, before: TribesPosition) -> None:
    new = changed(position, before)
    for square in BOARD.squares(new | left(position, before)):
        x, y = centre(square)
        dashes = None if BOARD.bits[square] & new else "6 5"
        canvas.rect(
            x - 21, y - 21, 42, 42, rx=10, fill="none", stroke=LAST, stroke_width=3.6, stroke_dasharray=dashes,
            pointer_events="none",
        )  # fmt: skip
        if BOARD.bits[square] & new:
            canvas.new(x - 20, y - 20)


def _coordinates(canvas: Canvas) -> None:
    with canvas.group(class_=COORDINATES):
        for column in range(BOARD.columns):
            canvas.text(LEFT + (column + 0.5) * UNIT, BOTTOM + 17, chr(97 + column), 18, fill=FAINT)
        for row in range(BOARD.rows):
            canvas.text(LEFT - 15, BOTTOM - (row + 0.5) * UNIT, row + 1, 18, fill=FAINT)


def draw_standings(canvas: Canvas, position: TribesPosition) -> None:
    """Draw the table; tribes in its head are clickable, and the seat to act has a coloured row."""
    for tribe in FOUR:
        with canvas.group(TRIBES[tribe], Spot(_column(tribe) + TRIBE_WIDTH - 6, TABLE_TOP + 4)):
            _tribe(canvas, position, tribe)
    canvas.text(LEFT + WIDTH - 47, TABLE_TOP + 42, Sentence(N_("points")), 16, fill=FAINT)
    points = position.scores()
    for seat in range(len(position.chosen)):
        _seat(canvas, position, seat, points[seat])


def _column(tribe: int) -> float:
    return LEFT + SEAT_WIDTH + TRIBE_WIDTH * tribe


def _tribe(canvas: Canvas, position: TribesPosition, tribe: int) -> None:
    x = _column(tribe)
    look = LOOKS[tribe]
    due = position.moved == tribe
    canvas.rect(
        x + 2,
        TABLE_TOP,
        TRIBE_WIDTH - 4,
        HEADER - 4,
        rx=8,
        fill=look.tint,
        stroke=look.strong,
        stroke_width=3 if due else 0,
    )
    coin(canvas, tribe, x + 18, TABLE_TOP + 19, 13)
    name = Sentence(TRIBES[tribe])
    canvas.text(x + 34, TABLE_TOP + 19, name, 13, text_anchor="start", font_weight="bold", fill=look.strong)
    canvas.text(x + 11, TABLE_TOP + 45, Sentence(RESOURCES[tribe]), 16, text_anchor="start")
    if not position.shamans[tribe]:
        shaman(canvas, tribe, x + 93, TABLE_TOP + 43, 0.62)


def _seat(canvas: Canvas, position: TribesPosition, seat: Seat, points: int) -> None:
    look = SEATS[seat]
    y = TABLE_TOP + HEADER + ROW * (seat + 0.5)
    acting = position.current_player() == seat
    if acting:
        canvas.rect(LEFT - 2, y - ROW / 2 + 2, WIDTH + 4, ROW - 4, rx=10, fill=look.light)
        canvas.path(f"M{LEFT + 5} {y - 8:g}l11 8l-11 8Z", fill=look.strong)
    elif seat:
        canvas.line(LEFT, y - ROW / 2, LEFT + WIDTH, y - ROW / 2, stroke=LINE)
    canvas.circle(LEFT + 37, y, 14, fill=look.strong)
    canvas.text(LEFT + 37, y, look.letter, 18, font_weight="bold", fill=look.ink)
    if position.chosen[seat] != NONE:
        canvas.rect(
            _column(position.chosen[seat]) + 6, y - 15, TRIBE_WIDTH - 12, 30, rx=15, fill=PALE, stroke=look.strong,
            stroke_width=2.6,
        )  # fmt: skip
    for tribe in () if position.choosing else FOUR:
        _coins(canvas, tribe, position.hands[seat][tribe], _column(tribe) + TRIBE_WIDTH / 2, y)
    best = position.current_player() is None and seat in position.winners()
    canvas.text(LEFT + WIDTH - 47, y, f"★ {points}" if best else points, 20, font_weight="bold", fill=INK)


def _coins(canvas: Canvas, tribe: int, count: int, x: float, y: float) -> None:
    if not count:
        canvas.line(x - 5, y, x + 5, y, stroke=FAINT, stroke_width=1.6)
        return
    coin(canvas, tribe, x - 14, y, 10)
    canvas.text(x + 3, y, f"\N{MULTIPLICATION SIGN} {count}", 17, text_anchor="start")


CLOCKWISE = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Directions as columns to the right and rows upwards."""


class Edge(NamedTuple):
    """One side of a square of the group: its start and direction, with the group on its right."""

    column: int
    row: int
    step: tuple[int, int]

    def following(self, turn: int) -> Edge:
        """Return the edge from this one's end after `turn` quarter turns to the right."""
        step = CLOCKWISE[(CLOCKWISE.index(self.step) + turn) % 4]
        return Edge(self.column + self.step[0], self.row + self.step[1], step)


def outline(mask: int, unit: float, inset: float, radius: float) -> str:
    """Return the path around all squares of a mask, with the lower left corner of a1 at (0, 0), y growing downwards."""
    return "".join(_smooth(loop, unit, inset, radius) for loop in loops(mask))


def loops(mask: int) -> Iterator[list[Edge]]:
    """Yield each closed line of edges around a mask or a hole in it."""
    edges = set(_edges(mask))
    while edges:
        edge = min(edges)
        loop = []
        while edge in edges:
            edges.remove(edge)
            loop.append(edge)
            edge = next((near for turn in (1, 0, -1) if (near := edge.following(turn)) in edges), edge)
        yield loop


def _edges(mask: int) -> Iterator[Edge]:
    for square in BOARD.squares(mask):
        column, row = BOARD.place(square)
        corners = ((column, row), (column, row + 1), (column + 1, row + 1), (column + 1, row))
        for corner, step, outward in zip(corners, CLOCKWISE, CLOCKWISE[-1:] + CLOCKWISE[:-1], strict=True):
            beyond = BOARD.at(column + outward[0], row + outward[1])
            if beyond is None or not mask & BOARD.bits[beyond]:
                yield Edge(*corner, step)


def _smooth(loop: list[Edge], unit: float, inset: float, radius: float) -> str:
    """Return one closed line as a path, its corners moved into the group and rounded."""
    steps: list[str] = []
    for before, edge in zip([loop[-1], *loop], loop, strict=False):
        if before.step == edge.step:
            continue
        (dx, dy), (ex, ey) = before.step, edge.step
        x = edge.column * unit + inset * (dy + ey)
        y = -edge.row * unit + inset * (dx + ex)
        enter = f"{x - dx * radius:g} {y + dy * radius:g}"
        leave = f"{x + ex * radius:g} {y - ey * radius:g}"
        steps.append(f"{'L' if steps else 'M'}{enter}Q{x:g} {y:g} {leave}")
    return "".join(steps) + "Z"


_SPOKE = "M0 0V-1M0-.52L-.3-.82M0-.52L.3-.82"
_LEAF = "M0-1.02C.36-.78.72-.5.7 0C.68.42.3.7 0 .78C-.3.7-.68.42-.7 0C-.72-.5-.36-.78 0-1.02Z"
_VEINS = "M0-.62V1M0 .42L.4 .06M0 .42L-.4 .06M0 .02L.34-.32M0 .02L-.34-.32"
_FISH = "M-1 .02C-.62-.62.12-.68.52-.12L1-.52Q.8 0 1 .52L.52.14C.12.68-.62.62-1 .02Z"
_GILL = "M-.36-.34Q-.16 0-.36 .36"


def emblem(canvas: Canvas, tribe: int, x: float, y: float, size: float, colour: str, ground: str) -> None:
    """Draw a snowflake, leaf, fish or flower within `size` around (x, y), inner lines in the colour of the ground."""
    with canvas.group(transform=f"translate({x:g} {y:g}) scale({size:g})"):
        (_snowflake, _leaf, _fish, _flower)[tribe](canvas, colour, ground)


def _snowflake(canvas: Canvas, colour: str, ground: str) -> None:
    for turn in range(6):
        canvas.path(
            _SPOKE,
            transform=f"rotate({60 * turn})",
            stroke=colour,
            stroke_width=0.17,
            stroke_linecap="round",
            fill="none",
        )


def _leaf(canvas: Canvas, colour: str, ground: str) -> None:
    with canvas.group(transform="rotate(38)"):
        canvas.path(_LEAF, fill=colour)
        canvas.path("M0 .6V1.1", stroke=colour, stroke_width=0.18, stroke_linecap="round")
        canvas.path(_VEINS, stroke=ground, stroke_width=0.1, fill="none")


def _fish(canvas: Canvas, colour: str, ground: str) -> None:
    canvas.path(_FISH, fill=colour)
    canvas.circle(-0.6, -0.12, 0.1, fill=ground)
    canvas.path(_GILL, stroke=ground, stroke_width=0.1, fill="none")


def _flower(canvas: Canvas, colour: str, ground: str) -> None:
    for petal in range(5):
        angle = 2 * pi * petal / 5
        canvas.circle(0.56 * sin(angle), -0.56 * cos(angle), 0.42, fill=colour)
    canvas.circle(0, 0, 0.27, fill=ground)


def mark(canvas: Canvas, tribe: int, x: float, y: float) -> None:
    """Draw a suit mark as printed on a tile."""
    emblem(canvas, tribe, x, y, 16, LOOKS[tribe].strong, PALE)


def coin(canvas: Canvas, tribe: int, x: float, y: float, radius: float = 17) -> None:
    """Draw a coin, suit side up."""
    canvas.circle(x, y, radius, fill=LOOKS[tribe].strong, stroke=INK, stroke_width=1.4)
    canvas.circle(x, y, radius * 0.86, fill="none", stroke=PALE, stroke_width=1, stroke_opacity=0.7)
    emblem(canvas, tribe, x, y, radius * 0.62, PALE, LOOKS[tribe].strong)


def shaman(canvas: Canvas, tribe: int, x: float, y: float, size: float = 1) -> None:
    """Draw a Shaman: a pawn whose robe shows its tribe's emblem."""
    look = LOOKS[tribe]
    with canvas.group(transform=f"translate({x:g} {y:g}) scale({size:g})"):
        canvas.path(
            "M-18 20C-17 6-12-4-6-6A9 9 0 1 1 6-6C12-4 17 6 18 20Q0 24-18 20Z",
            fill=look.strong, stroke=INK, stroke_width=1.8, stroke_linejoin="round",
        )  # fmt: skip
        canvas.circle(0, 8.5, 9.5, fill=PALE)
        emblem(canvas, tribe, 0, 8.5, 7, look.strong, PALE)
