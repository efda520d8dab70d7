"""Picture of the round board: the sun with the dice, and eleven sectors around it with a disc for each seat."""

from __future__ import annotations

from math import cos, pi, sin

from rules.canvas import LAST, LETTER, ORNAMENT, SEATS, SNOW, Canvas, InMails, Spot
from rules.game import CHANCE, Seat
from rules.games.seasons.actions import DICE
from rules.games.seasons.position import Seasons
from rules.games.seasons.sectors import SECTORS, Area
from rules.games.seasons.wording import describe, labels, text
from rules.prose import N_, Translate

__all__ = ["describe", "labels", "svg", "text"]

DESCRIPTION = N_("The sun, and eleven sectors round it with a disc for each player.")
SIZE = 720
CENTRE = SIZE / 2
SUN, INNER, OUTER = 100, 124, 340
"""Radii of the sun's face and of the ring of sectors."""
IN_MAILS = InMails(share=0.5, least=9_000, floor=0.4, fine=2, negative=100 * (INNER + 1) / SIZE)
"""Hints for emails: at five eighths of its width the empty board has too many bytes; the sun stays bright in dark mode.
"""
GRID = 5
"""Grid of discs and labels, where emails have whole pixels: equal parts then compress well."""
STEP = 2 * pi / len(SECTORS)
LABEL_RADIUS = {2: 305, 3: 306}
RINGS = {2: (231, 162), 3: (201, 151, 251)}
"""Radius of each seat's cycle: the first is the outer, the second the inner, a third surrounds both (rule sheet)."""
DISC = {2: 32, 3: 24}
GAP = 6.5
"""Half the distance between two sectors, before the line around them is drawn."""
DIE, DIE_GAP = 56, 7
CORNERS = ((62, 62), (SIZE - 62, 62), (SIZE - 62, SIZE - 62))

GROUND = {Area.MAX: "#f7dfa8", Area.MIN: "#e6ecf0"}
SPOT = {Area.MAX: "#e8c473", Area.MIN: "#9fb0bb"}
SPOTS = {Area.MAX: (8, 27), Area.MIN: (3.6, 45)}
"""Width and distance of the spots. They are dashes of arcs: a pattern took most of the drawing time."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SHINE = (
    (1, "#f6ab27"),
    (0.92, "#f8b530"),
    (0.84, "#fabf38"),
    (0.76, "#fcc940"),
    (0.68, "#fed349"),
    (0.6, "#ffdb59"),
    (0.48, "#ffe172"),
    (0.36, "#ffe78b"),
    (0.24, "#fff0b0"),
)
"""Colours of the sun's face by radius, in steps: a gradient would need more colours in a palette. Emails use half."""

BY_SUN, SPENT = "#2b2a28", "#6f6a5e"
"""Ink on the sun, which stays bright in dark mode."""
NIGHT = {
    "#3a3733": "#0c0a08",
    "#f7dfa8": "#54401c",
    "#e8c473": "#6b5224",
    "#e6ecf0": "#333c44",
    "#9fb0bb": "#4c5964",
}
"""Dark-mode colours of the board's own. The sun stays bright."""


def svg(position: Seasons, before: Seasons | None = None, translate: Translate = str) -> str:
    """Render the board as an SVG document; sectors and dice can be clicked."""
    canvas = Canvas(SIZE, SIZE, "Seasons of the Sun", translate(DESCRIPTION), translate, IN_MAILS)
    canvas.circle(CENTRE, CENTRE, OUTER + 12, fill="#3a3733")
    for index in range(len(SECTORS)):
        _sector(canvas, index, position, before)
    _sun(canvas, position)
    for seat in range(len(position.free)):
        _badge(canvas, seat, position)
    return str(canvas)


def _at(angle: float, radius: float) -> tuple[float, float]:
    """Return the point at an angle (clockwise from the top) and a distance from the centre."""
    return CENTRE + radius * sin(angle), CENTRE - radius * cos(angle)


