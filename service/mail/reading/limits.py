"""Limits on the cost of parsing an email, checked on its bytes because Python's parser has none."""

from __future__ import annotations

import re

MAX_MAIL = 256 * 1024
MAX_HEADERS = 64 * 1024
"""Bytes; forwarding chains with ARC seals reach 20,000."""
MAX_FIELD = 4 * 1024
"""Bytes of one Content-* field. Python parses their parameters in quadratic time."""
MAX_PARTS = 60
MAX_DEPTH = 8
_MAX_MULTIPARTS = 20
_MAX_TYPED = 200
_MAX_DELIMITERS = 2000
_MAX_GROUPS = 2000
"""Paragraphs of an email with a delivery status: Python builds a message from each group of its fields."""
_FIELD = re.compile(rb"(?im)^content-[a-z-]*:.*(?:\n[ \t].*)*")
_STATUS = re.compile(rb"(?i)delivery-status")
_BOUNDARY = re.compile(rb"(?i)boundary[*0-9]{0,8}\s?=")


class Illegible(Exception):
    """The email cannot be read; `reason` is that of `Unreadable`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def with_plain_line_ends(raw: bytes) -> bytes:
    """Normalise line ends to LF; a bare CR counts as one, as it does for Python's parser."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def check(raw: bytes) -> None:
    """Check the limits; `raw` comes from `with_plain_line_ends`. Raises Illegible."""
    if len(raw) > MAX_MAIL:
        raise Illegible("too-large")
    if len(raw.partition(b"\n\n")[0]) > MAX_HEADERS:
        raise Illegible("headers-too-large")
    fields = [match.end() - match.start() for match in _FIELD.finditer(raw)]
    if max(fields, default=0) > MAX_FIELD:
        raise Illegible("headers-too-large")
    counts = [
        (len(fields), _MAX_TYPED),
        (len(_BOUNDARY.findall(raw)), _MAX_MULTIPARTS),
        (raw.count(b"\n--"), _MAX_DELIMITERS),
        (raw.count(b"\n\n") if _STATUS.search(raw) else 0, _MAX_GROUPS),
    ]
    if any(count > most for count, most in counts):
        raise Illegible("too-many-parts")
