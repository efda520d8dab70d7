"""The knobs of an installation, read once from the environment and handed on as one frozen value.

Nothing here imports a framework: a command, a worker and the server read their knobs before they load anything else.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from service.core.key_ring import KeyRing
from service.core.limits import TABLE
from service.core.patience import WEB_THREADS, Patience, Role, patience_of_roles

HOME = "var"
SANDBOX_HOME = "var/sandbox"
"""Apart from the other: its clock is to run ahead of nobody's games."""
LOOPBACK = "127.0.0.0/8 ::1"
DRIVER = "postgresql+psycopg://"
POSTMASTER = "postmaster"
"""The box that each domain with mail has (RFC 2142)."""
CONTACT = re.compile(r"mailto:[!-~]+@[!-~]+|https://[!-~]+")
PORTS = 1 << 16
WEBHOOK_PORTS = (range(80, 81), range(443, 444), range(8000, 10_000))
"""Where web servers are, and those of people who try something out; not where mail, databases and shells are."""
MAIL_PATHS = ("/hooks/mail", "/hooks/mailgun/mime")
"""Where whole mails come over HTTP."""
MAX_HOOK_BYTES = 512 * 1024
"""Of a request with a mail, which is 256 KiB at most and grows by a third or more on its way."""
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
LOG_FORMATS = ("json", "text")
MAKE_A_KEY = "make one with: openssl rand -hex 32"
LEAST_KEY = 32
"""Characters: what `openssl rand -hex 16` makes, 128 random bits."""
LEAST_OLD_KEY = 16
"""Characters of a key that was in use before: links that are out stay good, though none is signed with it any more."""
FEWEST_DIFFERENT = 8
"""Of 32 random hexadecimal digits, so few are different once in thirty million times."""
GUESSED_FIRST = (
    "0123456", "1234567", "abcdefg", "admin", "change-me", "change_me", "changeit", "changeme", "deadbeef", "default",
    "example", "insecure", "letmein", "passwd", "password", "qwerty", "replace", "secret", "sundial",
)  # fmt: skip
"""What is tried first: words that stand in examples, and rows of a keyboard."""


class BadConfiguration(ValueError):
    """A knob is missing or cannot be used; the text says which and what to set."""


@dataclass(frozen=True)
class LogStyle:
    """How much is logged, and whether as JSON."""

    level: int
    is_json: bool


@dataclass(frozen=True)
class MailWays:
    """How mail comes in beside the SMTP that every installation has; what is empty or None is a way that is closed."""

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


@dataclass(frozen=True)
class Config:
    """Everything that an operator can set. Addresses of servers are URLs."""

    home: Path
    port: int
    public_url: str
    secret_key: str
    secret_key_fallbacks: tuple[str, ...]
    """Keys that were in use before, newest first: what was given out with them stays good."""
    database_url: str
    patience: Mapping[Role, Patience]
    """How long each kind of process waits for the database."""
    web_threads: int
    redis_url: str
    smtp_url: str | None
    mail_domain: str
    inbound_smtp_port: int
    inbound_relays: tuple[IPv4Network | IPv6Network, ...]
    """Where the operator's own mail servers are, which say by SMTP from whom they have a mail."""
    mail_ways: MailWays
    disabled_games: frozenset[str]
    rate_limits: dict[str, int]
    """The amount of each limit of `limits.TABLE`; empty if nothing is limited."""
    trusted_proxies: int
    """How many proxies of the operator's own stand before us, each of which notes whom it heard from."""
    webhook_allow: tuple[IPv4Network | IPv6Network, ...]
    """Networks that webhooks may be sent into although they are not public."""
    webhook_ports: tuple[range, ...]
    """The ports that webhooks may be sent to, of whatever network."""
    beacon_url: str
    """Where a public beacon is that tables may let their dice wait for; empty if they are offered none."""
    beacon_chain: str
    """Which chain of its rounds: a name, or a file (`beacon.source`)."""
    metrics_token: str
    """What /metrics asks for; where it is empty, only this machine may look."""
    security_contacts: tuple[str, ...]
    """Whom to tell of a weakness, as addresses that begin with mailto: or https:, the best first."""
    embedded: bool
    """No database of the operator's own: development or a small private table on one machine."""
    deletions: Path
    """The file that says which accounts were deleted, whatever becomes of the database."""
    sandbox: bool
    """For client authors on one machine: a clock to advance, an outbox to read, faults to ask for."""
    log: LogStyle

    @property
    def key_ring(self) -> KeyRing:
        """The secret keys, old and new."""
        older = (key for key in dict.fromkeys(self.secret_key_fallbacks) if key != self.secret_key)
        return KeyRing(self.secret_key, tuple(older))

    @property
    def mailbox_is_shown(self) -> bool:
        """Whether `/mailbox` exists: it shows sign-in codes, so only where neither mail nor a database is set up."""
        return self.embedded and self.smtp_url is None

    @property
    def mailbox(self) -> Path:
        """Where the local mailbox keeps its mails."""
        return self.home / "mailbox"


