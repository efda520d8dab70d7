"""Picture of the village: suns, roofs in the seats' colours, shadows, and the light through each siesta.

Each point of a siesta is a mark on its shadow, on the side from which the light comes; shape and colour show the seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from rules.canvas import COORDINATES, FAINT, INK, LAST, LETTER, SEATS, STAR, WHITE, Canvas, Spot, Value
from rules.game import Seat
from rules.games.siesta.pieces import BITS, KINDS, ROOF, SHADOW, SQUARES, SUN, TURN
from rules.games.siesta.position import Siesta
from rules.games.siesta.siestas import Standing, doubles, standing
from rules.games.siesta.wording import describe, labels, new_since, text
from rules.prose import Translate

__all__ = ["describe", "labels", "svg", "text"]

CELL = 40
LEFT, TOP = 30, 78
SPAN = 12 * CELL
WIDTH, HEIGHT = SPAN + 2 * LEFT, TOP + SPAN + 100
LANE = 11
"""Distance of the light from the middle of a square, so that opposite siestas do not hide each other."""
SIZES = {1: 1.6, 2: 1.6, 3: 1.4, 4: 1.05}
"""Size of point marks by the number of seats on a shadow: as large as possible on a board of 340 pixels."""
APART = 8.6
COURSES = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""Directions on the page, in the order of `DIRECTIONS`."""
LIT, DIM, FURROW = "#f8e9c9", "#f2dfb8", "#dcc190"
"""Colours of the squares, and of the lines between them."""
_GOLD, _AMBER = "#ffc928", "#e08a00"
_TILES = (
    f'<path d="M0 3H8M0 7H8M2 3V7M6 -1V3" stroke="{LETTER}" stroke-opacity=".42" fill="none"/>',
    f'<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="{LETTER}" stroke-opacity=".5" stroke-width="1.6" fill="none"/>',
    f'<path d="M2 2h0M6 6h0" stroke="{LETTER}" stroke-opacity=".5" stroke-width="2.6" stroke-linecap="round"/>',
    f'<path d="M0 0L8 8M0 8L8 0" stroke="{LETTER}" stroke-opacity=".42" fill="none"/>',
)
"""Pattern of each seat's roofs: tiles, stripes, dots, lattice."""
NIGHT = {
    LIT: "#33291c",
    DIM: "#2b2218",
    FURROW: "#57472f",
    "#b9713f": "#7a4a28",
    "#8d5029": "#5d3519",
    "#d8bf95": "#6b5a3f",
    "#453c5c": "#7f74a6",
    "#5d5378": "#958bb8",
    "#cfc6ea": "#f6f2ff",
}
"""Dark-mode colours of the game's own."""


def svg(position: Siesta, before: Siesta | None = None, translate: Translate = str) -> str:
    """Render a position as SVG; frame changes since `before`."""
    points = ", ".join(f"{look.letter} {score}" for look, score in zip(SEATS, position.points, strict=False))
    canvas = Canvas(WIDTH, HEIGHT, "Siesta", points, translate)
    define(canvas)
    _seats(canvas, position)
    _ground(canvas)
    _pieces(canvas, position)
    siestas = standing(position.suns, position.roofs, position.shadows)
    for siesta in siestas:
        _light(canvas, siesta)
    for siesta in siestas:
        _points(canvas, siesta, position.roofs)
    for seat, resting in doubles(siestas, position.roofs):
        _double(canvas, seat, resting)
    for bit in _bits(new_since(before, position)):
        x, y = _corner(bit)
        canvas.rect(x + 1.5, y + 1.5, CELL - 3, CELL - 3, rx=6, fill="none", stroke=LAST, stroke_width=3.2)
        canvas.new(x + 2, y + 2)
    _palette(canvas, position)
    _squares(canvas)
    return str(canvas)


def _bits(mask: int) -> Iterator[int]:
    return filter(mask.__and__, BITS)


def _corner(bit: int) -> tuple[float, float]:
    """Return the upper left corner of a square on the page."""
    column, row = SQUARES.place(BITS.index(bit))
    return LEFT + column * CELL, TOP + (SQUARES.rows - 1 - row) * CELL


