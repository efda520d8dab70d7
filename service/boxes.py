"""Our mail boxes: what a mail to a local part of our domain is about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.config import POSTMASTER
from service.keys import RowKey, SeatLink
from service.links import BOUNCES, DESK, read_approval, read_bounce, read_link, read_round_up

MAX_LOCAL_PART = 64
"""RFC 5321, 4.5.3.1.1."""


ASKED = "+asked"
"""What stands behind the name of a box that takes the answer to a question of ours: which of several things is meant.

Whoever writes there was told to write nothing else, so that talk beside it, a footer perhaps, is no doubt again.
"""


class Named(StrEnum):
    """Boxes that everybody knows: the desk, where games are begun, and those that RFC 2142 asks for."""

    DESK = DESK
    POSTMASTER = POSTMASTER
    ABUSE = "abuse"
    BOUNCES = BOUNCES


@dataclass(frozen=True)
class Approval:
    """Where the owner of an address says that a mail is theirs."""

    key: RowKey


@dataclass(frozen=True)
class Returned:
    """Where a notice comes back to that could not be delivered."""

    key: RowKey


@dataclass(frozen=True)
class Several:
    """Where a round-up is answered, which is about several games."""

    key: RowKey


Box = Named | SeatLink | Approval | Returned | Several


def box_at(local_part: str) -> Box | None:
    """The box of that name, or None if we have none: the token in it is broken, or not one of ours."""
    if len(local_part) > MAX_LOCAL_PART or not local_part.isascii():
        return None
    name = local_part.lower().removesuffix(ASKED)
    if name in set(Named):
        return Named(name)
    if key := read_bounce(name):
        return Returned(key)
    if key := read_approval(name):
        return Approval(key)
    if key := read_round_up(name):
        return Several(key)
    return read_link(name)


def asked(local_part: str) -> str:
    """The box for the answer to a question of ours about what a mail to that box means."""
    return local_part if is_asked(local_part) else local_part + ASKED


def is_asked(local_part: str) -> bool:
    """Whether a mail to the box answers such a question."""
    return local_part.lower().endswith(ASKED)
