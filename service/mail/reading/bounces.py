"""Reading reports of mail that did not arrive: RFC 3464, and the prose of servers that follow no standard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message

from flufl.bounce import all_failures

from service.mail.reading.automatic import is_absence_notice
from service.mail.reading.fields import MAX_VALUE, content_type, names_no_sender, subject, value, word
from service.mail.reading.outcomes import ACTIONS, Bounce, Complaint
from service.mail.reading.parts import inside, text_of

_STATUS_TYPES = frozenset({"message/delivery-status", "message/global-delivery-status"})
_MAX_GROUPS = 20
_UNKNOWN_FAILURE = "5.0.0"
UNKNOWN_DELAY = "4.0.0"
_MAX_PROSE = 32 * 1024
_STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.-])([45])[0-7]\d(?![\d.])[ -]")
ADDRESS = re.compile(r"[\w.+=~-]{1,64}@[\w-][\w.-]{1,250}\w")
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


def bounce(mail: Message, found: list[Message]) -> Bounce | None:
    """What a mail reports on another's delivery, or None if it is no such report."""
    groups = [group for part in found for group in _groups(part)]
    for action in ACTIONS:
        for group in groups:
            if word(value(group, "Action")) == action:
                of_whom = original_message_id(found), _recipient(group)
                return Bounce(_status(group, action), action, *of_whom, value(group, "Diagnostic-Code"))
    return _in_prose(mail, found) if is_from_postman(mail) else None


def _groups(part: Message) -> Iterator[Message]:
    """The groups of fields of a delivery status: one on the mail, then one on each recipient (RFC 3464, 2.1)."""
    if content_type(part) in _STATUS_TYPES:
        yield from inside(part)[:_MAX_GROUPS]


def _status(group: Message, action: str) -> str:
    """The first code that is not a general one (x.0.0), or the first, of the status and of what the server said."""
    told = _STATUS.findall(f"{value(group, 'Status')} {value(group, 'Diagnostic-Code')}")
    unknown = {"failed": _UNKNOWN_FAILURE, "delayed": UNKNOWN_DELAY}.get(action, "2.0.0")
    return next((code for code in told if not code.endswith(".0.0")), told[0] if told else unknown)


def _recipient(group: Message) -> str | None:
    for name in ("Original-Recipient", "Final-Recipient"):
        found = ADDRESS.search(value(group, name))
        if found:
            return found.group().lower()
    return None


def is_from_postman(mail: Message) -> bool:
    """Whether a mail says that it is of a server, on what became of another."""
    named = value(mail, "X-Failed-Recipients") or _POSTMAN.search(value(mail, "From"))
    return bool(named) or (names_no_sender(mail) and bool(_FAILURE.search(subject(mail))))


def _in_prose(mail: Message, found: list[Message]) -> Bounce | None:
    told = "\n".join(text_of(part) for part in found if part.get_content_maintype() == "text")[:_MAX_PROSE]
    text = f"{subject(mail)}\n{told}"
    if not (value(mail, "X-Failed-Recipients") or _FAILURE.search(text) or _DELAY.search(text)):
        return None
    status, action = prose_status(text)
    address = ADDRESS.search(value(mail, "X-Failed-Recipients")) or ADDRESS.search(told)
    recipient = address.group().lower() if address else None
    return Bounce(status, action, original_message_id(found), recipient, said_in_prose(text))


def prose_status(text: str) -> tuple[str, str]:
    """The status and the action that a text tells of, which is known to be a report."""
    status, reply = _STATUS.search(text), _REPLY.search(text)
    if _DELAY.search(text) and not (status and status.group(1).startswith("5")):
        return UNKNOWN_DELAY, "delayed"
    if status:
        return status.group(1), "failed"
    return (UNKNOWN_DELAY if reply and reply.group(1) == "4" else _UNKNOWN_FAILURE), "failed"


