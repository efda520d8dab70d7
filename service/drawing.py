"""What the child runs that draws: `python -m service.drawing FD`, a socket by its file descriptor.

It stands alone, so that the child imports nothing of what else the service is.
"""

from __future__ import annotations

import re
import resource
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from heapq import nlargest
from io import BytesIO
from pathlib import Path
from socket import socket
from struct import pack

from PIL import Image
from pillow_lunasvg import SvgImageFile, add_font_file

from service.core.children import READY, receive, send

WIDEST = 700
"""Pixels. Up to it a board is drawn in its own size, where its lines meet the pixels, which makes shorter files."""
WIDTH = 560
"""Of those that are wider: what a mail shows on a large screen, and more than one and a half times a phone's."""
FOR_MAILS = re.compile(r'<svg data-mail="(\d+)" ')
"""What goes out in mails says in how many bytes at most; it has fewer colours, and takes more effort."""
SHARES, WIDEST_IN_MAILS = (2 / 3, 5 / 8, 1 / 2, 9 / 20, 2 / 5, 3 / 8, 1 / 3), 470
"""Of its own size, in which it is drawn: the first that is small enough. By halves most lines meet the pixels."""
_TOLD = {name: re.compile(rf'<svg [^>]*?data-mail-{name}="([\d.]+)"') for name in ("share", "least", "floor", "fine")}
"""What is known of how a drawing is shown in mails (`rules.canvas.InMails`)."""
COLOURS = 48
"""Of the palette: its areas have their very colours, and the rest goes into the edges."""
AREA = 1 / 1500
"""Of a picture, from which on a colour is no edge: so a step of a gradient or a small disc is in the palette."""
FAR = {True: 12, False: 2000}
"""How far (squared) from all before it a colour has to be to be in the palette; True for areas."""
LOOKED_AT = 500
"""Colours, the most frequent of all; the others are of a few pixels each."""
FEW = 3
"""Pixels: where enough colours have more, those that have not need not be put in order."""
EFFORT, UTMOST = 7, 8
"""Of zlib; 2.5 times the time makes files 4 % smaller, which is for those that else were a little too large."""
MANY = 36_000
"""Bytes of a picture from which on the utmost is done for it, too."""
SAVED = 0.06
"""What the utmost saves, in shares of a file, at most, but for one in a hundred; mostly it is half of that."""
GROWTH = 1.4
"""The power of its width by which a picture has more bytes, at most; it is mostly 1.2."""
LIKENESS = 0.85
"""A board in other colours has at least so many bytes, by the same board as wide; of 18 boards 0.93 by night."""
REMEMBERED = 8
"""Boards; one is asked for again within the mail that it is in."""
COLOURS_IN_MAILS = 12
"""At least: all that the drawing names have their place besides."""
SEEN, LARGE = 1 / 4000, 1 / 200
"""Of a picture for a mail: from which on a colour that the drawing names is kept, and one that comes of two others."""
FAR_IN_MAILS = 150
"""In the place of `FAR` for those."""
_NAMED = re.compile('"#([0-9a-f]{3}|[0-9a-f]{6})"')
Colour = tuple[int, int, int]
"""Red, green and blue."""
PNG = b"\x89PNG\r\n\x1a\n"
"""How such a file begins."""
MAX_SVG = 1 << 20
MAX_MEMORY = 1 << 30
IDLE = 600.0
"""Seconds without anything to draw after which the child ends."""
FONT = "DejaVu Sans"
_FONTS = sorted((Path(__file__).parent / "pictures" / "fonts").glob("*.ttf"))
_OUTLINED, _STROKES = re.compile('<text [^>]*paint-order="stroke".*?</text>'), re.compile(' stroke[a-z-]*="[^"]*"')
"""Letters on top of their own outlines, which are drawn once more: the renderer draws all outlines on top."""
_SIZE = re.compile(r'(<svg [^>]*?viewBox="0 0 [^"]*") width="([\d.]+)" height="([\d.]+)"')


