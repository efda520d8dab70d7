"""Classify permanent refusals of mail servers, by status code (RFC 3463) or wording.

This covers every source: an SMTP reply, a report, an event of a provider.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Severity(StrEnum):
    """The meaning of a permanent refusal for the address."""

    HARD = "hard"
    """The mailbox does not exist or was closed."""
    SOFT = "soft"
    """It may accept mail another day, or the reason is unknown."""
    OURS = "ours"
    """Nothing: the mail or its sender is refused."""


_STATUS = re.compile(r"(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])")
_GONE = frozenset({"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.310"})
"""No such mailbox or domain, moved, accepts no mail (RFC 7505), disabled.

The last is Microsoft's for no such domain.
"""
_OURS = re.compile(r"[45]\.(?:1\.[78]|[567]\.\d+)")
"""The sender's address; protocol, content, policy (RFC 3463, 3.2 and 3.6 to 3.8)."""
_BOX = r"(?:user|mail ?box|account|recipient|addressee|address(?:es)?|alias|local[ -]part|person)"
_GONE_WORDS = re.compile(
    rf"\b(?:no such|unknown|invalid|non-?existent|not an? (?:valid|known|active)) (?:virtual |e-?mail )?{_BOX}\b"
    rf"|\b{_BOX}\b.{{0,80}}?(?:\bunknown|\bnot known|\bnot found|(?:\bnot|n't) exist|\bnonexistent|\bno longer\b"
    r"|\b(?:is|been) (?:disabled|deactivated|closed|discontinued))"
    r"|\bno (?:user|mail ?box|account|one)\b.{0,20} (?:here|by that|at this)|\baddress_not_found|recip\w*notfound"
    r"|n't have an? \S+ account"
    r"|\brecipient address(?:es)? rejected ?: access denied"  # Microsoft, with 5.4.1
    r"|\b(?:utente|destinatario|casella)\b.{0,40}(?:sconosciut|inesistente)"
    r"|\b(?:utilisateur|destinataire)\b.{0,40}inconnu|\b(?:usuario|destinatario)\b.{0,40}(?:desconocido|no existe)"
    r"|\b(?:benutzer|empf\w{1,2}nger|postfach)\b.{0,40}unbekannt|\bunbekannter (?:benutzer|empf)",
    re.IGNORECASE,
)
_OUR_WORDS = re.compile(
    r"(?<!to )(?<!to the )\bsender\b|\bmail from\b|spam|junk|virus|malware|phish|\bblocked\b|\bbanned\b|reputation"
    r"|\b(?:block|black|deny|gr[ae]y)[ -]?list|\b(?:dns)?[rb]bl\b|\bdnsbl\b|\bpolic(?:y|ies)\b"
    r"|\b(?:spf|dkim|dmarc|ptr|rdns|helo|ehlo)\b|reverse dns|\bclient host\b|unauthenticated|not authenticated"
    r"|\b(?:your|sending) (?:ip|host|server|domain|network|mail server)\b|\brelay(?:ing)? (?:access )?(?:denied|not)"
    r"|\bto relay\b|\btoo (?:large|big)\b|\bmessage size\b",
    re.IGNORECASE,
)
_PASSING_WORDS = re.compile(
    r"\bquota\b|\bfull\b|\bstorage\b|\btemporar|\btry again\b|\bat a rate\b|\btoo many\b", re.IGNORECASE
)


def severity(said: str) -> Severity:
    """Classify a permanent refusal by the codes and words of the server or the report.

    The sender's faults are checked first: blaming them on the address would shut a player out. If the code is missing
    or unclear, the words decide. Unknown words are soft.
    """
    codes = set(_STATUS.findall(said))
    has_gone_code, has_gone_words = bool(codes & _GONE), bool(_GONE_WORDS.search(said))
    if any(map(_OURS.fullmatch, codes)) or (_OUR_WORDS.search(said) and not (has_gone_code and has_gone_words)):
        return Severity.OURS
    if _PASSING_WORDS.search(said) or any(code.startswith("4") for code in codes):
        return Severity.SOFT
    return Severity.HARD if has_gone_code or has_gone_words else Severity.SOFT


def status_in(reply: str | None) -> str | None:
    """Return the RFC 3463 code that a server gave, if any. Its words are not disclosed."""
    return next(iter(_STATUS.findall(reply or "")), None)
