"""Words in pictures and text boards have the room that they need, in each language that there is."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

import pytest
from PIL import ImageFont

from rules.canvas import COLUMNS_OF_TEXT
from tests import prose
from tests.rules.tables import Playout

TEXT = "{http://www.w3.org/2000/svg}text"
FONTS = prose.ROOT / "service" / "pictures" / "fonts"
UNITS = 100
"""The size at which widths are measured; they grow with the size."""
STAGES = 4


class Box(NamedTuple):
    """The position of a text in a picture: its start and end, on a line of that height."""

    left: float
    right: float
    line: float
    height: float
    text: str

    def touches(self, other: Box) -> bool:
        """Whether two texts are written over each other."""
        is_beside = self.right <= other.left or other.right <= self.left
        return not is_beside and abs(self.line - other.line) < min(self.height, other.height) / 2


@cache
def width(text: str, *, is_bold: bool) -> float:
    """Of a text one unit high."""
    font = ImageFont.truetype(FONTS / ("DejaVuSans-Bold.ttf" if is_bold else "DejaVuSans.ttf"), UNITS)
    return float(font.getlength(text)) / UNITS


def boxes(svg: str) -> Iterator[Box]:
    """Yield the boxes of all texts of a picture outside of transformed groups."""
    drawn = ET.fromstring(svg)  # noqa: S314  # our own
    moved = {id(text) for group in drawn.iter() if "transform" in group.attrib for text in group.iter(TEXT)}
    for text in drawn.iter(TEXT):
        if id(text) not in moved and text.text:
            size, at = float(text.attrib["font-size"]), float(text.attrib["x"])
            wide = size * width(text.text, is_bold=text.attrib.get("font-weight") == "bold")
            left = at - {"start": 0.0, "middle": wide / 2, "end": wide}[text.attrib["text-anchor"]]
            yield Box(left, left + wide, float(text.attrib["y"]), size, text.text)


def faults(svg: str) -> set[tuple[float, float]]:
    """Return the lines of a picture with words that leave it or overlap others, with the place of each."""
    found = list(boxes(svg))
    wide = float(ET.fromstring(svg).attrib["viewBox"].split()[2])  # noqa: S314  # our own
    outside = {(each.line, each.line) for each in found if each.left < 0 or each.right > wide}
    return outside | {(one.line, other.line) for one, other in combinations(found, 2) if one.touches(other)}


@cache
def translate(language: str) -> Callable[[str], str]:
    told = {message.id: str(message.string) for message in prose.catalogue(language) if isinstance(message.id, str)}
    return lambda text: told.get(text) or text


@pytest.mark.parametrize("language", prose.wanted())
def test_no_word_of_a_picture_is_longer_than_its_place(first: Playout, language: str) -> None:
    before = first.positions[0]
    for position in first.stages(STAGES):
        in_english = first.game.picture.svg(position, before)
        translated = first.game.picture.svg(position, before, translate(language))
        assert faults(translated) <= faults(in_english)
        before = position


@pytest.mark.parametrize("language", prose.wanted())
def test_no_line_of_a_text_board_is_longer_than_a_mail_is_wide(first: Playout, language: str) -> None:
    before = first.positions[0]
    for position in first.stages(STAGES):
        board = first.game.picture.text(position, before, translate(language))
        assert max(map(len, board.splitlines())) <= COLUMNS_OF_TEXT, board
        before = position
