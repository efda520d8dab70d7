"""What can be asked for in answer to a mail about a game, beside a move and words to the table, and is always done."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from service.mail.commands import Blocked, Planned, Reported, Request, Word
from service.mail.inbound.clocks import stop_or_start
from service.mail.inbound.conduct import about_others
from service.mail.inbound.pauses import pause_or_resume
from service.mail.inbound.personal import Told, answer_at_table
from service.mail.inbound.plans import plan_by_mail
from service.mail.inbound.proposals import propose_by_mail
from service.mail.inbound.rematches import ask_for_rematch
from service.mail.inbound.vacations import take_by_mail
from service.mail.personal import Lookup, Setting
from service.mail.vacation_dates import Away
from service.models import Account, Game

Errand: TypeAlias = Away | Planned | Reported | Blocked | Setting | Lookup


def run_errand(errand: Errand, game: Game, account: Account, at: datetime, now: datetime) -> Told:
    """Do it as somebody has asked for at that time."""
    match errand:
        case Planned():
            return plan_by_mail(errand, game, account, now)
        case Away():
            return take_by_mail(errand, account, now)
        case Reported() | Blocked():
            return about_others(errand, game, account, at)
    return answer_at_table(errand, game, account, now)


def run_word(request: Request, game: Game, account: Account, at: datetime, now: datetime) -> Told | None:
    """The same for a word; None for one that is no errand."""
    match request.word:
        case Word.REMATCH:
            return ask_for_rematch(game, account, at)
        case Word.TAKEBACK | Word.DRAW:
            return propose_by_mail(request, game, account, at)
        case Word.STOP_CLOCKS | Word.START_CLOCKS:
            return stop_or_start(request.word, game, account, at)
        case Word.PAUSE | Word.RESUME:
            return pause_or_resume(request, account, now)
    return None
