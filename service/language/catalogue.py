"""Translation: the only interface to flask-babel, with types. Babel's extractor looks for these function names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property, lru_cache

import flask_babel
from babel import Locale
from babel.dates import format_datetime, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.support import NullTranslations
from flask import Flask, g, has_request_context, request
from jinja2 import Environment, pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

SOURCE = "en"
"""The language of the source texts."""
FOLDER = "translations"
"""The folder of the catalogues, inside the service's folder."""
PREFERRED = "preferred_language"
"""The attribute of `g` that holds the language set by `prefer`."""

REMEMBERED = 1 << 13
"""Cached texts for each language; we have fewer."""


@dataclass(frozen=True)
class _Speech:
    """A language and its translations."""

    translations: NullTranslations
    locale: Locale

    @cached_property
    def tag(self) -> str:
        return _tag(str(self.locale))

    @cached_property
    def translate(self) -> Callable[[str], str]:
        """Translate and cache: a catalogue lookup runs in Python, three times for a missing text."""
        return lru_cache(maxsize=REMEMBERED)(self.translations.ugettext)


_spoken: ContextVar[_Speech | None] = ContextVar("spoken", default=None)
"""The language set by `in_language`. flask-babel would look it up for each of the hundreds of texts of an email."""
_in_request: ContextVar[_Speech | None] = ContextVar("spoken in a request", default=None)
"""The language of the current request, until it ends or changes language."""


def init_app(app: Flask) -> None:
    """Offer each language that has a catalogue."""
    app.config.from_mapping(BABEL_TRANSLATION_DIRECTORIES=FOLDER)
    flask_babel.Babel(app, locale_selector=_locale_chosen)
    translate_in(app.jinja_env)
    app.before_request(_ask_anew)
    app.teardown_request(_end)


def translate_in(templates: Environment) -> None:
    """Install gettext in a Jinja environment."""
    templates.install_gettext_callables(gettext, _plural, newstyle=True)  # type: ignore[attr-defined]  # jinja2.ext
    templates.globals.update(gettext=_in_template, _=_in_template)


def languages() -> list[str]:
    """List the tags (BCP 47) of the offered languages: English, and each with a catalogue."""
    return list(_offered(_folders()))


def own_name(tag: str) -> str:
    """Return a language's own name, capitalised for a list."""
    name = str(Locale.parse(tag, sep="-").get_display_name())
    return name[:1].upper() + name[1:]


def known(tag: str | None) -> str | None:
    """Match a tag with an offered language: exactly, then a more general one, then a variant."""
    return _known(_folders(), tag) if tag else None


def language_asked_for() -> str | None:
    """Return the best offered language of the client's Accept-Language, or None.

    English counts only if it is the first choice: without a catalogue for the first choice, nearly everybody accepts
    English.
    """
    best = _best()
    return None if best == SOURCE and known(request.accept_languages.best) != SOURCE else best


def language() -> str:
    """Return the tag of the reader's language."""
    return _speech().tag


@contextmanager
def in_language(tag: str | None) -> Iterator[None]:
    """Use that language inside the block; English if it is None or not offered."""
    with flask_babel.force_locale(_name(known(tag) or SOURCE)):
        before = _spoken.set(_found())
        try:
            yield
        finally:
            _spoken.reset(before)


def prefer(tag: str | None) -> None:
    """Set the language of the current request, if it is offered; otherwise the client's choice holds."""
    _forget()
    setattr(g, PREFERRED, known(tag))


def span(seconds: int) -> str:
    """Format a duration in words, with little rounding: "90 minutes", "24 hours", "3 days"."""
    return format_timedelta(timedelta(seconds=seconds), threshold=2, locale=_speech().locale)


def about(time: timedelta, *, from_now: bool = False) -> str:
    """Format a rough duration in words: "2 days"; with its direction "in 2 days", "3 hours ago"."""
    return _away(time.days, time.seconds, language(), from_now=from_now)


def short(time: timedelta) -> str:
    """Format a rough duration in few letters: "24 hr", "3 days"."""
    return format_timedelta(time, threshold=2, format="short", locale=_speech().locale)


def formatted(time: datetime, pattern: str, zone: tzinfo) -> str:
    """Format a time in a zone by a CLDR pattern such as `EEEE, d MMMM y`; a translation may change the pattern."""
    return _formatted(time, gettext(pattern), zone, language())


@lru_cache(maxsize=1024)
def _away(days: int, seconds: int, tag: str, *, from_now: bool) -> str:
    """Format a rough duration; cached, because a page shows one deadline several times."""
    time, locale = timedelta(days, seconds), Locale.parse(tag, sep="-")
    return format_timedelta(time, threshold=1.5, add_direction=from_now, locale=locale)


