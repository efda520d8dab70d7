"""Values for the question whether a player still wants to play in a tournament."""

from __future__ import annotations

from datetime import datetime

from service.mail.facts import Facts, recipient, time_for
from service.mail.tournament_facts import about
from service.models import Notice


def facts(notice: Notice) -> Facts:
    """Collect the time until which the player can confirm."""
    return about(notice, until=time_for(recipient(notice), datetime.fromisoformat(notice.data["until"])))
