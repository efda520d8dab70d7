"""Reports of mail that did not arrive, in forms of their own: flufl.bounce knows them, and sees what we let it see."""

from __future__ import annotations

from email.message import Message

from flufl.bounce import all_failures

from service.mail.reading.automatic import is_absence_notice
from service.mail.reading.bounces import (
    ADDRESS,
    UNKNOWN_DELAY,
    is_from_postman,
    original_message_id,
    prose_status,
    said_in_prose,
)
from service.mail.reading.fields import content_type, names_no_sender, subject, value
from service.mail.reading.outcomes import Bounce
from service.mail.reading.parts import text_of

_MAX_PROSE = 8 * 1024
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
    lines = "\n".join(_line(line[:_MAX_LINE]) for line in text[:_MAX_PROSE].splitlines())
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
