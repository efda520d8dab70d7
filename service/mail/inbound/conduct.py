"""What somebody does by mail about what others say: `report`, and `block` with a name."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from service.core.errors import NotFound, Refused
from service.core.refusals import EXPLANATIONS
from service.mail.commands import Blocked, Reported
from service.mail.inbound.personal import Told
from service.mail.lines import excerpt
from service.mail.said import words_of
from service.models import Account, Game, Grievance
from service.people.blocks import block, lift
from service.play.chat import said
from service.play.reports import report
from service.play.seating import seat_number
from service.work.units import undone_if_refused


def about_others(wish: Reported | Blocked, game: Game, account: Account, at: datetime) -> Told:
    """Do it, as somebody has asked for at that time."""
    return _report(wish.why, game, account, at) if isinstance(wish, Reported) else _block(wish, game, account, at)


def _report(why: str, game: Game, account: Account, at: datetime) -> Told:
    """Report what the writer has heard last of somebody else."""
    heard = [each for each in said(game, seat_number(game, account)) if each.account_id != account.id and each.at <= at]
    if not heard:
        return "nothing-heard", {}
    last, grievance = heard[-1], why.lower() if why.lower() in set(Grievance) else Grievance.OTHER
    words = "" if grievance == why.lower() else why
    try:
        undone_if_refused(lambda: report(game.id, account, last.id, grievance, words, at))
    except Refused as refused:
        return "not-reported", {"reason": EXPLANATIONS[refused.code].title, "values": {}}
    return "reported", {"values": {"name": last.speaker, "said": excerpt(words_of(last))}}


def others_at(game: Game, account: Account) -> dict[str, Account]:
    """Who else has an account at the table, by name."""
    return {seat.holder: seat.account for seat in game.seats if seat.account not in (None, account)}


def _block(wish: Blocked, game: Game, account: Account, at: datetime) -> Told:
    others = others_at(game, account)
    if wish.name not in others:
        word = "unblock" if wish.is_lifted else "block"
        return "nobody-called-so", {"suggest": [f"{word} {name}" for name in others]}
    if not wish.is_lifted:
        block(account, others[wish.name], at)
        return "blocked", {"values": {"name": wish.name}}
    with suppress(NotFound):  # they can invite already, which is what was wanted
        undone_if_refused(lambda: lift(account, others[wish.name].name))
    return "unblocked", {"values": {"name": wish.name}}
