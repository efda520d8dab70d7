"""What a receiver makes of an SPF record (RFC 7208), for an address that mail comes from: spftrace, by our look-ups."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Address
from typing import Any

import spftrace
from spftrace import MAX_DNS_TERMS, MAX_VOID_LOOKUPS

from workers.doctor.names import Address, LookUp, Silence
from workers.doctor.spf_record import VERSION, BadRecord

STRANGER = IPv4Address(0)
"""Stands for everybody else: no mail comes from it, and nobody lets it send but who lets all."""
UNKNOWN = "unknowable"
"""Stands for what is only known of a mail under way: the name of its box, and how the server says HELO."""
NULL_MX = "."
"""RFC 7505."""


class Result(StrEnum):
    """What is said of a sender."""

    PASS = "pass"  # noqa: S105  # no secret
    FAIL = "fail"
    SOFTFAIL = "softfail"
    NEUTRAL = "neutral"


@dataclass(frozen=True)
class Verdict:
    """What is said of a sender, after how many look-ups, and the word that could not be followed, if there is one."""

    result: Result
    lookups: int
    unknowable: str = ""


def verdict(domain: str, address: Address, look_up: LookUp) -> Verdict:
    """What the record of a domain says of an address; what is unknowable is taken for somebody else's.

    BadRecord if others take it for an error, Silence if DNS is silent about a name in it.
    """
    dns = _Dns(look_up)
    found = spftrace.check(str(address), f"{UNKNOWN}@{domain}", UNKNOWN, resolver=dns)
    if found.result == "temperror":
        raise dns.silence or Silence("too much is to be asked")
    if found.result not in set(Result):
        raise BadRecord(_wrong(found))
    targets = _of_kind(found, "macro_expand")
    unknowable = next((str(target["before"]) for target in targets if UNKNOWN in target["after"]), "")
    return Verdict(Result(found.result), found.dns_terms_used, unknowable)


class _Dns(spftrace.BaseResolver):
    """Our look-ups as spftrace asks for them."""

    def __init__(self, look_up: LookUp) -> None:
        self._look_up = look_up
        self.silence: Silence | None = None

    async def _lookup(self, name: str, rtype: str) -> tuple[str, list[str]]:
        """How it went, and what there is."""
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


def _wrong(found: spftrace.Result) -> str:
    if found.dns_terms_used > MAX_DNS_TERMS:
        return f"it takes more than {MAX_DNS_TERMS} look-ups, so others take it for an error; put addresses in"
    if found.void_lookups_used > MAX_VOID_LOOKUPS:
        names = ", ".join(dict.fromkeys(query.name for query in found.queries if query.void))
        return f"others take it for an error, for DNS has nothing for {names}; at most {MAX_VOID_LOOKUPS} may be empty"
    [exit_] = _of_kind(found, "exit")
    return f"others take it for an error: {exit_['reason']} (RFC 7208)"


def _of_kind(found: spftrace.Result, kind: str) -> list[dict[str, Any]]:
    return [event.data for event in found.trace.events if event.kind == kind]
