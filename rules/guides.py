"""Guides to games: how to play and how to write a move, in Markdown, in English and whatever else there is one in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

ENGLISH = "en"


@cache
def guides(package: str, game_id: str) -> Mapping[str, str]:
    """By language (BCP 47) the guides in `guide-<id>.md` and `guide-<id>.<language>.md`; else those without an id."""
    files = {file.name: file for file in resources.files(package).iterdir()}
    stem = f"guide-{game_id}" if f"guide-{game_id}.md" in files else "guide"
    named = {name: re.fullmatch(rf"{stem}(?:\.([\w-]+))?\.md", name) for name in files}
    return {match[1] or ENGLISH: files[name].read_text(encoding="utf-8") for name, match in named.items() if match}


def guide_in(language: str, found: Mapping[str, str]) -> str:
    """The guide in that language, or in the one that it is a kind of; in English where there is neither."""
    parts = language.split("-")
    kinds = ("-".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((found[kind] for kind in kinds if kind in found), found[ENGLISH])