def from_environment(environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration that the environment describes, or BadConfiguration."""
    sandbox = _sandbox(environment)
    home = Path(environment.get("SUNDIAL_HOME") or (SANDBOX_HOME if sandbox else HOME)).resolve()
    port = _port(environment, "PORT", 8000)
    database_url = read_database_url(environment.get("DATABASE_URL", ""))
    mail_domain = environment.get("MAIL_DOMAIN", "sundial.localhost")
    return Config(
        home=home,
        port=port,
        public_url=_public_url(environment.get("PUBLIC_URL") or f"http://127.0.0.1:{port}"),
        secret_key=_secret_key(environment, home, embedded=not database_url),
        secret_key_fallbacks=_secret_key_fallbacks(environment),
        database_url=database_url or f"sqlite:///{home / 'sundial.sqlite'}",
        patience=_patience(environment),
        web_threads=_count(environment, "WEB_THREADS") or WEB_THREADS,
        redis_url=_redis_url(environment.get("REDIS_URL", "")),
        smtp_url=environment.get("SMTP_URL") or None,
        mail_domain=mail_domain,
        inbound_smtp_port=_port(environment, "INBOUND_SMTP_PORT", 8025),
        inbound_relays=networks(environment.get("INBOUND_RELAYS") or LOOPBACK, "INBOUND_RELAYS"),
        mail_ways=MailWays(
            certificate=_file(environment, "INBOUND_TLS_CERTIFICATE"),
            certificate_key=_file(environment, "INBOUND_TLS_KEY"),
            lmtp_port=_port(environment, "INBOUND_LMTP_PORT", 0) if environment.get("INBOUND_LMTP_PORT") else None,
            http_secret=_http_secret(environment.get("INBOUND_HTTP_SECRET", "")),
            mailgun_signing_key=environment.get("MAILGUN_SIGNING_KEY", ""),
            imap_url=_imap_url(environment.get("INBOUND_IMAP_URL", "")),
        ),
        disabled_games=frozenset(environment.get("DISABLED_GAMES", "").replace(",", " ").split()),
        rate_limits=_limits(environment),
        trusted_proxies=_count(environment, "TRUSTED_PROXIES"),
        webhook_allow=networks(environment.get("WEBHOOK_ALLOW", ""), "WEBHOOK_ALLOW"),
        webhook_ports=_port_ranges(environment.get("WEBHOOK_PORTS", "")) or WEBHOOK_PORTS,
        beacon_url=environment.get("BEACON_URL", ""),
        beacon_chain=environment.get("BEACON_CHAIN", ""),
        metrics_token=environment.get("METRICS_TOKEN", ""),
        security_contacts=_contacts(environment) or (f"mailto:{POSTMASTER}@{mail_domain}",),
        embedded=not database_url,
        deletions=Path(environment.get("DELETIONS_FILE") or home / "deletions").resolve(),
        sandbox=sandbox,
        log=log_style(environment),
    )


def read_database_url(text: str) -> str:
    """As SQLAlchemy wants it, with the driver named, or empty; BadConfiguration, which does not quote the password."""
    if not text:
        return ""
    from sqlalchemy import make_url  # noqa: PLC0415  # costs 0.2 s; without a database of one's own nobody asks here
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

    url = re.sub("^postgres(ql)?://", DRIVER, text)
    try:
        make_url(url)
        is_known = url.startswith((DRIVER, "sqlite:"))
    except (ArgumentError, ValueError):
        is_known = False
    if not is_known:
        raise BadConfiguration("DATABASE_URL must look like postgresql://user:password@host/database.")
    return url


def networks(text: str, name: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks that a knob names, or BadConfiguration."""
    try:
        return tuple(map(ip_network, text.replace(",", " ").split()))
    except ValueError as wrong:
        raise BadConfiguration(f"{name} must be networks such as 10.1.0.0/16: {wrong}.") from None


def is_in(address: str, those: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Whether an IP address lies in one of the networks; ValueError if it is none."""
    return any(ip_address(address) in each for each in those)


def log_style(environment: Mapping[str, str]) -> LogStyle:
    """How to log, or BadConfiguration. Who serves others has lines of JSON, one for each request at least."""
    embedded = not environment.get("DATABASE_URL")
    level = (environment.get("LOG_LEVEL") or ("warning" if embedded else "info")).lower()
    form = (environment.get("LOG_FORMAT") or ("text" if embedded else "json")).lower()
    if level not in LOG_LEVELS:
        raise BadConfiguration(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}.")
    if form not in LOG_FORMATS:
        raise BadConfiguration(f"LOG_FORMAT must be one of {', '.join(LOG_FORMATS)}.")
    return LogStyle(logging.getLevelNamesMapping()[level.upper()], form == "json")


def weakness(key: str, least: int = LEAST_KEY) -> str | None:
    """How the key can be guessed, in words that follow its name; None if it cannot. Nothing of the key is told.

    Who guesses it can be anybody: a cookie is enough to try keys on.
    """
    if len(key) < least:
        return f"is too short: it needs {least} characters or more"
    if word := next((word for word in GUESSED_FIRST if word in key.lower()), None):
        return f"has {word!r} in it, which is among the first things that are tried"
    repeats = any(key[period:] == key[:-period] for period in range(1, len(key) // 2 + 1))
    return "repeats itself" if repeats or len(set(key)) < FEWEST_DIFFERENT else None


def _sandbox(environment: Mapping[str, str]) -> bool:
    """Whether a sandbox is asked for; BadConfiguration beside anything that is meant for others."""
    if environment.get("SANDBOX", "") in ("", "0"):
        return False
    for knob in ("DATABASE_URL", "SMTP_URL"):
        if environment.get(knob):
            raise BadConfiguration(f"SANDBOX is for client authors, never for production: unset it, or {knob}.")
    host = environment.get("BIND") or "127.0.0.1"
    try:
        is_alone = ip_address(host).is_loopback
    except ValueError:
        is_alone = host == "localhost"
    if not is_alone:
        raise BadConfiguration("SANDBOX serves this machine alone: unset it, or BIND.")
    return True


def _port(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(name) or str(default)
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < PORTS):
        raise BadConfiguration(f"{name} must be a port number, not {text!r}.")
    return int(text)


def _public_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadConfiguration("PUBLIC_URL must be an http or https address.")
    return text.rstrip("/")


def _secret_key(environment: Mapping[str, str], home: Path, *, embedded: bool) -> str:
    if key := environment.get("SECRET_KEY"):
        return _checked_key(key, "SECRET_KEY")
    if not embedded:
        raise BadConfiguration(f"SECRET_KEY must be set where DATABASE_URL is; {MAKE_A_KEY}.")
    return _kept_key(home)


def _kept_key(home: Path) -> str:
    """The key made at the first start; every process of this installation finds the same one."""
    path = home / "secret-key"
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (
            suppress(FileExistsError),
            open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file,
        ):
            file.write(secrets.token_hex(32))
        key = path.read_text()
    except OSError as failure:
        raise BadConfiguration(f"SUNDIAL_HOME, {home}, cannot be used: {failure.strerror}.") from None
    return _checked_key(key, f"The key in {path}")


def _checked_key(key: str, name: str) -> str:
    if wrong := weakness(key):
        raise BadConfiguration(f"{name} {wrong}; {MAKE_A_KEY}.")
    return key


def _secret_key_fallbacks(environment: Mapping[str, str]) -> tuple[str, ...]:
    keys = tuple(environment.get("SECRET_KEY_FALLBACKS", "").replace(",", " ").split())
    for key in keys:
        if wrong := weakness(key, LEAST_OLD_KEY):
            raise BadConfiguration(
                f"SECRET_KEY_FALLBACKS has a key that {wrong}; leave it out: whoever guesses it can sign in as anybody."
            )
    return keys


def _patience(environment: Mapping[str, str]) -> Mapping[Role, Patience]:
    try:
        return patience_of_roles(environment.get("DATABASE_TIMEOUTS", ""))
    except ValueError as wrong:
        raise BadConfiguration(f"DATABASE_TIMEOUTS must be seconds like web-lock=4 worker-idle=3: {wrong}.") from None


def _count(environment: Mapping[str, str], name: str) -> int:
    text = environment.get(name) or "0"
    if not (text.isascii() and text.isdecimal()):
        raise BadConfiguration(f"{name} must be a number, not {text!r}.")
    return int(text)


def _redis_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_known = not text or (parts.scheme in ("redis", "rediss") and parts.port != 0)
    except ValueError:
        is_known = False
    if not is_known:
        raise BadConfiguration("REDIS_URL must look like redis://host:port or rediss://:password@host:port.")
    return text


def _file(environment: Mapping[str, str], name: str) -> Path | None:
    text = environment.get(name)
    if not text:
        return None
    if not Path(text).is_file():
        raise BadConfiguration(f"{name}, {text}, is no file that can be read here.")
    return Path(text)


def _http_secret(text: str) -> str:
    if text and not text.startswith("whsec_"):
        raise BadConfiguration(
            "INBOUND_HTTP_SECRET must begin with whsec_; make one with: echo whsec_$(openssl rand -base64 32)"
        )
    return text


def _imap_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in ("imap", "imaps") and parts.hostname and parts.username and parts.password
        _ = parts.port
    except ValueError:
        is_good = False
    if text and not is_good:
        raise BadConfiguration(
            "INBOUND_IMAP_URL must look like imaps://user:password@host/INBOX, with a % and two digits for what is odd."
        )
    return text


def _limits(environment: Mapping[str, str]) -> dict[str, int]:
    """Every limit by its name; none if they are off. Mails to one domain have one only where an operator sets it."""
    text, limits = environment.get("RATE_LIMITS", ""), dict[str, int]()
    if text != "off":
        limits = {name: row.amount for name, row in TABLE.items() if row.amount}
        for name, quota in dict(part.partition("=")[::2] for part in text.replace(",", " ").split()).items():
            if name not in limits or not (quota.isascii() and quota.isdecimal() and int(quota)):
                raise BadConfiguration(f"RATE_LIMITS must be off, or like reads=600 for {', '.join(limits)}.")
            limits[name] = int(quota)
    if pace := _count(environment, "MAILS_PER_DOMAIN"):
        limits["mails-of-domain"] = pace
    return limits


def _port_ranges(text: str) -> tuple[range, ...]:
    ranges = []
    for part in text.replace(",", " ").split():
        first, *others = [int(end) if end.isascii() and end.isdecimal() else 0 for end in part.split("-")]
        last = others[0] if others else first
        if len(others) > 1 or not 0 < first <= last < PORTS:
            raise BadConfiguration(f"WEBHOOK_PORTS must be ports such as 443 and 8000-9999, not {part!r}.")
        ranges.append(range(first, last + 1))
    return tuple(ranges)


def _contacts(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Each an address of mail or of the web, as RFC 9116, 2.5.3 has it; BadConfiguration for anything else."""
    contacts = tuple(environment.get("SECURITY_CONTACT", "").split())
    for contact in contacts:
        if not CONTACT.fullmatch(contact):
            raise BadConfiguration(f"SECURITY_CONTACT must be a mailto: or https: address, not {contact!r}.")
    return contacts
