"""Outgoing SMTP: check that the server answers, encrypts, accepts our login, our sender and a recipient."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP as SMTP_LINES
from email.utils import format_datetime, make_msgid
from smtplib import SMTP, SMTPAuthenticationError, SMTPException, SMTPResponseException, SMTPServerDisconnected
from urllib.parse import urlsplit

from service.config.environment import BadConfiguration, Config
from service.security.addresses import Named
from workers.doctor.dkim import NO_KEYS, OwnKeys
from workers.doctor.finding import Finding, mend, not_checked, well
from workers.transports import Letter, TransportError, mailgun
from workers.transports import transport as chosen
from workers.transports.smtp import ACCEPTED, PERMANENT, Smtp, said, transport

ABOUT = "SMTP"
PATIENCE = 4.0
"""Timeout of each answer of the server in seconds."""
TEXT = """\
You get this email because somebody ran `sundial doctor mail --to` with your address.

Your mail program can show the source of this email. If the line
Authentication-Results has spf=pass, dkim=pass and dmarc=pass, others
will accept the emails of this Sundial as genuine.
"""


def outgoing(config: Config, recipient: str | None = None) -> Iterator[Finding]:
    """Check an SMTP session up to the recipient, by default the postmaster of our domain."""
    if _is_http(config):
        yield not_checked(ABOUT, "emails are sent through a provider over HTTPS; --to ADDRESS sends a test")
        return
    try:
        server = replace(transport(config), timeout=PATIENCE)
    except BadConfiguration as wrong:
        yield mend(ABOUT, str(wrong))
        return
    place = f"{server.host}:{server.port}"
    try:
        with closing(server.connect()) as client:
            yield well(ABOUT, f"{place} answers")
            yield from _greeting(server, client)
            yield _envelope(client, _sender(config), recipient or f"{Named.POSTMASTER}@{config.mail_domain}")
    except (OSError, TransportError) as failure:
        yield mend(ABOUT, f"{place}: {_why(failure)}")


def one_mail(config: Config, recipient: str, now: datetime, keys: OwnKeys = NO_KEYS) -> Iterator[Finding]:
    """Send a test email, and report the server's answer."""
    about = f"test email to {recipient}"
    try:
        by = chosen(config) if _is_http(config) else replace(transport(config), timeout=PATIENCE)
        reply = by.send(plain_letter(config, recipient, now, keys, "A test email of Sundial", TEXT))
    except (BadConfiguration, TransportError) as failure:
        yield mend(about, str(failure))
    else:
        yield well(about, f"{reply}; where it arrives, Authentication-Results should be pass for SPF, DKIM and DMARC")


def _is_http(config: Config) -> bool:
    return urlsplit(config.smtp_url or "").scheme in mailgun.SCHEMES


def _greeting(server: Smtp, client: SMTP) -> Iterator[Finding]:
    server.greet(client)
    encrypted = isinstance(client.sock, ssl.SSLSocket)
    yield well(
        "encryption", "TLS" if encrypted else "none; the server offers no STARTTLS, so emails are sent unencrypted"
    )
    if server.user:
        yield well("sign-in", "the server accepts the user and password of SMTP_URL")


def _envelope(client: SMTP, sender: str, recipient: str) -> Finding:
    """Check that the server accepts the envelope of an email, without sending one."""
    about = f"an email from {sender} to {recipient}"
    dialogue: list[Callable[[], tuple[int, bytes]]] = [lambda: client.mail(sender), lambda: client.rcpt(recipient)]
    for ask in dialogue:
        code, text = ask()
        if code not in ACCEPTED:
            return mend(about, _refused(code, text))
    client.rset()
    return well(about, "would be accepted")


def _refused(code: int, text: bytes) -> str:
    if code in PERMANENT:
        return f"refused: {said(code, text)}; allow this machine to send for our domain, to any address"
    return f"put off: {said(code, text)}; the server asks to try later, so emails wait and are tried again"


def _why(failure: Exception) -> str:
    """Explain a failure before the envelope, and suggest what to check."""
    match failure:
        case TransportError():
            return f"{failure.reply}; use smtps://, or enable STARTTLS on the server"
        case ssl.SSLError():
            return f"no TLS ({failure.reason}); is the certificate valid for this host? smtps:// is only for port 465"
        case SMTPAuthenticationError():
            return f"{said(failure.smtp_code, failure.smtp_error)}; check the user and password in SMTP_URL"
        case SMTPResponseException():
            return said(failure.smtp_code, failure.smtp_error)
        case SMTPException() if not isinstance(failure, SMTPServerDisconnected):
            return f"{failure} Remove the user from SMTP_URL, or use the submission port, 587"
    return f"no answer ({failure}); is it running, are host and port right, does a firewall block it?"


def _sender(config: Config) -> str:
    return f"{Named.BOUNCES}@{config.mail_domain}"


def plain_letter(config: Config, recipient: str, now: datetime, keys: OwnKeys, subject: str, text: str) -> Letter:
    """Compose and sign an email in plain text to an operator."""
    mail = EmailMessage()
    mail["From"] = f"Sundial <{Named.GENERAL}@{config.mail_domain}>"
    mail["To"] = recipient
    mail["Subject"] = subject
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = make_msgid(domain=config.mail_domain)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    return Letter(_sender(config), recipient, mail["Message-ID"], keys.signed(mail.as_bytes(policy=SMTP_LINES)))