def said_in_prose(text: str) -> str:
    """What a server said, as far as a text tells: its lines with codes, or all that there is."""
    coded = [line for line in text.splitlines() if _STATUS.search(line) or _REPLY.search(line)]
    return " ".join((" ".join(coded) or text).split())[:MAX_VALUE]


def original_message_id(found: list[Message]) -> str | None:
    """The Message-ID of the mail that came back: it stands in a part of its own, or below the prose."""
    named = (_MESSAGE_ID.search(_returned(part)) for part in reversed(found))
    return next((match.group(1) for match in named if match), None)


def _returned(part: Message) -> str:
    """What a part holds of the mail that came back."""
    if part.is_multipart():
        return "".join(f"message-id: {value(mail, 'Message-ID')}\n" for mail in inside(part)[:1])
    return text_of(part) if part.get_content_maintype() in {"text", "message"} else ""


FEEDBACK = "message/feedback-report"
UNWANTED = frozenset({"abuse", "opt-out", "opt-out-list"})
"""Types of feedback (section 7.3, and two of before) by which a reader wants no more; of others, people make up their
mind."""


def complaint(mail: Message, found: list[Message]) -> Complaint | None:
    """What a mail reports of a mail that its reader does not want, or None if it is no such report."""
    if content_type(mail) != "multipart/report":
        return None
    for part in found:
        if content_type(part) == FEEDBACK and (groups := inside(part)) and _is_unwanted(groups[0]):
            sender = ADDRESS.search(value(groups[0], "Original-Mail-From"))
            return Complaint(original_message_id(found), sender.group().lower() if sender else None)
    return None


def _is_unwanted(feedback: Message) -> bool:
    return word(value(feedback, "Feedback-Type")) in UNWANTED


_MAX_UNUSUAL = 8 * 1024
_MAX_LINE = 200
"""Characters; some of the expressions that lines are searched for take quadratic time."""
_NOBODY = "nobody@example.invalid"


def unusual_bounce(mail: Message, found: list[Message]) -> Bounce | None:
    """What a mail that names no sender, and is no absence notice, reports of one address; None if that is nothing."""
    prose = next((part for part in found if content_type(part) == "text/plain"), None)
    if prose is None or not _may_report(mail):
        return None
    text = _plain(text_of(prose))
    delayed, failed = map(_addresses, all_failures(_seen(mail, prose, text)))
    if len(delayed | failed) != 1:
        return None
    told = f"{subject(mail)}\n{text}"
    status, action = prose_status(told) if failed else (UNKNOWN_DELAY, "delayed")
    [address] = delayed | failed
    return Bounce(status, action, original_message_id(found), address, said_in_prose(told))


def _may_report(mail: Message) -> bool:
    return names_no_sender(mail) and (is_from_postman(mail) or not is_absence_notice(mail))


def _plain(text: str) -> str:
    lines = "\n".join(_line(line[:_MAX_LINE]) for line in text[:_MAX_UNUSUAL].splitlines())
    return lines.encode("ascii", "replace").decode("ascii")


def _line(line: str) -> str:
    """A line without the commas round addresses: one of the forms is nothing else, and people write that, too."""
    return line.replace(",", " ") if "@" in line else line


def _seen(mail: Message, prose: Message, text: str) -> Message:
    """The mail with the fields that forms are known by, and the prose alone, or before something that came with it.

    flufl.bounce trusts what it is given: an empty From, for one, is too much for it.
    """
    seen = report = Message()
    if prose is not mail:
        seen = Message()
        seen["Content-Type"] = "multipart/mixed"
        seen.set_payload([report, Message()])
    sender = ADDRESS.search(value(mail, "From"))
    seen["From"] = sender.group() if sender else _NOBODY
    seen["X-Mailer"] = value(mail, "X-Mailer")
    report["Content-Description"] = value(prose, "Content-Description")
    report.set_payload(text)
    return seen


def _addresses(found: frozenset[bytes]) -> set[str]:
    texts = (address.decode("ascii", "replace").lower() for address in found)
    return {text for text in texts if ADDRESS.fullmatch(text)}
