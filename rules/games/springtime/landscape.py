"""Landscape of both games: fields as patches of terrain with lanes between, and the flowers on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import NamedTuple, TypeAlias

from rules.canvas import COORDINATES, FAINT, INK, LAST, LETTER, MAY, ORNAMENT, SEATS, Canvas, Spot
from rules.games.springtime.fields import SIDE, Field
from rules.games.springtime.squares import BOARD

CELL = 56
PLATE = "#fffdf6"
HALO = 2
"""Width of a flower's halo beyond its petals."""


class Terrain(NamedTuple):
    """Colours and decoration of a terrain: ground, edge, and ornaments over two by two squares."""

    ground: str
    edge: str
    strewn: str


def _repeated(shape: str, places: tuple[tuple[int, int], ...]) -> str:
    return "".join(f'<g class="{ORNAMENT}" transform="translate({x} {y})">{shape}</g>' for x, y in places)


_TUFT = '<path d="M-4 0q1 -5 -1 -8M0 0v-10M4 0q-1 -5 1 -8" stroke="#93b24f" stroke-width="1.6" fill="none"/>'
_DAISY = (
    '<path d="M0 -4.6v9.2M-4.6 0h9.2M-3.2 -3.2l6.4 6.4M-3.2 3.2l6.4 -6.4" stroke="#fffffa" stroke-width="3"/>'
    '<circle r="2" fill="#f2b705"/>'
)
_MOWN = '<path d="M-8 36L36 -8M-8 92L92 -8M20 120L120 20M76 120L120 76" stroke="#8fc24f" stroke-width="9"/>'
_CLOVER = (
    '<path d="M0 1v5" stroke="#5e9130" stroke-width="1.4"/>'
    '<circle cx="-2.4" r="2.3" fill="#6fa339"/><circle cx="2.4" r="2.3" fill="#6fa339"/>'
    '<circle cy="-3.4" r="2.3" fill="#6fa339"/>'
)
_TREE = (
    '<path d="M0 9v4" stroke="#5a3d22" stroke-width="3"/>'
    '<path d="M0 -12L8 1H4.5L10 10H-10L-4.5 1H-8Z" fill="#2a5f36"/>'
    '<path d="M0 -12L8 1H4.5L10 10H0Z" fill="#1f4d2b"/>'
)
_WAVE = '<path d="M-11 0q5.5 -5.5 11 0t11 0" stroke="#e3f3fc" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
_RIPPLE = '<path d="M-6 0q3 -3 6 0t6 0" stroke="#4c92bd" stroke-width="1.8" fill="none" stroke-linecap="round"/>'

TERRAINS = {
    "m": Terrain(
        "#dfeaa6",
        "#b9c878",
        _repeated(_TUFT, ((14, 22), (94, 18), (60, 52), (30, 92), (88, 104), (12, 58)))
        + _repeated(_DAISY, ((38, 14), (78, 36), (46, 72), (100, 68), (10, 104), (66, 100))),
    ),
    "p": Terrain(
        "#a8d46c", "#74a53c", _MOWN + _repeated(_CLOVER, ((12, 12), (44, 46), (98, 14), (66, 98), (14, 70), (100, 68)))
    ),
    "f": Terrain(
        "#4b8752",
        "#254d2c",
        _repeated(_TREE, ((14, 18), (42, 38), (70, 16), (98, 40), (16, 74), (44, 94), (74, 70), (100, 96))),
    ),
    "l": Terrain(
        "#86c3e6",
        "#3f83ad",
        _repeated(_WAVE, ((18, 14), (44, 40), (76, 14), (98, 44), (20, 68), (46, 98), (76, 70), (98, 98)))
        + _repeated(_RIPPLE, ((46, 14), (14, 40), (72, 44), (18, 98), (46, 72), (74, 100))),
    ),
}
"""Terrain by letter: meadow, pasture, forest, lake."""


class Bloom(NamedTuple):
    """Look of a flower: number, width and colour of its petals; colour, ink and sign of its heart."""

    petals: int
    width: float
    colour: str
    heart: str
    ink: str
    sign: str


