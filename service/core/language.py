"""The reader's language: the only door to flask-babel, with types. The catalogue is found by these names."""

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
"""The language that everything is written in."""
FOLDER = "translations"
"""Where the catalogues are, below the folder of the service."""
PREFERRED = "preferred_language"
"""Where a request keeps what `prefer` was told."""

REMEMBERED = 1 << 13
"""Texts of a language in its own words; ours are fewer."""


@dataclass(frozen=True)
class _Speech:
    """A language, and what translates into it."""

    translations: NullTranslations
    locale: Locale

    @cached_property
    def tag(self) -> str:
        return _tag(str(self.locale))

    @cached_property
    def translate(self) -> Callable[[str], str]:
        """Each text once: a catalogue looks it up in Python, three times for what it has not got."""
        return lru_cache(maxsize=REMEMBERED)(self.translations.ugettext)


_spoken: ContextVar[_Speech | None] = ContextVar("spoken", default=None)
"""What `in_language` has found once: flask-babel looks for it anew for each of the hundreds of texts of a mail."""
_in_request: ContextVar[_Speech | None] = ContextVar("spoken in a request", default=None)
"""The same of the request under way, until it ends or speaks another language."""


def init_app(app: Flask) -> None:
    """Offer the languages that have a catalogue."""
    app.config.from_mapping(BABEL_TRANSLATION_DIRECTORIES=FOLDER)
    flask_babel.Babel(app, locale_selector=_locale_chosen)
    translate_in(app.jinja_env)
    app.before_request(_ask_anew)
    app.teardown_request(_end)


def translate_in(templates: Environment) -> None:
    """Let them have their texts in the reader's language."""
    templates.install_gettext_callables(gettext, _plural, newstyle=True)  # type: ignore[attr-defined]  # jinja2.ext
    templates.globals.update(gettext=_in_template, _=_in_template)


def languages() -> list[str]:
    """The tags (BCP 47) of the languages that can be had: English, and those that have a catalogue."""
    return list(_offered(_folders()))


def own_name(tag: str) -> str:
    """What a language is called by those who speak it, with a capital letter as in a list of names."""
    name = str(Locale.parse(tag, sep="-").get_display_name())
    return name[:1].upper() + name[1:]


def known(tag: str | None) -> str | None:
    """The language meant by a tag, of those that can be had: that one, one that it is a kind of, or a kind of it."""
    return _known(_folders(), tag) if tag else None


def language_asked_for() -> str | None:
    """The language that the browser or client asks for; None if it asks for none that can be had.

    Also if it takes English only in place of another one: everybody does, until that has a catalogue.
    """
    best = _best()
    return None if best == SOURCE and known(request.accept_languages.best) != SOURCE else best


def language() -> str:
    """The tag of the language that the reader is told everything in."""
    return _speech().tag


@contextmanager
def in_language(tag: str | None) -> Iterator[None]:
    """Put everything into that language meanwhile; into English if it is None, or cannot be had."""
    with flask_babel.force_locale(_name(known(tag) or SOURCE)):
        before = _spoken.set(_found())
        try:
            yield
        finally:
            _spoken.reset(before)


def prefer(tag: str | None) -> None:
    """Put everything in the request under way into that language, if it can be had; else as the browser asks."""
    _forget()
    setattr(g, PREFERRED, known(tag))


def span(seconds: int) -> str:
    """So long, in words and without leaving out much: "90 minutes", "24 hours", "3 days"."""
    return format_timedelta(timedelta(seconds=seconds), threshold=2, locale=_speech().locale)


def about(time: timedelta, *, from_now: bool = False) -> str:
    """About so long, in words: "2 days"; with its direction "in 2 days", "3 hours ago"."""
    return _away(time.days, time.seconds, language(), from_now=from_now)


def formatted(time: datetime, pattern: str, zone: tzinfo) -> str:
    """A time in a zone, written as a pattern of CLDR has it, such as `EEEE, d MMMM y`; a language may have another."""
    return _formatted(time, gettext(pattern), zone, language())


@lru_cache(maxsize=1024)
def _away(days: int, seconds: int, tag: str, *, from_now: bool) -> str:
    """Worked out once: a deadline stands several times on a page."""
    time, locale = timedelta(days, seconds), Locale.parse(tag, sep="-")
    return format_timedelta(time, threshold=1.5, add_direction=from_now, locale=locale)


