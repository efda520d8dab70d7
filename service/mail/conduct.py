"""Moderation by email: the commands `report`, `block` and `unblock`, and the answers to them."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from rules.prose import N_
from service.accounts.blocks import block, lift
from service.jobs.units import undone_if_refused
from service.language.errors import NotFound, Refused
from service.language.refusals import EXPLANATIONS
from service.mail.command_table import Command, answers_to
from service.mail.commands import Request, Told
from service.mail.facts import words_said
from service.mail.lines import excerpt
from service.models import Account, Game, Grievance
from service.play.chat import said
from service.play.reports import report
from service.play.seating import seat_number
from service.presentation.names import author_of

WORDS = {
    **answers_to(Command.REPORT, Command.BLOCK, Command.UNBLOCK),
    "not-reported": (N_("The message wasn't reported"), ""),
    "nothing-heard": (
        N_("There is nothing to report"),
        N_("In this game, no other player has written a message that you can see."),
    ),
    "nobody-called-so": (
        N_("No player in this game has that name"),
        N_("Write the name as it is shown in the game."),
    ),
}
"""Title and text of the answer, by topic."""


def report_by_mail(why: str, game: Game, account: Account, at: datetime) -> Told:
    """Report the last message that the writer has seen from another player."""
    heard = [each for each in said(game, seat_number(game, account)) if each.account_id != account.id and each.at <= at]
    if not heard:
        return "nothing-heard", {}
    last, grievance = heard[-1], why.lower() if why.lower() in set(Grievance) else Grievance.OTHER
    words = "" if grievance == why.lower() else why
    try:
        undone_if_refused(lambda: report(game.id, account, last.id, grievance, words, at))
    except Refused as refused:
        return "not-reported", {"reason": EXPLANATIONS[refused.code].title, "values": {}}
    return "reported", {"values": {"name": author_of(last), "said": excerpt(words_said(last))}}


def block_by_mail(asked: Request, game: Game, account: Account, at: datetime) -> Told:
    """Block or unblock another player of the game."""
    others, name = others_at(game, account), asked.argument
    if name not in others:
        return "nobody-called-so", {"suggest": [f"{asked.command.english} {other}" for other in others]}
    if asked.command is Command.BLOCK:
        block(account, others[name], at)
        return "blocked", {"values": {"name": name}}
    with suppress(NotFound):  # an unblocked player needs no change
        undone_if_refused(lambda: lift(account, others[name].name))
    return "unblocked", {"values": {"name": name}}


def others_at(game: Game, account: Account) -> dict[str, Account]:
    """Return the other accounts in the game, by handle."""
    return {seat.holder: seat.account for seat in game.seats if seat.account not in (None, account)}
