"""Secret keys: count what still depends on each key, so that operators know when to drop an old one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Executable,
    Function,
    Select,
    exists,
    func,
    select,
    union_all,
)

from service.config.key_ring import KeyRing, key_named_in, name_of
from service.models import Account, Envelope, Game, GameSeat, GameStatus, Notice, SeatState, Webhook
from service.notifications.kinds import kinds_telling_turns
from workers.doctor.finding import Finding, mend, well

ABOUT = "secret key"
MAILS_ARE_READ_FOR = timedelta(days=30)
"""The least time that unsubscribe links must work; no other link in an email works longer."""


@dataclass(frozen=True)
class Burden:
    """The uses of a key: turns and invitations that were mailed, secrets of webhooks, emails, and feeds."""

    turns: int
    invitations: int
    webhooks: int
    mails: int
    feeds: int

    def __str__(self) -> str:
        return (
            f"turns {self.turns}, open invitations {self.invitations}, secrets of webhooks {self.webhooks}, emails of "
            f"the last {MAILS_ARE_READ_FOR.days} days {self.mails}, feeds {self.feeds}"
        )

    @property
    def is_heavy(self) -> bool:
        """Whether somebody could not play, or would not be notified, without the key."""
        return bool(self.turns or self.invitations or self.webhooks or self.feeds)


def secret_keys(connection: Connection, ring: KeyRing, now: datetime) -> Iterator[Finding]:
    """Report what depends on each older key, and on keys that are not set."""
    burdens = burdens_of(connection, now)
    for number, key in enumerate(ring.older, 1):
        told = (
            "nothing depends on it; if you remove it, browsers that have not visited since the change must sign in"
            " again"
        )
        if burden := burdens.pop(name_of(key), None):
            told = f"keep it; these depend on it: {burden}"
        yield well(f"{ABOUT}, fallback {number}", told)
    burdens.pop(ring.name, None)
    if lost := [burden for burden in burdens.values() if burden.is_heavy]:
        hanging = "; ".join(map(str, lost))
        yield mend(
            ABOUT, f"one is missing; unless it leaked, add it to SECRET_KEY_FALLBACKS. These depend on it: {hanging}"
        )
    elif not ring.older:
        yield well(ABOUT, "nothing depends on a missing one")


def burdens_of(connection: Connection, now: datetime) -> dict[str, Burden]:
    """Count what depends on each key, by the key's name."""

    def counted(by_key: Select[str, int]) -> Counter[str]:
        return Counter(dict(connection.execute(by_key).all()))

    def salted(by_salt: Executable) -> Counter[str]:
        return Counter(key_named_in(salt) for salt in connection.scalars(by_salt))

    open_seats = select(Game.join_salt).where(Game.status == GameStatus.INVITING, Game.join_salt.is_not(None))
    turns, invitations = counted(_turns()), counted(_invitations()) + salted(open_seats)
    webhooks = salted(_salts(now))
    mails = counted(_by_key(func.count()).where(Envelope.created_at > now - MAILS_ARE_READ_FOR))
    feeds = salted(select(Account.feed_salt).where(Account.feed_salt.is_not(None)))
    all_of_it = turns, invitations, webhooks, mails, feeds
    names = {name for each in all_of_it for name in each}
    return {name: Burden(*(each[name] for each in all_of_it)) for name in names}


def _by_key(count: Function[int]) -> Select[str, int]:
    return select(Envelope.key_name, count).group_by(Envelope.key_name)


def _told(count: Function[int], *what: ColumnElement[bool]) -> Select[str, int]:
    """Select by key the count of notices whose emails were made with it."""
    mails = _by_key(count).join(Notice, Notice.envelope_id == Envelope.id).join(Game, Game.id == Notice.game_id)
    return mails.where(*what)


def _turns() -> Select[str, int]:
    is_on = Game.status == GameStatus.ACTIVE, Notice.seat == Game.to_move, Notice.version >= Game.turn
    return _told(func.count(Game.id.distinct()), Notice.kind.in_(kinds_telling_turns()), *is_on)


def _invitations() -> Select[str, int]:
    of_it = GameSeat.game_id == Game.id, GameSeat.account_id == Notice.account_id
    is_open = exists().where(*of_it, GameSeat.state == SeatState.INVITED)
    return _told(func.count(), Notice.kind == "invitation", Game.status == GameStatus.INVITING, is_open)


def _salts(now: datetime) -> CompoundSelect[str]:
    """Select the salts of all secrets that sign requests."""
    before = select(Webhook.previous_secret_salt).where(Webhook.previous_until > now)
    return union_all(select(Webhook.secret_salt), before)
