"""Taking a mail in, whatever way it has come: the same boxes, limits and promise for all of them.

Without a token a mail counts for its network, as the server that handed it on has noted it (RFC 5321, 4.4). A signature
does not always cover what is signed, so no signed request that brings a mail, or news of one, counts twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from email import message_from_bytes
from enum import StrEnum
from ipaddress import ip_address
from math import ceil

from sqlalchemy.exc import IntegrityError

from service.core import rates
from service.core.addresses import NULL_SENDER, Named
from service.core.config import LOOPBACK, is_in, networks
from service.core.db import session, transaction
from service.core.keys import SeatLink
from service.core.limits import limit
from service.core.rates import Use
from service.core.settings import settings
from service.models import TakenDelivery
from service.post.boxes import box_at, name_of
from service.post.inbound import fingerprint, receive

OF_STRANGERS, OF_ALL_STRANGERS = limit("mail-of-strangers"), limit("all-mail-of-strangers")
OF_A_SEAT = limit("mail-of-a-seat")
MAX_MAIL_BYTES = 256 * 1024
MAX_HEADER_BYTES = 64 * 1024
MAX_RECIPIENTS = 5
PART = 10_000
"""Bytes that are counted as one."""
_NULL = re.compile(r"<>|<?mailer-daemon(?:@[^<>]*)?>?", re.IGNORECASE)
"""How servers write down that a mail has no sender; the name is Postfix's."""
_CHARACTER = r"[^\s<>,;:@\"()\[\]]"
WRITTEN = rf"{_CHARACTER}{{1,64}}@{_CHARACTER}{{1,253}}"
"""An address somewhere in a header. Python's own reader of headers recurses once for each colon."""
_NAMING = ("Return-Path", "Sender", "From")
"""Where a mail says who sent it: the first is what the last server knew from the envelope (RFC 5321, 4.4)."""
_MESSAGE_ID = re.compile(rb"^message-id:[ \t\r\n]*(<[^<>\s]{1,996}>)", re.IGNORECASE | re.MULTILINE)
_LITERAL = re.compile(r"[\[(](?:IPv6:)?([0-9A-Fa-f:.]{2,45})[\])]")
_HELLO = re.compile(r"helo=[^\s)]*", re.IGNORECASE)
"""How Exim writes down what a client calls itself: behind its address."""
_HERE = networks(LOOPBACK, "here")
_INSIDE = networks(f"{LOOPBACK} 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7", "inside")
_MOST_HOPS = 10


class NotTaken(Exception):
    """A mail, or a recipient of it, is refused for good."""

    def __init__(self, why: Rejection) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Intake:
    """What a mail counts for: the boxes that it names a token of, or else the network that it comes from.

    `network` is as `rates.area` has it; None if nobody can tell.
    """

    network: str | None = None

    def look(self, boxes: Sequence[str], size: int) -> None:
        """TooMany if there is no room now for a mail of so many bytes to our boxes; nothing is counted."""
        for use in self._uses(boxes, size):
            charge = rates.spent(use, counts=False)
            if charge is not None and charge.remaining < use.cost:
                replace(charge, granted=False).check()

    def count(self, boxes: Sequence[str], size: int) -> None:
        """Count a mail of so many bytes for our boxes; TooMany, and nothing is counted, if there is no room for it."""
        rates.spend(*self._uses(boxes, size))

    def _uses(self, boxes: Sequence[str], size: int) -> rates.Uses:
        """With a token that fits it counts for that box alone, whatever strangers send and to whom else it goes."""
        keyed = [(OF_A_SEAT, name) for name in filter(None, map(_keyed_name, boxes))]
        whose = dict.fromkeys(keyed or [(OF_STRANGERS, self.network or ""), (OF_ALL_STRANGERS, "")])
        return [Use(*each, ceil(size / PART)) for each in whose]


def _keyed_name(box: str) -> str:
    """What a box is counted by that nobody writes to without a token, which is one for each seat; of others nothing."""
    found = box_at(box)
    if isinstance(found, SeatLink):
        return f"{found.game_id} {found.seat}"
    return "" if isinstance(found, Named) else name_of(box)


class Rejection(StrEnum):
    """Why a mail is not taken, as an SMTP server says it (RFC 5321, RFC 3463)."""

    NOBODY = "550 5.1.1 There is no such mail box here"
    NOT_OURS = "550 5.7.1 We take mail for our own domain only"
    TOO_MANY = "452 4.5.3 Too many recipients, send the rest in another mail"
    HEADER_TOO_LARGE = "552 5.3.4 The header of this mail is too large"
    TOO_LARGE = "552 5.3.4 This mail is too large, it may have 256 KiB"


