"""What a letter shows of the account whose owner has written it."""

from __future__ import annotations

from datetime import datetime

from service.core.language import known
from service.mail.inbound.letter import Letter
from service.models import Account
from service.people.accounts import confirm, note_language


def note_owner(account: Account, letter: Letter, now: datetime) -> None:
    """Note that the owner of the account's address has written the letter, in a language that it may name."""
    confirm(account, now)
    note_language(account, known(letter.language))
