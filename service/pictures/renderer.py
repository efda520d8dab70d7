"""Render boards in a subprocess: `python -m service.pictures.renderer FD`, with the file descriptor of a socket.

It imports nothing else of the service, to keep the child process small.
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

from service.jobs.subprocess_pool import READY, receive, send

WIDEST = 700
"""Pixels. Up to that width a board is rendered in its own size: lines then align with pixels, and files are smaller."""
WIDTH = 560
"""The width of larger boards: that of an email on a large screen, and over one and a half times a phone's."""
FOR_MAILS = re.compile(r'<svg data-mail="(\d+)" ')
"""Drawings for emails state their byte limit; they get fewer colours and more effort."""
SHARES, WIDEST_IN_MAILS = (2 / 3, 5 / 8, 1 / 2, 9 / 20, 2 / 5, 3 / 8, 1 / 3), 470
"""Shares of its own width to try: the first result that is small enough counts. Halves align most lines with pixels."""
_TOLD = {name: re.compile(rf'<svg [^>]*?data-mail-{name}="([\d.]+)"') for name in ("share", "least", "floor", "fine")}
"""Properties of a drawing in emails (`rules.canvas.InMails`)."""
COLOURS = 48
"""Colours of the palette: areas keep their exact colours, and edges share the rest."""
AREA = 1 / 1500
"""The share of a picture above which a colour is an area and not an edge. Gradient steps and small discs are areas."""
FAR = {True: 12, False: 2000}
"""The least squared distance of a palette colour from those before; True for areas."""
LOOKED_AT = 500
"""Colours considered, the most frequent first; all others have a few pixels each."""
FEW = 3
"""Pixels: if enough colours have more, the rest need not be sorted."""
EFFORT, UTMOST = 7, 8
"""Levels of zlib; the higher one takes 2.5 times as long for 4 % smaller files, for those just too large."""
MANY = 36_000
"""Bytes of a picture from which on the higher level is used, too."""
SAVED = 0.06
"""The most that the higher level saves, as a share, except for one in a hundred; mostly half of that."""
GROWTH = 1.4
"""The largest exponent of bytes by width; mostly 1.2."""
LIKENESS = 0.85
"""The least bytes of a recoloured board, relative to the original of that width; of 18 boards at night 0.93."""
REMEMBERED = 8
"""Boards; one is requested again within its email."""
COLOURS_IN_MAILS = 12
"""The least number; all colours that the drawing names are added."""
SEEN, LARGE = 1 / 4000, 1 / 200
"""Shares of an email's picture above which a colour is kept: a named one, and a mixed one."""
FAR_IN_MAILS = 150
"""The value of `FAR` for these."""
_NAMED = re.compile('"#([0-9a-f]{3}|[0-9a-f]{6})"')
Colour = tuple[int, int, int]
"""Red, green and blue."""
PNG = b"\x89PNG\r\n\x1a\n"
"""The first bytes of a PNG."""
MAX_SVG = 1 << 20
MAX_MEMORY = 1 << 30
IDLE = 600.0
"""Seconds without work after which the child process ends."""
FONT = "DejaVu Sans"
_FONTS = sorted((Path(__file__).parent / "fonts").glob("*.ttf"))
_OUTLINED, _STROKES = re.compile('<text [^>]*paint-order="stroke".*?</text>'), re.compile(' stroke[a-z-]*="[^"]*"')
"""Texts with an outline below the letters. They are drawn twice, because the renderer draws outlines on top."""
_SIZE = re.compile(r'(<svg [^>]*?viewBox="0 0 [^"]*") width="([\d.]+)" height="([\d.]+)"')


def serve(line: socket) -> None:
    """Render each picture that comes through the socket, until it closes or stays idle."""
    know_fonts()
    draw = Drawer().drawn
    send(line, READY)
    with suppress(EOFError, TimeoutError):
        while True:
            send(line, draw(receive(line, MAX_SVG, IDLE).decode()))


class Drawer:
    """Renders pictures, and remembers the bytes by width of recent boards for emails.

    A board is requested by day and by night: a width that was too large once is skipped.
    """

    def __init__(self) -> None:
        self._boards: dict[str, dict[int, int]] = {}

    def drawn(self, svg: str) -> bytes:
        """Render an SVG document as PNG; one for emails within its byte limit."""
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
        """Return a board's known bytes by width, in any colours; at first, its stated minimum."""
        board = _NAMED.sub("", FOR_MAILS.sub("", svg))
        found = self._boards.pop(board, None) or _known_sizes(svg)
        self._boards[board] = found
        while len(self._boards) > REMEMBERED:
            del self._boards[next(iter(self._boards))]
        return found