@lru_cache(maxsize=4096)
def _formatted(time: datetime, pattern: str, zone: tzinfo, tag: str) -> str:
    """Worked out once: the same few times stand on each page of a game."""
    return format_datetime(time, pattern, tzinfo=zone, locale=Locale.parse(tag, sep="-"))


def listed(things: Iterable[str]) -> str:
    """Several things in a sentence: "Ann and Bob", "Ann, Bob, and Cy"."""
    return format_list(list(things), locale=_speech().locale)


def decimal(number: float) -> str:
    """A number with one digit behind the point, as the reader's language writes it."""
    return format_decimal(number, "0.0", _speech().locale)


def gettext(text: str, **values: str | int) -> str:
    """The text in the reader's language, with its `%(name)s` filled in; nothing of nothing."""
    if not text:
        return ""
    translate = _speech().translate
    return translate(text) % values if values else translate(text)


def ngettext(singular: str, plural: str, num: int, **values: str | int) -> str:
    """The form that fits the number, which it may name `%(num)d`."""
    return _plural(singular, plural, num) % {"num": num, **values}


@pass_eval_context
def _in_template(evaluation: EvalContext, text: str, /, **values: object) -> str:
    """As Jinja's own, which derives a context for each text in a loop: what is filled in is escaped where all is."""
    told = gettext(text)
    if not evaluation.autoescape:
        return told % values
    return Markup(told) % values if values else _markup(told)  # noqa: S704  # a text of ours, and values are escaped


@lru_cache(maxsize=4096)
def _markup(told: str) -> Markup:
    return Markup(told) % {}  # noqa: S704  # a text of ours


def _plural(singular: str, plural: str, num: int) -> str:
    """The form that fits the number, for Jinja, which fills in what it names."""
    return str(_speech().translations.ungettext(singular, plural, num))


def _folders() -> tuple[str, ...]:
    """Where the catalogues of the app under way are."""
    return tuple(flask_babel.get_babel().translation_directories)


@lru_cache(maxsize=256)
def _known(folders: tuple[str, ...], tag: str) -> str | None:
    return _among(_offered(folders), tag)


@lru_cache(maxsize=8)
def _offered(folders: tuple[str, ...]) -> tuple[str, ...]:
    """Looked for once: it is asked several times for each page, and folders are listed anew each time."""
    found = {_tag(str(locale)) for locale in flask_babel.get_babel().instance.list_translations()}
    return (SOURCE, *sorted(found - {SOURCE}))


def _ask_anew() -> None:
    """Know nothing of the request before, which commands and tests may send in the same context of the app."""
    g.pop(PREFERRED, None)
    _forget()


def _forget() -> None:
    _in_request.set(None)
    flask_babel.refresh()


def _end(_: BaseException | None) -> None:
    _in_request.set(None)


def _speech() -> _Speech:
    """In a request it is looked for once, and not for each of the hundred texts of a page."""
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
    """That of the language under way; it is one object as long as catalogues are looked for in these folders."""
    return _Speech(flask_babel.get_domain().get_translations(), Locale.parse(name))


def _locale_chosen() -> str:
    """What flask-babel asks for once in a request: what was preferred, else the best that the client asks for."""
    return _name(g.get(PREFERRED) or _best() or SOURCE)


def _best() -> str | None:
    """Of the languages that can be had, the one that the client would rather have than the others."""
    if not has_request_context():
        return None
    offered = languages()
    wanted = (tag for tag, quality in request.accept_languages if quality > 0)
    return next(filter(None, (_among(offered, tag) for tag in wanted)), None)


def _among(offered: Sequence[str], tag: str) -> str | None:
    """What RFC 4647, 3.4 looks up for a tag, which Babel may have written; else the first that is a kind of it."""
    parts = _tag(tag.lower()).split("-")
    kinds = ["-".join(parts[:count]) for count in range(len(parts), 0, -1)]
    by_tag = {each.lower(): each for each in offered}
    found = next((by_tag[kind] for kind in kinds if kind in by_tag), None)
    return found or next((each for low, each in by_tag.items() if low.startswith(f"{parts[0]}-")), None)


def _tag(name: str) -> str:
    """What BCP 47 calls what Babel calls so."""
    return name.replace("_", "-")


def _name(tag: str) -> str:
    """What Babel calls what BCP 47 calls so."""
    return tag.replace("-", "_")
