"""Interpretation of the writer's own lines: one intent, several, a doubtful one, mere talk, or nothing.

Each statement counts by itself, whatever punctuation and line breaks are around it.
Pure: the input is the lines, from anywhere in an email, and a grammar of the possible intents. Lines without exactly
one meaning never have an effect: a question costs a minute, and a move cannot be undone.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Generic, Protocol, TypeVar

from service.mail.commands import Request
from service.mail.reading.courtesies import asks, says_more
from service.mail.reading.doubts import goes_on, is_doubt

_PREFIX = re.compile(r"\A(?:(?:my )?move|(?:la mia )?mossa|(?:mein )?zug) ?: ?", re.IGNORECASE)
_WRAPPINGS = frozenset({"**", "__", "``", '""', "''", "\u00ab\u00bb", "<>", "[]"})
_GOES_ON = (",", ";")


class Written(Protocol):
    """An intent that can be written."""

    @property
    def text(self) -> str:
        """Return the text that expresses it, to be sent by itself."""


W = TypeVar("W", bound=Written)


@dataclass(frozen=True)
class One(Generic[W]):
    """Exactly one intent, and intents that may accompany any other. `texts` is the text of all of them.

    `talk` is the text without an intent. `is_held` is True if it says more than courtesies: it may regret the intent.
    """

    intent: W
    texts: tuple[str, ...]
    beside: tuple[W, ...] = ()
    talk: tuple[str, ...] = field(default=(), compare=False)
    is_held: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Doubtful(Generic[W]):
    """Several intents; or one, with words that retract it or may mean another. `texts` includes these words."""

    intents: tuple[W, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Talk:
    """Text without an intent: the part that may be a mistyped one, else the first statement."""

    text: str

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the text."""
        return (self.text,)


@dataclass(frozen=True)
class Nothing:
    """No lines at all."""

    texts: tuple[str, ...] = ()


Meaning = One[W] | Doubtful[W] | Talk | Nothing


class ReplyGrammar(ABC, Generic[W]):
    """The intents possible in reply to one email."""

    heeds_questions = False
    """Whether a question beside an intent leaves it in doubt."""

    @abstractmethod
    def intent(self, text: str) -> W | None:
        """Parse a line by itself; None if it has no intent."""

    def is_near(self, text: str, intent: W | None) -> bool:
        """Check whether talk may be a mistyped intent, other than the given one beside it."""
        return False

    def together(self, intents: Sequence[W]) -> Sequence[W]:
        """Combine the intents of adjacent lines, where several may be parts of one."""
        return intents

    def as_one(self, intents: Sequence[W]) -> W | None:
        """Return the one intent that intents with talk between them may form."""
        return None

    def is_harmless(self, intent: W) -> bool:
        """Check whether an intent may be granted in spite of doubts: a command that only asks for information."""
        return isinstance(intent, Request) and intent.changes_nothing

    def goes_beside(self, intent: W) -> bool:
        """Check whether an intent may accompany any other."""
        return False


def meant(lines: Sequence[str], grammar: ReplyGrammar[W], *, heeds_talk: bool = True) -> Meaning[W]:
    """Interpret lines by a grammar; `heeds_talk` is False if the writer was asked what they meant."""
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
    doubts = [
        text
        for text in (_talk(rest) if heeds_talk else ())
        if is_doubt(text) or grammar.is_near(text, intents[0]) or (grammar.heeds_questions and asks(text))
    ]
    if len(intents) == 1 and (not doubts or grammar.is_harmless(intents[0])):
        texts = [text for text, intent in [*rest, *beside] if intent is not None]
        talk = tuple(text for text, intent in rest if intent is None)
        return One(intents[0], _distinct(texts), tuple(intent for _, intent in beside), talk, says_more(talk))
    one = grammar.as_one(intents)
    texts = [text for text, intent in said if intent is not None or any(text in doubt for doubt in doubts)]
    return Doubtful(intents if one is None else (one,), _distinct(texts))


def first_statement(lines: Sequence[str]) -> str:
    """Return the first statement; a comma joins the next line to it."""
    return next(_statements(lines, bool), "")


def _statements(lines: Sequence[str], is_one: Callable[[str], bool]) -> Iterator[str]:
    """Split lines into statements. Lines that end in a comma are joined with the next if `is_one` accepts that."""
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
    """Remove dots at the end, and quotation marks, asterisks or brackets around a line."""
    plain = line.rstrip(" .")
    inside = plain[1:-1]
    if plain[:1] + plain[-1:] in _WRAPPINGS and plain[0] not in inside and plain[-1] not in inside:
        return inside.strip(" .")
    return plain


def _talk(said: Iterable[tuple[str, W | None]]) -> list[str]:
    """Return the paragraphs without an intent; lines broken by an email program are joined."""
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
