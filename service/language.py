"""The reader's language, with types: flask-babel comes without them. The catalogue is found by these names."""

from __future__ import annotations

import flask_babel


def gettext(text: str, **values: str | int) -> str:
    """The text in the reader's language, with its `%(name)s` filled in."""
    return str(flask_babel.gettext(text, **values))


def ngettext(singular: str, plural: str, num: int, **values: str | int) -> str:
    """The form that fits the number, which it may name `%(num)d`."""
    return str(flask_babel.ngettext(singular, plural, num, **values))
