"""The words `pause` and `resume`: mails about games wait for a while, and come again."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.json_types import Json
from service.core.errors import Invalid
from service.mail.commands import Request, Word
from service.models import Account
from service.post.preferences import LONGEST_PAUSE, PAUSE, pause, turns_ending_before


def pause_in_vain(request: Request) -> bool:
    """Whether it is for so many days that it cannot be had, whoever asks."""
    return request.days is not None and not 0 < request.days <= LONGEST_PAUSE.days


def pause_or_resume(request: Request, account: Account, now: datetime) -> tuple[str, dict[str, Json]]:
    """Do it for all games of the account; what the answer is to tell of it."""
    if request.word == Word.RESUME:
        pause(account.id, None, now)
        return "resumed", {}
    until = now + (PAUSE if request.days is None else timedelta(days=request.days))
    try:
        pause(account.id, until, now)
    except Invalid as refused:
        return refused.code, {}
    return "paused", {"until": until.isoformat(), "turns_ending": turns_ending_before(account, until)}
