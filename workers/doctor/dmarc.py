"""Whether the domain says what to do with mail that is not its own, and by which domain ours is known to be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.core.addresses import Named
from workers.doctor.finding import Finding, in_zone, mend, well
from workers.doctor.names import LookUp
from workers.doctor.tags import tags

POLICIES = {
    "none": "others only watch; say quarantine or reject once all mail passes",
    "quarantine": "forged mail goes to spam",
    "reject": "forged mail is refused",
}
_VERSION = re.compile(r"v\s*=\s*DMARC1\s*(;|$)")
MAX_LABELS = 8
"""RFC 9989, 4.10: longer names are not walked up one by one."""
ENDS = ("n", "y")
"""What ends the way up: the record of an organisation, or of a public suffix, which is never one itself (4.10.2)."""


def dmarc(domain: str, look_up: LookUp) -> Iterator[Finding]:
    """The policy for our mail, which may be that of a domain above ours, and what it asks of a signature."""
    about = f"DMARC of {domain}"
    holder, texts = _policy(domain, look_up)
    if not texts:
        yield mend(about, "no policy, so large providers take our mail for spam", _wanted(domain))
    elif len(texts) > 1:
        yield mend(about, f"{len(texts)} records at _dmarc.{holder}, which counts as none; leave one")
    else:
        said = tags(texts[0])
        yield _judged(about, holder, said, is_own=holder == domain)
        is_suffix = said.get("psd") == "y" and holder != domain
        yield well("alignment", alignment(domain, _towards(domain, holder) if is_suffix else holder, said))


def alignment(domain: str, organisation: str, said: dict[str, str]) -> str:
    """What follows for SPF and DKIM: our envelopes and our From are always of the same domain."""
    signed = domain if said.get("adkim", "r") == "s" else f"{organisation} or a name under it"
    return f"SPF counts, even under aspf=s: envelope and From are of {domain}; DKIM counts if its d= is {signed}"


def _wanted(domain: str) -> str:
    return in_zone(f"_dmarc.{domain}", "TXT", f"v=DMARC1; p=none; rua=mailto:{Named.POSTMASTER}@{domain}")


def _policy(domain: str, look_up: LookUp) -> tuple[str, list[str]]:
    """Whose policy holds, and the records of it: the domain's own, else of the organisation's (RFC 9989, 4.10)."""
    if own := _records(domain, look_up):
        return domain, own
    above = {parent: texts for parent in _parents(domain) if (texts := _records(parent, look_up))}
    kinds = {parent: tags(texts[0]).get("psd", "u") for parent, texts in above.items()}
    holder = next((parent for parent, kind in kinds.items() if kind in ENDS), next(reversed(above), domain))
    if kinds.get(holder) == "y" and (organisation := _towards(domain, holder)) in above:
        holder = organisation
    return holder, above.get(holder, [])


def _parents(domain: str) -> list[str]:
    """The names above a domain, the nearest first."""
    labels = domain.split(".")[-MAX_LABELS:]
    return [".".join(labels[start:]) for start in range(1, len(labels))]


def _towards(domain: str, parent: str) -> str:
    """The name below a parent on the way to the domain."""
    return ".".join(domain.split(".")[-parent.count(".") - 2 :])


def _records(domain: str, look_up: LookUp) -> list[str]:
    return [text for text in look_up(f"_dmarc.{domain}", "TXT") if _VERSION.match(text)]


def _judged(about: str, holder: str, said: dict[str, str], *, is_own: bool) -> Finding:
    tag = "p" if is_own or "sp" not in said else "sp"
    policy = said.get(tag, "").lower()
    if policy not in POLICIES:
        return mend(about, f"{tag}={policy} of _dmarc.{holder} is no policy; say none, quarantine or reject")
    where = "" if is_own else f" (of {holder})"
    return well(about, f"{tag}={policy}{where}: {POLICIES[policy]}")
