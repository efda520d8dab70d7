"""Render the icons of the installed app from `sundial.svg`: `python -m tests.icons`."""

from __future__ import annotations

import re

from service.pictures.renderer import Drawer
from service.web.assets import FOLDER, GROUND

ICONS = {
    "icon-192.png": (192, 0.86),
    "icon-512.png": (512, 0.86),
    "icon-maskable.png": (512, 0.62),
    "icon-apple.png": (180, 0.8),
}
"""Each file with its size in pixels, and the share of it that the sundial takes: systems cut the edges of some."""
UNITS = 64
"""The width of the drawing in its own units."""


def icon(pixels: int, share: float) -> bytes:
    """Render the sundial in the middle of a square, on the colour of our pages."""
    drawing = re.sub(r"</?svg[^>]*>|<title>.*?</title>", "", (FOLDER / "sundial.svg").read_text())
    edge = UNITS * (1 - share) / 2
    return Drawer().drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {UNITS} {UNITS}" width="{pixels}" height="{pixels}">'
        f'<rect width="{UNITS}" height="{UNITS}" fill="{GROUND}"/>'
        f'<g transform="translate({edge:.2f} {edge:.2f}) scale({share})">{drawing}</g></svg>'
    )


def main() -> None:
    """Write them beside the drawing."""
    for name, (pixels, share) in ICONS.items():
        (FOLDER / name).write_bytes(icon(pixels, share))


if __name__ == "__main__":
    main()
