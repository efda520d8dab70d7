"""What somebody's own lines come to: one intent, several or one in doubt, mere talk, or nothing.

Each thing that they say counts for itself, whatever marks and line breaks they put around it.

Pure: it gets the lines, wherever in a mail they stood, and a grammar, which knows what can be asked for. What cannot be
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
    """Exactly one intent, and what can be done beside any other. `texts` is what was written of all of it.

    `talk` is what was said besides, which asks for nothing.
    """

    intent: W
    texts: tuple[str, ...]
    beside: tuple[W, ...] = ()
    talk: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Doubtful(Generic[W]):
    """Several intents; or one, with words that take it back or may be meant for another. `texts` holds those, too."""

    intents: tuple[W, ...]
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


class ReplyGrammar(ABC, Generic[W]):
    """What can be asked for in answer to one mail."""

    @abstractmethod
    def intent(self, text: str) -> W | None:
        """What a line asks for by itself, or None."""

    def is_near(self, text: str, intent: W | None) -> bool:
        """Whether talk may be meant for an intent, and another than the one that stands beside it, if one does."""
        return False

    def together(self, intents: Sequence[W]) -> Sequence[W]:
        """What intents in lines right below each other come to, where several may be parts of one."""
        return intents

    def as_one(self, intents: Sequence[W]) -> W | None:
        """What intents between which there is talk could still be together."""
        return None

    def is_harmless(self, intent: W) -> bool:
        """Whether an intent may be granted in spite of doubts."""
        return False

    def goes_beside(self, intent: W) -> bool:
        """Whether an intent can be granted beside any other."""
        return False


def meant(lines: Sequence[str], grammar: ReplyGrammar[W], *, heeds_talk: bool = True) -> Meaning[W]:
    """What the lines come to by that grammar; `heeds_talk` unless the writer was asked what they mean."""
    said = [(text, grammar.intent(text)) for text in _statements(lines, lambda text: grammar.intent(text) is not None)]
    beside = [(text, intent) for text, intent in said if intent is not None and grammar.goes_beside(intent)]
    rest = [(text, intent) for text, intent in said if intent is None or not grammar.goes_beside(intent)]
    intents = _distinct(_together(rest, grammar))
    if not intents and beside:
        first, *others = (intent for _, intent in beside)
        return One(first, _distinct(text for text, _ in beside), tuple(others))
    if not intents:
        near = next((text for text, _ in rest if grammar.is_near(text, None)), first_statement(lines))
        return Talk(near) if near else Nothing()
    doubts = [text for text in _talk(rest) if is_doubt(text) or grammar.is_near(text, intents[0])] if heeds_talk else []
    if len(intents) == 1 and (not doubts or grammar.is_harmless(intents[0])):
        texts = [text for text, intent in [*rest, *beside] if intent is not None]
        talk = tuple(text for text, intent in rest if intent is None)
        return One(intents[0], _distinct(texts), tuple(intent for _, intent in beside), talk)
    one = grammar.as_one(intents)
    texts = [text for text, intent in said if intent is not None or any(text in doubt for doubt in doubts)]
    return Doubtful(intents if one is None else (one,), _distinct(texts))


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
    for text, intent in said:
        if intent is None and is_open:
            paragraphs[-1] += f" {text}"
        elif intent is None:
            paragraphs.append(text)
        is_open = intent is None and goes_on(text)
    return paragraphs


def _together(said: Iterable[tuple[str, W | None]], grammar: ReplyGrammar[W]) -> Iterator[W]:
    for _, run in groupby(said, key=lambda each: each[1] is not None):
        intents = [intent for _, intent in run if intent is not None]
        if intents:
            yield from grammar.together(intents)


T = TypeVar("T")


def _distinct(things: Iterable[T]) -> tuple[T, ...]:
    found: list[T] = []
    for thing in things:
        if thing not in found:
            found.append(thing)
    return tuple(found)
