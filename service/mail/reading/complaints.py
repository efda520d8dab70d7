"""Reading reports that somebody has called a mail spam: the Abuse Reporting Format (RFC 5965)."""

from __future__ import annotations

from email.message import Message

from service.mail.reading.bounces import ADDRESS, original_message_id
from service.mail.reading.fields import content_type, value, word
from service.mail.reading.outcomes import Complaint
from service.mail.reading.parts import inside

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
