"""Template values shared by emails about a tournament; replies to them are read like emails to the general address."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import select

import rules
from service.competitions.tournaments import tournament_of
from service.db.engines import session
from service.language.catalogue import gettext
from service.mail.facts import Facts, recipient, time_for
from service.mail.marker import ANSWER
from service.mail.vocabulary import as_written
from service.models import Account, Notice, Tournament
from service.notifications import links
from service.presentation.tournament_words import terms_of_tournament
from service.security.keys import RowPurpose


def about(notice: Notice, **values: object) -> Facts:
    """Collect the tournament's title, game, terms and link, the commands that concern it, and `values`."""
    tournament = tournament_told(notice)
    starts_at = time_for(recipient(notice), tournament.starts_at) if tournament.starts_at else ""
    shared = {
        "title": tournament.title,
        "game_name": gettext(rules.game(tournament.ruleset).name),
        "terms": list(terms_of_tournament(tournament)),
        "starts_at": starts_at,
        "tournament_link": links.tournament_link(tournament),
        "enter": as_written(f"enter {tournament.number}"),
        "withdraw": as_written(f"withdraw {tournament.number}"),
        "home_link": links.home_link(),
    }
    thread = f"tournament.{tournament.id}"
    return Facts(shared | values, reply_to=links.row_box(RowPurpose.ORDER, notice), marker=ANSWER, thread=thread)


def tournament_told(notice: Notice) -> Tournament:
    """Return the tournament of a notice."""
    return tournament_of(notice.data["tournament"])


def accounts_told(ids: Collection[int]) -> Mapping[int, Account]:
    """Return the accounts that a notice names, by id."""
    return {each.id: each for each in session().scalars(select(Account).where(Account.id.in_(ids)))}
