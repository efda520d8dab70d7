"""The table below the board: the tribes with their resources and Shamans, and each seat's tribe, coins and score."""

from __future__ import annotations

from rules.canvas import FAINT, INK, LINE, SEATS, Canvas, Spot
from rules.game import Seat
from rules.games.tribes.actions import NONE
from rules.games.tribes.emblems import LOOKS, PALE, coin, shaman
from rules.games.tribes.layout import FOUR, RESOURCES, TRIBES
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scene import BOTTOM, LEFT, WIDTH
from rules.prose import N_, Sentence

TOP = BOTTOM + 36
HEADER, ROW = 64, 40
SEAT_WIDTH, TRIBE_WIDTH = 58, 112


def height(seats: int) -> float:
    """How far down the picture reaches with that many seats."""
    return TOP + HEADER + ROW * seats + 10


def draw_standings(canvas: Canvas, position: TribesPosition) -> None:
    """The table; the tribes in its head can be clicked, and the seat to act has a coloured row."""
    for tribe in FOUR:
        with canvas.group(TRIBES[tribe], Spot(_column(tribe) + TRIBE_WIDTH - 6, TOP + 4)):
            _tribe(canvas, position, tribe)
    canvas.text(LEFT + WIDTH - 47, TOP + 42, Sentence(N_("points")), 16, fill=FAINT)
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
        x + 2, TOP, TRIBE_WIDTH - 4, HEADER - 4, rx=8, fill=look.tint, stroke=look.strong, stroke_width=3 if due else 0
    )
    coin(canvas, tribe, x + 20, TOP + 19, 13)
    canvas.text(x + 37, TOP + 19, TRIBES[tribe], 15.5, text_anchor="start", font_weight="bold", fill=look.strong)
    canvas.text(x + 11, TOP + 45, Sentence(RESOURCES[tribe]), 16, text_anchor="start")
    if not position.shamans[tribe]:
        shaman(canvas, tribe, x + 93, TOP + 43, 0.62)


def _seat(canvas: Canvas, position: TribesPosition, seat: Seat, points: int) -> None:
    look = SEATS[seat]
    y = TOP + HEADER + ROW * (seat + 0.5)
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
