"""The figures of a guide: drawn by the game, kept by each process, with the same in words for who does not see them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import rules
from rules.teaching.figures import figures, shown
from service import pictures
from service.core.errors import NotFound
from service.core.language import gettext, language
from service.web.samples import MARK_DIGITS

KEPT = 64
"""Pictures that a process keeps: those of all guides in one language and more."""
_SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')


@dataclass(frozen=True)
class Figure:
    """A picture with its caption, its words and its size."""

    caption: str
    svg: str
    words: str
    width: str
    height: str

    @property
    def mark(self) -> str:
        """What stands for that very picture in its address."""
        return sha256(pictures.image(self.svg).encode()).hexdigest()[:MARK_DIGITS]


def figure_of(name: str, number: int) -> Figure:
    """The figure of that number, from 1, in the guide to the game of that id; NotFound if it has not so many."""
    return _drawn(name, number, language())


@lru_cache(KEPT)
def _drawn(name: str, number: int, tongue: str) -> Figure:
    game = rules.game(name)
    found = figures(game, game.guide_in(tongue))
    if not 1 <= number <= len(found):
        raise NotFound
    case = found[number - 1]
    position, before = shown(case)
    svg = game.picture.svg(position, before, gettext)
    words = " ".join(sentence.translated(gettext) for sentence in game.picture.describe(position))
    size = _SIZE.search(svg)
    return Figure(case.name, svg, words, *(size.groups() if size else ("400", "400")))
