"""Picture of DAWN 11/15: deep space, solar panels as bars, two asteroids and their reach."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from rules.canvas import COORDINATES, INK, LAST, SEATS, SNOW, Canvas, Spot
from rules.game import CHANCE, Seat
from rules.games.dawn.actions import BOARD, CERES, LENGTHS, VESTA, Bar
from rules.games.dawn.geometry import Edge, arrivals, edge_crossed, new_bars, route, squares_outside
from rules.games.dawn.position import MISSION_CONTROL, NATURE, ROUNDS, DawnPosition
from rules.games.dawn.wording import caption, describe, labels, text
from rules.prose import N_, Sentence, Translate

__all__ = ["describe", "labels", "svg", "text"]

S = 40.0
"""Side of a square."""
LEFT, TOP = 48.0, 104.0
WIDTH = 2 * LEFT + BOARD.columns * S
BOTTOM = TOP + BOARD.rows * S
HEIGHT = BOTTOM + 178
CELL_OUTSIDE = 8.0
"""Length of a square outside the board: foreshortened, so that five of them fit in the margin."""

STARLIGHT = "#f4f1e6"
DIM = "#9aa6c4"
PANELS = (("#2c6fbf", "#9fd0ff"), ("#946410", "#ffe09a"))
"""Colours of the panels' face and lines, by phase."""
ROCKS = {VESTA: ("#ff7a66", "#8e2418"), CERES: ("#e3bd8b", "#6d4a26")}
"""Light and shade of the asteroids: Vesta is red and Ceres brownish (sheet, "Game consists of")."""

_DEFINITIONS = "".join(
    f'<radialGradient id="dawn-{name}" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="{light}"/>'
    f'<stop offset="1" stop-color="{shade}"/></radialGradient>'
    for name, (light, shade) in ROCKS.items()
)
NIGHT = "#070913"
GLOW = ((0.98, "#0b0f1e"), (0.8, "#0e1327"), (0.62, "#131932"), (0.45, "#19203f"), (0.3, "#1f274a"), (0.16, "#252d56"))
"""Radii of the sky's glow in heights of the picture, with colours; a gradient took two fifths of the drawing time."""


