"""Drawing for all games: an SVG document with a shared look, and text boards.

What a player can click carries `data-word`, a word of the notation (`c4`, `max-15`): a page finds the legal actions
that hold the words clicked. Colours are told apart by people who see fewer of them (Okabe & Ito, 2008), and every seat
has a letter as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from rules.prose import Sentence, Translate

COLUMNS_OF_TEXT = 72
"""Of a text board, and so of a mail."""
PAPER = "#fbf7ee"
INK = "#2b2a27"
FAINT = "#8b8578"
LINE = "#d9d1c0"
LAST = "#e6007e"
"""Marks what has changed since the turn before."""
FONT = "DejaVu Sans, sans-serif"


class SeatLook(NamedTuple):
    """How a seat looks in every picture: a letter, a strong colour, a light one, and the ink read on the strong."""

    letter: str
    strong: str
    light: str
    ink: str = "#ffffff"


SEATS = (
    SeatLook("A", "#0072b2", "#cfe6f5"),
    SeatLook("B", "#d55e00", "#fbdcc4"),
    SeatLook("C", "#00805d", "#c9ece0"),
    SeatLook("D", "#a0457a", "#f0d3e4"),
)

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

    def __init__(self, width: float, height: float, title: str, description: str, translate: Translate = str) -> None:
        self._translate = translate
        size = _attributes({"viewBox": f"0 0 {_number(width)} {_number(height)}", "width": width, "height": height})
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

    def define(self, definition: str) -> None:
        """Append a definition (a pattern, a gradient, a marker), well-formed already."""
        self._parts.append(f"<defs>{definition}</defs>")

    @contextmanager
    def group(self, word: str | None = None, **attributes: Value | None) -> Iterator[None]:
        """Everything drawn inside belongs together; with `word` it can be clicked and stands for that word."""
        self._parts.append(f"<g{_attributes({'data-word': word, **attributes})}>")
        yield
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
