"""Drawing for all games: an SVG document with a shared look, and text boards.

What a player can click carries `data-word`, a word of the notation (`c4`, `max-15`): a page finds the legal actions
that hold the words clicked. In it is a disc of the class `may`, unseen until a page shows where the next piece may go.
Colours are told apart by people who see fewer of them (Okabe & Ito, 2008), and every seat has a letter as well.
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
"""Of a text board, and so of a mail."""
PAPER = "#fbf7ee"
INK = "#2b2a27"
FAINT = "#6f6a5c"
LINE = "#d9d1c0"
WHITE = "#ffffff"
"""A surface, dark by night."""
SNOW = "#fefefe"
"""White that stays white by night."""
LETTER = "#fdfdfd"
"""Read on a strong colour."""
LAST = "#e6007e"
"""Marks what has changed since the turn before."""
NEW = 12
"""How long the sides of the corner are that marks it as well, in units of a picture."""
MAY = "#f4b12a"
"""Marks where the seat to act may go."""
ORNAMENT = "ornament"
"""The class of what only adorns: small pictures do without."""
STAR = "#946a00"
"""Beside whoever has won."""
EMPTY = Sentence(N_("empty"))
"""What a square without a piece is called."""
FONT = "DejaVu Sans, sans-serif"


class Spot(NamedTuple):
    """Where the disc of something that can be clicked is, and how large."""

    x: float
    y: float
    radius: float = 5.5


class InMails(NamedTuple):
    """How a mail shows a drawing, where that is known of it.

    It is at most that `share` of its own width, in which it never has fewer than `least` bytes, and at least `floor` of
    it, whatever the mail has room for. Drawn `fine` times as wide, of which every so manieth pixel is taken, it has few
    colours between its areas and fewer bytes, and needs lines of a pixel at least. Where its night is its `negative`,
    it is that of all but a disc in its middle, which shines on: its radius in hundredths of the width (0: of all).
    """

    share: float | None = None
    least: int | None = None
    floor: float | None = None
    fine: int | None = None
    negative: float | None = None


IN_ANY_MAIL = InMails()
"""Nothing more is known of it."""


class SeatLook(NamedTuple):
    """How a seat looks in every picture: a letter, a strong colour, a light one, and the ink read on the strong."""

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
"""What these colours become where the reader's screen is dark; a game says it of its own (`picture.NIGHT`)."""

Value = str | int | float


ATTRIBUTES = 1 << 13
"""That are kept as they are written: most stand in every picture of a game."""
_TO_QUOTE = re.compile('[&<>"\n\r\t]')


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.2f}".rstrip("0").rstrip(".")


def _attributes(values: dict[str, Value | None]) -> str:
    """`stroke_width=2` becomes ` stroke-width="2"`; a trailing underline is dropped, None leaves the attribute out."""
    return "".join([_attribute(name, value) for name, value in values.items() if value is not None])


@lru_cache(ATTRIBUTES)
def _attribute(argument: str, value: Value) -> str:
    text = value if isinstance(value, str) else _number(value)
    quoted = quoteattr(text) if _TO_QUOTE.search(text) else f'"{text}"'
    return f" {argument.rstrip('_').replace('_', '-')}={quoted}"


class Canvas:
    """An SVG document under construction; `str` gives it. Coordinates are in user units, y grows downwards.

    `title` and `description` are in the reader's language already, sentences that are drawn become so by `translate`.
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
        """Append one line of text, its middle at (x, y) unless `text_anchor` says otherwise; a sentence translated."""
        shown = text.translated(self._translate) if isinstance(text, Sentence) else str(text)
        placed = {"x": x, "y": y + size * 0.36, "font_size": size, "text_anchor": "middle", **attributes}
        self.element("text", escape(shown), **placed)

    def new(self, x: float, y: float) -> None:
        """Append the sign of something new for whoever does not see its colour: a corner, its tip at (x, y)."""
        corner = [(x, y), (x + NEW, y), (x, y + NEW)]
        self.polygon(corner, fill=SNOW, stroke=LAST, stroke_width=2, stroke_linejoin="round", pointer_events="none")

    def define(self, definition: str) -> None:
        """Append a definition (a pattern, a gradient, a marker), well-formed already."""
        self._parts.append(f"<defs>{definition}</defs>")

    @contextmanager
    def group(self, word: str | None = None, spot: Spot | None = None, **attributes: Value | None) -> Iterator[None]:
        """Everything drawn inside belongs together; with `word` it stands for that, and can be clicked at its spot."""
        self._parts.append(f"<g{_attributes({'data-word': word, **attributes})}>")
        yield
        if spot:
            self.circle(*spot, class_="may", display="none")
        self._parts.append("</g>")

    def __str__(self) -> str:
        """The finished document."""
        return "".join([*self._parts, "</svg>"])


def text_grid(rows: Sequence[Sequence[str]]) -> str:
    """A text board with its coordinates: `rows` from the top, each cell equally wide."""
    width = max(len(cell) for row in rows for cell in row)
    last = len(rows)
    body = [f"{last - i:>2} " + " ".join(cell.ljust(width) for cell in row).rstrip() for i, row in enumerate(rows)]
    letters = " ".join(chr(97 + column).ljust(width) for column in range(len(rows[0])))
    return "\n".join([*body, f"   {letters}".rstrip()])


def fitted(line: str, indent: str = "  ") -> list[str]:
    """A line below a board, broken where it is too long, as it may be in another language."""
    return [line] if len(line) <= COLUMNS_OF_TEXT else wrap(line, COLUMNS_OF_TEXT, subsequent_indent=indent)
