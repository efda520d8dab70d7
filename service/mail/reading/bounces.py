"""Parser for reports on our emails: bounces and spam complaints.

Bounces come in the format of RFC 3464, as prose, or in formats of some servers that flufl.bounce knows; we pass it a
reduced message. Complaints come in the Abuse Reporting Format (RFC 5965).
"""

from __future__ import annotations

import re
from email.message import Message

from flufl.bounce import all_failures

from service.mail.reading.automatic import is_absence_notice
from service.mail.reading.fields import MAX_VALUE, content_type, names_no_sender, subject, value, word
from service.mail.reading.outcomes import ACTIONS, Bounce, Complaint
from service.mail.reading.parts import inside, text_of

_STATUS_TYPES = frozenset({"message/delivery-status", "message/global-delivery-status"})
_MAX_GROUPS = 20
_UNKNOWN_FAILURE = "5.0.0"
_UNKNOWN_DELAY = "4.0.0"
_MAX_PROSE = 32 * 1024
_STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.-])([45])[0-7]\d(?![\d.])[ -]")
_ADDRESS = re.compile(r"[\w.+=~-]{1,64}@[\w-][\w.-]{1,250}\w")
_MESSAGE_ID = re.compile(r"^[> \t]*message-id:\s{0,9}(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE)
_POSTMAN = re.compile(
    r"mailer-?daemon|post_?master|mail delivery (?:sub)?system|maildelivery|mail[ -]?administrator|mdaemon|mmdf|amavis",
    re.IGNORECASE,
)
_FAILURE = re.compile(
    r"undeliver|non remis|unzustellbar|no se puede entregar|returned mail|return(?:ing|ed) (?:message )?to sender"
    r"|delivery (?:status )?(?:notification|failure|failed|problem|error)|failure notice|mail delivery failed"
    r"|(?:could|can) ?not be delivered|(?:was|were) not delivered|wasn't able to deliver|(?:unable|not able) to deliver"
    r"|user unknown|no such user|mailbox (?:unavailable|full|not found)|mail system error|delivery has failed"
    r"|delivery to the following recipients? failed|not be sent|failure delivering|non-?deliver|permanent error"
    r"|unknown user|invalid user|配信",
    re.IGNORECASE,
)
_DELAY = re.compile(
    r"delayed|still trying|still being retried|will (?:be retried|retry|keep trying)|warning: ", re.IGNORECASE
)
_UNWANTED = frozenset({"abuse", "opt-out", "opt-out-list"})
"""Feedback types (RFC 5965, 7.3, and two older ones) by which a reader rejects email. Other types need a person's
judgement."""
_MAX_UNUSUAL = 8 * 1024
_MAX_LINE = 200
"""Characters; some of flufl.bounce's regular expressions take quadratic time."""
_NOBODY = "nobody@example.invalid"


def report(mail: Message, found: list[Message]) -> Bounce | Complaint | None:
    """Parse a bounce or a spam complaint; None if the email is neither."""
    return _complaint(mail, found) or _bounce(mail, found) or _unusual_bounce(mail, found)


def _complaint(mail: Message, found: list[Message]) -> Complaint | None:
    """Parse a spam complaint (RFC 5965); None if the email is none."""
    if content_type(mail) != "multipart/report":
        return None
    for part in found:
        groups = inside(part) if content_type(part) == "message/feedback-report" else []
        if groups and word(value(groups[0], "Feedback-Type")) in _UNWANTED:
            return Complaint(_original_message_id(found), _address(value(groups[0], "Original-Mail-From")))
    return None


def _bounce(mail: Message, found: list[Message]) -> Bounce | None:
    """Parse a bounce: a group of fields for each recipient (RFC 3464, 2.1), or prose."""
    groups = [group for part in found if content_type(part) in _STATUS_TYPES for group in inside(part)[:_MAX_GROUPS]]
    for action in ACTIONS:
        for group in groups:
            if word(value(group, "Action")) == action:
                recipient = _address(value(group, "Original-Recipient"), value(group, "Final-Recipient"))
                of_whom = _original_message_id(found), recipient
                return Bounce(_status(group, action), action, *of_whom, value(group, "Diagnostic-Code"))
    return _in_prose(mail, found) if _is_from_postman(mail) else None


def _status(group: Message, action: str) -> str:
    """Return the first specific status code, not x.0.0, of Status and Diagnostic-Code; else the first code."""
    told = _STATUS.findall(f"{value(group, 'Status')} {value(group, 'Diagnostic-Code')}")
    unknown = {"failed": _UNKNOWN_FAILURE, "delayed": _UNKNOWN_DELAY}.get(action, "2.0.0")
    return next((code for code in told if not code.endswith(".0.0")), told[0] if told else unknown)


def _is_from_postman(mail: Message) -> bool:
    """Check whether a mail server sent this email about a delivery."""
    named = value(mail, "X-Failed-Recipients") or _POSTMAN.search(value(mail, "From"))
    return bool(named) or (names_no_sender(mail) and bool(_FAILURE.search(subject(mail))))


def _in_prose(mail: Message, found: list[Message]) -> Bounce | None:
    told = "\n".join(text_of(part) for part in found if part.get_content_maintype() == "text")[:_MAX_PROSE]
    text = f"{subject(mail)}\n{told}"
    if not (value(mail, "X-Failed-Recipients") or _FAILURE.search(text) or _DELAY.search(text)):
        return None
    status, action = _prose_status(text)
    recipient = _address(value(mail, "X-Failed-Recipients"), told)
    return Bounce(status, action, _original_message_id(found), recipient, _said_in_prose(text))


def _prose_status(text: str) -> tuple[str, str]:
    """Return the status and the action in the prose of a report."""
    status, reply = _STATUS.search(text), _REPLY.search(text)
    if _DELAY.search(text) and not (status and status.group(1).startswith("5")):
        return _UNKNOWN_DELAY, "delayed"
    if status:
        return status.group(1), "failed"
    return (_UNKNOWN_DELAY if reply and reply.group(1) == "4" else _UNKNOWN_FAILURE), "failed"


def _said_in_prose(text: str) -> str:
    """Return the server's reply: the lines with codes, or the whole text."""
    coded = [line for line in text.splitlines() if _STATUS.search(line) or _REPLY.search(line)]
    return " ".join((" ".join(coded) or text).split())[:MAX_VALUE]


def _address(*written: str) -> str | None:
    """Return the first address in any of the texts, in lower case."""
    found = next(filter(None, map(_ADDRESS.search, written)), None)
    return found.group().lower() if found else None


def _original_message_id(found: list[Message]) -> str | None:
    """Return the Message-ID of the bounced email; it is in a part of its own or below the prose."""
    named = (_MESSAGE_ID.search(_returned(part)) for part in reversed(found))
    return next((match.group(1) for match in named if match), None)


def _returned(part: Message) -> str:
    """Return the text of a part that can contain the header of the bounced email."""
    if part.is_multipart():
        return "".join(f"message-id: {value(mail, 'Message-ID')}\n" for mail in inside(part)[:1])
    return text_of(part) if part.get_content_maintype() in {"text", "message"} else ""


def _unusual_bounce(mail: Message, found: list[Message]) -> Bounce | None:
    """Parse a bounce in a server's own format with flufl.bounce.

    The email must have a null sender and be no auto-reply; None unless it reports exactly one address.
    """
    prose = next((part for part in found if content_type(part) == "text/plain"), None)
    may_report = names_no_sender(mail) and (_is_from_postman(mail) or not is_absence_notice(mail))
    if prose is None or not may_report:
        return None
    text = _plain(text_of(prose))
    delayed, failed = map(_addresses, all_failures(_seen(mail, prose, text)))
    if len(delayed | failed) != 1:
        return None
    told = f"{subject(mail)}\n{text}"
    status, action = _prose_status(told) if failed else (_UNKNOWN_DELAY, "delayed")
    [address] = delayed | failed
    return Bounce(status, action, _original_message_id(found), address, _said_in_prose(told))


def _plain(text: str) -> str:
    """Remove commas around addresses: one of the formats is nothing but such a list, and people write lists too."""
    lines = [line[:_MAX_LINE] for line in text[:_MAX_UNUSUAL].splitlines()]
    plain = "\n".join(line.replace(",", " ") if "@" in line else line for line in lines)
    return plain.encode("ascii", "replace").decode("ascii")


def _seen(mail: Message, prose: Message, text: str) -> Message:
    """Build the message for flufl.bounce: the fields that identify a format, and the prose.

    Multipart emails stay multipart. flufl.bounce does not validate its input: it fails on an empty From, for example.
    """
    seen = report = Message()
    if prose is not mail:
        seen = Message()
        seen["Content-Type"] = "multipart/mixed"
        seen.set_payload([report, Message()])
    sender = _ADDRESS.search(value(mail, "From"))
    seen["From"] = sender.group() if sender else _NOBODY
    seen["X-Mailer"] = value(mail, "X-Mailer")
    report["Content-Description"] = value(prose, "Content-Description")
    report.set_payload(text)
    return seen


def _addresses(found: frozenset[bytes]) -> set[str]:
    texts = (address.decode("ascii", "replace").lower() for address in found)
    return {text for text in texts if _ADDRESS.fullmatch(text)}
