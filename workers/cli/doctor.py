"""`sundial doctor`: check this installation."""

import sys
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from itertools import chain
from urllib.parse import urlsplit

import click
from dns.resolver import Resolver

from service.app import serving
from service.cli.configured import configured
from service.config.environment import Config
from service.db import clock
from service.db.clock import system_clock
from service.db.db_errors import FAILURES
from service.embedded.ports import host
from service.language.errors import Invalid
from service.mail.lines import clean
from service.security.addresses import normalise
from workers.cli import status
from workers.doctor.dkim import own_dkim_keys
from workers.doctor.finding import Finding, State, mend, well
from workers.doctor.installation import examine
from workers.doctor.mail import Circumstances, examine_mail
from workers.doctor.names import DNS_PORT, Address, asker, resolver_at
from workers.doctor.programs import mail_credit
from workers.doctor.senders import own_senders

WIDTH = max(map(len, State)) + 2


class AddressType(click.ParamType[Address]):
    """An IPv4 or IPv6 address."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Address:
        """Parse an address, or raise a usage error."""
        try:
            return ip_address(value)
        except ValueError:
            self.fail(f"{value!r} is not an IPv4 or IPv6 address.", param, ctx)


class MailAddressType(click.ParamType[str]):
    """An email address."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Normalise an email address, or raise a usage error."""
        try:
            return normalise(value)
        except Invalid:
            self.fail(f"{value!r} is not an email address.", param, ctx)


class ResolverType(click.ParamType[Resolver]):
    """A DNS server by address, with its port if that is not 53."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Resolver:
        """Return a resolver that asks that server, or raise a usage error."""
        try:
            place = urlsplit(f"//{value}")
            return resolver_at(ip_address(place.hostname or ""), place.port or DNS_PORT)
        except ValueError:
            self.fail(
                f"{value!r} is not the address of a DNS server; write 192.0.2.53 or [2001:db8::53]:53.", param, ctx
            )


@click.group(invoke_without_command=True)
@click.pass_context
def doctor(context: click.Context) -> None:
    """Check the database, Redis, email, names and pending work; exit with 1 if something needs fixing."""
    if context.invoked_subcommand is None:
        config = configured()
        report(chain(examine(config, system_clock(), asker(resolver_at())), complaints(config)))


@doctor.command()
@click.option("--to", type=MailAddressType(), help="Send a test email to this address.")
@click.option(
    "--selector", "selectors", multiple=True, help="The selector of a DKIM key that your mail server signs with."
)
@click.option(
    "--sends-from", "senders", multiple=True, type=AddressType(), help="An IP address from which emails are sent."
)
@click.option("--resolver", type=ResolverType(), help="Query this DNS server instead of the system's.")
def mail(to: str | None, selectors: tuple[str, ...], senders: tuple[Address, ...], resolver: Resolver | None) -> None:
    """Check all that email needs: SMTP, inbound, PUBLIC_URL, MX, SPF, DKIM, DMARC and PTR; print what to fix.

    Nothing is changed and, without --to, nothing is sent. Exits with 1 if something needs fixing.
    """
    config = configured()
    sent_from, keys = senders or own_senders(config), own_dkim_keys(config)
    around = Circumstances(resolver or resolver_at(), host(), to, selectors, sent_from, keys)
    report(examine_mail(config, around, system_clock()))


def complaints(config: Config) -> Iterator[Finding]:
    """Yield what `sundial status` complains of, if the database can be read, and what was done about an outage."""
    try:
        with serving(config):
            found = status.examine(clock.now())
            credited = list(mail_credit())
    except FAILURES:
        return
    yield from credited
    yield from (mend("status", complaint) for complaint in found.complaints)
    if not found.complaints:
        yield well("status", "nothing is overdue, and no program is missing")


def report(findings: Iterable[Finding]) -> None:
    """Print the findings as they come, then a summary; exit with 1 if any needs fixing."""
    states = []
    for finding in findings:
        states.append(finding.state)
        click.echo(f"{finding.state:{WIDTH}}{clean(finding.about)}: {clean(finding.text)}")
        if finding.publish:
            click.echo(f"{'':{WIDTH}}publish in the zone: {clean(finding.publish)}")
    to_mend, unseen = states.count(State.TO_MEND), states.count(State.NOT_CHECKED)
    click.echo(f"\n{len(states)} checks, {to_mend} to fix, {unseen} not checked.")
    sys.exit(1 if to_mend else 0)
