"""Values for the email about the start of a tournament: how it is played, and who is in."""

from __future__ import annotations

from service.mail.facts import Facts
from service.mail.tournament_facts import about, accounts_told
from service.models import Notice
from service.presentation.names import called


def facts(notice: Notice) -> Facts:
    """Collect the terms and the names of the players."""
    players = notice.data["players"]
    accounts = accounts_told(players)
    return about(notice, names=[called(accounts[each]) for each in players], more=notice.data["more"])