def _widths_in_mails(svg: str) -> list[int]:
    """List the widths to try, the largest first."""
    own, most, least = _own_width(svg), _told(svg, "share") or 1.0, _told(svg, "floor") or 0.0
    shares = [share for share in SHARES if least <= share <= most]
    return [width for share in shares if (width := round(own * share)) <= WIDEST_IN_MAILS]


def _known_sizes(svg: str) -> dict[int, int]:
    share, least = _told(svg, "share"), _told(svg, "least")
    return {round(_own_width(svg) * share): round(least / LIKENESS)} if share and least else {}


def _is_too_wide(width: int, most: int, sizes: Mapping[int, int]) -> bool:
    """Check whether the picture must be too large, by its known bytes in this width and larger ones."""
    return any(LIKENESS * size * (width / known) ** GROWTH > most for known, size in sizes.items() if known >= width)


def _told(svg: str, name: str) -> float | None:
    told = _TOLD[name].match(svg)
    return float(told[1]) if told else None


def _own_width(svg: str) -> float:
    size = _SIZE.search(svg)
    return float(size[2]) if size else WIDEST_IN_MAILS


def _in_width(svg: str, width: int, fine: int) -> Image.Image:
    """Render the drawing in that width; a fine one at `fine` times the size, then sampled without mixing colours."""
    image = rendered(_SIZE.sub(partial(_scaled, width, fine), svg, count=1))
    return image if fine == 1 else image.resize((width, image.height // fine), Image.Resampling.NEAREST)


def rendered(svg: str) -> Image.Image:
    """Render an SVG document in its own size, on black."""
    document = _OUTLINED.sub(lambda text: text[0] + _STROKES.sub("", text[0]), svg).encode()
    with Image.open(BytesIO(document), formats=[SvgImageFile.format]) as image:
        return image.convert("RGB")


def _png(image: Image.Image, colours: Sequence[Colour], effort: int) -> bytes:
    """Encode the image in those colours as PNG, one byte a pixel.

    Half a byte would do for few colours, but zlib then finds fewer repetitions, and the file is a seventh to a quarter
    larger. Pillow's own files are a hundredth larger and take a quarter longer.
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
    """Encode a PNG chunk (PNG, third edition, 5.3)."""
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))


def _palette(image: Image.Image) -> list[Colour]:
    """Choose the palette: the most frequent colours, without near ones; edge colours up to a limit.

    None of Pillow's quantizers keeps the exact colours of areas, by which boards are read.
    """
    chosen: list[Colour] = []
    for share, colour in _colours(image):
        if len(chosen) == COLOURS:
            break
        if _is_far(colour, chosen, FAR[share >= AREA]):
            chosen.append(colour)
    return chosen


def _palette_for_mails(image: Image.Image, svg: str) -> list[Colour]:
    """Choose the palette for emails: the named colours, and few of the mixed ones, which take most bytes."""
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
    """List the most frequent colours with their shares of the image."""
    pixels = image.width * image.height
    counted: list[tuple[int, Colour]] = image.getcolors(pixels) or []  # type: ignore[assignment]  # it is RGB
    frequent = [each for each in counted if each[0] > FEW]
    most = nlargest(LOOKED_AT, frequent if len(frequent) >= LOOKED_AT else counted)
    return [(count / pixels, colour) for count, colour in most]


def _read(name: str) -> Colour:
    """Parse a hexadecimal colour."""
    red, green, blue = bytes.fromhex(name if len(name) == len("rrggbb") else "".join(digit * 2 for digit in name))
    return red, green, blue


def _is_far(colour: Colour, others: Iterable[Colour], far: int) -> bool:
    red, green, blue = colour
    for r, g, b in others:  # noqa: SIM110  # one expression takes twice as long, a thousand times a picture
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
    """Load the bundled fonts, so that text looks alike on every machine."""
    for path in _FONTS:
        add_font_file(path, FONT, bold=path.stem.endswith("Bold"))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    with socket(fileno=int(sys.argv[1])) as to_parent:
        serve(to_parent)
