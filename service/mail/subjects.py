"""The subject of all mails about a game, and in whose name they come."""

from __future__ import annotations

from collections.abc import Sequence

import rules
from service.core.language import gettext, listed, ngettext
from service.models import Account, Game, GameSeat, LogEntry
from service.people.names import GUEST
from service.play.positions import log_of
from service.post.subjects import COMPUTERS, PEOPLE, company


def subject_for(game: Game, account: Account | None) -> str:
    """What all mails to the account about the game have as their subject: the game, the others, its number."""
    name = gettext(rules.game(game.ruleset).name)
    seat = next((seat for seat in game.seats if account is not None and seat.account_id == account.id), None)
    others = others_of(game, seat) if seat else ""
    if not others:
        return gettext("%(game_name)s (%(number)s)", game_name=name, number=str(game.number))
    return gettext("%(game_name)s with %(others)s (%(number)s)", game_name=name, others=others, number=str(game.number))


def others_of(game: Game, seat: GameSeat) -> str:
    """The others at the table, as the subject names them to whoever has the seat; empty for one who is alone."""
    noted = seat.with_whom or company(game, seat)
    computers = len(noted[COMPUTERS])
    names = [gettext("a guest") if name.startswith(GUEST) else name for name in noted[PEOPLE]]
    machines = [ngettext("the computer", "%(num)d computers", computers)] if computers else []
    return listed([*names, *machines])


def whose_news(game: Game, reader: Account, log: Sequence[LogEntry] | None = None) -> str:
    """The name of whoever acted last, or else of the only other person there; empty if neither is known by one.

    `log` is the whole log of the game, if it is at hand.
    """
    others = {seat.number: seat.account for seat in game.seats if seat.is_played_by_a_person}
    others = {number: each for number, each in others.items() if each is not None and each.id != reader.id}
    log = log_of(game) if log is None else log
    acted = next((others[entry.seat] for entry in reversed(log) if entry.seat in others), None)
    only = next(iter(others.values())) if len(others) == 1 else None
    return sender_named(acted or only)


def sender_named(account: Account | None) -> str:
    """The name in which a mail can come; guests have none."""
    return "" if account is None or account.name.startswith(GUEST) else account.name
