"""A generated catalogue: every message in Greek letters between marks, with its placeholders.

Marks show what was translated; Latin letters left in a text were not looked up.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask import Flask

from tests.prose import find_catalogues, ids

LANGUAGE = "el"
_LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyz", "αβψδεφγηιξκλμνοπθρστυωςχυζ")
_KEPT = re.compile(r"%\(\w+\)[sd]|%%|\{[^{}]*\}|</?[a-z][^>]*>|&\w+;")
"""Places that are filled, and marks of HTML."""
_PATTERN = re.compile(r"[EdMyHm:, ]+")
"""How a date is written: letters of CLDR, no words."""
_WORD = re.compile(r"[A-Za-z]{2,}")


def translated(text: str) -> str:
    """Return a message as the catalogue has it."""
    if _PATTERN.fullmatch(text):
        return text
    kept = iter([*_KEPT.findall(text), ""])
    return f"⟦{''.join(_greek(part) + next(kept) for part in _KEPT.split(text))}⟧"


def untranslated(text: str, *known: str) -> list[str]:
    """Return the words in Latin letters left in a text, except `known`: names and words of the notation."""
    return [word for word in _WORD.findall(text) if word.lower() not in known]


def speak_greek(app: Flask, folder: Path, language: str = LANGUAGE) -> None:
    """Give the app the catalogue, and no other one; it is kept in that folder. It may pass for another language's."""
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, _catalogue())
    find_catalogues(app, folder)


def _greek(text: str) -> str:
    return text.lower().translate(_LETTERS)


@cache
def _catalogue() -> Catalog:
    catalogue = Catalog(locale=LANGUAGE)
    for each in ids():
        catalogue.add(each, translated(each) if isinstance(each, str) else tuple(map(translated, each)))
    return catalogue
