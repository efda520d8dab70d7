"""Yes or no, as people write it."""

from __future__ import annotations

from service.mail.reading import Answer, Reading

YES = frozenset({"yes", "y", "ok", "accept", "confirm", "confirmed"})
NO = frozenset({"no", "n", "decline", "no thanks", "no thank you"})


def consent(reading: Reading) -> bool | None:
    """Whether somebody says yes or no; None if they say neither in so many words."""
    if not isinstance(reading, Answer):
        return None
    said = " ".join(reading.text.lower().replace(",", " ").split()).strip(".! ")
    return True if said in YES else False if said in NO else None
