"""The board as a picture: tiles with their values, settlements as islands, and what stands on each quadrant."""

from __future__ import annotations

from rules.canvas import FAINT, INK, LAST, Canvas, Spot
from rules.games.tribes.contour import outline
from rules.games.tribes.emblems import LOOKS, PALE, coin, mark, shaman
from rules.games.tribes.layout import BOARD, FOUR, TILE_SQUARES, TRIBES, Tile
from rules.games.tribes.position import TribesPosition

UNIT = 50
SIDE = 2 * UNIT - 6
"""Of the part of a tile that is strewn with the ground of its tribe."""
FURROWS = range(8, SIDE, 16)
DASHES = ("0 11", None, None, "7 9")
"""Of the lines of each tribe's ground: snow, furrows, waves, blades of grass."""
LEFT, TOP = 28, 12
WIDTH, HEIGHT = BOARD.columns * UNIT, BOARD.rows * UNIT
BOTTOM = TOP + HEIGHT


def centre(square: int) -> tuple[float, float]:
    """The middle of a quadrant in the picture."""
    column, row = BOARD.place(square)
    return LEFT + (column + 0.5) * UNIT, BOTTOM - (row + 0.5) * UNIT


def draw_board(canvas: Canvas, position: TribesPosition, before: TribesPosition | None) -> None:
    """The whole board; what changed since `before` is framed, what a Shaman has left is framed by dashes."""
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
    """The ground of each tribe's tiles, so that their colour is not all that tells them apart."""
    for tribe, look in enumerate(LOOKS):
        tiles = zip(position.land.tiles, TILE_SQUARES, strict=True)
        corners = [centre(squares[0]) for tile, squares in tiles if tile.tribe == tribe]
        lines = "".join(_ground(tribe, x - UNIT / 2 + 3, y - UNIT / 2 + 3) for x, y in corners)
        canvas.path(
            lines, fill="none", stroke=look.strong, stroke_opacity=0.34, stroke_width=1.6,
            stroke_dasharray=DASHES[tribe], stroke_linecap="round",
        )  # fmt: skip


def _ground(tribe: int, x: float, y: float) -> str:
    """The lines of one tile, of which (x, y) is the upper left corner."""
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
    """Those on the board, above their quadrants: a click on one means its tribe."""
    for tribe, standing in enumerate(position.shamans):
        for square in BOARD.squares(standing):
            x, y = centre(square)
            with canvas.group(TRIBES[tribe], Spot(x + 15, y - 16)):
                shaman(canvas, tribe, x, y + 1, 0.9)


def changed(position: TribesPosition, before: TribesPosition) -> int:
    """The quadrants on which something has come to stand since `before`."""
    moved = (now & ~then for now, then in zip(position.shamans, before.shamans, strict=True))
    return position.marked & ~before.marked | sum(moved)


def left(position: TribesPosition, before: TribesPosition) -> int:
    """The quadrants that a Shaman has left since `before` and that are open now."""
    return sum(before.shamans) & ~position.occupied


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
    for column in range(BOARD.columns):
        canvas.text(LEFT + (column + 0.5) * UNIT, BOTTOM + 17, chr(97 + column), 18, fill=FAINT)
    for row in range(BOARD.rows):
        canvas.text(LEFT - 15, BOTTOM - (row + 0.5) * UNIT, row + 1, 18, fill=FAINT)
