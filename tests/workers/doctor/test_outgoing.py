"""The outgoing mail server: its replies are reported, and nothing is sent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from service.config.environment import Config
from tests.certificate import tls
from tests.sink import REFUSE, Sink
from tests.workers.doctor.conftest import mail_server, only_ada
from tests.workers.doctor.zones import TO_MEND, WELL, only, states
from workers.doctor.finding import Finding
from workers.doctor.outgoing import one_mail, outgoing

Knobs = Callable[..., Config]
NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
ENVELOPE = "an email from bounces@example.net to postmaster@example.net"


def found(config: Config) -> dict[str, Finding]:
    return {finding.about: finding for finding in outgoing(config)}


def test_a_server_that_takes_our_mail_is_well_and_gets_none(sink: Sink, knobs: Knobs) -> None:
    findings = found(knobs(SMTP_URL=sink.url))
    assert states(findings.values()) == {"SMTP": WELL, "encryption": WELL, ENVELOPE: WELL}
    assert "unencrypted" in findings["encryption"].text
    assert sink.attempts == 0


def test_it_signs_in_over_tls(trusted: None, knobs: Knobs) -> None:
    with mail_server(Sink(tls_context=tls(), auth_required=True, authenticator=only_ada)) as server:
        findings = found(knobs(SMTP_URL=server.url.replace("smtp://", "smtp://ada:pass%20word@")))
    assert states(findings.values()) == {"SMTP": WELL, "encryption": WELL, "sign-in": WELL, ENVELOPE: WELL}
    assert findings["encryption"].text == "TLS"


@pytest.mark.parametrize(
    ("settings", "url", "words"),
    [
        ({"tls_context": tls(), "authenticator": only_ada}, "smtp://ada:wrong@", "535 5.7.8"),
        ({"auth_require_tls": False, "authenticator": only_ada}, "smtp://ada:wrong@", "offers no TLS"),
        ({"tls_context": tls(), "auth_exclude_mechanism": ["LOGIN", "PLAIN"]}, "smtp://ada:wrong@", "No suitable"),
        ({}, "smtps://", "no TLS"),
    ],
)
def test_a_server_that_does_not_let_us_in_is_to_be_mended(
    trusted: None, knobs: Knobs, settings: dict[str, object], url: str, words: str
) -> None:
    with mail_server(Sink(**settings)) as server:
        findings = found(knobs(SMTP_URL=server.url.replace("smtp://", url)))
    assert findings["SMTP"].state == TO_MEND
    assert words in findings["SMTP"].text
    assert "wrong" not in findings["SMTP"].text


def test_a_certificate_that_nobody_vouches_for_is_to_be_mended(knobs: Knobs) -> None:
    with mail_server(Sink(ssl_context=tls())) as server:
        finding = only(outgoing(knobs(SMTP_URL=server.url.replace("smtp://", "smtps://"))))
    assert finding.state == TO_MEND
    assert "CERTIFICATE_VERIFY_FAILED" in finding.text


class Choosy(Sink):
    """Does not let us write to others."""

    reply = "554 5.7.1 Relay access denied"

    async def handle_RCPT(self, *_details: object) -> str:  # noqa: N802 -- aiosmtpd calls it
        """Refuse or accept a recipient; called by aiosmtpd."""
        return self.reply


class Busy(Choosy):
    """Has no time for anybody."""

    reply = "451 4.3.0 Not now"


def test_a_server_that_does_not_relay_for_us_is_to_be_mended(knobs: Knobs) -> None:
    with mail_server(Choosy()) as server:
        [finding] = [one for one in outgoing(knobs(SMTP_URL=server.url), "ann@example.org") if not one.is_well]
    assert finding.about == "an email from bounces@example.net to ann@example.org"
    assert "554 5.7.1 Relay access denied" in finding.text


def test_of_a_server_that_asks_to_try_later_is_said_that_emails_wait(knobs: Knobs) -> None:
    with mail_server(Busy()) as server:
        [finding] = [one for one in outgoing(knobs(SMTP_URL=server.url)) if not one.is_well]
    said = "put off: 451 4.3.0 Not now; the server asks to try later, so emails wait and are tried again"
    assert finding.text == said


def test_a_server_that_is_not_there_is_to_be_mended(sink: Sink, knobs: Knobs) -> None:
    sink.stop()
    assert states(outgoing(knobs(SMTP_URL=sink.url))) == {"SMTP": TO_MEND}


@pytest.mark.parametrize("url", ["http://127.0.0.1", "smtp://", "smtp://127.0.0.1:none"])
def test_an_address_that_is_none_is_to_be_mended(knobs: Knobs, url: str) -> None:
    finding = only(outgoing(knobs(SMTP_URL=url)))
    assert finding.state == TO_MEND
    assert "SMTP_URL" in finding.text


def test_one_mail_is_sent_to_whoever_is_named(sink: Sink, knobs: Knobs) -> None:
    finding = only(one_mail(knobs(SMTP_URL=sink.url), "ann@example.org", NOW))
    [mail] = sink.mails
    assert finding.state == WELL
    assert (mail.sender, mail.recipients) == ("bounces@example.net", ("ann@example.org",))
    assert mail.message["From"] == "Sundial <play@example.net>"
    assert mail.message["Auto-Submitted"] == "auto-generated"
    assert "dmarc=pass" in mail.message.get_content()
    assert mail.message["Date"].datetime == NOW
    assert not mail.message.defects


def test_a_mail_that_is_refused_is_to_be_mended(sink: Sink, knobs: Knobs) -> None:
    sink.answer = REFUSE
    finding = only(one_mail(knobs(SMTP_URL=sink.url), "ann@example.org", NOW))
    assert (finding.state, finding.text) == (TO_MEND, REFUSE)
