"""What somebody's own lines come to: one wish, several or one in doubt, mere talk, or nothing.

Each thing that they say counts for itself, whatever marks and line breaks they put around it.

Pure: it gets the lines, wherever in a mail they stood, and a door, which knows what can be asked for. What cannot be
read as exactly one thing is never done: a question costs a minute, and a move cannot be taken back.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Generic, Protocol, TypeVar

from service.mail.reading.doubts import goes_on, is_doubt

_PREFIX = re.compile(r"\A(?:(?:my )?move|(?:la mia )?mossa|(?:mein )?zug) ?: ?", re.IGNORECASE)
_WRAPPINGS = frozenset({"**", "__", "``", '""', "''", "\u00ab\u00bb", "<>", "[]"})
_GOES_ON = (",", ";")


class Written(Protocol):
    """Something that can be asked for."""

    @property
    def text(self) -> str:
        """How it is written, to be sent by itself."""


W = TypeVar("W", bound=Written)


@dataclass(frozen=True)
class One(Generic[W]):
    """Exactly one wish, and what can be done beside any other. `texts` is what was written of all of it.

    `talk` is what was said besides, which asks for nothing.
    """

    wish: W
    texts: tuple[str, ...]
    beside: tuple[W, ...] = ()
    talk: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Doubtful(Generic[W]):
    """Several wishes; or one, with words that take it back or may be meant for another. `texts` holds those, too."""

    wishes: tuple[W, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Talk:
    """Nothing that can be asked for: `text` is what may have been meant so, else the first thing said."""

    text: str

    @property
    def texts(self) -> tuple[str, ...]:
        """What was written."""
        return (self.text,)


@dataclass(frozen=True)
class Nothing:
    """No lines at all."""

    texts: tuple[str, ...] = ()


Meaning = One[W] | Doubtful[W] | Talk | Nothing


class Door(ABC, Generic[W]):
    """What can be asked for in answer to one mail."""

    @abstractmethod
    def wish(self, text: str) -> W | None:
        """What a line asks for by itself, or None."""

    def is_near(self, text: str, wish: W | None) -> bool:
        """Whether talk may be meant for a wish, and another than the one that stands beside it, if one does."""
        return False

    def together(self, wishes: Sequence[W]) -> Sequence[W]:
        """What wishes in lines right below each other come to, where several may be parts of one."""
        return wishes

    def as_one(self, wishes: Sequence[W]) -> W | None:
        """What wishes between which there is talk could still be together."""
        return None

    def is_harmless(self, wish: W) -> bool:
        """Whether a wish may be granted in spite of doubts."""
        return False

    def goes_beside(self, wish: W) -> bool:
        """Whether a wish can be granted beside any other."""
        return False


def meant(lines: Sequence[str], door: Door[W], *, heeds_talk: bool = True) -> Meaning[W]:
    """What the lines come to at that door; `heeds_talk` unless the writer was asked what they mean."""
    said = [(text, door.wish(text)) for text in _statements(lines, lambda text: door.wish(text) is not None)]
    beside = [(text, wish) for text, wish in said if wish is not None and door.goes_beside(wish)]
    rest = [(text, wish) for text, wish in said if wish is None or not door.goes_beside(wish)]
    wishes = _distinct(_together(rest, door))
    if not wishes and beside:
        first, *others = (wish for _, wish in beside)
        return One(first, _distinct(text for text, _ in beside), tuple(others))
    if not wishes:
        near = next((text for text, _ in rest if door.is_near(text, None)), first_statement(lines))
        return Talk(near) if near else Nothing()
    doubts = [text for text in _talk(rest) if is_doubt(text) or door.is_near(text, wishes[0])] if heeds_talk else []
    if len(wishes) == 1 and (not doubts or door.is_harmless(wishes[0])):
        texts = [text for text, wish in [*rest, *beside] if wish is not None]
        talk = tuple(text for text, wish in rest if wish is None)
        return One(wishes[0], _distinct(texts), tuple(wish for _, wish in beside), talk)
    one = door.as_one(wishes)
    texts = [text for text, wish in said if wish is not None or any(text in doubt for doubt in doubts)]
    return Doubtful(wishes if one is None else (one,), _distinct(texts))


def first_statement(lines: Sequence[str]) -> str:
    """The first thing, whatever it is; a comma joins the next line to it."""
    return next(_statements(lines, bool), "")


def _statements(lines: Sequence[str], is_one: Callable[[str], bool]) -> Iterator[str]:
    """What each line says. Lines that end in a comma and the one after them are one thing where `is_one` says so."""
    said = list(filter(None, (_PREFIX.sub("", line) for line in lines)))
    at = 0
    while at < len(said):
        end = at + 1
        while end < len(said) and said[end - 1].endswith(_GOES_ON):
            end += 1
        joined = bare(" ".join(said[at:end]))
        if end > at + 1 and is_one(joined):
            yield joined
        else:
            yield from filter(None, map(bare, said[at:end]))
        at = end


def bare(line: str) -> str:
    """The line without the dots after it, and the quotation marks, stars or brackets round it."""
    plain = line.rstrip(" .")
    inside = plain[1:-1]
    if plain[:1] + plain[-1:] in _WRAPPINGS and plain[0] not in inside and plain[-1] not in inside:
        return inside.strip(" .")
    return plain


def _talk(said: Iterable[tuple[str, W | None]]) -> list[str]:
    """What asks for nothing; lines that a mail program has broken are put together."""
    paragraphs: list[str] = []
    is_open = False
    for text, wish in said:
        if wish is None and is_open:
            paragraphs[-1] += f" {text}"
        elif wish is None:
            paragraphs.append(text)
        is_open = wish is None and goes_on(text)
    return paragraphs


def _together(said: Iterable[tuple[str, W | None]], door: Door[W]) -> Iterator[W]:
    for _, run in groupby(said, key=lambda each: each[1] is not None):
        wishes = [wish for _, wish in run if wish is not None]
        if wishes:
            yield from door.together(wishes)


T = TypeVar("T")


def _distinct(things: Iterable[T]) -> tuple[T, ...]:
    found: list[T] = []
    for thing in things:
        if thing not in found:
            found.append(thing)
    return tuple(found)
