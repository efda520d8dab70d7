"""Ways by which mail gets in, beside plain SMTP: whether those that are set are open, and will be for some time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from smtplib import LMTP, SMTPException

from cryptography.x509 import load_pem_x509_certificate
from imapclient.exceptions import IMAPClientError

from service.core.config import BadConfiguration, Config
from workers.doctor.finding import Finding, mend, well
from workers.inbound.pickup import mail_box
from workers.inbound.ways.smtp import certificate_of
from workers.transports.smtp import ACCEPTED

PATIENCE = 4.0
SOON = timedelta(days=14)
"""Who renews certificates does so a month before they end."""


def ways_in(config: Config, bind: str, now: datetime) -> Iterator[Finding]:
    """What is to be said of each way that is set."""
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
        return mend(about, f"ended {ends:%Y-%m-%d}; renew it")
    if ends < now + SOON:
        return mend(about, f"ends {ends:%Y-%m-%d}; is it renewed by itself?")
    return well(about, f"good until {ends:%Y-%m-%d}")


def _lmtp(bind: str, port: int) -> Finding:
    about = f"LMTP, {bind}:{port}"
    try:
        with LMTP(bind, port, "doctor", timeout=PATIENCE) as client:
            code, _ = client.ehlo()
    except (OSError, SMTPException) as failure:
        return mend(about, f"no answer ({failure}); start `sundial inbound`, or look from the machine where it runs")
    return well(about, "answers") if code in ACCEPTED else mend(about, f"{code} to LHLO; another server listens here")


def _imap(url: str) -> Finding:
    try:
        with mail_box(url, PATIENCE).opened():
            return well("IMAP", "the mail box lets us in")
    except (OSError, IMAPClientError) as failure:
        return mend("IMAP", f"{type(failure).__name__}: look at host, user, password and folder of INBOUND_IMAP_URL")


def _http(config: Config) -> Finding:
    about = "mail over HTTP"
    if not config.public_url.startswith("https:"):
        return mend(about, "PUBLIC_URL is not https: whoever listens on the way reads mails and signatures")
    return well(about, f"taken below {config.public_url}/hooks/")
