"""Values for the email about the start of a tournament: how it is played, and who is in."""

from __future__ import annotations

from service.competitions.entries import entries_of
from service.mail.facts import Facts
from service.mail.tournament_facts import about, tournament_told
from service.models import EntryState, Notice
from service.presentation.names import called

LISTED = 20
"""Most players named; the page lists all."""


def facts(notice: Notice) -> Facts:
    """Collect the terms and the names of the players."""
    entered = [each for each in entries_of(tournament_told(notice)) if each.state == EntryState.ENTERED]
    names = [called(each.account) for each in entered[:LISTED]]
    return about(notice, names=names, more=len(entered) - len(names))