def serve(line: socket) -> None:
    """Draw each picture that comes through the socket, until the socket is closed or nothing has come for long."""
    know_fonts()
    draw = Drawer().drawn
    send(line, READY)
    with suppress(EOFError, TimeoutError):
        while True:
            send(line, draw(receive(line, MAX_SVG, IDLE).decode()))


class Drawer:
    """Draws one picture after the other, and remembers of the last boards for mails how many bytes they had how wide.

    A board is asked for by day and by night: what was too large once is not drawn again.
    """

    def __init__(self) -> None:
        self._boards: dict[str, dict[int, int]] = {}

    def drawn(self, svg: str) -> bytes:
        """An SVG document as a PNG; one for mails in so few bytes that it fits into them."""
        mail = FOR_MAILS.match(svg)
        if mail is not None:
            return self._for_mails(svg, int(mail[1]))
        image = rendered(_SIZE.sub(_fitted, svg, count=1))
        colours = _palette(image)
        png = _png(image, colours, EFFORT)
        return png if len(png) <= MANY else _png(image, colours, UTMOST)

    def _for_mails(self, svg: str, most: int) -> bytes:
        sizes, widths, png = self._sizes_of(svg), _widths_in_mails(svg), b""
        fine = round(_told(svg, "fine") or 1)
        for width in widths:
            is_last = width == widths[-1]
            if not is_last and _is_too_wide(width, most, sizes):
                continue
            image = _in_width(svg, width, fine)
            colours = _palette_for_mails(image, svg)
            png = _png(image, colours, EFFORT)
            if len(png) > most and (is_last or (1 - SAVED) * len(png) <= most):
                png = _png(image, colours, UTMOST)
            sizes[width] = len(png)
            if len(png) <= most:
                break
        return png

    def _sizes_of(self, svg: str) -> dict[int, int]:
        """The bytes by width of what is drawn there, in whichever colours; at first, what it has at least."""
        board = _NAMED.sub("", FOR_MAILS.sub("", svg))
        found = self._boards.pop(board, None) or _known_sizes(svg)
        self._boards[board] = found
        while len(self._boards) > REMEMBERED:
            del self._boards[next(iter(self._boards))]
        return found


def _widths_in_mails(svg: str) -> list[int]:
    """Those to try, the largest first."""
    own, most, least = _own_width(svg), _told(svg, "share") or 1.0, _told(svg, "floor") or 0.0
    shares = [share for share in SHARES if least <= share <= most]
    return [width for share in shares if (width := round(own * share)) <= WIDEST_IN_MAILS]


def _known_sizes(svg: str) -> dict[int, int]:
    share, least = _told(svg, "share"), _told(svg, "least")
    return {round(_own_width(svg) * share): round(least / LIKENESS)} if share and least else {}


def _is_too_wide(width: int, most: int, sizes: Mapping[int, int]) -> bool:
    """Whether the picture cannot be small enough, by what is known of its bytes in this width and in larger ones."""
    return any(LIKENESS * size * (width / known) ** GROWTH > most for known, size in sizes.items() if known >= width)


def _told(svg: str, name: str) -> float | None:
    told = _TOLD[name].match(svg)
    return float(told[1]) if told else None


def _own_width(svg: str) -> float:
    size = _SIZE.search(svg)
    return float(size[2]) if size else WIDEST_IN_MAILS


