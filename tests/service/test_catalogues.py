"""The catalogues are whole: nothing is left in English, nothing is lost on the way, and nothing is too long."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import read_mo

from tests import prose

FILLED = re.compile(r"%\(\w+\)[sd]|%%|\{[^{}]*\}|</?[a-z][^>]*>|&\w+;")
"""Places that are filled, and marks of HTML."""
NUMBER = "%(num)d"
"""Of what there are so many: one form may name it, and another say "one"."""
PATTERN = re.compile(r"[EdMyHm:, ]+")
"""How a date is written, in letters of CLDR."""
LETTERS, QUOTED = re.compile(r"[A-Za-z]"), re.compile(r"'[^']*'")
LABELS = re.compile(
    r"""(?:<(?:button|label|legend|th|dt)\b[^>]*>|<a class="button[^>]*>)\s*\{\{ _\((["'])(.*?)\1\) \}\}"""
)
"""What stands on buttons and before fields in templates."""
FITS = 24
"""Characters: a label that is no longer fits everywhere, also on a telephone."""
WIDER = 1.6
"""How much longer than in English a longer label may be."""

spoken = pytest.mark.parametrize("language", prose.wanted())


def pairs(message: Message) -> Iterator[tuple[str, str]]:
    """Yield each form of a message with its English text."""
    singular, *plural = forms(message.id)
    one, *others = forms(message.string)
    yield singular, one
    yield from ((plural[0], other) for other in others)


def forms(text: object) -> tuple[str, ...]:
    """Return the form of a message, or both for plurals."""
    return (text,) if isinstance(text, str) else tuple(map(str, text if isinstance(text, list | tuple) else ()))


@cache
def translations(language: str) -> list[tuple[str, str]]:
    done = (each for each in prose.catalogue(language) if each.id and not each.fuzzy and all(forms(each.string)))
    return [pair for message in done for pair in pairs(message)]


@cache
def plurals() -> frozenset[str]:
    """Both forms of all messages that have two."""
    return frozenset(form for each in prose.ids() if not isinstance(each, str) for form in forms(each))


@spoken
def test_every_sentence_of_the_code_is_translated_and_none_is_only_guessed(language: str) -> None:
    catalogue = prose.catalogue(language)
    done = {forms(message.id) for message in catalogue if not message.fuzzy and all(forms(message.string))}

    missing = [each for each in prose.ids() if forms(each) not in done]
    assert not missing, f"{len(missing)} after `make messages`, such as {missing[:5]}"


@spoken
def test_a_catalogue_holds_nothing_that_the_code_has_left_behind(language: str) -> None:
    left_behind = {forms(each.id) for each in prose.catalogue(language) if each.id} - set(map(forms, prose.ids()))
    assert not left_behind


@spoken
def test_what_is_filled_in_is_filled_in_there_too(language: str) -> None:
    for english, text in translations(language):
        wanted, found = (Counter(FILLED.findall(each)) for each in (english, text))
        if english in plurals():
            del wanted[NUMBER], found[NUMBER]
        assert found == wanted, (english, text)


@spoken
def test_a_translation_begins_and_ends_as_the_english_does(language: str) -> None:
    for english, text in translations(language):
        assert re.findall(r"\A\s*|\s*\Z", text) == re.findall(r"\A\s*|\s*\Z", english), (english, text)
        assert ("\n" in text) == ("\n" in english), (english, text)


@spoken
def test_patterns_of_dates_hold_the_same_letters(language: str) -> None:
    for english, text in translations(language):
        if PATTERN.fullmatch(english):
            assert set(LETTERS.findall(QUOTED.sub("", text))) == set(LETTERS.findall(english)), (english, text)


@spoken
def test_what_stands_on_a_button_fits_on_it(language: str) -> None:
    files = (prose.ROOT / "service").rglob("*.html")
    labels = {found[2] for file in files for found in LABELS.finditer(file.read_text(encoding="utf-8"))}
    assert {"Play this move", "Sign out"} <= labels
    too_long = [
        (english, text)
        for english, text in translations(language)
        if english in labels and len(text) > max(FITS, WIDER * len(english))
    ]
    assert not too_long


@spoken
def test_what_is_read_is_what_the_translators_wrote(language: str) -> None:
    with (prose.TRANSLATIONS / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
        read = {forms(message.id): forms(message.string) for message in read_mo(file) if message.id}

    written = (message for message in prose.catalogue(language) if message.id and not message.fuzzy)
    assert read == {forms(each.id): forms(each.string) for each in written if any(forms(each.string))}, (
        "run `make messages`"
    )
