"""Pictures of games as SVG, PNG and text, at any point of the log, with what the last move changed marked.

Their words are in the reader's language.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image
from resvg_py import svg_to_bytes

import rules
from service.core.language import gettext
from service.models import Game
from service.play.positions import before_last_move, position_of

PNG_WIDTH = 720
"""Pixels; twice the width of a phone, so that it is sharp there."""
CACHED_PICTURES = 200
COLOURS = 256

_FONTS = sorted(str(path) for path in (Path(__file__).parent / "fonts").glob("*.ttf"))


def svg(game: Game, at: int | None = None) -> str:
    """The board after `at` entries of the log (by default all), as an SVG document; NotFound as in `position_of`."""
    return rules.game(game.ruleset).picture.svg(position_of(game, at), before_last_move(game, at), gettext)


def png(game: Game, at: int | None = None) -> bytes:
    """The board as a PNG image."""
    return rendered(svg(game, at))


def text(game: Game, at: int | None = None) -> str:
    """The board as text of at most 72 columns."""
    return rules.game(game.ruleset).picture.text(position_of(game, at), before_last_move(game, at), gettext)


@lru_cache(maxsize=CACHED_PICTURES)
def rendered(svg_document: str) -> bytes:
    """An SVG document as PNG, drawn with the fonts that come with Sundial: no letter depends on the machine.

    A palette of 256 colours makes it about a third of the size, and nobody sees the difference.
    """
    full = svg_to_bytes(
        svg_string=svg_document,
        width=PNG_WIDTH,
        font_files=_FONTS,
        skip_system_fonts=True,
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )
    small = BytesIO()
    with Image.open(BytesIO(full)) as image:
        image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(small, "PNG")
    return small.getvalue()
