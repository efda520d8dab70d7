"""Clickable targets on boards: a disc for each place where the next action may go, and labels.

A picture has a group with `data-word` for each target, and in it a disc of the class `may` (see `rules.canvas`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup, escape

TARGET = re.compile(r'<g data-word="([^"]+)"')
SQUARE = re.compile(r"[a-z]\d+")


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
