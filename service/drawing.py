"""What the child runs that draws: `python -m service.drawing FD`, a socket by its file descriptor.

It stands alone, so that the child imports nothing of what else the service is.
"""

from __future__ import annotations

import re
import resource
import sys
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from socket import socket

from PIL import Image
from resvg import render, usvg

from service.core.children import READY
from service.core.frames import receive, send

WIDEST = 700
"""Pixels. Up to it a board is drawn in its own size, where its lines meet the pixels, which makes shorter files."""
WIDTH = 560
"""Of those that are wider: what a mail shows on a large screen, and more than one and a half times a phone's."""
NARROW = 400
"""Pixels: a picture that is no wider has fewer colours and takes more effort, because it goes out in mails."""
NARROWER, MOST_IN_MAILS = (360, 320), 17_500
"""What such a picture is drawn in as long as it has more bytes than that: a mail has 40 KB."""
COLOURS = 48
"""Of the palette: its areas have their very colours, and the rest goes into the edges."""
AREA = 1 / 1500
"""Of a picture, from which on a colour is no edge: so a step of a gradient or a small disc is in the palette."""
FAR = {True: 12, False: 2000}
"""How far (squared) from all before it a colour has to be to be in the palette; True for areas."""
LOOKED_AT = 500
"""Colours, the most frequent first; all others are of a few pixels each."""
EFFORT = 7
"""Of zlib; with 8, two or three times the time makes files 3 % smaller."""
COLOURS_IN_NARROW, EFFORT_FOR_NARROW = 24, 9
MAX_SVG = 1 << 20
MAX_MEMORY = 1 << 30
IDLE = 600.0
"""Seconds without anything to draw after which the child ends."""
FONT = "DejaVu Sans"
_FONTS = sorted((Path(__file__).parent / "pictures" / "fonts").glob("*.ttf"))
_SIZE = re.compile(r'(<svg [^>]*?viewBox="0 0 [^"]*") width="([\d.]+)" height="([\d.]+)"')


def serve(line: socket) -> None:
    """Draw each picture that comes through the socket, until the socket is closed or nothing has come for long."""
    fonts = options()
    send(line, READY)
    with suppress(EOFError, TimeoutError):
        while True:
            send(line, drawn(receive(line, MAX_SVG, IDLE).decode(), fonts))


def drawn(svg: str, fonts: usvg.Options) -> bytes:
    """An SVG document as a PNG of a size fit for mail; one as narrow as mails have it also of so many bytes."""
    png, width = _drawn(_SIZE.sub(_fitted, svg, count=1), fonts)
    for narrower in NARROWER if width == NARROW else ():
        if len(png) <= MOST_IN_MAILS:
            break
        png, _ = _drawn(_SIZE.sub(partial(_scaled, narrower), svg, count=1), fonts)
    return png


def _drawn(svg: str, fonts: usvg.Options) -> tuple[bytes, int]:
    """The document in its own size as a PNG, and its width."""
    tree = usvg.Tree.from_str(svg, fonts)
    full = bytes(render(tree, (1, 0, 0, 0, 1, 0)))
    small = BytesIO()
    with Image.open(BytesIO(full)) as image:
        plain = image.convert("RGB")
    colours, effort = (COLOURS, EFFORT) if plain.width > NARROW else (COLOURS_IN_NARROW, EFFORT_FOR_NARROW)
    plain.quantize(palette=_palette(plain, colours), dither=Image.Dither.NONE).save(small, "PNG", compress_level=effort)
    return small.getvalue(), plain.width


def _palette(image: Image.Image, most: int) -> Image.Image:
    """The colours of an image, the most frequent first, without those near one of them; of edges only up to so many.

    No quantizer of Pillow's keeps the colours of areas as they are, by which boards are read.
    """
    pixels = image.width * image.height
    chosen: list[tuple[int, int, int]] = []
    for count, colour in sorted(image.getcolors(pixels) or [], reverse=True)[:LOOKED_AT]:
        is_area = count >= pixels * AREA
        if len(chosen) == COLOURS or (not is_area and len(chosen) >= most):
            break
        far = FAR[is_area]
        if isinstance(colour, tuple) and all(_distance(colour, other) >= far for other in chosen):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in chosen for value in colour])
    return palette


def _distance(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2


def _fitted(size: re.Match[str]) -> str:
    return size[0] if float(size[2]) <= WIDEST else _scaled(WIDTH, size)


def _scaled(width: int, size: re.Match[str]) -> str:
    beginning, old_width, old_height = size.groups()
    return f'{beginning} width="{width}" height="{round(float(old_height) * width / float(old_width))}"'


def options() -> usvg.Options:
    """With the fonts that come with Sundial alone, so that no letter depends on the machine.

    They are given as bytes: a font that is known by its path is read from there for each text of a picture.
    """
    options = usvg.Options.default()
    for path in _FONTS:
        options.load_font_data(path.read_bytes())
    options.font_family = FONT
    return options


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    with socket(fileno=int(sys.argv[1])) as to_parent:
        serve(to_parent)