SEAT_BLOOMS = tuple(
    Bloom(petals, width, look.strong, look.light, look.strong, look.letter)
    for look, petals, width in zip(SEATS, (8, 5), (6.2, 9.6), strict=False)
)
"""A daisy and a primrose, in the colours of the seats and with their letters."""
STAGE_BLOOMS = (
    Bloom(5, 9.6, "#f4d03f", "#fffbe6", "#6b4e00", "1"),
    Bloom(8, 6.2, "#7d4fb0", "#f1e8fb", "#5a2f8c", "2"),
    Bloom(4, 11.5, "#c8402f", "#fde9e4", "#98271a", "3"),
)
"""A flower for each stage of the puzzle."""
FREE_BLOOM = Bloom(6, 8.2, "#f4d03f", "#fffbe6", "#6b4e00", "o")
"""Flower of a token without a stage."""


def define(canvas: Canvas, left: float, top: float, blooms: tuple[Bloom, ...]) -> None:
    """Define the patterns, aligned with the upper left corner of the board, and the flowers."""
    side = 2 * CELL
    place = f'x="{left:g}" y="{top:g}" width="{side}" height="{side}" patternUnits="userSpaceOnUse"'
    for letter, terrain in TERRAINS.items():
        ground = f'<rect width="{side}" height="{side}" fill="{terrain.ground}"/>'
        canvas.define(f'<pattern id="springtime-{letter}" {place}>{ground}{terrain.strewn}</pattern>')
    for bloom in blooms:
        canvas.define(f'<g id="springtime-flower-{bloom.sign}">{_flower(bloom)}</g>')
    canvas.define(f'<g id="springtime-bee">{_BEE}</g>')


def _flower(bloom: Bloom) -> str:
    """Draw petals around the point (0, 0), at most 21 units long."""
    petal = f'<ellipse cy="-12.5" rx="{bloom.width:g}" ry="9"'
    angles = [number * 360 / bloom.petals for number in range(bloom.petals)]
    turns = [f'transform="rotate({angle:g})"/>' for angle in angles]
    outlines = "".join(_petal(bloom.width + HALO, angle) for angle in angles)
    halo = f'<path d="{outlines}" fill="{LETTER}"/>'
    petals = "".join(
        f'{petal} fill="{bloom.colour}" stroke="{LETTER}" stroke-opacity=".75" stroke-width="1.1" {turn}'
        for turn in turns
    )
    return f'{halo}{petals}<circle r="10.5" fill="{bloom.heart}" stroke="{bloom.ink}" stroke-width="1.3"/>'


def _petal(width: float, angle: float) -> str:
    """Return the halo of a petal rotated by `angle` degrees, as steps of a path."""
    x, y = sin(radians(angle)), -cos(radians(angle))
    tip, base = (f"{x * far:.2f} {y * far:.2f}" for far in (21.5 + HALO, 3.5 - HALO))
    arc = f"A{width:g} {9 + HALO} {angle:g} 1 1"
    return f"M{tip}{arc} {base}{arc} {tip}Z"


_BEE = (
    '<ellipse cx="-3" cy="-8" rx="4.2" ry="7" fill="#fff" stroke="#54708a" transform="rotate(-28 -3 -8)"/>'
    '<ellipse cx="5" cy="-8" rx="4.2" ry="7" fill="#fff" stroke="#54708a" transform="rotate(22 5 -8)"/>'
    '<ellipse rx="11" ry="8" fill="#f7b500" stroke="#2a2926" stroke-width="1.4"/>'
    '<path d="M-4 -7.2v14.4M2 -7.8v15.6" stroke="#2a2926" stroke-width="3.4"/>'
    '<path d="M10 -3q4 -4 6 -3M10 -1q5 -2 7 0" stroke="#2a2926" fill="none"/><circle cx="8" cy="-1.5" r="1.3"/>'
)


def flower(canvas: Canvas, x: float, y: float, bloom: Bloom, scale: float = 1.0) -> None:
    """Draw a flower with its sign, its middle at (x, y)."""
    placed = f"translate({x:g} {y:g}) scale({scale:g})"
    canvas.element("use", href=f"#springtime-flower-{bloom.sign}", transform=placed)
    canvas.text(x, y, bloom.sign, 15 * scale, fill=bloom.ink, font_weight="bold")


def bee(canvas: Canvas, x: float, y: float) -> None:
    """Draw the bumble bee, its middle at (x, y)."""
    canvas.element("use", href="#springtime-bee", x=x, y=y)


