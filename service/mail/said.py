"""Messages of a game as a mail shows them; those of visitors have no links."""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.core.language import gettext
from service.mail.facts import time_for
from service.models import Account, Game, Message
from service.people.visitors import is_visitor
from service.play.chat import QUICK_WORDS, said
from service.play.positions import log_of

MOST_OF_VISITORS = 5
"""Of the newest in a mail about a turn; the page has them all."""
_LINKED = re.compile(r"(?<=\S)[.\u3002\uff0e\uff61](?=[^\W\d_])|(?<=[^\W\d_]):(?=\S)")
"""Where mail programs see a web address: at a dot before letters, or between a scheme and what it leads to."""


@dataclass(frozen=True)
class Said:
    """One message: who, when in the reader's zone, and the lines of it."""

    who: str
    when: str
    lines: list[str]


def as_mailed(message: Message, reader: Account) -> Said:
    """A message for a reader of it."""
    return Said(message.speaker, time_for(reader, message.at), words_of(message).splitlines())


def words_of(message: Message) -> str:
    """What was said."""
    if message.quick in QUICK_WORDS:
        return gettext(QUICK_WORDS[message.quick])
    return unlinked(message.text) if is_visitor(message.account) else message.text


def unlinked(words: str) -> str:
    """The words with a space after all that would make a link of them."""
    return _LINKED.sub(r"\g<0> ", words)


def said_by_visitors(game: Game, reader: Account, seat: int) -> list[Said]:
    """What visitors have said to all since the reader's last move; the reader gets no other mail of it."""
    if not any(each.account is not None and is_visitor(each.account) for each in game.seats):
        return []
    last = max((entry.at for entry in log_of(game) if entry.seat == seat), default=game.created_at)
    heard = [each for each in said(game, seat) if each.at > last and each.account_id != reader.id]
    told = [as_mailed(each, reader) for each in heard if is_visitor(each.account) and each.to_seat is None]
    return told[-MOST_OF_VISITORS:]
