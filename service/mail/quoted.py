"""Separation of the writer's lines from our quoted email, with or without quote marks.

Pure: the input is the reply, and our email's text if it is known. A doubtful line counts as quoted: a question costs a
minute, and a move cannot be undone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from service.mail.reading.html import text_of_html
from service.mail.reading.outcomes import MARK, Reply
from service.mail.reading.quotes import begins_quote, cleaned, signs

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LINK = re.compile(r"<?https?://\S+")
_SIGN = re.compile("[?\u061f]|[:;=]-?[(/]|[\U0001f300-\U0001faff\u2600-\u27bf]")
"""A question mark, a sad face or a picture, which may say something without a word."""
_TRUSTED = 0.5
"""Share of the lines of an unmarked quote. If fewer are known to be ours, no line counts as the writer's own."""


@dataclass(frozen=True)
class SentMail:
    """An email that we sent; programs quote its text, or their conversion of its HTML."""

    text: str
    html: str

    def holds(self, words: Sequence[str]) -> bool:
        """Check whether it contains these words in sequence."""
        return self.times(words) > 0

    def times(self, words: Sequence[str]) -> int:
        """Count these words in sequence, in the form that has them more often."""
        return max(_times(words, form) for form in self._forms)

    def shares(self, words: Sequence[str]) -> bool:
        """Check whether it contains two neighbouring words as neighbours, or the only word."""
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
    """The writer's lines: `said` is certainly theirs, `between` is from a quote without marks."""

    said: tuple[str, ...] = ()
    between: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Return all lines, in the order of the email."""
        return self.said + self.between


def own_lines(reply: Reply, sent: SentMail | None, is_intent: Callable[[str], bool]) -> OwnLines:
    """Extract the writer's own lines from a reply; `sent` is the email that it answers, if known.

    In an unmarked quote these are the lines with an intent that occur more often than in our email, and the lines that
    share nothing with our email. In a marked quote, where no line is unmarked, they also stand in paragraphs of their
    own: Roundcube marks its writer's lines, too.
    """
    said, quote = reply.lines, reply.below
    is_marked = any(line.startswith(MARK) for line in quote)
    if is_marked:
        said = (*said, *_unmarked(quote, sent))
        quote = () if said else tuple(line.removeprefix(MARK) for line in quote)
    if sent is None or not _is_a_quote(quote, sent):
        return OwnLines(said)
    added = tuple(_added(quote, sent, is_intent))
    return OwnLines(said, _apart(added, quote, is_intent) if is_marked else added)


def _apart(added: Sequence[str], quote: Sequence[str], is_intent: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the added lines that are paragraphs below others in a marked quote; none if no intent is among them."""
    alone = {
        line for above, line, below in zip((MARK, *quote), quote, (*quote[1:], ""), strict=False) if not above + below
    }
    found = tuple(line for line in added if line in alone and not begins_quote([line]))
    return found if any(map(is_intent, found)) else ()


def _unmarked(below: Sequence[str], sent: SentMail | None) -> Iterator[str]:
    """Yield the unmarked lines, without those that may be the rest of a quoted line that a program has broken."""
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
    """Check whether most lines are from our email."""
    lines = [words for line in below if (words := _words(line))]
    ours = sum(sent.holds(words) for words in lines)
    return bool(lines) and ours >= _TRUSTED * len(lines)


def _added(below: Sequence[str], sent: SentMail, is_intent: Callable[[str], bool]) -> Iterator[str]:
    unsigned = list(_without_signatures(below, sent))
    intents = [line for line in unsigned if is_intent(line)]
    moves = list(map(_words, intents))
    typed = {line for line in intents if not sent.holds(_words(line))}
    signs_only = {
        line
        for line in unsigned
        if _SIGN.search(line) and line not in intents and _words(line) in [[], *moves]
        if line not in sent.text + sent.html
    }
    others = [line for line in unsigned if line not in typed]
    # A move of ours counts where it stands by itself: a sentence may name it without wanting it.
    ours = [line for line in others if sent.holds(_words(line)) and line not in signs_only]
    whole, whole_others, whole_ours = (_joined(_words_of(lines)) for lines in (unsigned, others, ours))
    for line in unsigned:
        words = _words(line)  # lines of ours are counted without typed moves, which may begin like them
        counted = whole if line in typed else whole_ours if line in intents else whole_others
        is_more = bool(words) and _times(words, counted) > sent.times(words)
        names_move = not sent.holds(words) and any(_times(move, _joined(words)) for move in moves)
        if line in signs_only or (is_more and (line in intents or names_move or not sent.shares(words))):
            yield line


def _without_signatures(below: Sequence[str], sent: SentMail) -> Iterator[str]:
    """Drop the lines of a signature, which follow its mark and are not from our email; our email has a mark too."""
    is_signed = False
    for line in below:
        is_signed = signs(line) or (is_signed and not sent.holds(_words(line)))
        if not is_signed:
            yield line


def _words(line: str) -> list[str]:
    """Return the words to compare, without links: programs add, remove and change them."""
    return _WORD.findall(_LINK.sub(" ", line.lower()))


def _words_of(lines: Iterable[str]) -> list[str]:
    return [word for line in lines for word in _words(line)]


def _joined(words: Sequence[str]) -> str:
    return f" {'  '.join(words)} "


def _times(words: Sequence[str], whole: str) -> int:
    """Count the words in a text by `_joined`; 0 for no words."""
    return whole.count(_joined(words)) if words else 0
