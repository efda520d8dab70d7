"""MX: check that other servers find where to deliver email to us."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address

from workers.doctor.finding import Finding, in_zone, mend, well
from workers.doctor.names import LookUp, addresses

NOBODY = "."
"""A "null MX" accepts no email at all (RFC 7505)."""


def mx(domain: str, look_up: LookUp) -> Iterator[Finding]:
    """Check that the domain names mail servers, and that each of them has an address."""
    about = f"MX of {domain}"
    targets = _targets(look_up(domain, "MX"))
    if not targets:
        yield _none(about, domain, look_up)
    elif NOBODY in targets:
        yield mend(about, "refuses all email (RFC 7505); name your server instead", _record(domain))
    else:
        yield well(about, ", ".join(targets))
        for target in targets:
            yield _target(target, look_up)


def _targets(records: list[str]) -> list[str]:
    """Return the servers, best first."""
    pairs = sorted((int(preference), name) for preference, name in (record.split(maxsplit=1) for record in records))
    return [name if name == NOBODY else name.removesuffix(".") for _, name in pairs]


def _none(about: str, domain: str, look_up: LookUp) -> Finding:
    """Report a missing MX; email then goes to the addresses of the domain itself (RFC 5321, 5.1)."""
    if found := addresses(domain, look_up):
        return well(about, f"none; email goes to {', '.join(map(str, found))}, the domain's own (RFC 5321, 5.1)")
    return mend(about, "none, so replies by email do not arrive", _record(domain))


def _record(domain: str) -> str:
    return in_zone(domain, "MX", "10 <the name of your mail server>.")


def _target(name: str, look_up: LookUp) -> Finding:
    about = f"mail server {name}"
    if _is_address(name):
        return mend(about, "an MX must have a name, not an address (RFC 1035, 3.3.9); use a name")
    if alias := look_up(name, "CNAME"):
        real = alias[0].removesuffix(".")
        return mend(about, f"is an alias of {real} (RFC 5321, 5.1 forbids it); use that name in the MX")
    if found := addresses(name, look_up):
        return well(about, ", ".join(map(str, found)))
    return mend(about, "has no address, so replies by email do not arrive", in_zone(name, "A", "<its address>"))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
