"""Reasons for declining, in the words of emails: English, German and Italian."""

from __future__ import annotations

import re

from service.models import DeclineReason

_WORDS = [
    (DeclineReason.RATED, r"only unrated|nur (?:ungewertete?|ohne wertung)|solo (?:partite )?non classificate"),
    (DeclineReason.NOT_RATED, r"(?:only |not |un)rated|nur gewertete?|nicht gewertet|ungewertet|solo classificate"),
    (DeclineReason.TOO_FAST, r"to{1,2}[- ](?:fast|quick|short)|zu (?:schnell|kurz)|troppo (?:veloce|rapid[ao]|breve)"),
    (DeclineReason.TOO_SLOW, r"to{1,2}[- ](?:slow|long)|zu (?:langsam|lang)|troppo (?:lent[ao]|lung[ao])"),
    (DeclineReason.TOO_STRONG, r"to{1,2}[- ](?:strong|good)|zu (?:stark|gut)|troppo (?:forte|brav[ao])"),
    (DeclineReason.TOO_WEAK, r"to{1,2}[- ]weak|stronger opponent|zu schwach|stärkere\w* gegner|troppo debole"),
    (
        DeclineReason.OTHER_GAME,
        r"other[- ](?:game|options)|ander(?:es spiel|e optionen)|altr[oe] (?:gioco|opzioni)",
    ),
    (DeclineReason.BUSY, r"(?:too )?busy|too many games|zu viele partien|beschäftigt|troppe partite|occupat[ao]"),
    (DeclineReason.NOT_NOW, r"not[- ](?:now|today)|(?:nicht jetzt|jetzt nicht)|non (?:ora|adesso)|(?:ora|adesso) no"),
    (DeclineReason.RATED, r"rated|gewertet|classificata"),
]
"""Wordings of each reason; what says more comes first."""
ANY_REASON = "|".join(words for _, words in _WORDS)
_REASONS = [(reason, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for reason, words in _WORDS]


def reason_in(text: str) -> DeclineReason | None:
    """Return the reason that a reply gives for declining; None without one."""
    return next((reason for reason, words in _REASONS if words.search(text)), None)