def box_of(address: str) -> str:
    """The local part of an address of ours; NotTaken if it is of another domain, or there is no such box."""
    local_part, _, domain = address.strip().strip("<>").rpartition("@")
    if domain.lower() != settings().mail_domain.lower():
        raise NotTaken(Rejection.NOT_OURS)
    if box_at(local_part) is None:
        raise NotTaken(Rejection.NOBODY)
    return local_part


def check_size(raw: bytes) -> None:
    """Nothing, if the mail and its header are not too large; NotTaken."""
    if len(raw) > MAX_MAIL_BYTES:
        raise NotTaken(Rejection.TOO_LARGE)
    if len(_header(raw)) > MAX_HEADER_BYTES:
        raise NotTaken(Rejection.HEADER_TOO_LARGE)


def take(boxes: Sequence[str], sender: str | None, raw: bytes, now: datetime, intake: Intake | None = None) -> None:
    """Store a mail for each of our boxes, and commit. The same mail is stored only once. NotTaken, or TooMany for now.

    `sender` is the envelope's, empty or `<>` if it has none; None if only the mail itself can tell. Without an `intake`
    it counts for the network that the topmost Received header names.
    """
    check_size(raw)
    header = _header(raw)
    intake = intake or Intake(network_named(header))
    intake.count(boxes, len(raw))
    named = _MESSAGE_ID.search(header)
    mark = fingerprint(named[1].decode("ascii", "replace") if named else None, raw)
    receive(boxes, sender=sender_of(sender, raw), raw=raw, mark=mark, now=now, network=intake.network)


def take_once(mark: str, boxes: Sequence[str], sender: str | None, raw: bytes, now: datetime) -> None:
    """The same for a mail that a signed request has brought; the request of that mark sent again brings nothing."""
    with transaction():
        if note_delivery(mark, now):
            take(boxes, sender, raw, now)


def note_delivery(mark: str, now: datetime) -> bool:
    """Note that the request of that mark is taken, in the transaction under way; False if it was before."""
    try:
        with session().begin_nested():
            session().add(TakenDelivery(mark=mark, at=now))
    except IntegrityError:
        return False
    return True


def sender_of(told: str | None, raw: bytes) -> str:
    """The address of a mail's sender, `NULL_SENDER` if its envelope has none, an empty text if nothing names one."""
    written = _named_sender(raw) if told is None else told.strip() or NULL_SENDER
    bare = "".join(written.split())
    if _NULL.fullmatch(bare):
        return NULL_SENDER
    if told is not None:
        return bare.strip("<>")
    return next(iter(re.findall(rf"<\s*({WRITTEN})\s*>", written) or re.findall(WRITTEN, written)), "")


def _named_sender(raw: bytes) -> str:
    header = message_from_bytes(_header(raw))
    return next(filter(None, (str(header.get(name, "")).strip() for name in _NAMING)), "")


def network_named(header: bytes, *, looks_inside: bool = False) -> str | None:
    """The network that the topmost Received header names, as `rates.area` has it; those below may be anybody's.

    A mail that comes back from a content filter has a hop of the operator's own on top, which is passed over. Servers
    of a provider hand a mail on among themselves: `looks_inside` passes over all private addresses.
    """
    written = message_from_bytes(header).get_all("Received", [])
    passed = _INSIDE if looks_inside else (*_HERE, *settings().inbound_relays)
    for address in map(_client, written[:_MOST_HOPS]):
        if address and not is_in(address, passed):
            return rates.area(address)
        if not (address or looks_inside):
            break
    return None


def _client(received: object) -> str:
    """The address of the client in one such header, which stands last before the server's own name; or nothing."""
    client = _HELLO.sub("", f" {' '.join(str(received).split())}".partition(" by ")[0])
    for text in reversed(_LITERAL.findall(client)):
        with suppress(ValueError):
            return str(ip_address(text))
    return ""


def with_network_line_ends(raw: bytes) -> bytes:
    """A mail from a file or a pipe, with the line ends that it has on the wire."""
    return re.sub(rb"\r?\n", b"\r\n", raw)


def _header(raw: bytes) -> bytes:
    return raw.partition(b"\r\n\r\n")[0]
