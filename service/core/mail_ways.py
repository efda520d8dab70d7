"""The knobs of mail's ways in and out, beside the SMTP that every installation has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

PORTS = 1 << 16
MAIL_PATHS = ("/hooks/mail", "/hooks/mailgun/mime")
"""Where whole mails come over HTTP."""
MAX_HOOK_BYTES = 512 * 1024
"""Of a request with a mail, which is 256 KiB at most and grows by a third or more on its way."""


@dataclass(frozen=True)
class MailWays:
    """What is empty or None is a way that is closed."""

    certificate: Path | None = None
    """The certificate of inbound SMTP, with those that it was signed by, in PEM."""
    certificate_key: Path | None = None
    """Its key, if that is in another file."""
    lmtp_port: int | None = None
    http_secret: str = field(default="", repr=False)
    """What mails are signed with that come over HTTP, as Standard Webhooks has it: `whsec_` and base64."""
    mailgun_signing_key: str = field(default="", repr=False)
    imap_url: str = field(default="", repr=False)
    """A mail box elsewhere, with its password: `imaps://user:password@host/INBOX`."""

    @property
    def takes_http(self) -> bool:
        """Whether mails may come over HTTP."""
        return bool(self.http_secret or self.mailgun_signing_key)


def mail_ways(environment: Mapping[str, str]) -> MailWays:
    """The ways that the environment opens; ValueError says which knob is wrong and what to set."""
    return MailWays(
        certificate=_file(environment, "INBOUND_TLS_CERTIFICATE"),
        certificate_key=_file(environment, "INBOUND_TLS_KEY"),
        lmtp_port=_port(environment, "INBOUND_LMTP_PORT"),
        http_secret=_http_secret(environment.get("INBOUND_HTTP_SECRET", "")),
        mailgun_signing_key=environment.get("MAILGUN_SIGNING_KEY", ""),
        imap_url=_imap_url(environment.get("INBOUND_IMAP_URL", "")),
    )


def _file(environment: Mapping[str, str], name: str) -> Path | None:
    text = environment.get(name)
    if not text:
        return None
    if not Path(text).is_file():
        message = f"{name}, {text}, is no file that can be read here."
        raise ValueError(message)
    return Path(text)


def _port(environment: Mapping[str, str], name: str) -> int | None:
    text = environment.get(name)
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < PORTS):
        message = f"{name} must be a port number, not {text!r}."
        raise ValueError(message)
    return int(text)


def _http_secret(text: str) -> str:
    if text and not text.startswith("whsec_"):
        message = "INBOUND_HTTP_SECRET must begin with whsec_; make one with: echo whsec_$(openssl rand -base64 32)"
        raise ValueError(message)
    return text


def _imap_url(text: str) -> str:
    message = (
        "INBOUND_IMAP_URL must look like imaps://user:password@host/INBOX, with a % and two digits for what is odd."
    )
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in ("imap", "imaps") and parts.hostname and parts.username and parts.password
        _ = parts.port
    except ValueError:
        raise ValueError(message) from None
    if text and not is_good:
        raise ValueError(message)
    return text
