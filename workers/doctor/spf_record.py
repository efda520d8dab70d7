"""The SPF record that a domain publishes (RFC 7208), and the one that it leads on to."""

from __future__ import annotations

from spftrace import parse

from workers.doctor.names import LookUp

VERSION = "v=spf1"
MACRO = "%"


class BadRecord(ValueError):
    """A record that others take for an error of ours; the text says what is wrong with it."""


class NoRecord(BadRecord):
    """There is none."""


def published(domain: str, look_up: LookUp) -> str:
    """The one record of a domain; NoRecord, or BadRecord if there are several (4.5)."""
    texts = [text for text in look_up(domain, "TXT") if text.lower().split(" ")[0] == VERSION]
    if not texts:
        raise NoRecord(f"{domain} has no record that begins with {VERSION}")
    if len(texts) > 1:
        raise BadRecord(f"{domain} has {len(texts)} records, which counts as none; put all of it into one")
    return texts[0]


def last(domain: str, text: str, look_up: LookUp) -> tuple[str, str]:
    """Where the record stands that decides on whoever none before it names (6.1), and its text."""
    record = parse(text)
    target = (record.redirect and record.redirect.arg) or ""
    if not target or MACRO in target or any(term.name == "all" for term in record.terms):
        return domain, text
    return last(target, published(target, look_up), look_up)
