"""No text of ours says "a autumn coin" or "an roof", and no article precedes a placeholder."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.prose import ROOT, messages
from tests.rules.test_conformance_articles import slips

NO_PROSE = re.compile("```.*?```|`[^`]*`|“[^”]*”|https?://\\S+|\\b[Aa]n? (?=[A-Z]{2}|https|mbox)", re.DOTALL)
"""Code, what is quoted, and abbreviations, which are read letter by letter."""
BEFORE_A_BLANK = re.compile(r"\b(?:a|[Aa]n) (?:%\(|\{)\w+")


def written() -> Iterator[tuple[str, str]]:
    """Yield every text for readers, with its place."""
    yield from (("a message", message) for message in messages())
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("rules/**/*.md"), ROOT / "openapi.yaml"):
        if len(path.suffixes) == 1:  # what has two is in another language
            yield path.name, NO_PROSE.sub("…", path.read_text())


def test_no_article_is_wrong_in_any_prose() -> None:
    assert not [f"{place}: {slip}" for place, prose in written() for slip in slips(prose)]


def test_no_article_stands_before_a_word_that_may_begin_with_anything() -> None:
    assert not [message for message in messages() if BEFORE_A_BLANK.search(message)]


def test_all_kinds_of_prose_are_looked_through() -> None:
    places = [place for place, _ in written()]

    assert {"README.md", "mail.md", "guide.md", "openapi.yaml"} <= set(places)
    assert places.count("a message") > 1000
