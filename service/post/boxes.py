"""Our mail boxes: what a mail to a local part of our domain is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.core.addresses import Named
from service.core.keys import GAME_ID_LENGTH, Purpose, RowKey, RowPurpose, SeatLink
from service.core.settings import settings
from service.post.links import (
    local_part,
    read_approval,
    read_bounce,
    read_link,
    read_question,
    read_round_up,
    read_unsubscribe_box,
)

MAX_LOCAL_PART = 64
"""RFC 5321, 4.5.3.1.1."""
_SEAT = re.compile(rf"([a-z])([a-z0-9]{{{GAME_ID_LENGTH}}})([0-9a-f])-([0-9a-f]+)-([a-z2-7]+)")
_ROW = re.compile(r"([a-z])-([0-9a-f]+)-([a-z2-7]+)")


ASKED = "+asked"
"""What stands behind the name of a box that takes the answer to a question of ours: which of several things is meant.

Whoever writes there was told to write nothing else, so that talk beside it, a footer perhaps, is no doubt again.
"""


@dataclass(frozen=True)
class Approval:
    """Where the owner of an address says that a mail is theirs."""

    key: RowKey


@dataclass(frozen=True)
class Question:
    """Where somebody says whether they meant the move that they were asked about."""

    key: RowKey


@dataclass(frozen=True)
class Returned:
    """Where a notice comes back to that could not be delivered."""

    key: RowKey


@dataclass(frozen=True)
class Several:
    """Where a round-up is answered, which is about several games."""

    key: RowKey


@dataclass(frozen=True)
class Stopping:
    """Where a mail program says that mails of one kind are to stop (RFC 2369, 3.2)."""

    key: RowKey


KeyedBox = Approval | Question | Returned | Several | Stopping
"""The boxes that are about one row."""
Box = Named | SeatLink | KeyedBox


def box_at(local_part: str) -> Box | None:
    """The box of that name, or None if we have none: the token in it is broken, or not one of ours."""
    if len(local_part) > MAX_LOCAL_PART or not local_part.isascii():
        return None
    name = local_part.lower().removesuffix(ASKED)
    if name in set(Named):
        return Named(name)
    rows = ((row, read(name)) for read, row in _READ)
    return next((row(key) for row, key in rows if key), None) or read_link(name)


def is_ours(address: str) -> bool:
    """Whether the address is that of a box of ours."""
    local_part, _, domain = address.rpartition("@")
    return domain.lower() == settings().mail_domain.lower() and box_at(local_part) is not None


def asked(local_part: str) -> str:
    """The box for the answer to a question of ours about what a mail to that box means."""
    return local_part if is_asked(local_part) else local_part + ASKED


def is_asked(local_part: str) -> bool:
    """Whether a mail to the box answers such a question."""
    return local_part.lower().endswith(ASKED)


def name_of(local_part: str) -> str:
    """What a table calls the box of that name: all that its address says, without the proof by which it is one of ours.

    Empty if we have no such box.
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
    """What a table calls the box that whoever has the key may write to."""
    if isinstance(key, SeatLink):
        return f"{key.purpose}{key.game_id}{key.seat:x}-{key.version:x}-{key.nonce}"
    return f"{key.purpose}-{key.number:x}-{key.nonce}"


def box_named(name: str) -> Box | None:
    """The box that a table calls so; None for none."""
    name = name.removesuffix(ASKED)
    match key_named(name):
        case RowKey() as key:
            return _ROWS[key.purpose](key)
        case SeatLink() as link:
            return link
    return Named(name) if name in set(Named) else None


def key_named(name: str) -> SeatLink | RowKey | None:
    """The key to the box that a table calls so; None for a box that everybody knows, and for none."""
    if found := _SEAT.fullmatch(name):
        purpose, game_id, seat, version, nonce = found.groups()
        return SeatLink(Purpose(purpose), game_id, int(seat, 16), int(version, 16), nonce)
    if found := _ROW.fullmatch(name):
        return RowKey(RowPurpose(found[1]), int(found[2], 16), found[3])
    return None


def local_part_of(name: str) -> str:
    """Where somebody writes to the box that a table calls so, with a proof of today."""
    key = key_named(name.removesuffix(ASKED))
    if key is None:
        return name
    return local_part(key) + ASKED if is_asked(name) else local_part(key)


_READ = (
    (read_bounce, Returned),
    (read_approval, Approval),
    (read_question, Question),
    (read_round_up, Several),
    (read_unsubscribe_box, Stopping),
)
_ROWS: dict[RowPurpose, type[KeyedBox]] = {
    RowPurpose.APPROVAL: Approval,
    RowPurpose.BOUNCE: Returned,
    RowPurpose.QUESTION: Question,
    RowPurpose.ROUND_UP: Several,
    RowPurpose.UNSUBSCRIBE: Stopping,
}
