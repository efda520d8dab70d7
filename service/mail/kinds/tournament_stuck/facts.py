"""Values for the email about a tournament that paused by itself."""

from __future__ import annotations

from service.mail.facts import Facts
from service.mail.tournament_facts import about
from service.models import Notice


def facts(notice: Notice) -> Facts:
    """Collect the tournament's title and link."""
    return about(notice)
