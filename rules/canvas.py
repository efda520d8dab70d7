"""SVG canvas and text boards for all games.

An element that a player can click carries `data-word`, a word of the notation (`c4`, `max-15`). From the clicked words
a page finds the legal actions that contain them. Each such element holds a hidden disc of the class `may`; a page shows
it where the next piece may go. The colours suit colour-blind readers (Okabe & Ito, 2008), and every seat has a letter
as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from rules.prose import N_, Sentence, Translate

COLUMNS_OF_TEXT = 72
"""Width of a text board, and so of an email."""
PAPER = "#fbf7ee"
INK = "#2b2a27"
FAINT = "#6f6a5c"
LINE = "#d9d1c0"
WHITE = "#ffffff"
"""A surface; dark in dark mode."""
SNOW = "#fefefe"
"""White that stays white in dark mode."""
LETTER = "#fdfdfd"
"""Ink on a strong colour."""
LAST = "#e6007e"
"""Colour of changes since the turn before."""
NEW = 12
"""Side of the corner that also marks a change, in units of a picture."""
MAY = "#f4b12a"
"""Colour of squares where the player may go."""
ORNAMENT = "ornament"
"""Class of decorative elements; small pictures leave them out."""
COORDINATES = "coordinates"
"""Class of the letters and numbers around a board; readers can hide them."""
STAR = "#946a00"
"""Colour of the star beside a winner."""
EMPTY = Sentence(N_("empty"))
"""Label of a square without a piece."""
FONT = "DejaVu Sans, sans-serif"


class Spot(NamedTuple):
    """Centre and radius of the disc of a clickable element."""

    x: float
    y: float
    radius: float = 5.5


class InMails(NamedTuple):
    """Hints for showing a picture in an email; None where nothing is known.

    `share`: largest share of its own width; at that width it has at least `least` bytes.
    `floor`: smallest share of its own width, even if the email has room for less.
    `fine`: draw it this many times as wide and take every n-th pixel, for fewer colours and bytes; lines need a pixel.
    `negative`: the dark picture is the negative of the light one, except for a disc in its middle with this radius in
    hundredths of the width (0: no disc).
    """

    share: float | None = None
    least: int | None = None
    floor: float | None = None
    fine: int | None = None
    negative: float | None = None


IN_ANY_MAIL = InMails()
"""No hints."""


class SeatLook(NamedTuple):
    """Look of a seat in every picture: a letter, a strong colour, a light one, and the ink on the strong one."""

    letter: str
    strong: str
    light: str
    ink: str = LETTER


SEATS = (
    SeatLook("A", "#0072b2", "#cfe6f5"),
    SeatLook("B", "#d55e00", "#fde8d8"),
    SeatLook("C", "#00805d", "#c9ece0"),
    SeatLook("D", "#a0457a", "#f0d3e4"),
)

NIGHT = {
    PAPER: "#211e1a",
    INK: "#eee7d8",
    FAINT: "#b3a992",
    LINE: "#4a4338",
    WHITE: "#2b2722",
    LETTER: "#14110d",
    LAST: "#ff5cb0",
    STAR: "#f2bb52",
    **dict(zip([look.strong for look in SEATS], ("#58aee6", "#f08a4a", "#45b892", "#d98abb"), strict=True)),
    **dict(zip([look.light for look in SEATS], ("#14374f", "#4d2a14", "#123f30", "#482338"), strict=True)),
}
"""Dark-mode colour of each of these colours; a game adds its own (`picture.NIGHT`)."""

Value = str | int | float


ATTRIBUTES = 1 << 13
"""Number of rendered attributes to cache; most recur in every picture of a game."""
_TO_QUOTE = re.compile('[&<>"\n\r\t]')


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.2f}".rstrip("0").rstrip(".")


def _attributes(values: dict[str, Value | None]) -> str:
    """Render attributes: `stroke_width=2` becomes ` stroke-width="2"`.

    A trailing underscore is dropped; None leaves the attribute out.
    """
    return "".join([_attribute(name, value) for name, value in values.items() if value is not None])


@lru_cache(ATTRIBUTES)
def _attribute(argument: str, value: Value) -> str:
    text = value if isinstance(value, str) else _number(value)
    quoted = quoteattr(text) if _TO_QUOTE.search(text) else f'"{text}"'
    return f" {argument.rstrip('_').replace('_', '-')}={quoted}"


class Canvas:
    """An SVG document under construction; `str` renders it. Coordinates are in user units, y grows downwards.

    `title` and `description` are already translated; `translate` translates the sentences that are drawn.
    """

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        description: str,
        translate: Translate = str,
        in_mails: InMails = IN_ANY_MAIL,
    ) -> None:
        self._translate = translate
        box = f"0 0 {_number(width)} {_number(height)}"
        told = {f"data-mail-{name}": value for name, value in in_mails._asdict().items()}
        size = _attributes({"viewBox": box, "width": width, "height": height, **told})
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg"{size} role="img" font-family="{FONT}" fill="{INK}">',
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>",
        ]
        self.rect(0, 0, width, height, fill=PAPER)

    def element(self, name: str, content: str = "", /, **attributes: Value | None) -> None:
        """Append any element; `content` must be well-formed already."""
        body = f">{content}</{name}>" if content else "/>"
        self._parts.append(f"<{name}{_attributes(attributes)}{body}")

    def rect(self, x: float, y: float, width: float, height: float, **attributes: Value | None) -> None:
        """Append a rectangle by its upper left corner."""
        self.element("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: Value | None) -> None:
        """Append a circle by its centre."""
        self.element("circle", cx=x, cy=y, r=radius, **attributes)

    def line(self, x1: float, y1: float, x2: float, y2: float, **attributes: Value | None) -> None:
        """Append a straight line."""
        self.element("line", x1=x1, y1=y1, x2=x2, y2=y2, **{"stroke": INK, **attributes})

    def path(self, steps: str, **attributes: Value | None) -> None:
        """Append a path in SVG's own language."""
        self.element("path", d=steps, **attributes)

    def polygon(self, points: Sequence[tuple[float, float]], **attributes: Value | None) -> None:
        """Append a closed polygon."""
        self.element("polygon", points=" ".join(f"{_number(x)},{_number(y)}" for x, y in points), **attributes)

    def text(self, x: float, y: float, text: str | int | Sentence, size: float, **attributes: Value | None) -> None:
        """Append one line of text, centred at (x, y) unless `text_anchor` is given; translate a sentence."""
        shown = text.translated(self._translate) if isinstance(text, Sentence) else str(text)
        placed = {"x": x, "y": y + size * 0.36, "font_size": size, "text_anchor": "middle", **attributes}
        self.element("text", escape(shown), **placed)

    def new(self, x: float, y: float) -> None:
        """Append a marker of a change for colour-blind readers: a corner with its tip at (x, y)."""
        corner = [(x, y), (x + NEW, y), (x, y + NEW)]
        self.polygon(corner, fill=SNOW, stroke=LAST, stroke_width=2, stroke_linejoin="round", pointer_events="none")

    def define(self, definition: str) -> None:
        """Append a definition (a pattern, a gradient, a marker), well-formed already."""
        self._parts.append(f"<defs>{definition}</defs>")

    @contextmanager
    def group(self, word: str | None = None, spot: Spot | None = None, **attributes: Value | None) -> Iterator[None]:
        """Group the elements drawn inside; `word` makes the group clickable, with its disc at `spot`."""
        self._parts.append(f"<g{_attributes({'data-word': word, **attributes})}>")
        yield
        if spot:
            self.circle(*spot, class_="may", display="none")
        self._parts.append("</g>")

    def __str__(self) -> str:
        """Render the finished document."""
        return "".join([*self._parts, "</svg>"])


def text_grid(rows: Sequence[Sequence[str]]) -> str:
    """Format a text board with its coordinates: `rows` from the top, all cells equally wide."""
    width = max(len(cell) for row in rows for cell in row)
    last = len(rows)
    body = [f"{last - i:>2} " + " ".join(cell.ljust(width) for cell in row).rstrip() for i, row in enumerate(rows)]
    letters = " ".join(chr(97 + column).ljust(width) for column in range(len(rows[0])))
    return "\n".join([*body, f"   {letters}".rstrip()])


def fitted(line: str, indent: str = "  ") -> list[str]:
    """Wrap a line below a board; a translation may be too long."""
    return [line] if len(line) <= COLUMNS_OF_TEXT else wrap(line, COLUMNS_OF_TEXT, subsequent_indent=indent)
