"""The newest passport of each bot: handed in by its owner or itself, and told with who vouches for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from service.bots.accounts import bot_named, lock_bot, may_change
from service.core.clock import time_json
from service.core.db import session, transaction
from service.core.errors import Conflict, Forbidden, Invalid, NotFound
from service.core.passports import Passport, is_as_signed, signer_of
from service.models import Account, Bot, BotPassport
from service.play.record_keys import published_keys

FAULT = re.compile("[a-z_]{1,40}")
CLOCKS_DIFFER = timedelta(minutes=10)
"""By which the clock of whoever ran the check may be fast."""
WRITTEN = "%Y-%m-%dT%H:%M:%SZ"
"""How a passport has the time of its check."""


@dataclass(frozen=True)
class ToldPassport:
    """What is told of a passport. It is `verified` if its key is one of ours: else anybody may have made it."""

    document: Passport
    checked_at: datetime
    handed_in_at: datetime
    verified: bool

    @property
    def rulesets(self) -> list[str]:
        """The games that were played, each once."""
        return list(dict.fromkeys(game["ruleset"] for game in self.document["games"]))

    @property
    def survived(self) -> int:
        """How many faults came meanwhile."""
        return sum(self.document["faults"].values())

    @property
    def key(self) -> str:
        """The public key that has signed it."""
        return signer_of(self.document)


def hand_in(asker: Account, name: str, document: Passport, now: datetime) -> ToldPassport:
    """Keep a passport in place of the one before; the same once more is fine.

    NotFound, Forbidden `not-your-bot`; Invalid `passport-of-another`, `bad-passport` (`reason` is signature, result or
    time); Conflict `passport-older` than the one that is kept.
    """
    bot = bot_named(name)
    if not may_change(bot, asker):
        raise Forbidden("not-your-bot")
    checked_at = _checked(name, document, now)
    with transaction() as current:
        if lock_bot(bot.account_id).retired_at is not None:
            raise NotFound
        kept = _kept(bot)
        if kept is not None and kept.checked_at > checked_at:
            raise Conflict("passport-older", checked_at=time_json(kept.checked_at))
        if kept is None:
            kept = BotPassport(bot_id=bot.account_id)
            current.add(kept)
        kept.document, kept.checked_at, kept.handed_in_at = dict(document), checked_at, now
        current.flush()
        return _told(kept)


def passport_of(bot: Bot) -> ToldPassport | None:
    """What is told of the passport of a bot, if it has one."""
    kept = _kept(bot)
    return _told(kept) if kept is not None else None


def _checked(name: str, document: Passport, now: datetime) -> datetime:
    """When the check was over whose passport that is; refused if it cannot be one of that bot."""
    if document["bot"] != name:
        raise Invalid("passport-of-another", bot=document["bot"])
    if not is_as_signed(document):
        raise Invalid("bad-passport", reason="signature")
    played = all(game["finished"] and not game["refused"] for game in document["games"])
    named = all(FAULT.fullmatch(fault) for fault in document["faults"])
    if not named or (document["well"] and not played):
        raise Invalid("bad-passport", reason="result")
    try:
        checked_at = datetime.strptime(document["checked_at"], WRITTEN).replace(tzinfo=UTC)
    except ValueError:
        raise Invalid("bad-passport", reason="time") from None
    if checked_at > now + CLOCKS_DIFFER:
        raise Invalid("bad-passport", reason="time")
    return checked_at


def _kept(bot: Bot) -> BotPassport | None:
    return session().get(BotPassport, bot.account_id, populate_existing=True)


def _told(kept: BotPassport) -> ToldPassport:
    is_ours = signer_of(kept.document) in published_keys()
    return ToldPassport(kept.document, kept.checked_at, kept.handed_in_at, is_ours)
