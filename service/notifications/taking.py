"""Accept inbound email from any channel, with the same mailboxes, limits and guarantees.

An email without a token counts for its network, as recorded by the server that passed it on (RFC 5321, 4.4). A
signature does not always cover its content, so each signed request is accepted only once.
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

from service.config.environment import LOOPBACK, is_in, networks
from service.config.limits import limit
from service.config.settings import settings
from service.db.engines import insert_if_new, transaction
from service.models import TakenDelivery
from service.notifications.boxes import box_at, name_of, takes_replies
from service.notifications.inbound import fingerprint, receive
from service.notifications.notices import box_answered
from service.security import rates
from service.security.addresses import NULL_SENDER, Named
from service.security.keys import SeatLink
from service.security.rates import Use

OF_STRANGERS, OF_ALL_STRANGERS = limit("mail-of-strangers"), limit("all-mail-of-strangers")
OF_A_SEAT = limit("mail-of-a-seat")
MAX_MAIL_BYTES = 256 * 1024
MAX_WITH_FILES = 7 * 1024 * 1024
"""Bytes of an email before its attached files are dropped: a photo of 5 MB, in base64."""
MAX_HEADER_BYTES = 64 * 1024
MAX_RECIPIENTS = 5
PART = 10_000
"""Bytes that count as one unit."""
_NULL = re.compile(r"<>|<?mailer-daemon(?:@[^<>]*)?>?", re.IGNORECASE)
"""Notations for an empty sender; the name is Postfix's."""
_CHARACTER = r"[^\s<>,;:@\"()\[\]]"
WRITTEN = rf"{_CHARACTER}{{1,64}}@{_CHARACTER}{{1,253}}"
"""An address anywhere in a header. Python's own header parser recurses once for each colon."""
_MENTIONED = re.compile(r"<[^<>\s]{1,996}>")
"""A Message-ID in In-Reply-To or References."""
_MOST_MENTIONED = 4
_NAMING = ("Return-Path", "Sender", "From")
"""Headers that name the sender: the first is what the last server took from the envelope (RFC 5321, 4.4)."""
_MESSAGE_ID = re.compile(rb"^message-id:[ \t\r\n]*(<[^<>\s]{1,996}>)", re.IGNORECASE | re.MULTILINE)
_PARTS = re.compile(rb"(?<=\r\n)(?=--)")
_FILE = re.compile(
    rb"--[^\r\n]+\r\n(?:[^\r\n]+\r\n){0,20}?content-type:[ \t]*(?:image|audio|video|application/(?!(?:x-)?pkcs7|pgp))"
    rb"[^\r\n]*\r\n(?:[^\r\n]+\r\n){0,20}\r\n",
    re.IGNORECASE,
)
"""The delimiter and header of a part of an email that is a file (RFC 2046)."""
_MOST_PARTS = 2000
_LITERAL = re.compile(r"[\[(](?:IPv6:)?([0-9A-Fa-f:.]{2,45})[\])]")
_HELLO = re.compile(r"helo=[^\s)]*", re.IGNORECASE)
"""How Exim writes the client's HELO name, behind its address."""
_HERE = networks(LOOPBACK, "here")
_INSIDE = networks(f"{LOOPBACK} 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7", "inside")
_MOST_HOPS = 10


class NotTaken(Exception):
    """An email or one of its recipients is refused permanently."""

    def __init__(self, why: Rejection) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Intake:
    """The subjects an email counts for: the mailboxes whose tokens it has, or else its network.

    `network` is as in `rates.area`; None if unknown.
    """

    network: str | None = None

    def look(self, boxes: Sequence[str], size: int) -> None:
        """Raise TooMany if there is no room now for an email of `size` bytes; counts nothing."""
        for use in self._uses(boxes, size):
            charge = rates.spent(use, counts=False)
            if charge is not None and charge.remaining < use.cost:
                replace(charge, granted=False).check()

    def count(self, boxes: Sequence[str], size: int) -> None:
        """Count an email of `size` bytes; TooMany, without counting, if there is no room."""
        rates.spend(*self._uses(boxes, size))

    def _uses(self, boxes: Sequence[str], size: int) -> rates.Uses:
        """Build the uses of an email: with a valid token it counts for that mailbox alone, whatever strangers send."""
        keyed = [(OF_A_SEAT, name) for name in filter(None, map(_keyed_name, boxes))]
        whose = dict.fromkeys(keyed or [(OF_STRANGERS, self.network or ""), (OF_ALL_STRANGERS, "")])
        return [Use(*each, ceil(size / PART)) for each in whose]


def _keyed_name(box: str) -> str:
    """Return the name that a mailbox with a token is counted by, one for each seat; empty for others."""
    found = box_at(box)
    if isinstance(found, SeatLink):
        return f"{found.game_id} {found.seat}"
    return "" if isinstance(found, Named) else name_of(box)


class Rejection(StrEnum):
    """Why an email is refused, as an SMTP reply (RFC 5321, RFC 3463)."""

    NOBODY = "550 5.1.1 There is no such mail box here"
    NOT_OURS = "550 5.7.1 We take mail for our own domain only"
    TOO_MANY = "452 4.5.3 Too many recipients, send the rest in another mail"
    HEADER_TOO_LARGE = "552 5.3.4 The header of this mail is too large"
    TOO_LARGE = "552 5.3.4 This mail is too large, it may have 256 KiB without its attached files, and 7 MiB with them"


