"""Checks of email delivery in both directions: our mail server, the links in emails, and DNS."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from dns.resolver import Resolver

from service.config.environment import Config
from workers.doctor.dkim import NO_KEYS, OwnKeys, dkim, own_dkim
from workers.doctor.finding import Examination, Finding, in_time, mend, not_checked, well
from workers.doctor.inbound import inbound, ways_in
from workers.doctor.mx import mx
from workers.doctor.names import Address, LookUp, Silence, asker
from workers.doctor.outgoing import one_mail, outgoing
from workers.doctor.public_url import public_url
from workers.doctor.senders import reverse_names

MADE_UP = "localhost"
"""No domain under it can receive email (RFC 6761, 6.3)."""


@dataclass(frozen=True)
class Circumstances:
    """Settings of the checks that are not in the configuration."""

    resolver: Resolver
    bind: str
    """The address that inbound email is received on."""
    recipient: str | None = None
    """The recipient of a test email."""
    selectors: tuple[str, ...] = ()
    """The selectors of the mail server's DKIM keys."""
    senders: tuple[Address, ...] = ()
    """The addresses from which email is sent."""
    own_keys: OwnKeys = NO_KEYS
    """The keys that we sign with ourselves."""


def examine_mail(config: Config, around: Circumstances, now: datetime) -> Iterator[Finding]:
    """Yield all findings as they are made."""
    if config.mailbox_is_shown:
        yield not_checked("mail", "SMTP_URL is not set: emails are written to this machine, under /mailbox")
        return
    for examination in examinations(config, around, now):
        yield from in_time(examination)


def examinations(config: Config, around: Circumstances, now: datetime) -> Iterator[Examination]:
    """Yield the checks, in the order in which problems are best fixed."""
    yield from _servers(config, around, now)
    if config.mail_domain.split(".")[-1] == MADE_UP:
        wrong = mend("MAIL_DOMAIN", f"{config.mail_domain} is a placeholder; set MAIL_DOMAIN to a domain of yours")
        yield Examination("MAIL_DOMAIN", lambda: [wrong])
    else:
        yield from _zone(config.mail_domain, around)


def _servers(config: Config, around: Circumstances, now: datetime) -> Iterator[Examination]:
    yield Examination("SMTP", lambda: outgoing(config, around.recipient))
    if (recipient := around.recipient) is not None:
        yield Examination("test email", lambda: one_mail(config, recipient, now, around.own_keys))
    yield Examination("inbound", lambda: inbound(config, around.bind))
    yield Examination("inbound email", lambda: ways_in(config, around.bind, now))
    yield Examination("PUBLIC_URL", lambda: public_url(config, asker(around.resolver)))


def _zone(domain: str, around: Circumstances) -> Iterator[Examination]:
    look_up, senders = asker(around.resolver), around.senders
    yield Examination("DNS", lambda: [_dns(domain, look_up)])
    yield Examination("MX", lambda: mx(domain, look_up))
    yield Examination("SPF", lambda: sender_policy(domain, senders, look_up))
    if own := around.own_keys.public:
        yield Examination("DKIM", lambda: own_dkim(domain, own, look_up))
    if around.selectors or not own:
        yield Examination("DKIM", lambda: dkim(domain, around.selectors, look_up))
    yield Examination("DMARC", lambda: _dmarc(domain, around.resolver))
    yield Examination("PTR", lambda: reverse_names(senders, look_up))


def _dns(domain: str, look_up: LookUp) -> Finding:
    """Check that DNS answers about the domain at all; if not, no later check of DNS has a result."""
    try:
        look_up(domain, "SOA")
    except Silence as silence:
        return mend("DNS", f"{silence}; is the domain delegated to servers that answer, with valid DNSSEC if any?")
    return well("DNS", f"answers about {domain}")


def sender_policy(domain: str, senders: tuple[Address, ...], look_up: LookUp) -> Iterable[Finding]:
    """Check SPF."""
    from workers.doctor.spf import spf  # noqa: PLC0415  # needs the extra

    return spf(domain, senders, look_up)


def _dmarc(domain: str, resolver: Resolver) -> Iterable[Finding]:
    from workers.doctor.dmarc import dmarc  # noqa: PLC0415  # needs the extra

    return dmarc(domain, resolver)
