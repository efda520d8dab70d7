"""Whether the domain says who may send its mail, and whether that is us."""

from __future__ import annotations

from collections.abc import Iterator

from workers.doctor.finding import Finding, in_zone, mend, not_checked, well
from workers.doctor.names import Address, LookUp
from workers.doctor.spf_record import VERSION, BadRecord, NoRecord, Record, published
from workers.doctor.spf_result import MACRO, MAX_LOOKUPS, Result, Unknowable, lookups, result

CLOSED = ("-", "~")


def spf(domain: str, senders: tuple[Address, ...], look_up: LookUp) -> Iterator[Finding]:
    """Whether there is one good record, whom it shuts out, and whether it lets the senders send."""
    about = f"SPF of {domain}"
    try:
        record = published(domain, look_up)
    except NoRecord as missing:
        yield mend(about, f"{missing}, so our mail looks forged", in_zone(domain, "TXT", _first(senders)))
        return
    except BadRecord as wrong:
        yield mend(about, str(wrong))
        return
    yield (found := _record(about, record, look_up))
    if found.is_well:
        yield _rest(domain, record, look_up)
        yield from _senders(domain, record, senders, look_up)


def _record(about: str, record: Record, look_up: LookUp) -> Finding:
    """Whether others can follow the record to its end."""
    try:
        count = lookups(record, look_up)
    except BadRecord as wrong:
        return mend(about, str(wrong))
    return well(about, f"{record.text} ({count} of {MAX_LOOKUPS} look-ups)")


def _senders(domain: str, record: Record, senders: tuple[Address, ...], look_up: LookUp) -> Iterator[Finding]:
    """For each address that mail leaves from, whether the record lets it."""
    if not senders:
        yield not_checked("SPF of the sender", "where mail leaves from is not known; tell with --sends-from ADDRESS")
    for address in senders:
        yield _sender(domain, record, address, look_up)


def _rest(domain: str, record: Record, look_up: LookUp) -> Finding:
    """What the record says of everybody else, which may stand where it leads on to."""
    if record.redirect and not record.rest and MACRO not in record.redirect:
        return _rest(record.redirect, published(record.redirect, look_up), look_up)
    about = "SPF of strangers"
    if record.rest in CLOSED:
        return well(about, f"{record.rest}all")
    words = [word for word in record.text.split() if word.lstrip("+?").lower() != "all"]
    wanted = in_zone(domain, "TXT", " ".join([*words, "-all"]))
    return mend(about, "nothing is said against them; end the record in -all (or ~all, to begin with)", wanted)


def _sender(domain: str, record: Record, address: Address, look_up: LookUp) -> Finding:
    about = f"SPF of {address}"
    try:
        said = result(domain, address, look_up)
    except Unknowable as word:
        return not_checked(about, f"the record holds {word}, which can only be followed for a mail under way")
    if said == Result.PASS:
        return well(about, "may send our mail")
    wanted = in_zone(domain, "TXT", record.text.replace(VERSION, f"{VERSION} {_word(address)}", 1))
    return mend(about, f"{said}: our mail server is not in the record", wanted)


def _first(senders: tuple[Address, ...]) -> str:
    """A record for a domain that has none: the senders, or else whoever takes its mail."""
    return " ".join([VERSION, *(map(_word, senders) if senders else ["mx"]), "-all"])


def _word(address: Address) -> str:
    return f"ip{address.version}:{address}"
