"""SPF (RFC 7208): check that the domain's record is valid and permits our senders, with spftrace and our look-ups."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address
from typing import Any

import spftrace
from spftrace import MAX_DNS_TERMS, MAX_VOID_LOOKUPS

from workers.doctor.finding import Finding, in_zone, mend, not_checked, well
from workers.doctor.names import Address, LookUp, Silence

VERSION = "v=spf1"
MACRO = "%"
RESULTS = {"pass", "fail", "softfail", "neutral"}
"""The results of a valid record; all others are errors of the record, or of DNS."""
CLOSED = {"fail": "-all", "softfail": "~all"}
STRANGER = IPv4Address(0)
"""An arbitrary other sender: only a record that permits everybody permits it."""
UNKNOWN = "unknowable"
"""A placeholder for values that only a real email has: the local part of its sender, and the HELO name."""
NULL_MX = "."
"""RFC 7505."""


class BadRecord(ValueError):
    """A record with an error; the text explains it."""


def spf(domain: str, senders: tuple[Address, ...], look_up: LookUp) -> Iterator[Finding]:
    """Check that there is one valid record, that it excludes strangers, and that it permits the senders."""
    about = f"SPF of {domain}"
    records = _records(domain, look_up)
    if not records:
        text = f"{domain} has no record that begins with {VERSION}, so our emails look forged"
        yield mend(about, text, in_zone(domain, "TXT", _first(senders)))
        return
    if len(records) > 1:
        yield mend(about, f"{domain} has {len(records)} records, which counts as none; merge them into one")
        return
    try:
        of_strangers = verdict(domain, STRANGER, look_up)
    except BadRecord as wrong:
        yield mend(about, str(wrong))
        return
    yield well(about, f"{records[0]} ({of_strangers.dns_terms_used} of {MAX_DNS_TERMS} look-ups)")
    yield _strangers(of_strangers.result, *_last(domain, records[0], look_up))
    if not senders:
        yield not_checked("SPF of the sender", "the sending IP address is unknown; pass it as --sends-from ADDRESS")
    for address in senders:
        yield _sender(domain, records[0], address, look_up)


def verdict(domain: str, address: Address, look_up: LookUp) -> spftrace.Result:
    """Evaluate the record of a domain for an address; values that only a real email has match nobody.

    Raise BadRecord for an error in it, Silence if DNS is silent about a name in it.
    """
    dns = _Dns(look_up)
    found = spftrace.check(str(address), f"{UNKNOWN}@{domain}", UNKNOWN, resolver=dns)
    if found.result == "temperror":
        raise dns.silence or Silence("too many look-ups")
    if found.result not in RESULTS:
        raise BadRecord(_wrong(found))
    return found


class _Dns(spftrace.BaseResolver):
    """A spftrace resolver that uses our look-ups."""

    def __init__(self, look_up: LookUp) -> None:
        self._look_up = look_up
        self.silence: Silence | None = None

    async def _lookup(self, name: str, rtype: str) -> tuple[str, list[str]]:
        """Return the DNS status and the records."""
        try:
            return "NOERROR", self._found(name, rtype)
        except Silence as silence:
            self.silence = silence
            raise spftrace.DnsError from silence

    def _found(self, name: str, kind: str) -> list[str]:
        if UNKNOWN in name:
            return [VERSION] if kind == "TXT" else []
        found = self._look_up(name, kind)
        if kind == "MX":
            found = [record.split()[1] for record in found]
        return found if kind == "TXT" else [name.removesuffix(".") for name in found if name != NULL_MX]


def _records(domain: str, look_up: LookUp) -> list[str]:
    return [text for text in look_up(domain, "TXT") if text.lower().split(" ")[0] == VERSION]


def _last(domain: str, text: str, look_up: LookUp) -> tuple[str, str]:
    """Return the domain and text of the record that decides on all other senders, after redirects (RFC 7208, 6.1)."""
    record = spftrace.parse(text)
    target = (record.redirect and record.redirect.arg) or ""
    if not target or MACRO in target or any(term.name == "all" for term in record.terms):
        return domain, text
    return _last(target, _records(target, look_up)[0], look_up)


def _strangers(result: str, domain: str, record: str) -> Finding:
    """Check that strangers are excluded, and suggest a fix to the record that decides on them."""
    about = "SPF of strangers"
    if result in CLOSED:
        return well(about, CLOSED[result])
    words = [word for word in record.split() if word.lstrip("+?").lower() != "all"]
    wanted = in_zone(domain, "TXT", " ".join([*words, "-all"]))
    return mend(about, "not excluded; end the record in -all (or ~all, to begin with)", wanted)


def _sender(domain: str, record: str, address: Address, look_up: LookUp) -> Finding:
    about = f"SPF of {address}"
    try:
        found = verdict(domain, address, look_up)
    except BadRecord as wrong:
        return mend(about, str(wrong))
    for target in _of_kind(found, "macro_expand"):
        if UNKNOWN in target["after"]:
            text = f"the record has {target['before']}, which can only be evaluated for an actual email"
            return not_checked(about, text)
    if found.result == "pass":
        return well(about, "may send our email")
    wanted = in_zone(domain, "TXT", record.replace(VERSION, f"{VERSION} {_word(address)}", 1))
    return mend(about, f"{found.result}: our mail server is not in the record", wanted)


def _wrong(found: spftrace.Result) -> str:
    if found.dns_terms_used > MAX_DNS_TERMS:
        return f"it needs more than {MAX_DNS_TERMS} look-ups, which counts as an error; use IP addresses"
    if found.void_lookups_used > MAX_VOID_LOOKUPS:
        names = ", ".join(dict.fromkeys(query.name for query in found.queries if query.void))
        return f"counts as an error, because DNS has nothing for {names}; at most {MAX_VOID_LOOKUPS} may be empty"
    [exit_] = _of_kind(found, "exit")
    return f"counts as an error: {exit_['reason']} (RFC 7208)"


def _of_kind(found: spftrace.Result, kind: str) -> list[dict[str, Any]]:
    return [event.data for event in found.trace.events if event.kind == kind]


def _first(senders: tuple[Address, ...]) -> str:
    """Suggest a first record for a domain: the senders, or else its MX."""
    return " ".join([VERSION, *(map(_word, senders) if senders else ["mx"]), "-all"])


def _word(address: Address) -> str:
    return f"ip{address.version}:{address}"