def _in_width(svg: str, width: int, fine: int) -> Image.Image:
    """The drawing in that width: where it is to be fine, one pixel of so many each way, mostly of a named colour."""
    image = rendered(_SIZE.sub(partial(_scaled, width, fine), svg, count=1))
    return image if fine == 1 else image.resize((width, image.height // fine), Image.Resampling.NEAREST)


def rendered(svg: str) -> Image.Image:
    """An SVG document in its own size; what of it is not painted is black."""
    document = _OUTLINED.sub(lambda text: text[0] + _STROKES.sub("", text[0]), svg).encode()
    with Image.open(BytesIO(document), formats=[SvgImageFile.format]) as image:
        return image.convert("RGB")


def _png(image: Image.Image, colours: Sequence[Colour], effort: int) -> bytes:
    """The image in those colours, a byte for each pixel.

    With few colours it could be half of one; zlib then finds less that comes again, and the file is a seventh to a
    quarter larger. Pillow's own files are a hundredth larger and take a quarter longer.
    """
    table = [value for colour in colours for value in colour]
    palette = Image.new("P", (1, 1))
    palette.putpalette(table)
    pixels, width = image.quantize(palette=palette, dither=Image.Dither.NONE).tobytes(), image.width
    rows = b"".join([b"\0" + pixels[at : at + width] for at in range(0, len(pixels), width)])
    head = pack(">IIBBBBB", width, image.height, 8, 3, 0, 0, 0)
    parts = {b"IHDR": head, b"PLTE": bytes(table), b"IDAT": zlib.compress(rows, effort), b"IEND": b""}
    return PNG + b"".join([_chunk(name, content) for name, content in parts.items()])


def _chunk(name: bytes, content: bytes) -> bytes:
    """A part of a PNG (PNG, third edition, 5.3)."""
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))


def _palette(image: Image.Image) -> list[Colour]:
    """The colours of an image, the most frequent first, without those near one of them; of edges only up to so many.

    No quantizer of Pillow's keeps the colours of areas as they are, by which boards are read.
    """
    chosen: list[Colour] = []
    for share, colour in _colours(image):
        if len(chosen) == COLOURS:
            break
        if _is_far(colour, chosen, FAR[share >= AREA]):
            chosen.append(colour)
    return chosen


def _palette_for_mails(image: Image.Image, svg: str) -> list[Colour]:
    """The colours that the drawing names, and few of those between them, which most of the bytes went into."""
    named = {_read(name) for name in set(_NAMED.findall(svg))}
    chosen: list[Colour] = []
    found = _colours(image)
    for share, colour in found:
        is_kept = share >= (SEEN if colour in named else LARGE)
        if is_kept and _is_far(colour, chosen, FAR_IN_MAILS):
            chosen.append(colour)
    for _, colour in found:
        if len(chosen) >= COLOURS_IN_MAILS:
            break
        if _is_far(colour, chosen, FAR[False]):
            chosen.append(colour)
    return chosen[:COLOURS]


def _colours(image: Image.Image) -> list[tuple[float, Colour]]:
    """The most frequent colours, each with its share of the image, the most frequent first."""
    pixels = image.width * image.height
    counted: list[tuple[int, Colour]] = image.getcolors(pixels) or []  # type: ignore[assignment]  # it is RGB
    frequent = [each for each in counted if each[0] > FEW]
    most = nlargest(LOOKED_AT, frequent if len(frequent) >= LOOKED_AT else counted)
    return [(count / pixels, colour) for count, colour in most]


def _read(name: str) -> Colour:
    """What a hexadecimal name stands for."""
    red, green, blue = bytes.fromhex(name if len(name) == len("rrggbb") else "".join(digit * 2 for digit in name))
    return red, green, blue


def _is_far(colour: Colour, others: Iterable[Colour], far: int) -> bool:
    red, green, blue = colour
    for r, g, b in others:  # noqa: SIM110  # as one expression it takes twice as long, a thousand times a picture
        if (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 < far:
            return False
    return True


def _fitted(size: re.Match[str]) -> str:
    return size[0] if float(size[2]) <= WIDEST else _scaled(WIDTH, 1, size)


def _scaled(width: int, fine: int, size: re.Match[str]) -> str:
    beginning, old_width, old_height = size.groups()
    height = round(float(old_height) * width / float(old_width))
    return f'{beginning} width="{width * fine}" height="{height * fine}"'


@cache
def know_fonts() -> None:
    """Letters are drawn by the fonts that come with Sundial alone, so that none depends on the machine."""
    for path in _FONTS:
        add_font_file(path, FONT, bold=path.stem.endswith("Bold"))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    with socket(fileno=int(sys.argv[1])) as to_parent:
        serve(to_parent)
