"""DMARC (RFC 9989): check that the domain publishes a policy, with checkdmarc and our resolver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from checkdmarc.dmarc import (
    DMARCError,
    DMARCRecordNotFound,
    MultipleDMARCRecords,
    parse_dmarc_record,
    query_dmarc_record,
)
from checkdmarc.utils import DNS_CACHE
from dns.exception import DNSException
from dns.resolver import Resolver

from service.security.addresses import Named
from workers.doctor.finding import Finding, in_zone, mend, well
from workers.doctor.names import Silence

POLICIES = {
    "none": "others only monitor; set quarantine or reject once all emails pass",
    "quarantine": "forged emails go to spam",
    "reject": "forged emails are refused",
}
Tags: TypeAlias = Mapping[str, Mapping[str, Any]]
"""For each tag its `value`, and whether the record itself contains it (`explicit`)."""


def dmarc(domain: str, resolver: Resolver) -> Iterator[Finding]:
    """Check the policy for our email, which may be that of a parent domain, and its alignment."""
    about = f"DMARC of {domain}"
    try:
        holder, said = _policy(domain, resolver)
    except DMARCRecordNotFound:
        wanted = in_zone(f"_dmarc.{domain}", "TXT", f"v=DMARC1; p=none; rua=mailto:{Named.POSTMASTER}@{domain}")
        yield mend(about, "no policy, so large providers treat our emails as spam", wanted)
    except MultipleDMARCRecords:
        yield mend(about, f"several records at _dmarc.{domain} or above it, which counts as none; keep only one")
    except DMARCError as wrong:
        if isinstance(wrong.__context__, DNSException):
            raise Silence(str(wrong)) from None
        yield mend(about, f"{wrong}")
    else:
        yield _judged(about, domain, holder, said)
        yield well("alignment", alignment(domain, holder, said))


def alignment(domain: str, holder: str, said: Tags) -> str:
    """Explain the alignment of SPF and DKIM: our envelopes and our From always have the same domain."""
    organisation = holder
    if said["psd"]["value"] == "y" and holder != domain:
        organisation = ".".join(domain.split(".")[-holder.count(".") - 2 :])
    signed = domain if said["adkim"]["value"] == "s" else f"{organisation} or a name under it"
    return f"SPF counts, even with aspf=s: envelope and From are of {domain}; DKIM counts if its d= is {signed}"


def _policy(domain: str, resolver: Resolver) -> tuple[str, Tags]:
    """Query the policy and return its domain and tags; DMARCError. Bypasses checkdmarc's cache."""
    DNS_CACHE.clear()
    found = query_dmarc_record(domain, resolver=resolver, ignore_unrelated_records=True)
    holder = found["location"]
    read = parse_dmarc_record(found["record"], holder, resolver=resolver, ignore_unrelated_records=True)
    return holder, read["tags"]


def _judged(about: str, domain: str, holder: str, said: Tags) -> Finding:
    is_own = holder == domain
    if not said["p"]["explicit"]:
        return mend(about, f"_dmarc.{holder} has no p=, the policy; set none, quarantine or reject")
    tag = "sp" if not is_own and said["sp"]["explicit"] else "p"
    policy = said[tag]["value"]
    where = "" if is_own else f" (of {holder})"
    return well(about, f"{tag}={policy}{where}: {POLICIES[policy]}")
