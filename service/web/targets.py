"""What of a board can be clicked: where the next action may go has a disc, and each thing says what it is.

A picture has a group with `data-word` for each of them, and in it a disc of the class `may` (see `rules.canvas`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

TARGET = re.compile(r'<g data-word="([^"]+)"')
PLACE = re.compile(r'<g data-word="([a-z]\d+)".*?<circle cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+" class="may"')
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
KEPT = 50
"""Boards of which a process remembers where their squares are: to find them was a tenth of a page."""
SEEN_CLOSE = 6.5
"""So many squares are as wide as a board that is looked at closely: 46 pixels each on a screen of 320."""


def words_of(action: str, clickable: frozenset[str]) -> Iterator[str]:
    """The words of an action that can be clicked; one that cannot is split at its dashes."""
    for word in action.split(" "):
        yield from (part for part in ([word] if word in clickable else word.split("-")) if part in clickable)


def with_targets(svg: str, actions: Iterable[str], labels: Mapping[str, str]) -> Markup:
    """The picture with a disc on whatever some action needs, and a label for each thing that can be clicked."""
    clickable = frozenset(TARGET.findall(svg))
    needed = {word for action in actions for word in words_of(action, clickable)}

    def target(found: re.Match[str]) -> str:
        word = found[1]
        shown = ' class="can"' if word in needed else ""
        return f'{found[0]} data-label="{escape(labels.get(word, ""))}"{shown}'

    return Markup(TARGET.sub(target, svg))  # noqa: S704  # our own drawing, and labels that are escaped


@dataclass(frozen=True)
class Loupe:
    """Looking closely at a board: its size, the middles of its squares, and the size of what is seen then."""

    width: float
    height: float
    squares: Mapping[str, tuple[float, float]]
    seen: tuple[float, float]

    def window(self, square: str) -> tuple[float, ...] | None:
        """What is seen of the picture round a square: left, top, width and height; None of no square of it."""
        if square not in self.squares:
            return None
        corner = (
            min(max(middle - seen / 2, 0), whole - seen)
            for middle, seen, whole in zip(self.squares[square], self.seen, (self.width, self.height), strict=True)
        )
        return (*corner, *self.seen)


@lru_cache(maxsize=KEPT)
def loupe_of(svg: str) -> Loupe | None:
    """How to look closely at a picture; None where it has no squares to click."""
    size = SIZE.search(svg)
    squares = {name: (float(x), float(y)) for name, x, y in PLACE.findall(svg)}
    if size is None or not {"a1", "b1"} <= squares.keys():
        return None
    width, height = map(float, size.groups())
    seen = min((squares["b1"][0] - squares["a1"][0]) * SEEN_CLOSE, width)
    return Loupe(width, height, squares, (seen, seen * height / width))


def seen_through(svg: Markup, window: Sequence[float]) -> Markup:
    """What the window shows of the picture."""
    shown = f'viewBox="{" ".join(f"{each:g}" for each in window)}" class="close"'
    return Markup(SIZE.sub(shown, svg, count=1))  # noqa: S704  # numbers only
