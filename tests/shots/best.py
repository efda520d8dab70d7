"""The pictures that README.md shows: the boards of all games, and a move looked at on a desk and on a telephone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

import rules
from rules.samples import sample
from tests.shots.camera import HEIGHTS, Shot

DOCS = Path("docs")
DESK, PHONE = ("game siesta, preview", 1440, "light"), ("game dawn", 360, "dark")
BEHIND, GAP, ACROSS, TILE = "#f3eee3", 24, 3, 340
COLOURS, ALIKE = 255, 8
BOARDS = f"""<!doctype html><style>
body {{ margin: 0; padding: {GAP}px; background: {BEHIND}; display: grid; gap: {GAP}px; width: max-content;
  grid-template-columns: repeat({ACROSS}, {TILE}px); align-items: center; }}
svg {{ display: block; margin: auto; width: auto; height: auto; max-width: 100%; max-height: {TILE}px;
  border-radius: 12px; }}
</style>"""


def write_best(browser: Browser, shots: Mapping[tuple[str, int, str], Shot]) -> None:
    """Write them to docs/, each with few colours, for a README is loaded often."""
    _keep(_boards(browser), "boards.png")
    desk, phone = (Image.open(shots[which].file).convert("RGB") for which in (DESK, PHONE))
    phone = phone.crop((0, 0, phone.width, HEIGHTS[360]))
    beside = Image.new("RGB", (desk.width + phone.width + 3 * GAP, desk.height + 2 * GAP), BEHIND)
    beside.paste(desk, (GAP, GAP))
    beside.paste(phone, (desk.width + 2 * GAP, (beside.height - phone.height) // 2))
    _keep(beside, "play.png")


def _boards(browser: Browser) -> Image.Image:
    drawn = []
    for ruleset in rules.games().values():
        position, before = sample(ruleset.id)
        drawn.append(ruleset.picture.svg(position, before, str))
    page = browser.new_page(color_scheme="light")
    page.set_content(BOARDS + "".join(drawn))
    taken = page.locator("body").screenshot()
    page.close()
    return Image.open(BytesIO(taken)).convert("RGB")


def _keep(image: Image.Image, name: str) -> None:
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in _common(image) for part in colour])
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(DOCS / name, optimize=True)


def _common(image: Image.Image) -> list[tuple[int, int, int]]:
    """Return the image's main, distinct colours, so that a move's thin frame keeps its own."""
    counted = image.getcolors(image.width * image.height) or []
    chosen = list[tuple[int, int, int]]()
    for _, colour in sorted(counted, reverse=True):
        if len(chosen) < COLOURS and all(math.dist(colour, other) > ALIKE for other in chosen):  # type: ignore[arg-type]  # of an RGB image
            chosen.append(colour)  # type: ignore[arg-type]  # of an RGB image
    return chosen