def _on_grid(angle: float, radius: float) -> tuple[float, float]:
    """Return the nearest grid point to an angle and a distance from the centre."""
    x, y = _at(angle, radius)
    return GRID * round(x / GRID), GRID * round(y / GRID)


def _angle(index: int) -> float:
    """Return the middle angle of a sector: the max area is at the top, the min area at the bottom."""
    return (index - 2.5) * STEP


def _wedge(index: int) -> str:
    inner, outer, half = INNER + GAP, OUTER - GAP, STEP / 2
    shape = ((-1, inner), (-1, outer), (1, outer), (1, inner))
    corners = [_at(_angle(index) + side * (half - GAP / radius), radius) for side, radius in shape]
    a, b, c, d = (f"{x:.1f} {y:.1f}" for x, y in corners)
    return f"M{a}L{b}A{outer} {outer} 0 0 1 {c}L{d}A{inner} {inner} 0 0 0 {a}Z"


def _arcs(index: int, apart: int) -> str:
    """Return arcs across a sector at this distance, every second one shifted by half of it."""
    arcs = []
    for number, radius in enumerate(range(INNER + 24, OUTER - 12, apart)):
        side = STEP / 2 - (GAP + 12) / radius
        begin = _angle(index) - side + number % 2 * apart / 2 / radius
        (x, y), (to_x, to_y) = _at(begin, radius), _at(_angle(index) + side, radius)
        arcs.append(f"M{x:.1f} {y:.1f}A{radius} {radius} 0 0 1 {to_x:.1f} {to_y:.1f}")
    return "".join(arcs)


def _sector(canvas: Canvas, index: int, position: Seasons, before: Seasons | None) -> None:
    sector, row = SECTORS[index], position.discs[index]
    old = before.discs[index] if before else row
    owner = None if 0 in row else sector.owner(row)
    with canvas.group(sector.name, _spot(index, position)):
        _ground(canvas, index, owner, cleared=any(old) and not any(row))
        x, y = _on_grid(_angle(index), LABEL_RADIUS[len(row)])
        canvas.text(x, y - 17, sector.area.value, 18, font_weight="bold")
        canvas.text(x, y + 9, sector.value, 34, font_weight="bold")
        for seat, eye_sum in enumerate(row):
            changed = bool(eye_sum) and eye_sum != old[seat]
            _disc(canvas, index, seat, eye_sum, owner=owner, changed=changed, seats=len(row))


def _spot(index: int, position: Seasons) -> Spot:
    """Place the spot on the free disc of the seat to act, beside its letter."""
    seats = len(position.free)
    x, y = _on_grid(_angle(index), RINGS[seats][position.seat])
    return Spot(x + DISC[seats] * 0.7, y - DISC[seats] * 0.7, 8)


def _ground(canvas: Canvas, index: int, owner: Seat | None, *, cleared: bool) -> None:
    area, wedge = SECTORS[index].area, _wedge(index)
    fill = GROUND[area] if owner is None else SEATS[owner].light
    edge = fill if owner is None else SEATS[owner].strong
    canvas.path(wedge, fill=fill, stroke=edge, stroke_width=9, stroke_linejoin="round")
    width, apart = SPOTS[area]
    canvas.path(
        _arcs(index, apart), fill="none", stroke=SPOT[area], stroke_width=width, stroke_linecap="round",
        stroke_dasharray=f"0 {apart}", class_=ORNAMENT,
    )  # fmt: skip
    if cleared:
        canvas.path(wedge, fill="none", stroke=LAST, stroke_width=6, stroke_dasharray="14 9")
    if owner is not None:
        x, y = _at(_angle(index) + 0.2, LABEL_RADIUS[2] + 8)
        canvas.circle(x, y, 17, fill=SEATS[owner].strong, stroke=LETTER, stroke_width=2)
        canvas.text(x, y, SEATS[owner].letter, 22, font_weight="bold", fill=SEATS[owner].ink)


