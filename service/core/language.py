"""The reader's language, with types: flask-babel comes without them. The catalogue is found by these names."""

from __future__ import annotations

from datetime import timedelta

import flask_babel
from babel.dates import format_timedelta
from flask import has_request_context, request

SOURCE = "en"
"""The language that everything is written in."""


def readers_locale() -> str:
    """The language that the reader's browser or client asks for, if there is a catalogue of it; else English."""
    if not has_request_context():
        return SOURCE
    offered = [str(locale) for locale in flask_babel.get_babel().instance.list_translations()]
    return request.accept_languages.best_match([SOURCE, *offered]) or SOURCE


def span(seconds: int) -> str:
    """So long, in words and without leaving out much: "90 minutes", "24 hours", "3 days"."""
    return format_timedelta(timedelta(seconds=seconds), threshold=2, locale=flask_babel.get_locale() or SOURCE)


def gettext(text: str, **values: str | int) -> str:
    """The text in the reader's language, with its `%(name)s` filled in."""
    return str(flask_babel.gettext(text, **values))


def ngettext(singular: str, plural: str, num: int, **values: str | int) -> str:
    """The form that fits the number, which it may name `%(num)d`."""
    return str(flask_babel.ngettext(singular, plural, num, **values))
