"""Our mailboxes: parse the local parts of our addresses."""

from __future__ import annotations

import re

from service.config.settings import settings
from service.notifications.links import local_part, read_bounce, read_link, read_row
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


REPLIES = (RowPurpose.APPROVAL, RowPurpose.ORDER, RowPurpose.QUESTION, RowPurpose.ROUND_UP)
"""Purposes of keys to mailboxes that take replies to an email of ours."""
Box = Named | SeatLink | RowKey


def box_at(local_part: str) -> Box | None:
    """Find the mailbox of a local part, or None if its token is broken or not ours."""
    if len(local_part) > MAX_LOCAL_PART or not local_part.isascii():
        return None
    name = local_part.lower().removesuffix(ASKED)
    if name in set(Named):
        return Named(name)
    return read_bounce(name) or read_row(name, *REPLIES, RowPurpose.UNSUBSCRIBE) or read_link(name)


def is_ours(address: str) -> bool:
    """Check whether an address is one of our mailboxes."""
    local_part, _, domain = address.rpartition("@")
    return domain.lower() == settings().mail_domain.lower() and box_at(local_part) is not None


def takes_replies(local_part: str) -> bool:
    """Check for a mailbox with a key that takes replies to an email of ours."""
    box = box_at(local_part)
    return isinstance(box, SeatLink) or (isinstance(box, RowKey) and box.purpose in REPLIES)


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
            name = name_of_key(box)
    return name + ASKED if is_asked(local_part) else name


def name_of_key(key: SeatLink | RowKey) -> str:
    """Return the stored name of the mailbox of a key."""
    if isinstance(key, SeatLink):
        return f"{key.purpose}{key.game_id}{key.seat:x}-{key.version:x}-{key.nonce}"
    return f"{key.purpose}-{key.number:x}-{key.nonce}"


def box_named(name: str) -> Box | None:
    """Find the mailbox with that stored name, or None."""
    name = name.removesuffix(ASKED)
    return Named(name) if name in set(Named) else key_named(name)


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