def _middle(bit: int) -> tuple[float, float]:
    x, y = _corner(bit)
    return x + CELL / 2, y + CELL / 2


def _ground(canvas: Canvas) -> None:
    canvas.rect(LEFT - 7, TOP - 7, SPAN + 14, SPAN + 14, rx=12, fill="#b9713f")
    canvas.rect(LEFT - 4, TOP - 4, SPAN + 8, SPAN + 8, rx=9, fill="#8d5029")
    canvas.rect(LEFT, TOP, SPAN, SPAN, fill=LIT)
    # Every second square, as steps of a path: the tiles of a pattern would not align with the pixels.
    dim, side = ((column, row) for row in range(12) for column in range(row % 2, 12, 2)), f"h{CELL}v{CELL}h{-CELL}Z"
    canvas.path("".join(f"M{LEFT + column * CELL} {TOP + row * CELL}{side}" for column, row in dim), fill=DIM)
    ways = (at * CELL for at in range(12))
    lines = "".join(f"M{LEFT} {TOP + at}h{SPAN}M{LEFT + at} {TOP}v{SPAN}" for at in ways)
    canvas.path(lines, stroke=FURROW, stroke_width=1)
    with canvas.group(class_=COORDINATES):
        for number in range(12):
            canvas.text(LEFT + (number + 0.5) * CELL, TOP + SPAN + 18, chr(97 + number), 14, fill=FAINT)
            for x in (LEFT - 18, LEFT + SPAN + 18):
                canvas.text(x, TOP + SPAN - (number + 0.5) * CELL, number + 1, 13, fill=FAINT)


def _pieces(canvas: Canvas, position: Siesta) -> None:
    for bit in _bits(position.shadows):
        shadow(canvas, *_corner(bit))
    for bit in _bits(position.suns):
        sun(canvas, *_corner(bit))
    for seat, own in enumerate(position.roofs):
        for bit in _bits(own):
            roof(canvas, *_corner(bit), seat)


def _light(canvas: Canvas, siesta: Standing) -> None:
    across, down = COURSES[siesta.way]
    (x1, y1), (x2, y2) = _middle(siesta.sun), _middle(siesta.resting[-1])
    aside, below = -down * LANE, across * LANE
    ends = (x1 + aside + across * 15, y1 + below + down * 15, x2 + aside + across * 12, y2 + below + down * 12)
    canvas.line(*ends, stroke="#5b3a12", stroke_width=4.2, stroke_opacity=0.45, stroke_linecap="round")
    canvas.line(*ends, stroke="#ffd23f", stroke_width=2.4, stroke_linecap="round")


def _points(canvas: Canvas, siesta: Standing, roofs: Sequence[int]) -> None:
    across, down = COURSES[siesta.way]
    seats = siesta.seats(roofs)
    size = SIZES[len(seats)]
    for bit in siesta.resting:
        x, y = _middle(bit)
        for number, seat in enumerate(seats):
            along = (number - (len(seats) - 1) / 2) * APART * size
            point(canvas, x - down * LANE + across * along, y + across * LANE + down * along, seat, size)


def _double(canvas: Canvas, seat: Seat, resting: Sequence[int]) -> None:
    (x1, y1), (x2, y2) = _middle(resting[0]), _middle(resting[-1])
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    canvas.rect(x - 14, y - 10, 28, 20, rx=10, fill=SEATS[seat].strong, stroke=LETTER, stroke_width=1.4)
    canvas.text(x, y, "+2", 15, fill=LETTER, font_weight="bold")


def _seats(canvas: Canvas, position: Siesta) -> None:
    width = (SPAN + 14) / len(position.roofs)
    for seat in range(len(position.roofs)):
        _seat(canvas, position, seat, LEFT - 7 + seat * width, width - 6 if seat + 1 < len(position.roofs) else width)


