"""`sundial doctor mail` as an operator runs it, with real servers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli.dkim import dkim
from service.config.environment import Config, from_environment
from service.db.engines import db
from service.embedded.ports import free_port
from service.server.app import create_app
from tests.certificate import tls
from tests.nameserver import Nameserver
from tests.service.installations import environment
from tests.sink import Sink
from tests.workers.doctor.conftest import Serve, mail_server, only_ada
from tests.workers.doctor.test_dkim import RSA_2048
from workers.cli.doctor import doctor
from workers.inbound.server import InboundServer, quiet

HERE = "203.0.113.7"
REVERSE = "7.113.0.203.in-addr.arpa"


@dataclass
class Installation:
    """An installation for the doctor, with its environment."""

    environment: dict[str, str]
    nameserver: Nameserver
    sink: Sink

    def look(self, *more: str) -> Result:
        """Run the doctor on its mail."""
        there = ("mail", "--resolver", f"127.0.0.1:{self.nameserver.port}", "--sends-from", HERE)
        return CliRunner(env=self.environment).invoke(doctor, [*there, *more])


def zone() -> dict[str, dict[str, list[str]]]:
    """Return the DNS records of example.net."""
    key = f'"v=DKIM1; k=rsa; " "p={RSA_2048[:200]}" "{RSA_2048[200:]}"'
    return {
        "example.net": {"MX": ["10 mx.example.net."], "TXT": ['"v=spf1 mx -all"', '"other=1"']},
        "mx.example.net": {"A": [HERE]},
        "_dmarc.example.net": {"TXT": ['"v=DMARC1; p=quarantine; rua=mailto:postmaster@example.net"']},
        "june._domainkey.example.net": {"TXT": [key]},
        REVERSE: {"PTR": ["mx.example.net."]},
    }


@pytest.fixture
def sink() -> Iterator[Sink]:
    """Start a mail server that requires TLS and Ada's password."""
    with mail_server(Sink(tls_context=tls(), auth_required=True, authenticator=only_ada)) as server:
        yield server


@pytest.fixture
def nameserver() -> Iterator[Nameserver]:
    server = Nameserver(zone())
    server.start()
    yield server
    server.stop()


@pytest.fixture
def installation(
    sqlite_settings: Config, serve: Serve, sink: Sink, nameserver: Nameserver, trusted: None
) -> Iterator[Installation]:
    """Create a healthy installation."""
    quiet()
    environment = {
        "SUNDIAL_HOME": str(sqlite_settings.home),
        "SECRET_KEY": sqlite_settings.secret_key,
        "MAIL_DOMAIN": "example.net",
        "INBOUND_SMTP_PORT": str(free_port()),
        "SMTP_URL": sink.url.replace("smtp://", "smtp://ada:pass%20word@"),
    }
    app = create_app(from_environment(environment))
    environment["PUBLIC_URL"] = serve(app, tls())
    inbound = InboundServer(app, "127.0.0.1", int(environment["INBOUND_SMTP_PORT"]))
    inbound.start()
    yield Installation(environment, nameserver, sink)
    inbound.stop()
    with app.app_context():
        db.engine.dispose()


def test_where_all_is_well_it_says_so(installation: Installation) -> None:
    said = installation.look("--selector", "june")
    assert "0 to fix, 0 not checked." in said.output, said.output
    assert said.exit_code == 0
    assert installation.sink.attempts == 0


def test_the_password_is_never_printed(installation: Installation) -> None:
    assert "word" not in installation.look().output.replace("user and password", "")


def test_a_test_mail_is_sent_if_it_is_asked_for(installation: Installation) -> None:
    said = installation.look("--to", "Ann@Example.org")
    [mail] = installation.sink.mails
    assert mail.recipients == ("ann@example.org",)
    assert "well         test email to ann@example.org: 250 2.0.0 Kept" in said.output


def test_what_is_missing_is_to_be_mended_with_the_line_to_write(installation: Installation) -> None:
    del installation.nameserver.zone["_dmarc.example.net"]
    said = installation.look("--selector", "june")
    assert "to fix       DMARC of example.net: no policy" in said.output
    assert '             publish in the zone: _dmarc.example.net. TXT "v=DMARC1; p=none; rua=' in said.output
    assert "1 to fix, 0 not checked." in said.output
    assert said.exit_code == 1


