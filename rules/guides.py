"""Prose about games, in Markdown, in English and whatever else there is some in.

`guide.md` says how to play and how to write a move, `lesson.md` leads to a first move, `example.md` comments on a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

ENGLISH = "en"


@cache
def guides(package: str, game_id: str, kind: str = "guide") -> Mapping[str, str]:
    """By language (BCP 47) what stands in `guide-<id>.md` and `guide-<id>.<language>.md`; else without an id."""
    files = {file.name: file for file in resources.files(package).iterdir()}
    stem = f"{kind}-{game_id}" if f"{kind}-{game_id}.md" in files else kind
    named = {name: re.fullmatch(rf"{stem}(?:\.([\w-]+))?\.md", name) for name in files}
    return {match[1] or ENGLISH: files[name].read_text(encoding="utf-8") for name, match in named.items() if match}


def guide_in(language: str, found: Mapping[str, str]) -> str:
    """What there is in that language, or in the one that it is a kind of; else in English, if there is any."""
    parts = language.split("-")
    kinds = ("-".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((found[kind] for kind in kinds if kind in found), found.get(ENGLISH, ""))
