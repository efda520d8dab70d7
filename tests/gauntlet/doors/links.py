"""Attempts on links in emails: keys with a flipped bit, cut, doubled, of another purpose, or missing."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlencode

from tests.gauntlet.attempts import Attempt
from tests.gauntlet.ground import Ground
from tests.gauntlet.inputs import METHODS, SEGMENTS, TEXTS
from tests.service.access.pages import PAGES
from tests.service.access.whose import Whose

DOOR = "links"
TYPED = {"Content-Type": "application/x-www-form-urlencoded"}
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
FORM = {"version": "1", "move": "place max-15", "List-Unsubscribe": "One-Click", "name": "quilla"}


def attempts(ground: Ground) -> Iterator[Attempt]:
    """All of them."""
    for name in [name for name, rule in PAGES.items() if rule.whose is Whose.HOLDERS]:
        method, path = name.split(" ")
        before, _, after = path.partition("<")
        for sort, what, key in _keys(ground, before.rstrip("/")):
            yield _attempt(sort, what, method, before + key + after.partition(">")[2])
        for segment in SEGMENTS:
            yield _attempt("paths", segment, method, before + segment + after.partition(">")[2])
        for what, text in TEXTS.items():
            yield _attempt("texts", what, method, before + quote(text[:2000], safe="") + after.partition(">")[2])
    for before, key in ground.keys.items():
        for verb in set(METHODS) - {"GET", "POST"}:
            yield _attempt("methods", verb, verb, f"{before}/{key}")


def _attempt(sort: str, what: str, method: str, path: str) -> Attempt:
    body = urlencode(FORM).encode() if method == "POST" else None
    return Attempt(DOOR, sort, what, method, path, TYPED if body else {}, body, foreign=True)


def _keys(ground: Ground, door: str) -> Iterator[tuple[str, str, str]]:
    for place, key in ground.keys.items():
        if place != door:
            yield "keys of another door", place, key
            continue
        for at, letter in enumerate(key):
            flipped = ALPHABET[(ALPHABET.find(letter) + 1) % len(ALPHABET)]
            yield "flipped letters", f"{place} at {at}", key[:at] + flipped + key[at + 1 :]
        for what, changed in {"cut": key[:-1], "longer": key + "a", "twice": key * 2, "backwards": key[::-1]}.items():
            yield "broken keys", f"{place} {what}", changed