def _seat(canvas: Canvas, position: Siesta, seat: Seat, x: float, width: float) -> None:
    acting = position.current_player() == seat
    look = SEATS[seat]
    border = {"stroke": look.strong, "stroke_width": 3 if acting else 0.8}
    canvas.rect(x + 1.5, 11.5, width - 3, 49, rx=10, fill=look.light, **border)
    if acting:
        canvas.polygon([(x + width / 2 - 8, 60), (x + width / 2 + 8, 60), (x + width / 2, 68)], fill=look.strong)
    roof(canvas, x + 6, 16, seat)
    canvas.text(x + 52, 28, position.points[seat], 24, font_weight="bold", text_anchor="start")
    point(canvas, x + 58, 50, seat, SIZES[1])
    canvas.text(x + 69, 49.5, f"⌂ {position.supply(seat)[ROOF]}", 14, text_anchor="start")
    if seat in position.winners():
        canvas.text(x + width - 18, 29, "★", 22, fill=STAR)


def _palette(canvas: Canvas, position: Siesta) -> None:
    seat = position.current_player()
    left = position.supply(position.seat)
    y = TOP + SPAN + 38
    for kind, word in enumerate(KINDS):
        x = LEFT - 7 + kind * 128
        with canvas.group(word, Spot(x + 117, y + 3)) if seat is not None else canvas.group():
            canvas.rect(x, y, 120, 52, rx=10, fill=WHITE, stroke="#d8bf95", stroke_width=1.4)
            _emblem(canvas, kind, x + 8, y + 6, position.seat)
            canvas.text(x + 62, y + 26, left[kind], 21, text_anchor="start")
    if seat is not None:
        _turn(canvas, position, LEFT - 7 + 3 * 128, y)


def _emblem(canvas: Canvas, kind: int, x: float, y: float, seat: Seat) -> None:
    if kind == SUN:
        sun(canvas, x, y)
    elif kind == SHADOW:
        shadow(canvas, x, y)
    else:
        roof(canvas, x, y, seat)


def _turn(canvas: Canvas, position: Siesta, x: float, y: float) -> None:
    """Draw three marks for the three pieces of the turn, and the points gained in it."""
    strong = SEATS[position.seat].strong
    for number in range(TURN):
        placed = number < TURN - position.left
        canvas.circle(x + 16 + number * 24, y + 18, 8, fill=strong if placed else "none", stroke=strong, stroke_width=2)
    if position.gained:
        canvas.text(x + 40, y + 42, f"+{position.gained}", 17, fill=INK, font_weight="bold")


def _squares(canvas: Canvas) -> None:
    """Make all squares clickable."""
    for bit, name in zip(BITS, SQUARES.names, strict=True):
        with canvas.group(name, Spot(*_middle(bit))):
            canvas.rect(*_corner(bit), CELL, CELL, fill="#ffffff", fill_opacity=0)


def define(canvas: Canvas) -> None:
    """Define every emblem once, for reuse on the board."""
    canvas.define(_sun() + _shadow())
    for seat, tiles in enumerate(_TILES):
        pattern = (
            f'<pattern id="siesta-tiles-{seat}" width="8" height="8" patternUnits="userSpaceOnUse">{tiles}</pattern>'
        )
        canvas.define(pattern + _roof(seat))


def sun(canvas: Canvas, x: float, y: float) -> None:
    """Draw a sun; (x, y) is the upper left corner of its square, as in `shadow` and `roof`."""
    canvas.element("use", href="#siesta-sun", x=x, y=y)


def shadow(canvas: Canvas, x: float, y: float) -> None:
    """Draw a shadow."""
    canvas.element("use", href="#siesta-shadow", x=x, y=y)


def roof(canvas: Canvas, x: float, y: float, seat: Seat) -> None:
    """Draw a roof with its seat's letter."""
    canvas.element("use", href=f"#siesta-roof-{seat}", x=x, y=y)
    canvas.text(x + CELL / 2, y + CELL / 2, SEATS[seat].letter, 17, fill=LETTER, font_weight="bold")


def point(canvas: Canvas, x: float, y: float, seat: Seat, size: float) -> None:
    """Draw one point of a seat centred at (x, y): a disc, a square, a triangle or a diamond."""
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
