"""Our mailboxes: parse the local parts of our addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.config.settings import settings
from service.notifications.links import (
    local_part,
    read_approval,
    read_bounce,
    read_digest,
    read_link,
    read_order_box,
    read_question,
    read_unsubscribe_box,
)
from service.security.addresses import Named
from service.security.keys import GAME_ID_LENGTH, Purpose, RowKey, RowPurpose, SeatLink

MAX_LOCAL_PART = 64
"""RFC 5321, 4.5.3.1.1."""
_SEAT = re.compile(rf"([a-z])([a-z0-9]{{{GAME_ID_LENGTH}}})([0-9a-f])-([0-9a-f]+)-([a-z2-7]+)")
_ROW = re.compile(r"([a-z])-([0-9a-f]+)-([a-z2-7]+)")


ASKED = "+asked"
"""The suffix of a mailbox for the answer to our question which of several readings is meant.

Its writer was asked to write nothing else, so that extra text, such as a footer, raises no new doubt.
"""


@dataclass(frozen=True)
class Approval:
    """Confirms that an email is from the owner of its address."""

    key: RowKey


@dataclass(frozen=True)
class Orders:
    """Receives replies to an answer from the general address, which only its reader knows."""

    key: RowKey


@dataclass(frozen=True)
class Question:
    """Confirms the move that its writer was asked about."""

    key: RowKey


@dataclass(frozen=True)
class Returned:
    """Receives bounces of a notice."""

    key: RowKey


@dataclass(frozen=True)
class Several:
    """Receives replies to a daily digest about several games."""

    key: RowKey


@dataclass(frozen=True)
class Stopping:
    """Receives unsubscribe emails of mail programs (RFC 2369, 3.2)."""

    key: RowKey


KeyedBox = Approval | Orders | Question | Returned | Several | Stopping
"""Mailboxes for one row."""
Box = Named | SeatLink | KeyedBox


def box_at(local_part: str) -> Box | None:
    """Find the mailbox of a local part, or None if its token is broken or not ours."""
    if len(local_part) > MAX_LOCAL_PART or not local_part.isascii():
        return None
    name = local_part.lower().removesuffix(ASKED)
    if name in set(Named):
        return Named(name)
    rows = ((row, read(name)) for read, row in _READ)
    return next((row(key) for row, key in rows if key), None) or read_link(name)


def is_ours(address: str) -> bool:
    """Check whether an address is one of our mailboxes."""
    local_part, _, domain = address.rpartition("@")
    return domain.lower() == settings().mail_domain.lower() and box_at(local_part) is not None


def takes_replies(local_part: str) -> bool:
    """Check for a mailbox with a key that takes replies to an email of ours."""
    return isinstance(box_at(local_part), SeatLink | Approval | Orders | Question | Several)


def asked(local_part: str) -> str:
    """Return the mailbox for the answer to a question about an email to that one."""
    return local_part if is_asked(local_part) else local_part + ASKED


def is_asked(local_part: str) -> bool:
    """Check whether the mailbox receives such answers."""
    return local_part.lower().endswith(ASKED)


def name_of(local_part: str) -> str:
    """Return the stored name of a mailbox: its address without the proof, so that a reader of the table cannot use it.

    Empty if there is no such mailbox.
    """
    match box_at(local_part):
        case None:
            return ""
        case Named() as box:
            name = box.value
        case box:
            name = name_of_key(box if isinstance(box, SeatLink) else box.key)
    return name + ASKED if is_asked(local_part) else name


def name_of_key(key: SeatLink | RowKey) -> str:
    """Return the stored name of the mailbox of a key."""
    if isinstance(key, SeatLink):
        return f"{key.purpose}{key.game_id}{key.seat:x}-{key.version:x}-{key.nonce}"
    return f"{key.purpose}-{key.number:x}-{key.nonce}"


def box_named(name: str) -> Box | None:
    """Find the mailbox with that stored name, or None."""
    name = name.removesuffix(ASKED)
    match key_named(name):
        case RowKey() as key:
            return _ROWS[key.purpose](key)
        case SeatLink() as link:
            return link
    return Named(name) if name in set(Named) else None


def key_named(name: str) -> SeatLink | RowKey | None:
    """Parse the key in a stored name; None for a well-known mailbox, and if there is none."""
    if found := _SEAT.fullmatch(name):
        purpose, game_id, seat, version, nonce = found.groups()
        return SeatLink(Purpose(purpose), game_id, int(seat, 16), int(version, 16), nonce)
    if found := _ROW.fullmatch(name):
        return RowKey(RowPurpose(found[1]), int(found[2], 16), found[3])
    return None


def local_part_of(name: str) -> str:
    """Rebuild the local part of a stored name, with a proof by the current key."""
    key = key_named(name.removesuffix(ASKED))
    if key is None:
        return name
    return local_part(key) + ASKED if is_asked(name) else local_part(key)


_READ = (
    (read_bounce, Returned),
    (read_approval, Approval),
    (read_order_box, Orders),
    (read_question, Question),
    (read_digest, Several),
    (read_unsubscribe_box, Stopping),
)
_ROWS: dict[RowPurpose, type[KeyedBox]] = {
    RowPurpose.APPROVAL: Approval,
    RowPurpose.BOUNCE: Returned,
    RowPurpose.ORDER: Orders,
    RowPurpose.QUESTION: Question,
    RowPurpose.ROUND_UP: Several,
    RowPurpose.UNSUBSCRIBE: Stopping,
}
