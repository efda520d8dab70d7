"""Babel extractor for case names that pages show as rules: only those that an exercise asks about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import BinaryIO

import rules
from rules.teaching.exercises import exercises

CASE = b"case:"


def named(
    file: BinaryIO, keywords: Sequence[str], comment_tags: Sequence[str], options: Mapping[str, str]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Extract messages as Babel requires: line, function, message and comments of each."""
    for number, line in enumerate(file, 1):
        name = line.removeprefix(CASE).decode().strip()
        if line.startswith(CASE) and name in _told():
            yield number, "N_", name, ["Translators: a rule; a full stop is put behind it"]


@cache
def _told() -> frozenset[str]:
    return frozenset(exercise.case.name for game in rules.games() for exercise in exercises(game))
