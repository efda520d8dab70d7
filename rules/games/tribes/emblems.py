"""The four emblems of the tribes, their colours, and the pieces that carry them: marks, coins and Shamans."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from rules.canvas import INK, Canvas

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
_SPOKE = "M0 0V-1M0-.52L-.3-.82M0-.52L.3-.82"
_LEAF = "M0-1.02C.36-.78.72-.5.7 0C.68.42.3.7 0 .78C-.3.7-.68.42-.7 0C-.72-.5-.36-.78 0-1.02Z"
_VEINS = "M0-.62V1M0 .42L.4 .06M0 .42L-.4 .06M0 .02L.34-.32M0 .02L-.34-.32"
_FISH = "M-1 .02C-.62-.62.12-.68.52-.12L1-.52Q.8 0 1 .52L.52.14C.12.68-.62.62-1 .02Z"
_GILL = "M-.36-.34Q-.16 0-.36 .36"


def emblem(canvas: Canvas, tribe: int, x: float, y: float, size: float, colour: str, ground: str) -> None:
    """Snowflake, leaf, fish or flower within `size` around (x, y), its inner lines in the colour of the ground."""
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
    """A suit mark as it is printed on a tile."""
    emblem(canvas, tribe, x, y, 16, LOOKS[tribe].strong, PALE)


def coin(canvas: Canvas, tribe: int, x: float, y: float, radius: float = 17) -> None:
    """A coin, suit side up."""
    canvas.circle(x, y, radius, fill=LOOKS[tribe].strong, stroke=INK, stroke_width=1.4)
    canvas.circle(x, y, radius * 0.86, fill="none", stroke=PALE, stroke_width=1, stroke_opacity=0.7)
    emblem(canvas, tribe, x, y, radius * 0.62, PALE, LOOKS[tribe].strong)


def shaman(canvas: Canvas, tribe: int, x: float, y: float, size: float = 1) -> None:
    """A Shaman: a pawn whose robe shows its tribe's emblem."""
    look = LOOKS[tribe]
    with canvas.group(transform=f"translate({x:g} {y:g}) scale({size:g})"):
        canvas.path(
            "M-18 20C-17 6-12-4-6-6A9 9 0 1 1 6-6C12-4 17 6 18 20Q0 24-18 20Z",
            fill=look.strong, stroke=INK, stroke_width=1.8, stroke_linejoin="round",
        )  # fmt: skip
        canvas.circle(0, 8.5, 9.5, fill=PALE)
        emblem(canvas, tribe, 0, 8.5, 7, look.strong, PALE)