LEFT, TOP = 34, 52
SPAN = SIDE * CELL
RIGHT, BOTTOM = LEFT + SPAN, TOP + SPAN
WIDTH = RIGHT + 52
INSET = 2.5
"""Half the width of a lane."""
EDGE = 1.3
"""Width of the edge of a field, drawn as a larger field below it: strokes were slower than all else together."""
Patch: TypeAlias = tuple[str, int]
"""A letter of TERRAINS and the mask of one field."""


def corner(square: int) -> tuple[float, float]:
    """Return the upper left corner of a square in the picture."""
    column, row = BOARD.place(square)
    return LEFT + column * CELL, BOTTOM - (row + 1) * CELL


def centre(square: int) -> tuple[float, float]:
    """Return the middle of a square in the picture."""
    x, y = corner(square)
    return x + CELL / 2, y + CELL / 2


def draw_ground(canvas: Canvas, patches: Sequence[Patch]) -> None:
    """Draw the patches of terrain, and the letters and numbers at the edge of the board."""
    canvas.rect(LEFT - 6, TOP - 6, SPAN + 12, SPAN + 12, rx=12, fill="#b59b6a")
    canvas.rect(LEFT - 3, TOP - 3, SPAN + 6, SPAN + 6, rx=9, fill="#f6ecd2")
    for letter, terrain in TERRAINS.items():
        masks = [mask for of, mask in patches if of == letter]
        if masks:
            canvas.path("".join(outline(mask, INSET - EDGE) for mask in masks), fill=terrain.edge)
            steps = "".join(map(outline, masks))
            canvas.path(steps, fill=f"url(#springtime-{letter})")  # one path: the renderer draws a pattern for each
    canvas.path(_grid(), stroke=INK, stroke_opacity=0.3, stroke_width=1)
    with canvas.group(class_=COORDINATES):
        for number in range(SIDE):
            canvas.text(LEFT + (number + 0.5) * CELL, BOTTOM + 19, chr(97 + number), 18, fill=FAINT)
            canvas.text(LEFT - 19, BOTTOM - (number + 0.5) * CELL, number + 1, 18, fill=FAINT)


def _grid() -> str:
    """Return short crosses where four squares meet."""
    crossings = [(LEFT + i * CELL, TOP + j * CELL) for i in range(1, SIDE) for j in range(1, SIDE)]
    return "".join(f"M{x - 5:g} {y:g}h10M{x:g} {y - 5:g}v10" for x, y in crossings)


def outline(mask: int, inset: float = INSET) -> str:
    """Return a path that covers one field up to `inset` from its edge, with rounded corners."""
    return "".join(_pieces(mask, inset))


def _pieces(mask: int, inset: float) -> Iterator[str]:
    """Yield a field's squares, the joints between them, and the middles where four meet."""
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
    """Draw clickable squares; mark the legal ones with a small disc if `marked`."""
    for square, name in enumerate(BOARD.names):
        x, y = centre(square)
        with canvas.group(name, Spot(x, y)):
            canvas.rect(x - CELL / 2, y - CELL / 2, CELL, CELL, fill="#ffffff", fill_opacity=0)
            if marked and legal & BOARD.bits[square]:
                canvas.circle(x, y, 5.5, class_="offer", fill=MAY, stroke=INK, stroke_width=1.4)


def draw_new(canvas: Canvas, squares: int) -> None:
    """Draw a frame around each changed square."""
    for square in BOARD.squares(squares):
        x, y = corner(square)
        canvas.rect(x + 2.5, y + 2.5, CELL - 5, CELL - 5, rx=10, fill="none", stroke=LAST, stroke_width=3.4)
        canvas.new(x + 3.5, y + 3.5)


def label_corner(mask: int, taken: int) -> tuple[float, float]:
    """Return the corner for the label of a field: its first free square in reading order, or else its first square."""
    free = mask & ~taken or mask
    row = next(row for row in reversed(BOARD.row_masks) if row & free)
    return corner((free & row & -(free & row)).bit_length() - 1)


def terrains(fields: Sequence[Field]) -> list[str]:
    """Assign terrains so that adjacent fields differ (four colours are enough)."""
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