def svg(position: DawnPosition, before: DawnPosition | None = None, translate: Translate = str) -> str:
    """Render the picture; outline bars and asteroids that are new since `before`, and draw an asteroid's route."""
    canvas = Canvas(WIDTH, HEIGHT, "DAWN 11/15", caption(position, translate), translate)
    canvas.define(_DEFINITIONS)
    _sky(canvas)
    _header(canvas, position)
    _coordinates(canvas)
    _squares(canvas, position)
    fresh = new_bars(position, before)
    for count, bar in enumerate(position.bars):
        with canvas.group(pointer_events="none"):
            _bar(canvas, bar, PANELS[count // ROUNDS], fresh=bar in fresh)
    _asteroids(canvas, position, arrivals(position, before))
    _die(canvas, position)
    _set(canvas, position)
    _count(canvas, position)
    return str(canvas)


def _corner(square: int) -> tuple[float, float]:
    column, row = BOARD.place(square)
    return LEFT + column * S, TOP + (BOARD.rows - 1 - row) * S


def _middle(square: int) -> tuple[float, float]:
    x, y = _corner(square)
    return x + S / 2, y + S / 2


def _sky(canvas: Canvas) -> None:
    canvas.rect(0, 0, WIDTH, HEIGHT, fill=NIGHT)
    for radius, colour in GLOW:
        canvas.circle(0.3 * WIDTH, 0.15 * HEIGHT, radius * HEIGHT, fill=colour)
    sky = Random(1801)  # the year in which Ceres was found; a fixed seed keeps the stars in place
    for _ in range(110):
        x, y, size = sky.uniform(0, WIDTH), sky.uniform(0, HEIGHT), sky.choice((0.6, 0.8, 1.1, 1.6))
        canvas.circle(x, y, size, fill=STARLIGHT, fill_opacity=sky.uniform(0.25, 0.8))


def _header(canvas: Canvas, position: DawnPosition) -> None:
    to_act = position.current_player()
    _seat(canvas, 14, NATURE, N_("Nature"), acting=to_act == NATURE)
    _seat(canvas, WIDTH - 14 - 252, MISSION_CONTROL, N_("Mission Control"), acting=to_act == MISSION_CONTROL)
    middle = (14 + 152 + WIDTH - 14 - 252) / 2
    placed = len(position.bars) - ROUNDS * (position.phase - 1)
    phase = Sentence(N_("Phase {phase}"), {"phase": position.phase})
    canvas.text(middle, 26, phase, 22, fill=STARLIGHT, font_weight="bold")
    for number in range(ROUNDS):
        x = middle + (number - (ROUNDS - 1) / 2) * 15
        canvas.circle(x, 47, 4.5, fill=STARLIGHT if number < placed else "none", stroke=STARLIGHT, stroke_width=1.4)


def _seat(canvas: Canvas, x: float, seat: Seat, name: str, *, acting: bool) -> None:
    """Draw a seat's plate: filled and with an arrow while it is to act."""
    look = SEATS[seat]
    width = 152 if seat == NATURE else 252
    fill, ink = (look.strong, look.ink) if acting else ("none", STARLIGHT)
    canvas.rect(x, 12, width, 42, rx=21, fill=fill, stroke=look.light if acting else DIM, stroke_width=2)
    canvas.circle(x + 22, 33, 15, fill=look.light, stroke=look.strong, stroke_width=2)
    canvas.text(x + 22, 33, look.letter, 19, fill=INK, font_weight="bold")
    shown = Sentence("{name} ◂" if acting else "{name}", {"name": Sentence(name)})
    canvas.text(x + 44, 33, shown, 21, fill=ink, text_anchor="start")


def _coordinates(canvas: Canvas) -> None:
    with canvas.group(class_=COORDINATES):
        for column in range(BOARD.columns):
            x = LEFT + (column + 0.5) * S
            for y in (TOP - 14, BOTTOM + 14):
                canvas.text(x, y, chr(97 + column), 20, fill=STARLIGHT)
        for row in range(BOARD.rows):
            y = BOTTOM - (row + 0.5) * S
            for x in (LEFT - 18, LEFT + BOARD.columns * S + 18):
                canvas.text(x, y, row + 1, 20, fill=STARLIGHT)


def _squares(canvas: Canvas, position: DawnPosition) -> None:
    vesta = position.reach(VESTA) if position.vesta is not None else 0
    ceres = position.reach(CERES) if position.ceres is not None else 0
    near = position.within_steps() if position.steps else 0
    for square, bit in enumerate(BOARD.bits):
        x, y = _corner(square)
        with canvas.group(BOARD.names[square], Spot(*_middle(square))):
            reached = bool((vesta | ceres) & bit)
            look = {"fill": "#6f83bd" if reached else "#222a47", "fill_opacity": 0.5 if bit & near else 0.27}
            canvas.rect(x + 1, y + 1, S - 2, S - 2, rx=4, **look, stroke="#8fa2d8", stroke_opacity=0.35)
            if bit & near:
                canvas.rect(x + 3, y + 3, S - 6, S - 6, rx=4, fill="none", stroke=STARLIGHT, stroke_dasharray="4 4")
            if vesta & bit:
                canvas.path(f"M{x + 6} {y + S - 15}v9h9", fill="none", stroke=ROCKS[VESTA][0], stroke_width=3)
            if ceres & bit:
                canvas.path(f"M{x + S - 6} {y + 15}v-9h-9", fill="none", stroke=ROCKS[CERES][0], stroke_width=3)


def _bar(canvas: Canvas, bar: Bar, panel: tuple[str, str], *, fresh: bool) -> None:
    if bar.upright:
        _tower(canvas, bar, panel, fresh=fresh)
        return
    (x, lower), (last_x, y) = _corner(bar.first), _corner(bar.last)
    cells = bar.mask.bit_count()
    width, height = last_x - x + S, lower - y + S
    _panel(canvas, (x + 4, y + 4, width - 8, height - 8), cells, panel)
    if edge := edge_crossed(bar):
        _outside(canvas, bar, edge, panel)
    if fresh:
        canvas.rect(x + 1.5, y + 1.5, width - 3, height - 3, rx=7, fill="none", stroke=LAST, stroke_width=4)
        canvas.new(x + 3, y + 3)
    _badge(canvas, x + width / 2, y + height / 2, bar.length)


def _panel(canvas: Canvas, box: tuple[float, float, float, float], cells: int, panel: tuple[str, str]) -> None:
    """Draw a solar panel: frame, one field per square, fine lines across."""
    x, y, width, height = box
    face, lines = panel
    canvas.rect(x + 2, y + 4, width, height, rx=4, fill="#000000", fill_opacity=0.45)
    canvas.rect(x, y, width, height, rx=4, fill=face, stroke=lines, stroke_width=2)
    along = width > height
    fine: dict[str, str | float] = {"stroke": lines, "stroke_width": 1, "stroke_opacity": 0.6}
    steps = [(width if along else height) * part / cells for part in range(1, cells)]
    if along:
        canvas.path("".join(f"M{x + d:.1f} {y}v{height}" for d in steps), fill="none", **fine)
        canvas.path(f"M{x} {y + height / 3:.1f}h{width}M{x} {y + 2 * height / 3:.1f}h{width}", fill="none", **fine)
    else:
        canvas.path("".join(f"M{x} {y + d:.1f}h{width}" for d in steps), fill="none", **fine)
        canvas.path(f"M{x + width / 3:.1f} {y}v{height}M{x + 2 * width / 3:.1f} {y}v{height}", fill="none", **fine)


def _outside(canvas: Canvas, bar: Bar, edge: Edge, panel: tuple[str, str]) -> None:
    """Draw the part of the 7-bar beyond the edge, foreshortened: one field per square outside."""
    count = squares_outside(bar)
    long = count * CELL_OUTSIDE
    x, y = _corner(bar.last if edge in (Edge.RIGHT, Edge.UPPER) else bar.first)
    boxes = {
        Edge.LEFT: (LEFT + 4 - long, y + 7, long, S - 14),
        Edge.RIGHT: (LEFT + BOARD.columns * S - 4, y + 7, long, S - 14),
        Edge.UPPER: (x + 7, TOP + 4 - long, S - 14, long),
        Edge.LOWER: (x + 7, BOTTOM - 4, S - 14, long),
    }
    left, top, width, height = boxes[edge]
    face, lines = panel
    canvas.rect(left, top, width, height, rx=2, fill=face, stroke=lines, stroke_width=1.6)
    for field in range(1, count):
        if edge in (Edge.LEFT, Edge.RIGHT):
            canvas.line(left + field * CELL_OUTSIDE, top, left + field * CELL_OUTSIDE, top + height, stroke=lines)
        else:
            canvas.line(left, top + field * CELL_OUTSIDE, left + width, top + field * CELL_OUTSIDE, stroke=lines)


def _tower(canvas: Canvas, bar: Bar, panel: tuple[str, str], *, fresh: bool) -> None:
    """Draw an upright bar: a post seen from above, rising towards the reader."""
    x, y = _corner(bar.first)
    face, lines = panel
    canvas.rect(x + 3, y + 3, S - 6, S - 6, rx=4, fill="#05070f", **_rim(lines, fresh=fresh))
    corners = (((4, 4), (9, 8)), ((36, 4), (31, 8)), ((4, 36), (9, 30)), ((36, 36), (31, 30)))
    for (base_x, base_y), (top_x, top_y) in corners:
        canvas.line(x + base_x, y + base_y, x + top_x, y + top_y, stroke=lines, stroke_width=2)
    canvas.rect(x + 9, y + 8, 22, 22, rx=3, fill=face, stroke=lines, stroke_width=2)
    canvas.text(x + S / 2, y + 19, bar.length, 20, fill=SNOW, font_weight="bold")
    if fresh:
        canvas.new(x + 1, y + 1)


def _badge(canvas: Canvas, x: float, y: float, length: int) -> None:
    canvas.circle(x, y, 13, fill="#0b0f1f", stroke=SNOW, stroke_width=1.6)
    canvas.text(x, y, length, 20, fill=SNOW, font_weight="bold")


def _asteroids(canvas: Canvas, position: DawnPosition, moved: dict[str, int | None]) -> None:
    for asteroid, square in ((VESTA, position.vesta), (CERES, position.ceres)):
        if square is None:
            continue
        if (origin := moved.get(asteroid)) is not None:
            _way(canvas, route(origin, square, position.free), origin)
        with canvas.group(pointer_events="none"):
            _rock(canvas, *_middle(square), asteroid, fresh=asteroid in moved)


def _way(canvas: Canvas, squares: Iterable[int], origin: int) -> None:
    """Draw the trail of an asteroid: a ring at its previous square, and a shortest route if there is one."""
    canvas.circle(*_middle(origin), 12, fill="none", stroke=LAST, stroke_width=2.5, stroke_dasharray="3 3")
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in map(_middle, squares))
    if points:
        canvas.element(
            "polyline", points=points, fill="none", stroke=LAST, stroke_width=3, stroke_dasharray="6 5",
            stroke_linejoin="round", pointer_events="none",
        )  # fmt: skip


def _rock(canvas: Canvas, x: float, y: float, asteroid: str, *, fresh: bool) -> None:
    light, shade = ROCKS[asteroid]
    outline = ((-17, -3), (-11, -14), (1, -17), (12, -13), (17, -2), (14, 10), (4, 17), (-8, 15), (-15, 8))
    if asteroid == CERES:
        canvas.circle(x, y, 17, fill=f"url(#dawn-{asteroid})", **_rim(light, fresh=fresh))
    else:
        points = [(x + dx, y + dy) for dx, dy in outline]
        canvas.polygon(points, fill=f"url(#dawn-{asteroid})", **_rim(light, fresh=fresh))
    canvas.circle(x + 9, y + 7, 2.6, fill=shade, fill_opacity=0.7)
    canvas.circle(x - 10, y + 5, 1.8, fill=shade, fill_opacity=0.7)
    letter: dict[str, str | int] = {"fill": SNOW, "font_weight": "bold", "stroke": shade, "stroke_width": 3}
    canvas.text(x, y, asteroid[0].upper(), 23, paint_order="stroke", **letter)
    if fresh:
        canvas.new(x - S / 2 + 1, y - S / 2 + 1)


def _rim(colour: str, *, fresh: bool) -> dict[str, str | float]:
    """Return the outline of a piece: its own, or the mark of a change."""
    return {"stroke": LAST, "stroke_width": 4} if fresh else {"stroke": colour, "stroke_width": 2}


def _die(canvas: Canvas, position: DawnPosition) -> None:
    """Draw the die, with its number while Mission Control must answer it."""
    x, y = 20.0, BOTTOM + 54
    waiting = position.shown == 0
    fill, edge = ("none", DIM) if waiting else (STARLIGHT, STARLIGHT)
    canvas.rect(x, y, 52, 52, rx=10, fill=fill, stroke=edge, stroke_width=2)
    if not waiting:
        canvas.text(x + 26, y + 26, position.shown, 34, fill=NIGHT, font_weight="bold")
    elif position.current_player() == CHANCE:
        canvas.text(x + 26, y + 26, "?", 30, fill=DIM)


def _set(canvas: Canvas, position: DawnPosition) -> None:
    """Draw the bars left in the set of the phase, highlight the allowed ones, and add a post for `upright`."""
    unit, x, y = 16.0, 92.0, BOTTOM + 60
    panel = PANELS[position.phase - 1]
    for length in LENGTHS:
        width = length * unit
        lit = length in position.lengths
        with canvas.group(
            str(length), Spot(x + width - 1, y + 1), opacity=None if lit or not position.lengths else 0.5
        ):
            if length in position.left:
                _panel(canvas, (x, y, width, 40), length, panel)
                _badge(canvas, x + width / 2, y + 20, length)
            else:
                canvas.rect(x, y, width, 40, rx=4, fill="none", stroke=DIM, stroke_dasharray="3 4", stroke_opacity=0.7)
            if lit:
                canvas.rect(x - 4, y - 4, width + 8, 48, rx=7, fill="none", stroke=STARLIGHT, stroke_width=2.5)
        x += width + 12
    with canvas.group("upright", Spot(x + 41, y + 1), opacity=None if position.lengths else 0.5):
        canvas.rect(x + 2, y, 40, 40, rx=4, fill="#05070f", stroke=STARLIGHT, stroke_width=1.6)
        post = f"M{x + 22} {y + 34}V{y + 7}m-8 8l8-8l8 8M{x + 12} {y + 34}h20"
        canvas.path(post, fill="none", stroke=STARLIGHT, stroke_width=3)


def _count(canvas: Canvas, position: DawnPosition) -> None:
    """Draw F(V), F(C) and the result so far."""
    y = BOTTOM + 146
    for x, asteroid in ((36.0, VESTA), (236.0, CERES)):
        freedom = position.freedom(asteroid)
        _rock(canvas, x, y, asteroid, fresh=False)
        value = f"F({asteroid[0].upper()}) = {'?' if freedom is None else freedom}"
        canvas.text(x + 26, y, value, 23, fill=STARLIGHT, text_anchor="start")
    result, over = position.result(), position.current_player() is None
    if result is not None:
        shown = Sentence(N_("Result {result}") if over else N_("so far {result}"), {"result": result})
        size = 30 if over else 25
        canvas.text(WIDTH - 24, y, shown, size, fill=STARLIGHT, text_anchor="end", font_weight="bold")
