"""Signing our mails (DKIM, RFC 6376), so that whoever gets one knows that it is from our domain, and unchanged."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

import dkim

from service.core.encryption import Undecryptable
from service.core.settings import settings
from service.post.dkim_keys import key_in_use, secret_of

SIGNED = (
    "from", "to", "subject", "date", "message-id", "reply-to", "in-reply-to", "references", "mime-version",
    "content-type", "list-id", "list-unsubscribe", "list-unsubscribe-post", "feedback-id", "auto-submitted",
)  # fmt: skip
"""All that we write and no server on the way has to; RFC 8058, 4 asks for both of List-Unsubscribe."""
RELAXED = (b"relaxed", b"relaxed")
"""Spaces that a server changes do not break it (section 3.4)."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Signer:
    """Signs for a domain, with the key of a selector."""

    domain: str
    selector: str
    secret: bytes = field(repr=False)

    def signed(self, raw: bytes) -> bytes:
        """The mail with its signature as the first header."""
        said = {line.partition(b":")[0].strip().lower().decode("ascii", "replace") for line in _header_lines(raw)}
        names = [name.encode() for name in SIGNED if name in said]
        domain, selector = self.domain.encode(), self.selector.encode()
        signature: bytes = dkim.sign(raw, selector, domain, self.secret, canonicalize=RELAXED, include_headers=names)
        return signature + raw


def signer() -> Signer | None:
    """What signs our mails; None if no key is in use, or its secret key cannot be read, which is logged."""
    key = key_in_use()
    if key is None:
        return None
    try:
        return Signer(settings().mail_domain, key.selector, secret_of(key))
    except Undecryptable:
        log.warning("mails go out unsigned: the secret key is not set by which DKIM key %s is kept", key.selector)
        return None


def _header_lines(raw: bytes) -> list[bytes]:
    return raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
