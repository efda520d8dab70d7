"""Values for the email about a cancelled tournament: the reason."""

from __future__ import annotations

from service.competitions.organising import CANCELLED, log_of
from service.mail.facts import Facts
from service.mail.tournament_facts import about, tournament_told
from service.models import Notice
from service.presentation.tournament_words import note_in_words


def facts(notice: Notice) -> Facts:
    """Collect the reason: the organiser's, or that too few players entered."""
    tournament = tournament_told(notice)
    reasons = [each.reason for each in log_of(tournament) if each.what == CANCELLED]
    return about(notice, why=note_in_words(tournament.note or ""), reason="".join(reasons))
