"""What the others at the table have said, and how to answer it."""

from __future__ import annotations

from dataclasses import dataclass

from service.mail.facts import Facts, game_of, recipient, table, time_for
from service.mail.subjects import sender_named
from service.models import Account, Message, Notice
from service.play.chat import said
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
    """What others have said from the message that the notice names on."""
    game, reader, seat = game_of(notice), recipient(notice), notice.seat or 0
    heard = [each for each in said(game, after=notice.data["from"] - 1) if each.account_id != reader.id]
    return Facts(
        {
            **table(game, seat),
            "game_link": links.talk_link(game),
            "messages": [_said(each, reader) for each in heard[:MOST]],
            "more": max(0, len(heard) - MOST),
        },
        reply_to=links.talk_box(game, seat),
        sender=sender_named(heard[0].account) if len({each.account_id for each in heard}) == 1 else "",
    )


def _said(message: Message, reader: Account) -> Said:
    return Said(message.account.name, time_for(reader, message.at), message.text.splitlines())
