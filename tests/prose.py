"""All prose that is put into the reader's language, and the catalogues that there are of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path

from babel import Locale
from babel.dates import format_timedelta
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask

ROOT = Path(__file__).parents[1]
TRANSLATIONS = ROOT / "service" / "translations"
PROMISED = ("de", "it")
PACKAGES = ("rules", "service", "workers")
"""Where `make messages` looks."""
PATTERN = re.compile(r"(?:[EdMyHm:., ]|'[^']*')+")
"""How a date is written: letters of CLDR, no words but those in quotes."""
_MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
KEYWORDS = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2)}


@cache
def template() -> Catalog:
    """Every message of the code, translated into nothing."""
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    found = Catalog()
    for package in PACKAGES:
        for _, _, message, _, _ in extract_from_dir(ROOT / package, methods, options, KEYWORDS):
            found.add(message)
    return found


def ids() -> list[str | tuple[str, ...]]:
    """Return the English messages, both forms of plurals."""
    found = (message.id for message in template() if message.id)
    return [each if isinstance(each, str) else tuple(each) for each in found]


def messages() -> Iterator[str]:
    """Every sentence in English that is looked up, the plural beside the singular."""
    for each in ids():
        yield from (each,) if isinstance(each, str) else each


def wanted() -> list[str]:
    """Return the languages whose catalogues must be complete: the promised ones, and any other that exists."""
    return sorted({*PROMISED, *(file.parts[-3] for file in TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))})


@cache
def catalogue(language: str) -> Catalog:
    """Return a language's catalogue."""
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def speak(app: Flask, folder: Path, language: str) -> None:
    """Give the app the catalogue of a language, and no other one, with ⟦marks⟧ round all that comes out of it."""
    marked = Catalog(locale=language)
    for message in catalogue(language):
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if message.id and all(forms) and not message.fuzzy:
            told = tuple(form if PATTERN.fullmatch(form) else f"⟦{form}⟧" for form in forms)
            marked.add(message.id, told[0] if isinstance(message.string, str) else told)
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, marked)
    find_catalogues(app, folder)


def find_catalogues(app: Flask, *folders: Path) -> None:
    """Let the app use only these catalogue folders, and forget catalogues already read."""
    babel = app.extensions["babel"]
    babel.translation_directories = [str(folder) for folder in folders]
    babel.instance.domain_instance.cache.clear()


def dates(language: str) -> list[str]:
    """Return the words of dates and durations, which come from CLDR."""
    locale = Locale.parse(language)
    forms = (names for kind in (locale.days, locale.months) for names in kind["format"].values())
    spans = (timedelta(**{unit: count}) for unit in ("days", "hours", "minutes") for count in (-2, -1, 1, 2))
    away = [format_timedelta(span, threshold=1.5, add_direction=True, locale=locale) for span in spans]
    return [*(name.rstrip(".") for names in forms for name in names.values()), *" ".join(away).split(), "UTC"]


def unmarked(text: str) -> str:
    """Return the parts of a text outside of marks, which came from no catalogue."""
    while (left := _MARKED.sub(" ", text)) != text:
        text = left
    return text
