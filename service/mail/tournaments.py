"""Tournaments by email: the commands `tournaments`, `enter` and `withdraw`, and the answers to them."""

from __future__ import annotations

from datetime import datetime

import rules
from rules.prose import N_
from service.competitions.entries import enter, withdraw
from service.competitions.tournaments import tournament_of, tournaments_listed
from service.jobs.units import undone_if_refused
from service.language.catalogue import gettext, ngettext
from service.language.errors import Refused
from service.language.refusals import EXPLANATIONS
from service.mail.command_table import Command, answers_to
from service.mail.commands import Request, Told
from service.mail.facts import recipient, time_for
from service.mail.vocabulary import as_written
from service.models import Account, Notice, Tournament, TournamentState
from service.notifications import links
from service.presentation.tournament_words import SYSTEMS

MOST = 20
"""Tournaments listed in an email; the page has all."""
WORDS = {
    **answers_to(Command.TOURNAMENTS, Command.ENTER, Command.WITHDRAW),
    "which-tournament": (N_("Which tournament?"), ""),
    "not-entered": (N_("You didn't enter the tournament"), ""),
    "not-withdrawn": (N_("You didn't leave the tournament"), ""),
}
"""Title and text of the answer, by topic; a list and a refusal are worded below."""


def tournament_answer(asked: Request, account: Account, now: datetime) -> Told:
    """Enter or leave a tournament, or list those that take entries; return topic and data of the answer."""
    if asked.command is Command.TOURNAMENTS or not asked.argument:
        return "tournaments" if asked.command is Command.TOURNAMENTS else "which-tournament", {}
    do, done = (enter, "entered") if asked.command is Command.ENTER else (withdraw, "withdrawn")
    try:
        tournament = tournament_of(asked.argument)
        undone_if_refused(lambda: do(tournament.id, account, now))
    except Refused as why:
        return f"not-{done}", {"refusal": why.code}
    return done if tournament.state == TournamentState.OPEN else f"{done}-late", {"tournament": tournament.id}


def told(notice: Notice) -> str:
    """Return the text of the answer: what follows, or the reason for the refusal."""
    data, (_, text) = notice.data, WORDS[notice.data["topic"]]
    if refusal := data.get("refusal"):
        return gettext(EXPLANATIONS[refusal].title)
    if not text:
        return "" if lines(notice) else gettext("No tournament takes entries now.")
    tournament = tournament_of(data["tournament"])
    start, leave = _start(tournament, recipient(notice)), as_written(f"withdraw {tournament.number}")
    return gettext(text, title=tournament.title, start=start, withdraw=leave)


def lines(notice: Notice) -> list[dict[str, str]]:
    """List the tournaments that take entries, as the email lists games."""
    if notice.data["topic"] not in ("tournaments", "which-tournament"):
        return []
    return [_line(each, recipient(notice)) for each in tournaments_listed(TournamentState.OPEN, MOST)]


def _line(tournament: Tournament, reader: Account) -> dict[str, str]:
    game, system = gettext(rules.game(tournament.ruleset).name), gettext(SYSTEMS[tournament.system])
    words = gettext("To enter, reply with: %(enter)s", enter=as_written(f"enter {tournament.number}"))
    days = ngettext("%(num)d day per move", "%(num)d days per move", tournament.days_per_move)
    terms = ". ".join([game, system, days, *([gettext("Rated")] if tournament.rated else [])])
    state = f"{terms}. {_start(tournament, reader)} {words}"
    return {"name": tournament.title, "state": state, "link": links.tournament_link(tournament), "join": ""}


def _start(tournament: Tournament, reader: Account) -> str:
    if tournament.starts_at is None:
        return gettext("Starts when %(num)d players have entered.", num=tournament.most_entries)
    return gettext("Starts on %(time)s.", time=time_for(reader, tournament.starts_at))
