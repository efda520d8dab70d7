"""What the others at the table have said, and how to answer it."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Seat
from service.core.language import gettext
from service.mail.facts import Facts, game_of, name_of, recipient, table, time_for
from service.mail.subjects import sender_named
from service.models import Account, Message, Notice
from service.play.chat import said
from service.play.quick_words import QUICK_WORDS
from service.play.seating import seat_of
from service.post import links

MOST = 20
"""Messages in one mail; the page has them all."""


@dataclass(frozen=True)
class Said:
    """One message: who, when in the reader's zone, and the lines of it."""

    who: str
    when: str
    lines: list[str]


def facts(notice: Notice) -> Facts:
    """What others have said from the message that the notice names on: to all, or one of them to the reader alone."""
    game, reader, seat = game_of(notice), recipient(notice), notice.seat or 0
    by = notice.data.get("by")
    heard = [each for each in said(game, seat, notice.data["from"] - 1) if _is_told(each, reader, by)]
    return Facts(
        {
            **table(game, seat),
            "game_link": links.talk_link(game),
            "messages": [_said(each, reader) for each in heard[:MOST]],
            "more": max(0, len(heard) - MOST),
            "alone_with": "" if by is None else name_of(seat_of(game, by), seat),
        },
        reply_to=links.talk_box(game, seat) if by is None else links.aside_box(game, seat, by),
        sender=sender_named(heard[0].account) if len({each.account_id for each in heard}) == 1 else "",
    )


def _is_told(message: Message, reader: Account, by: Seat | None) -> bool:
    is_for = message.to_seat is None if by is None else message.to_seat is not None and message.seat == by
    return is_for and message.account_id != reader.id


def _said(message: Message, reader: Account) -> Said:
    words = gettext(QUICK_WORDS[message.quick]) if message.quick in QUICK_WORDS else message.words
    return Said(message.speaker, time_for(reader, message.at), words.splitlines())
