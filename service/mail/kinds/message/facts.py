"""Values for the email about messages from other players, and how to reply."""

from __future__ import annotations

from rules import Seat
from service.accounts.accounts import is_visitor
from service.mail.facts import Facts, as_mailed, game_of, recipient, table
from service.mail.headers import sender_named
from service.models import Account, Message, Notice
from service.notifications import links
from service.play.chat import said
from service.presentation.names import name_on

MOST = 20
"""Messages in one email; the game page has them all."""


def facts(notice: Notice) -> Facts:
    """Collect the others' messages from the one in the notice on: those to all, or the private ones by one player.

    Messages by visitors come with the email about the next turn.
    """
    game, reader, seat = game_of(notice), recipient(notice), notice.seat or 0
    by = notice.data.get("by")
    heard = [each for each in said(game, seat, notice.data["from"] - 1) if _is_told(each, reader, by)]
    return Facts(
        {
            **table(game, seat),
            "game_link": links.talk_link(game),
            "messages": [as_mailed(each, reader) for each in heard[:MOST]],
            "more": max(0, len(heard) - MOST),
            "alone_with": "" if by is None else name_on(game, by),
        },
        reply_to=links.talk_box(game, seat) if by is None else links.aside_box(game, seat, by),
        sender=sender_named(heard[0].account) if len({each.account_id for each in heard}) == 1 else "",
    )


def _is_told(message: Message, reader: Account, by: Seat | None) -> bool:
    is_for = message.to_seat is None if by is None else message.to_seat is not None and message.seat == by
    return is_for and message.account_id != reader.id and not is_visitor(message.account)
