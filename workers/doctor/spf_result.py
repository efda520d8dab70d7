"""What a receiver makes of an SPF record (RFC 7208, 4 and 5), for an address that mail comes from."""

from __future__ import annotations

from enum import StrEnum
from ipaddress import ip_network

from workers.doctor.names import Address, LookUp, addresses
from workers.doctor.spf_record import BadRecord, Mechanism, Record, published

MAX_LOOKUPS = 10
"""RFC 7208, 4.6.4; with one more, the record is an error."""
MACRO = "%"


class Result(StrEnum):
    """What is said of a sender."""

    PASS = "pass"  # noqa: S105  # no secret
    FAIL = "fail"
    SOFTFAIL = "softfail"
    NEUTRAL = "neutral"


RESULTS = {"+": Result.PASS, "-": Result.FAIL, "~": Result.SOFTFAIL, "?": Result.NEUTRAL}


class Unknowable(Exception):
    """The record asks for what is only known of a mail under way; the text is that word of it."""


def lookups(record: Record, look_up: LookUp, spent: int = 0) -> int:
    """How often DNS is asked at most, `spent` times before this record; BadRecord if that is too often."""
    onward = [mechanism.value for mechanism in record.mechanisms if mechanism.name == "include"]
    onward += [record.redirect] if record.redirect and not record.rest else []
    spent += sum(mechanism.asks for mechanism in record.mechanisms if mechanism.name != "include")
    for domain in onward:
        spent = _affordable(spent + 1)
        if MACRO not in domain:
            spent = lookups(published(domain, look_up), look_up, spent)
    return _affordable(spent)


def result(domain: str, address: Address, look_up: LookUp) -> Result:
    """What the record of a domain says of an address; its `lookups` must have been found to be few enough.

    BadRecord if a record on the way is missing or broken, Unknowable if a word of it cannot be followed from here.
    """
    record = published(domain, look_up)
    for mechanism in record.mechanisms:
        if _matches(mechanism, domain, address, look_up):
            return RESULTS[mechanism.qualifier]
    if record.redirect:
        return result(_plain(record.redirect), address, look_up)
    return Result.NEUTRAL


def _affordable(spent: int) -> int:
    if spent > MAX_LOOKUPS:
        raise BadRecord(f"it takes more than {MAX_LOOKUPS} look-ups, so others take it for an error; put addresses in")
    return spent


def _matches(mechanism: Mechanism, domain: str, address: Address, look_up: LookUp) -> bool:
    target = _plain(mechanism.value) or domain
    match mechanism.name:
        case "all":
            return True
        case "ip4" | "ip6":
            return address in ip_network(mechanism.value)
        case "include":
            return result(target, address, look_up) == Result.PASS
        case "exists":
            return bool(look_up(target, "A"))
        case "a":
            return _is_near(address, addresses(target, look_up), mechanism)
        case "mx":
            hosts = [record.split()[1].removesuffix(".") for record in look_up(target, "MX")]
            found = [one for host in hosts if host for one in addresses(host, look_up)]
            return _is_near(address, found, mechanism)
        case _:
            raise Unknowable(mechanism.name)


def _is_near(address: Address, found: list[Address], mechanism: Mechanism) -> bool:
    """Whether one of the addresses found is in the same network, as large as the mechanism says."""
    bits = mechanism.bits[0 if address.version == 4 else 1]  # noqa: PLR2004  # IPv4 is called so
    return any(one.version == address.version and address in ip_network(f"{one}/{bits}", strict=False) for one in found)


def _plain(value: str) -> str:
    if MACRO in value:
        raise Unknowable(value)
    return value
