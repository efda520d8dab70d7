"""The small pictures of the village: a sun, a roof of each seat, a shadow, a point."""

from __future__ import annotations

from math import cos, pi, sin

from rules.canvas import LETTER, SEATS, Canvas, Value
from rules.game import Seat

CELL = 40
LIT, DIM, FURROW = "#f8e9c9", "#f2dfb8", "#dcc190"
"""The squares of the ground, and the lines between them."""
_GOLD, _AMBER = "#ffc928", "#e08a00"
_TILES = (
    f'<path d="M0 3H8M0 7H8M2 3V7M6 -1V3" stroke="{LETTER}" stroke-opacity=".42" fill="none"/>',
    f'<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="{LETTER}" stroke-opacity=".5" stroke-width="1.6" fill="none"/>',
    f'<path d="M2 2h0M6 6h0" stroke="{LETTER}" stroke-opacity=".5" stroke-width="2.6" stroke-linecap="round"/>',
    f'<path d="M0 0L8 8M0 8L8 0" stroke="{LETTER}" stroke-opacity=".42" fill="none"/>',
)
"""The pattern of each seat's roofs: tiles, stripes, dots, lattice."""


def define(canvas: Canvas) -> None:
    """Put every emblem into the document, to be used as often as it stands on the board."""
    canvas.define(_sun() + _shadow())
    for seat, tiles in enumerate(_TILES):
        pattern = (
            f'<pattern id="siesta-tiles-{seat}" width="8" height="8" patternUnits="userSpaceOnUse">{tiles}</pattern>'
        )
        canvas.define(pattern + _roof(seat))


def sun(canvas: Canvas, x: float, y: float) -> None:
    """Draw a sun; (x, y) is the upper left corner of its square, as for all of these."""
    canvas.element("use", href="#siesta-sun", x=x, y=y)


def shadow(canvas: Canvas, x: float, y: float) -> None:
    """Draw a shadow."""
    canvas.element("use", href="#siesta-shadow", x=x, y=y)


def roof(canvas: Canvas, x: float, y: float, seat: Seat) -> None:
    """Draw a roof with its seat's letter."""
    canvas.element("use", href=f"#siesta-roof-{seat}", x=x, y=y)
    canvas.text(x + CELL / 2, y + CELL / 2, SEATS[seat].letter, 17, fill=LETTER, font_weight="bold")


def point(canvas: Canvas, x: float, y: float, seat: Seat, size: float) -> None:
    """Draw the mark of one point of a seat, its middle at (x, y): a disc, a square, a triangle or a diamond."""
    corners = (
        (),
        ((-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)),
        ((0, -4.6), (4.4, 3.4), (-4.4, 3.4)),
        ((0, -4.9), (4.9, 0), (0, 4.9), (-4.9, 0)),
    )[seat]
    paint: dict[str, Value | None] = {"fill": SEATS[seat].strong, "stroke": LETTER, "stroke_width": 1.3}
    if corners:
        canvas.polygon([(x + across * size, y + down * size) for across, down in corners], **paint)
    else:
        canvas.circle(x, y, 3.8 * size, **paint)


def _sun() -> str:
    rays = "".join(_ray(number * pi / 6, 17.5 if number % 2 else 19) for number in range(12))
    asleep = "M15 18.5q2 2 4 0M21 18.5q2 2 4 0M16.5 23q3.5 3.2 7 0"
    face = f'<path d="{asleep}" stroke="#7a4300" stroke-width="1.4" fill="none"/>'
    disc = f'<circle cx="20" cy="20" r="10.8" fill="{_GOLD}" stroke="{_AMBER}" stroke-width="1.4"/>'
    return f'<g id="siesta-sun"><path d="{rays}" fill="{_AMBER}"/>{disc}{face}</g>'


def _ray(angle: float, reach: float) -> str:
    points = ((angle - 0.2, 10), (angle, reach), (angle + 0.2, 10))
    return "M" + "L".join(f"{20 + cos(at) * far:.1f} {20 + sin(at) * far:.1f}" for at, far in points) + "Z"


def _shadow() -> str:
    tile = '<rect x="1" y="1" width="38" height="38" rx="4" fill="#453c5c"/>'
    cool = '<path d="M1 15L15 1M1 29L29 1M5 39L39 5M19 39L39 19M33 39L39 33" stroke="#5d5378" stroke-width="2"/>'
    asleep = '<path d="M12 21h7l-7 8h7M21.5 11h6l-6 7h6" stroke="#cfc6ea" stroke-width="2" fill="none"/>'
    return f'<g id="siesta-shadow">{tile}{cool}{asleep}</g>'


def _roof(seat: Seat) -> str:
    colour = SEATS[seat].strong
    eaves = '<rect x="2" y="2" width="36" height="36" rx="3"'
    lit, dim = 'fill="#fff" fill-opacity=".2"', 'fill="#000" fill-opacity=".22"'
    slopes = f'<path d="M2 2H38L20 20Z" {lit}/><path d="M2 38H38L20 20Z" {dim}/>'
    hips = f'<path d="M3 3L37 37M3 37L37 3" stroke="{LETTER}" stroke-opacity=".55" stroke-width="1.4"/>'
    plate = f'<circle cx="20" cy="20" r="11" fill="{colour}" stroke="{LETTER}" stroke-width="1.4"/>'
    tiles = f'{eaves} fill="url(#siesta-tiles-{seat})"/>'
    return f'<g id="siesta-roof-{seat}">{eaves} fill="{colour}"/>{tiles}{slopes}{hips}{plate}</g>'
