"""What somebody does by mail about what others say: `report`, and `block` with a name; and what is said of it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from rules.prose import N_
from service.core.errors import NotFound, Refused
from service.core.language import gettext
from service.core.refusals import EXPLANATIONS
from service.mail.commands import Blocked, Told
from service.mail.facts import words_said
from service.mail.lines import excerpt
from service.models import Account, Game, Grievance, Notice
from service.people.blocks import block, lift
from service.play.chat import said
from service.play.reports import report
from service.play.seating import seat_number
from service.work.units import undone_if_refused

WORDS = {
    "reported": (
        N_("Thank you for your report"),
        N_(
            "The operators of this server will review what %(name)s wrote: “%(said)s” Nobody learns who reported "
            "it. You can report other messages on the game page."
        ),
    ),
    "not-reported": (N_("The message wasn't reported"), ""),
    "nothing-heard": (
        N_("There is nothing to report"),
        N_("In this game, no other player has written a message that you can see."),
    ),
    "blocked": (
        N_("%(name)s is blocked"),
        N_(
            "You no longer get invitations or private messages from %(name)s. Your games go on. To undo this, "
            "reply with: unblock %(name)s"
        ),
    ),
    "unblocked": (N_("%(name)s is not blocked"), N_("%(name)s can invite you and send you private messages.")),
    "nobody-called-so": (
        N_("No player in this game has that name"),
        N_("Write the name as it is shown in the game."),
    ),
}
"""By what the answer is about: its title, and what it says."""


def report_by_mail(why: str, game: Game, account: Account, at: datetime) -> Told:
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
    return "reported", {"values": {"name": last.speaker, "said": excerpt(words_said(last))}}


def block_by_mail(wish: Blocked, game: Game, account: Account, at: datetime) -> Told:
    """Have somebody at the table invite the writer no more, or again."""
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


def others_at(game: Game, account: Account) -> dict[str, Account]:
    """Who else has an account at the table, by name."""
    return {seat.holder: seat.account for seat in game.seats if seat.account not in (None, account)}


def title(notice: Notice) -> str:
    """What stands above the answer."""
    return gettext(WORDS[notice.data["topic"]][0], **notice.data.get("values", {}))


def told(notice: Notice) -> str:
    """The text of the answer."""
    refused = notice.data.get("reason")
    return gettext(refused) if refused else gettext(WORDS[notice.data["topic"]][1], **notice.data.get("values", {}))
