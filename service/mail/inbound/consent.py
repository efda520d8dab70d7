"""Yes, no or never, as people write it."""

from __future__ import annotations

from enum import Enum, auto

from service.mail.reading import Answer, Reading


class Consent(Enum):
    """What somebody says who is asked."""

    YES = auto()
    NO = auto()
    NEVER = auto()
    """No, and whoever asks is not to ask again."""


WORDS = {
    Consent.YES: ("yes", "y", "ok", "accept", "confirm", "confirmed"),
    Consent.NO: ("no", "n", "decline", "no thanks", "no thank you"),
    Consent.NEVER: ("never", "no never", "never again", "never from this person", "never from this person again"),
}


def consent(reading: Reading) -> Consent | None:
    """What somebody says; None if it is none of these in so many words."""
    if not isinstance(reading, Answer):
        return None
    said = " ".join(reading.text.lower().replace(",", " ").split()).strip(".! ")
    return next((meant for meant, words in WORDS.items() if said in words), None)
