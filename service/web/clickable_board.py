"""Clickable targets on boards: a disc for each place where the next action may go, and labels.

A picture has a group with `data-word` for each target, and in it a disc of the class `may` (see `rules.canvas`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

TARGET = re.compile(r'<g data-word="([^"]+)"')
PLACE = re.compile(r'<g data-word="([a-z]\d+)".*?<circle cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+" class="may"')
SQUARE = re.compile(r"[a-z]\d+")
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
KEPT = 50
"""Cached boards per process with the positions of their squares; finding them took a tenth of a page."""
SEEN_CLOSE = 6.5
"""Number of squares across a zoomed board: 46 pixels each on a screen of 320."""


def words_of(action: str, clickable: frozenset[str]) -> Iterator[str]:
    """Split an action into the words that can be clicked; other words are split at their dashes."""
    for word in action.split(" "):
        yield from (part for part in ([word] if word in clickable else word.split("-")) if part in clickable)


def with_targets(svg: str, actions: Iterable[str], labels: Mapping[str, str]) -> Markup:
    """Add discs to the targets of these actions, and labels to everything clickable."""
    clickable = frozenset(TARGET.findall(svg))
    needed = {word for action in actions for word in words_of(action, clickable)}

    def target(found: re.Match[str]) -> str:
        word = found[1]
        shown = ' class="can"' if word in needed else ""
        return f'{found[0]} data-label="{escape(labels.get(word, ""))}"{shown}'

    return Markup(TARGET.sub(target, svg))  # noqa: S704  # our own SVG, with escaped labels


def with_best(svg: str, move: str) -> Markup:
    """Mark the targets that a move names as those of the best move: its squares, or all if it names no square."""
    clickable = frozenset(TARGET.findall(svg))
    named = {word for action in move.split(", ") for word in words_of(action, clickable)}
    shown = set(filter(SQUARE.fullmatch, named)) or named
    marked = TARGET.sub(lambda found: found[0] + ' data-mark="best"' * (found[1] in shown), svg)
    return Markup(marked)  # noqa: S704  # our own SVG


@dataclass(frozen=True)
class Loupe:
    """The zoom of a board: its size, the centres of its squares, and the size of the visible part."""

    width: float
    height: float
    squares: Mapping[str, tuple[float, float]]
    seen: tuple[float, float]

    def window(self, square: str) -> tuple[float, ...] | None:
        """Return the visible part around a square: left, top, width and height; None if there is no such square."""
        if square not in self.squares:
            return None
        corner = (
            min(max(middle - seen / 2, 0), whole - seen)
            for middle, seen, whole in zip(self.squares[square], self.seen, (self.width, self.height), strict=True)
        )
        return (*corner, *self.seen)


@lru_cache(maxsize=KEPT)
def loupe_of(svg: str) -> Loupe | None:
    """Compute the zoom of a picture; None if it has no clickable squares."""
    size = SIZE.search(svg)
    squares = {name: (float(x), float(y)) for name, x, y in PLACE.findall(svg)}
    if size is None or not {"a1", "b1"} <= squares.keys():
        return None
    width, height = map(float, size.groups())
    seen = min((squares["b1"][0] - squares["a1"][0]) * SEEN_CLOSE, width)
    return Loupe(width, height, squares, (seen, seen * height / width))


def seen_through(svg: Markup, window: Sequence[float]) -> Markup:
    """Crop the picture to the visible part."""
    shown = f'viewBox="{" ".join(f"{each:g}" for each in window)}" class="close"'
    return Markup(SIZE.sub(shown, svg, count=1))  # noqa: S704  # numbers only
