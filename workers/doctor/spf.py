"""Whether the domain says who may send its mail, and whether that is us."""

from __future__ import annotations

from collections.abc import Iterator

from spftrace import MAX_DNS_TERMS

from workers.doctor.finding import Finding, in_zone, mend, not_checked, well
from workers.doctor.names import Address, LookUp
from workers.doctor.spf_record import VERSION, BadRecord, NoRecord, last, published
from workers.doctor.spf_result import STRANGER, Result, verdict

CLOSED = {Result.FAIL: "-all", Result.SOFTFAIL: "~all"}


def spf(domain: str, senders: tuple[Address, ...], look_up: LookUp) -> Iterator[Finding]:
    """Whether there is one good record, whom it shuts out, and whether it lets the senders send."""
    about = f"SPF of {domain}"
    try:
        record = published(domain, look_up)
        of_strangers = verdict(domain, STRANGER, look_up)
    except NoRecord as missing:
        yield mend(about, f"{missing}, so our mail looks forged", in_zone(domain, "TXT", _first(senders)))
        return
    except BadRecord as wrong:
        yield mend(about, str(wrong))
        return
    yield well(about, f"{record} ({of_strangers.lookups} of {MAX_DNS_TERMS} look-ups)")
    yield _strangers(of_strangers.result, *last(domain, record, look_up))
    yield from _senders(domain, record, senders, look_up)


def _senders(domain: str, record: str, senders: tuple[Address, ...], look_up: LookUp) -> Iterator[Finding]:
    """For each address that mail leaves from, whether the record lets it."""
    if not senders:
        yield not_checked("SPF of the sender", "where mail leaves from is not known; tell with --sends-from ADDRESS")
    for address in senders:
        yield _sender(domain, record, address, look_up)


def _strangers(result: Result, domain: str, record: str) -> Finding:
    """What is said of everybody else, and how the record that says so is mended."""
    about = "SPF of strangers"
    if result in CLOSED:
        return well(about, CLOSED[result])
    words = [word for word in record.split() if word.lstrip("+?").lower() != "all"]
    wanted = in_zone(domain, "TXT", " ".join([*words, "-all"]))
    return mend(about, "nothing is said against them; end the record in -all (or ~all, to begin with)", wanted)


def _sender(domain: str, record: str, address: Address, look_up: LookUp) -> Finding:
    about = f"SPF of {address}"
    try:
        found = verdict(domain, address, look_up)
    except BadRecord as wrong:
        return mend(about, str(wrong))
    if found.unknowable:
        return not_checked(
            about, f"the record holds {found.unknowable}, which can only be followed for a mail under way"
        )
    if found.result == Result.PASS:
        return well(about, "may send our mail")
    wanted = in_zone(domain, "TXT", record.replace(VERSION, f"{VERSION} {_word(address)}", 1))
    return mend(about, f"{found.result}: our mail server is not in the record", wanted)


def _first(senders: tuple[Address, ...]) -> str:
    """A record for a domain that has none: the senders, or else whoever takes its mail."""
    return " ".join([VERSION, *(map(_word, senders) if senders else ["mx"]), "-all"])


def _word(address: Address) -> str:
    return f"ip{address.version}:{address}"
