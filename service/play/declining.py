"""Reasons for declining an invitation or a challenge: one of a list, and perhaps a few words for the host."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rules.prose import N_
from service.accounts.blocks import is_blocked
from service.accounts.measures import check_may_speak
from service.language import texts
from service.language.errors import Forbidden, Invalid
from service.models import LONGEST_DECLINE_TEXT, Account, DeclineReason, GameSeat

REASONS = {
    DeclineReason.NOT_NOW: N_("Not now"),
    DeclineReason.BUSY: N_("Too many games already"),
    DeclineReason.TOO_FAST: N_("Too fast"),
    DeclineReason.TOO_SLOW: N_("Too slow"),
    DeclineReason.OTHER_GAME: N_("Another game or other options, please"),
    DeclineReason.TOO_STRONG: N_("You are too strong for me"),
    DeclineReason.TOO_WEAK: N_("I'd like a stronger opponent"),
    DeclineReason.RATED: N_("Only unrated games"),
    DeclineReason.NOT_RATED: N_("Only rated games"),
    DeclineReason.OTHER: N_("Another reason"),
}
"""Each reason in the words of the player who declines."""


@dataclass(frozen=True)
class Declined:
    """Why somebody declines; both may be missing. `text` is for the host alone."""

    reason: str | None = None
    text: str | None = None


UNEXPLAINED = Declined()


def checked(why: Declined, speaker: Account, host: Account, now: datetime) -> Declined:
    """Return the reason with its text tidied, once it may be told to the host.

    Invalid `no-such-reason`, `bad-message`; for a text, Forbidden `not-heard`, `silenced`, `suspended`.
    """
    if why.reason is not None and why.reason not in REASONS:
        raise Invalid("no-such-reason", allowed=[*REASONS])
    if not (why.text or "").strip():
        return replace(why, text=None)
    check_may_speak(speaker, now)
    if is_blocked(host.id, speaker):
        raise Forbidden("not-heard")
    return replace(why, text=texts.message(why.text or "", LONGEST_DECLINE_TEXT))


def declined_at(seat: GameSeat) -> Declined | None:
    """Return why the last player who was offered the seat declined it; None without a reason."""
    return Declined(seat.decline_reason, seat.decline_text) if seat.decline_reason or seat.decline_text else None