def box_of(address: str) -> str:
    """Return the local part of our address; NotTaken for another domain or an unknown mailbox."""
    local_part, _, domain = address.strip().strip("<>").rpartition("@")
    if domain.lower() != settings().mail_domain.lower():
        raise NotTaken(Rejection.NOT_OURS)
    if box_at(local_part) is None:
        raise NotTaken(Rejection.NOBODY)
    return local_part


def without_files(raw: bytes) -> bytes:
    """Drop the content of files attached to a large email; we read none. Other emails stay as they were signed."""
    is_large = MAX_MAIL_BYTES < len(raw) <= MAX_WITH_FILES
    parts = _PARTS.split(raw, _MOST_PARTS) if is_large else ()
    return b"".join(found[0] if (found := _FILE.match(part)) else part for part in parts) or raw


def check_size(raw: bytes) -> None:
    """Raise NotTaken if the email or its header is too large."""
    if len(raw) > MAX_MAIL_BYTES:
        raise NotTaken(Rejection.TOO_LARGE)
    if len(_header(raw)) > MAX_HEADER_BYTES:
        raise NotTaken(Rejection.HEADER_TOO_LARGE)


def take(boxes: Sequence[str], sender: str | None, raw: bytes, now: datetime, intake: Intake | None = None) -> None:
    """Store an email for each of our mailboxes and commit; a duplicate is stored once. NotTaken, or TooMany for now.

    Of a large email, attached files are not stored.

    `sender` is the envelope's, empty or `<>` if it has none; None if only the email itself names one. Without an
    `intake` it counts for the network in the topmost Received header. A reply to our general address counts for the
    mailbox that it should have gone to.
    """
    raw = without_files(raw)
    check_size(raw)
    header = _header(raw)
    intake = intake or Intake(network_named(header))
    boxes = _readdressed(boxes, header)
    intake.count(boxes, len(raw))
    named = _MESSAGE_ID.search(header)
    mark = fingerprint(named[1].decode("ascii", "replace") if named else None, raw)
    receive(boxes, sender=sender_of(sender, raw), raw=raw, mark=mark, now=now, network=intake.network)


def _readdressed(boxes: Sequence[str], header: bytes) -> Sequence[str]:
    """Replace our general address by the mailbox for replies that the email is for as well, or whose email it answers.

    Programs reply to From and Reply-To alike, or ignore Reply-To (RFC 5322, 3.6.2). So each copy of an email counts for
    the same mailbox, in whatever order they come.
    """
    others = [box for box in boxes if box_at(box) is not Named.GENERAL]
    if len(others) == len(boxes):
        return boxes
    read = message_from_bytes(header)
    written = [
        "\n".join(map(str, read.get_all(name, []))) for name in ("To", "Cc", "In-Reply-To", "References", "From")
    ]
    *addressed, answered, thread, author = written
    keyed = filter(takes_replies, [*others, *boxes_in("\n".join(addressed))[:MAX_RECIPIENTS]])
    mentioned = [*_MENTIONED.findall(answered), *reversed(_MENTIONED.findall(thread))][:_MOST_MENTIONED]
    found = next(keyed, None) or box_answered(mentioned, _address_in(author).lower())
    return list(dict.fromkeys([*others, found])) if found else boxes


def boxes_in(written: str, pattern: str = WRITTEN) -> list[str]:
    """Find the mailboxes of ours in header values."""
    found = []
    for address in re.findall(pattern, written):
        with suppress(NotTaken):
            found.append(box_of(address))
    return found


def take_once(mark: str, boxes: Sequence[str], sender: str | None, raw: bytes, now: datetime) -> None:
    """Store the email of a signed request; a repeated request stores nothing."""
    with transaction():
        if note_delivery(mark, now):
            take(boxes, sender, raw, now)


def note_delivery(mark: str, now: datetime) -> bool:
    """Record that a request was accepted, in the current transaction; False for a repetition."""
    return insert_if_new(TakenDelivery(mark=mark, at=now))


def sender_of(told: str | None, raw: bytes) -> str:
    """Determine an email's sender; `NULL_SENDER` for an empty envelope sender, empty text if none is named."""
    written = _named_sender(raw) if told is None else told.strip() or NULL_SENDER
    bare = "".join(written.split())
    if _NULL.fullmatch(bare):
        return NULL_SENDER
    if told is not None:
        return bare.strip("<>")
    return _address_in(written)


def _address_in(written: str) -> str:
    return next(iter(re.findall(rf"<\s*({WRITTEN})\s*>", written) or re.findall(WRITTEN, written)), "")


def _named_sender(raw: bytes) -> str:
    header = message_from_bytes(_header(raw))
    return next(filter(None, (str(header.get(name, "")).strip() for name in _NAMING)), "")


def network_named(header: bytes, *, looks_inside: bool = False) -> str | None:
    """Read the network in the topmost Received header, as `rates.area`; lower ones may be forged.

    An email back from a content filter has a hop of the operator's own on top, which is skipped. Servers of a provider
    pass emails on among themselves: `looks_inside` skips all private addresses.
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
    """Return the client's address in a Received header, the last one before the server's own name; or empty text."""
    client = _HELLO.sub("", f" {' '.join(str(received).split())}".partition(" by ")[0])
    for text in reversed(_LITERAL.findall(client)):
        with suppress(ValueError):
            return str(ip_address(text))
    return ""


def with_network_line_ends(raw: bytes) -> bytes:
    """Convert an email from a file or pipe to CRLF line ends."""
    return re.sub(rb"\r?\n", b"\r\n", raw)


def _header(raw: bytes) -> bytes:
    return raw.partition(b"\r\n\r\n")[0]
