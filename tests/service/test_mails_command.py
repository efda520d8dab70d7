"""`sundial mails`: emails to the operator."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from service.cli.mails import mails
from service.config.environment import Config
from service.security.addresses import Named
from tests.service.mail.inbound.correspondent import deliver, mail, process_all, write

ADA = "ada@example.net"


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Return the installation of the command's environment."""
    return sqlite_settings


def run(settings: Config, *arguments: str, key: str = "") -> Result:
    environment = {"SUNDIAL_HOME": str(settings.home), "SECRET_KEY": key or settings.secret_key, "DATABASE_URL": ""}
    return CliRunner().invoke(mails, list(arguments), env=environment)


def test_mails_to_postmaster_are_listed_and_printed_as_they_came(app: Flask, settings: Config) -> None:
    raw = mail(ADA, "What is this?")
    deliver("postmaster", raw, sender=ADA)
    process_all()
    listed = run(settings).output
    assert listed.split()[0] == "1"
    assert listed.split()[3:] == ["postmaster", ADA]
    assert run(settings, "1").stdout_bytes == raw


def test_what_was_read_is_not_there_any_more(app: Flask, settings: Config) -> None:
    write(ADA, Named.GENERAL, "help")
    assert run(settings).output.strip() == ""
    assert (run(settings, "1").exit_code, run(settings, "7").exit_code) == (1, 1)


def test_another_key_is_told(app: Flask, settings: Config) -> None:
    write(ADA, "abuse", "Stop this.")
    wrong = run(settings, "1", key="another key for tests, which is long")
    assert (wrong.exit_code, "SECRET_KEY" in wrong.output) == (1, True)
