"""What grows and flies in the landscape: four terrains, flowers, and the bumble bee on the last token."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from rules.canvas import LETTER, ORNAMENT, SEATS, Canvas

CELL = 56
PLATE = "#fffdf6"
HALO = 2
"""How far a flower's ground reaches beyond its petals."""


class Terrain(NamedTuple):
    """How the fields of a letter are painted: ground, its edge, and what is strewn over two by two squares."""

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
"""By letter: meadow, pasture, forest, lake."""


class Bloom(NamedTuple):
    """How a flower looks: the number and form of its petals, their colour, and what stands in its heart."""

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
"""One for a token of no stage."""


def define(canvas: Canvas, left: float, top: float, blooms: tuple[Bloom, ...]) -> None:
    """Put the patterns, laid out from the upper left corner of the board, and the flowers into the document."""
    side = 2 * CELL
    place = f'x="{left:g}" y="{top:g}" width="{side}" height="{side}" patternUnits="userSpaceOnUse"'
    for letter, terrain in TERRAINS.items():
        ground = f'<rect width="{side}" height="{side}" fill="{terrain.ground}"/>'
        canvas.define(f'<pattern id="springtime-{letter}" {place}>{ground}{terrain.strewn}</pattern>')
    for bloom in blooms:
        canvas.define(f'<g id="springtime-flower-{bloom.sign}">{_flower(bloom)}</g>')
    canvas.define(f'<g id="springtime-bee">{_BEE}</g>')


def _flower(bloom: Bloom) -> str:
    """Petals around the point (0, 0), 21 units long at most."""
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
    """What lies below a petal that is turned by so many degrees, as steps of a path."""
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
