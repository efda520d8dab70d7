"""Inbound email: check that `sundial inbound` accepts our email only, and that the other ways in work."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from smtplib import LMTP, SMTP, SMTPException, SMTPResponseException

from cryptography.x509 import load_pem_x509_certificate
from imapclient.exceptions import IMAPClientError

from service.config.environment import BadConfiguration, Config
from service.security.addresses import Named
from workers.doctor.finding import Finding, mend, well
from workers.inbound.door import NOBODY
from workers.inbound.pickup import mail_box
from workers.inbound.ways.smtp import certificate_of
from workers.transports.smtp import ACCEPTED, said

PATIENCE = 4.0
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, never listened on
"""The loopback address of a server that listens on all addresses."""
BROKEN_TOKEN = "t" + "a" * 40
"""Looks like the key to a turn, but its signature is wrong."""
SOON = timedelta(days=14)
"""Certificates are usually renewed a month before they expire."""


def inbound(config: Config, bind: str) -> Iterator[Finding]:
    """Check that the server answers, refuses a broken token, and accepts email to the postmaster."""
    host, port = ANYWHERE.get(bind, bind), config.inbound_smtp_port
    about = f"inbound, {host}:{port}"
    try:
        with SMTP(host, port, config.mail_domain, timeout=PATIENCE) as client:
            client.ehlo()
            yield well(about, "answers")
            client.mail("")
            yield _refusal(*client.rcpt(f"{BROKEN_TOKEN}@{config.mail_domain}"))
            yield _acceptance(*client.rcpt(f"{Named.POSTMASTER}@{config.mail_domain}"))
            client.rset()
    except SMTPResponseException as refused:
        yield mend(about, f"{said(refused.smtp_code, refused.smtp_error)}; too many connections, or not our server")
    except OSError as failure:
        yield mend(about, f"no answer ({failure}); start `sundial inbound`, or run this on its machine")


def _refusal(code: int, text: bytes) -> Finding:
    about = "an email to a broken token"
    if (reply := said(code, text)) == NOBODY:
        return well(about, f"refused: {reply}")
    return mend(about, f"{reply}; not our answer: another server listens here, or its MAIL_DOMAIN differs")


def _acceptance(code: int, text: bytes) -> Finding:
    about = f"an email to {Named.POSTMASTER}"
    if code in ACCEPTED:
        return well(about, "would be accepted")
    return mend(about, f"{said(code, text)}; does the database answer, and is MAIL_DOMAIN the same in both places?")


def ways_in(config: Config, bind: str, now: datetime) -> Iterator[Finding]:
    """Check each configured way in other than plain SMTP."""
    ways = config.mail_ways
    if ways.certificate is not None:
        yield _certificate(config, now)
    if ways.lmtp_port is not None:
        yield _lmtp(bind, ways.lmtp_port)
    if ways.imap_url:
        yield _imap(ways.imap_url)
    if ways.takes_http:
        yield _http(config)


def _certificate(config: Config, now: datetime) -> Finding:
    about = "certificate of inbound"
    try:
        certificate_of(config)
        path = config.mail_ways.certificate
        ends = load_pem_x509_certificate(path.read_bytes() if path else b"").not_valid_after_utc
    except (BadConfiguration, ValueError) as wrong:
        return mend(about, str(wrong))
    if ends < now:
        return mend(about, f"expired {ends:%Y-%m-%d}; renew it")
    if ends < now + SOON:
        return mend(about, f"expires {ends:%Y-%m-%d}; is it renewed automatically?")
    return well(about, f"valid until {ends:%Y-%m-%d}")


def _lmtp(bind: str, port: int) -> Finding:
    about = f"LMTP, {bind}:{port}"
    try:
        with LMTP(bind, port, "doctor", timeout=PATIENCE) as client:
            code, _ = client.ehlo()
    except (OSError, SMTPException) as failure:
        return mend(about, f"no answer ({failure}); start `sundial inbound`, or run this on its machine")
    return well(about, "answers") if code in ACCEPTED else mend(about, f"{code} to LHLO; another server listens here")


def _imap(url: str) -> Finding:
    try:
        with mail_box(url, PATIENCE).opened():
            return well("IMAP", "sign-in to the mailbox")
    except (OSError, IMAPClientError) as failure:
        return mend("IMAP", f"{type(failure).__name__}: check host, user, password and folder of INBOUND_IMAP_URL")


def _http(config: Config) -> Finding:
    about = "inbound email over HTTP"
    if not config.public_url.startswith("https:"):
        return mend(about, "PUBLIC_URL is not https: emails and signatures can be read in transit")
    return well(about, f"accepted under {config.public_url}/hooks/")