@lru_cache(maxsize=4096)
def _formatted(time: datetime, pattern: str, zone: tzinfo, tag: str) -> str:
    """Format a time; cached, because each page of a game shows the few times of that game."""
    return format_datetime(time, pattern, tzinfo=zone, locale=Locale.parse(tag, sep="-"))


def listed(things: Iterable[str]) -> str:
    """Format a list in a sentence: "Ann and Bob", "Ann, Bob, and Cy"."""
    return format_list(list(things), locale=_speech().locale)


def decimal(number: float) -> str:
    """Format a number with one decimal in the reader's language."""
    return format_decimal(number, "0.0", _speech().locale)


def gettext(text: str, **values: str | int) -> str:
    """Translate a text and fill in its `%(name)s`; empty stays empty."""
    if not text:
        return ""
    translate = _speech().translate
    return translate(text) % values if values else translate(text)


def ngettext(singular: str, plural: str, num: int, **values: str | int) -> str:
    """Translate a text in the plural form for `num`, which the text may use as `%(num)d`."""
    return _plural(singular, plural, num) % {"num": num, **values}


@pass_eval_context
def _in_template(evaluation: EvalContext, text: str, /, **values: object) -> str:
    """Translate a text in a template; with autoescape, escape its values.

    It replaces Jinja's own function, which derives a context for each text in a loop.
    """
    told = gettext(text)
    if not evaluation.autoescape:
        return told % values
    return Markup(told) % values if values else _markup(told)  # noqa: S704  # our own text, with escaped values


@lru_cache(maxsize=4096)
def _markup(told: str) -> Markup:
    return Markup(told) % {}  # noqa: S704  # our own text


def _plural(singular: str, plural: str, num: int) -> str:
    """Translate a plural for Jinja, which fills in the values."""
    return str(_speech().translations.ungettext(singular, plural, num))


def _folders() -> tuple[str, ...]:
    """Return the catalogue folders of the current app."""
    return tuple(flask_babel.get_babel().translation_directories)


@lru_cache(maxsize=256)
def _known(folders: tuple[str, ...], tag: str) -> str | None:
    return _among(_offered(folders), tag)


@lru_cache(maxsize=8)
def _offered(folders: tuple[str, ...]) -> tuple[str, ...]:
    """List the offered languages. Cached: each page asks several times, and flask-babel reads the folders each time."""
    found = {_tag(str(locale)) for locale in flask_babel.get_babel().instance.list_translations()}
    return (SOURCE, *sorted(found - {SOURCE}))


def _ask_anew() -> None:
    """Forget the previous request's language: commands and tests may reuse one app context."""
    g.pop(PREFERRED, None)
    _forget()


def _forget() -> None:
    _in_request.set(None)
    flask_babel.refresh()


def _end(_: BaseException | None) -> None:
    _in_request.set(None)


def _speech() -> _Speech:
    """Return the current language, cached for a request with its hundred texts."""
    return _spoken.get() or _in_request.get() or _found_once()


def _found_once() -> _Speech:
    found = _found()
    if has_request_context():
        _in_request.set(found)
    return found


def _found() -> _Speech:
    return _speech_of(_folders(), str(flask_babel.get_locale() or SOURCE))


@lru_cache(maxsize=16)
def _speech_of(_folders: tuple[str, ...], name: str) -> _Speech:
    """Return the current language's translations: one cached object while the folders do not change."""
    return _Speech(flask_babel.get_domain().get_translations(), Locale.parse(name))


def _locale_chosen() -> str:
    """Select the locale for flask-babel: the preferred language, else the client's best, else English."""
    return _name(g.get(PREFERRED) or _best() or SOURCE)


def _best() -> str | None:
    """Return the offered language that the client prefers."""
    if not has_request_context():
        return None
    offered = languages()
    wanted = (tag for tag, quality in request.accept_languages if quality > 0)
    return next(filter(None, (_among(offered, tag) for tag in wanted)), None)


def _among(offered: Sequence[str], tag: str) -> str | None:
    """Look up a tag (RFC 4647, 3.4), also in Babel's spelling; otherwise take the first variant of its language."""
    parts = _tag(tag.lower()).split("-")
    kinds = ["-".join(parts[:count]) for count in range(len(parts), 0, -1)]
    by_tag = {each.lower(): each for each in offered}
    found = next((by_tag[kind] for kind in kinds if kind in by_tag), None)
    return found or next((each for low, each in by_tag.items() if low.startswith(f"{parts[0]}-")), None)


def _tag(name: str) -> str:
    """Convert a Babel locale name to a BCP 47 tag."""
    return name.replace("_", "-")


def _name(tag: str) -> str:
    """Convert a BCP 47 tag to a Babel locale name."""
    return tag.replace("-", "_")