def _disc(
    canvas: Canvas, index: int, seat: Seat, eye_sum: int, *, owner: Seat | None, changed: bool, seats: int
) -> None:
    x, y = _on_grid(_angle(index), RINGS[seats][seat])
    radius, look = DISC[seats], SEATS[seat]
    beaten = owner not in (None, seat)
    strong = bool(eye_sum) and not beaten
    canvas.circle(x, y, radius, fill=look.strong if strong else look.light, stroke=look.strong, stroke_width=2.5)
    if changed:
        canvas.circle(x, y, radius + 2.5, fill="none", stroke=LAST, stroke_width=6)
        canvas.new(x - radius, y - radius)
    if not eye_sum:
        canvas.text(x, y, look.letter, radius * 0.7, fill=look.strong)
        return
    ink = look.ink if strong else look.strong
    canvas.text(x, y - radius * 0.52, look.letter, radius * 0.52, fill=ink)
    canvas.text(x, y + radius * 0.18, eye_sum, radius * 1.02, font_weight="bold", fill=ink)


def _sun(canvas: Canvas, position: Seasons) -> None:
    rays = [_at(step * pi / 22, SUN + (18 if step % 2 else 4)) for step in range(44)]
    canvas.polygon(rays, fill="#f5a623")
    for number, (radius, colour) in enumerate(SHINE):
        canvas.circle(CENTRE, CENTRE, SUN * radius, fill=colour, class_=ORNAMENT if number % 2 else None)
    if winners := position.winners():
        letters, size = " ".join(SEATS[seat].letter for seat in winners), 72 if len(winners) == 1 else 50
        canvas.text(CENTRE, CENTRE - 34, "★", 54, fill="#8a4400")
        canvas.text(CENTRE, CENTRE + 28, letters, size, font_weight="bold", fill=BY_SUN)
        return
    left = CENTRE - (DICE * DIE + (DICE - 1) * DIE_GAP) / 2
    for place in range(DICE):
        _die(canvas, left + place * (DIE + DIE_GAP), CENTRE - DIE / 2, position.dice[place : place + 1])
    if len(position.dice) == DICE:
        canvas.text(CENTRE, CENTRE + 58, sum(position.dice), 36, font_weight="bold", fill=BY_SUN)
    if position.rerolls and position.current_player() != CHANCE:
        canvas.text(CENTRE, CENTRE - 58, "↻", 40, fill=BY_SUN)


def _die(canvas: Canvas, x: float, y: float, shown: tuple[int, ...]) -> None:
    if not shown:
        canvas.rect(x, y, DIE, DIE, rx=11, fill="none", stroke=SPENT, stroke_width=2.5, stroke_dasharray="6 5")
        return
    with canvas.group(str(shown[0]), Spot(x + DIE - 3, y + 3, 7)):
        canvas.rect(x, y, DIE, DIE, rx=11, fill=SNOW, stroke=BY_SUN, stroke_width=2)
        for dx, dy in PIPS[shown[0]]:
            canvas.circle(x + DIE / 2 + dx * 15, y + DIE / 2 + dy * 15, 5.8, fill=BY_SUN)


def _badge(canvas: Canvas, seat: Seat, position: Seasons) -> None:
    (x, y), look = CORNERS[seat], SEATS[seat]
    moves = position.current_player() is not None and position.seat == seat
    if moves:
        for step in range(16):
            dx, dy = sin(step * pi / 8), cos(step * pi / 8)
            canvas.line(x + 49 * dx, y + 49 * dy, x + 59 * dx, y + 59 * dy, stroke=look.strong, stroke_width=4.5)
    canvas.circle(x, y, 43, fill=look.strong if moves else look.light, stroke=look.strong, stroke_width=3)
    ink = look.ink if moves else look.strong
    canvas.text(x, y - 22, look.letter, 24, fill=ink)
    canvas.text(x, y + 9, position.scores()[seat], 38, font_weight="bold", fill=ink)