def test_what_is_not_known_is_not_checked_and_no_fault(installation: Installation) -> None:
    said = installation.look()
    assert "not checked  DKIM of example.net:" in said.output
    assert "0 to fix, 1 not checked." in said.output
    assert said.exit_code == 0


def test_dns_that_fails_is_to_be_mended_and_the_rest_not_checked(installation: Installation) -> None:
    installation.nameserver.broken |= installation.nameserver.zone.keys()
    said = installation.look("--selector", "june")
    assert "to fix       DNS:" in said.output
    assert said.output.count("not checked  ") == len(["MX", "SPF", "DKIM", "DMARC", "PTR"])
    assert said.exit_code == 1


def test_what_others_have_written_cannot_command_the_terminal(installation: Installation) -> None:
    installation.nameserver.zone["example.net"]["TXT"] = ['"v=spf1 \\007mx -all"']
    assert "\x07" not in installation.look().output


def test_a_domain_that_is_made_up_is_not_looked_for(installation: Installation) -> None:
    installation.environment["MAIL_DOMAIN"] = "sundial.localhost"
    said = installation.look()
    assert "to fix       MAIL_DOMAIN: sundial.localhost is a placeholder" in said.output
    assert "SPF" not in said.output


def test_without_a_mail_server_nothing_is_to_be_checked(sqlite_settings: Config) -> None:
    command = [sys.executable, "-c", "from workers.cli import main; main()", "doctor", "mail"]
    outside = {name: value for name, value in os.environ.items() if name not in ("SMTP_URL", "DATABASE_URL")}
    (sqlite_settings.home / "sundial.sqlite").chmod(0o600)  # else it says that others could read it
    knobs = environment(sqlite_settings)
    said = subprocess.run(command, env=outside | knobs, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    assert "not checked  mail: SMTP_URL is not set" in said.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("--resolver", "dns.example.net"),
        ("--resolver", "127.0.0.1:65536"),
        ("--sends-from", "mx.example.net"),
        ("--to", "ann"),
    ],
)
def test_an_argument_that_is_none_is_refused(arguments: tuple[str, str], tmp_path: Path) -> None:
    said = CliRunner(env={"SUNDIAL_HOME": str(tmp_path)}).invoke(doctor, ["mail", *arguments])
    assert said.exit_code == 2
    assert f"{arguments[1]!r} is no" in said.output


def test_a_knob_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    said = CliRunner(env={"SUNDIAL_HOME": str(tmp_path), "PORT": "none"}).invoke(doctor, ["mail"])
    assert said.exit_code == 1
    assert "PORT must be a port number" in said.output


def command(installation: Installation, *words: str) -> Result:
    """Run `sundial dkim`."""
    return CliRunner(env=installation.environment).invoke(dkim, list(words))


def test_a_key_of_our_own_is_made_published_looked_at_used_and_followed_by_another(installation: Installation) -> None:
    made = command(installation, "make", "july")
    line = made.output.splitlines()[0]
    missing = installation.look()
    assert "to fix       DKIM, july: our key is not in the zone" in missing.output
    assert f"publish in the zone: {line}" in missing.output

    installation.nameserver.zone["july._domainkey.example.net"] = {"TXT": [line.partition(" TXT ")[2]]}
    assert "well         DKIM, july: rsa key of 2048 bits" in installation.look().output
    assert "signed with july" in command(installation, "use", "july").output
    installation.look("--to", "ann@example.org")
    assert b"s=july;" in installation.sink.mails[0].raw

    installation.nameserver.zone["july._domainkey.example.net"] = {"TXT": [f'"p={RSA_2048[:200]}" "{RSA_2048[200:]}"']}
    assert "is not our signing key" in installation.look().output
    assert command(installation, "drop", "july").exit_code == 1
    assert command(installation, "make", "july").exit_code == 1
    command(installation, "make", "august")
    command(installation, "use", "august")
    listed = command(installation).output
    assert listed.index("august  signs since") < listed.index("july  signed until")
    assert (
        "Dropped. Remove from the zone: july._domainkey.example.net."
        in command(installation, "drop", "july", "--at-once").output
    )
    assert "PRIVATE" not in listed


def test_what_cannot_be_done_with_a_key_is_said_in_a_sentence(installation: Installation) -> None:
    assert "Emails are not signed" in command(installation).output
    for words, said in {("use", "june"): "no such key", ("make", "a.b"): "lower-case letters"}.items():
        refused = command(installation, *words)
        assert (refused.exit_code, said in refused.output) == (1, True), refused.output
