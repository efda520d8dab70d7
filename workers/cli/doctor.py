"""`sundial doctor`: is this installation well?"""

import sys

import click

from service.clock import system_clock
from service.config import BadConfiguration, from_environment
from workers.doctor import ask_dns, examine


@click.command()
def doctor() -> None:
    """Look at the database, Redis, mail, names and pending work; exit with 1 if something is wrong."""
    try:
        config = from_environment()
    except BadConfiguration as wrong:
        raise click.ClickException(str(wrong)) from None
    findings = []
    for finding in examine(config, system_clock(), ask_dns):
        findings.append(finding)
        click.echo(f"{'ok   ' if finding.is_well else 'WRONG'}  {finding.about}: {finding.text}")
    sys.exit(0 if all(finding.is_well for finding in findings) else 1)
