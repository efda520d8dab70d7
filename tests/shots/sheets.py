"""Contact sheets: many pictures of one width on one sheet each, with their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from tests.shots.camera import Shot

GRID = {360: (8, 1), 820: (6, 2), 1440: (4, 3)}
"""How many pictures stand beside and above each other, by the width of what they show."""
SHEET, MARGIN, CAPTION = 1560, 8, 14
PAPER, INK = "#808080", "#ffffff"


def sheets_of(shots: Sequence[Shot], folder: Path) -> list[Path]:
    """Write contact sheets of pictures with the same width; return the files."""
    across, down = GRID[shots[0].width]
    files = []
    for number, first in enumerate(range(0, len(shots), across * down), 1):
        file = folder / f"sheet-{shots[0].width}-{shots[0].scheme}-{number:02}.png"
        sheet_of(shots[first : first + across * down], across).save(file)
        files.append(file)
    return files


def sheet_of(shots: Sequence[Shot], across: int) -> Image.Image:
    """One sheet of these pictures, from left to right."""
    wide = (SHEET - MARGIN) // across - MARGIN
    images = [_small(shot.file, wide) for shot in shots]
    high = max(image.height for image in images) + CAPTION + MARGIN
    rows = -(-len(images) // across)
    sheet = Image.new("RGB", (SHEET, MARGIN + rows * high), PAPER)
    draw = ImageDraw.Draw(sheet)
    for place, (shot, image) in enumerate(zip(shots, images, strict=True)):
        left, top = MARGIN + place % across * (wide + MARGIN), MARGIN + place // across * high
        draw.text((left, top), shot.scene, fill=INK)
        sheet.paste(image, (left, top + CAPTION))
    return sheet


def _small(file: Path, wide: int) -> Image.Image:
    with Image.open(file) as image:
        shown = image.convert("RGB")
        return shown.resize((wide, shown.height * wide // shown.width), Image.Resampling.LANCZOS)
