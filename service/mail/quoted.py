"""The writer's own lines among those of a mail of ours that an answer quotes, whether it marks what it quotes or not.

Pure: it gets the answer, and the words of our mail where they are known. What is in doubt is taken for ours: a question
costs a minute, and a move cannot be taken back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from service.mail.reading.html import text_of_html
from service.mail.reading.outcomes import MARK, Reply
from service.mail.reading.quotes import cleaned, signs

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LINK = re.compile(r"<?https?://\S+")
_TRUSTED = 0.5
"""Of the lines of a quote without marks: if fewer are known to be ours, none is taken for the writer's own."""


@dataclass(frozen=True)
class SentMail:
    """A mail of ours: programs quote its text, or what they make of its HTML."""

    text: str
    html: str

    def holds(self, words: Sequence[str]) -> bool:
        """Whether it has these words, one right after the other."""
        return self.times(words) > 0

    def times(self, words: Sequence[str]) -> int:
        """How often it has these words, one right after the other; of its two forms, in the one that has them more."""
        return max(_times(words, form) for form in self._forms)

    def shares(self, words: Sequence[str]) -> bool:
        """Whether two neighbours among the words are neighbours in it, too; or the only word is in it."""
        pairs: list[tuple[str, ...]] = list(pairwise(words)) or [tuple(words)]
        return not self._pairs.isdisjoint(pairs)

    @cached_property
    def _forms(self) -> tuple[str, ...]:
        return tuple(
            _joined(_words_of(map(cleaned, form.splitlines()))) for form in (self.text, text_of_html(self.html))
        )

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, ...]]:
        forms = [form.split() for form in self._forms]
        return frozenset(pair for form in forms for pair in (*pairwise(form), *((word,) for word in form)))


@dataclass(frozen=True)
class OwnLines:
    """What somebody has written: `said` is theirs for certain, `between` stands in a quote without marks."""

    said: tuple[str, ...] = ()
    between: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All of it, in the order of the mail."""
        return self.said + self.between


def own_lines(reply: Reply, sent: SentMail | None, is_wish: Callable[[str], bool]) -> OwnLines:
    """The lines of an answer that are its writer's own; `sent` is what was answered, if that is known.

    Of a quote without marks these are the lines that ask for something and stand there more often than in our mail, and
    those that have nothing of it.
    """
    if any(line.startswith(MARK) for line in reply.below):
        return OwnLines((*reply.lines, *_unmarked(reply.below, sent)))
    if sent is None or not _is_a_quote(reply.below, sent):
        return OwnLines(reply.lines)
    return OwnLines(reply.lines, tuple(_added(reply.below, sent, is_wish)))


def _unmarked(below: Sequence[str], sent: SentMail | None) -> Iterator[str]:
    """The lines without a mark, but for those that may be the end of a quoted line which a program has broken."""
    whole = _joined(_words_of(below))
    above = ""
    for line in below:
        if line and not line.startswith(MARK) and not (above and _may_be_quoted(line, whole, sent)):
            yield line
            above = ""
        else:
            above = line


def _may_be_quoted(line: str, whole: str, sent: SentMail | None) -> bool:
    words = _words(line)
    return sent is None or 0 < sent.times(words) >= _times(words, whole)


def _is_a_quote(below: Sequence[str], sent: SentMail) -> bool:
    """Whether most of the lines are of our mail."""
    lines = [words for line in below if (words := _words(line))]
    ours = sum(sent.holds(words) for words in lines)
    return bool(lines) and ours >= _TRUSTED * len(lines)


def _added(below: Sequence[str], sent: SentMail, is_wish: Callable[[str], bool]) -> Iterator[str]:
    unsigned = list(_without_signatures(below, sent))
    typed = {line for line in unsigned if is_wish(line) and not sent.holds(_words(line))}
    whole, others = (
        _joined(_words_of(lines)) for lines in (unsigned, [each for each in unsigned if each not in typed])
    )
    for line in unsigned:
        words = _words(line)  # a move that was typed begins as some line of ours does, which is no more often for that
        is_more = bool(words) and _times(words, whole if line in typed else others) > sent.times(words)
        if is_more and (is_wish(line) or not sent.shares(words)):
            yield line


def _without_signatures(below: Sequence[str], sent: SentMail) -> Iterator[str]:
    """The lines without those that follow the mark of a signature and are not of our mail, which has one, too."""
    is_signed = False
    for line in below:
        is_signed = signs(line) or (is_signed and not sent.holds(_words(line)))
        if not is_signed:
            yield line


def _words(line: str) -> list[str]:
    """What is compared: links are left out, for programs add them, take them away and change them."""
    return _WORD.findall(_LINK.sub(" ", line.lower()))


def _words_of(lines: Iterable[str]) -> list[str]:
    return [word for line in lines for word in _words(line)]


def _joined(words: Sequence[str]) -> str:
    return f" {'  '.join(words)} "


def _times(words: Sequence[str], whole: str) -> int:
    """How often the words stand in a text that `_joined` has made; 0 for no words."""
    return whole.count(_joined(words)) if words else 0
