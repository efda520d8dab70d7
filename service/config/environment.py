"""Settings of an installation, read once from the environment into one frozen value.

Nothing here imports a framework: commands, workers and the server read their settings before they load anything else.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from service.config.key_ring import KeyRing
from service.config.limits import TABLE
from service.config.timeouts import WEB_THREADS, Patience, Role, patience_of_roles
from service.embedded.home import write_private

HOME = "var"
SANDBOX_HOME = "var/sandbox"
"""A home of its own: advancing the sandbox clock must not affect other games."""
LOOPBACK = "127.0.0.0/8 ::1"
DRIVER = "postgresql+psycopg://"
POSTMASTER = "postmaster"
"""The mailbox that each email domain has (RFC 2142)."""
CONTACT = re.compile(r"mailto:[!-~]+@[!-~]+|https://[!-~]+")
PORTS = 1 << 16
WEBHOOK_PORTS = (range(80, 81), range(443, 444), range(8000, 10_000))
"""Ports of web servers and of development servers; not those of mail, databases and shells."""
MAIL_PATHS = ("/hooks/mail", "/hooks/mailgun/mime")
"""Paths that accept whole emails over HTTP."""
MAX_HOOK_BYTES = 512 * 1024
"""For a request with an email: 256 KiB at most, and encoding adds a third or more."""
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
LOG_FORMATS = ("json", "text")
MAKE_A_KEY = "make one with: openssl rand -hex 32"
KEY_FILE = "secret-key"
SQLITE_FILE = "sundial.sqlite"
"""The key of an installation without SECRET_KEY, in its home."""
LEAST_KEY = 32
"""Characters: `openssl rand -hex 16` makes 32, which is 128 random bits."""
LEAST_OLD_KEY = 16
"""Characters of an old key. Existing links stay valid, though no new link is signed with it."""
FEWEST_DIFFERENT = 8
"""32 random hexadecimal digits have so few different ones once in thirty million times."""
GUESSED_FIRST = (
    "0123456", "1234567", "abcdefg", "admin", "change-me", "change_me", "changeit", "changeme", "deadbeef", "default",
    "example", "insecure", "letmein", "passwd", "password", "qwerty", "replace", "secret", "sundial",
)  # fmt: skip
"""Common guesses: words from examples and keyboard rows."""


class BadConfiguration(ValueError):
    """A setting is missing or unusable; the text names it and says what to set."""


@dataclass(frozen=True)
class LogStyle:
    """The log level, and whether lines are JSON."""

    level: int
    is_json: bool


@dataclass(frozen=True)
class MailWays:
    """Ways for inbound mail beside SMTP; an empty or None member is switched off."""

    certificate: Path | None = None
    """The TLS certificate chain of inbound SMTP, in PEM."""
    certificate_key: Path | None = None
    """Its key, if in another file."""
    lmtp_port: int | None = None
    http_secret: str = field(default="", repr=False)
    """The secret that signs emails over HTTP, as in Standard Webhooks: `whsec_` and base64."""
    mailgun_signing_key: str = field(default="", repr=False)
    imap_url: str = field(default="", repr=False)
    """A remote mailbox with its password: `imaps://user:password@host/INBOX`."""

    @property
    def takes_http(self) -> bool:
        """Whether emails may arrive over HTTP."""
        return bool(self.http_secret or self.mailgun_signing_key)


@dataclass(frozen=True)
class Config:
    """All settings of an installation. Addresses of servers are URLs."""

    home: Path
    port: int
    public_url: str
    secret_key: str
    secret_key_fallbacks: tuple[str, ...]
    """Earlier keys, newest first: what they signed stays valid."""
    database_url: str
    patience: Mapping[Role, Patience]
    """Database timeouts for each kind of process."""
    web_threads: int
    redis_url: str
    smtp_url: str | None
    mail_domain: str
    inbound_smtp_port: int
    inbound_relays: tuple[IPv4Network | IPv6Network, ...]
    """Networks of the operator's own mail servers, which pass on the original sender over SMTP."""
    mail_ways: MailWays
    disabled_games: frozenset[str]
    rate_limits: dict[str, int]
    """The amount of each limit in `limits.TABLE`; empty if nothing is limited."""
    trusted_proxies: int
    """The number of the operator's proxies before us, each of which records its caller."""
    webhook_allow: tuple[IPv4Network | IPv6Network, ...]
    """Private networks that webhooks may be sent to."""
    webhook_ports: tuple[range, ...]
    """Ports that webhooks may be sent to, in any network."""
    beacon_url: str
    """The URL of a public beacon that games may wait for; empty if none is offered."""
    beacon_chain: str
    """The beacon's chain of rounds: a name or a file (`beacon.source`)."""
    metrics_token: str
    """The token for /metrics; if empty, only this machine may read it."""
    operator_mail: tuple[str, ...]
    """Addresses that get an email if a backup fails."""
    security_contacts: tuple[str, ...]
    """Contacts for reporting a vulnerability, as mailto: or https: addresses, the best first."""
    embedded: bool
    """Whether there is no DATABASE_URL: development, or a small private installation on one machine."""
    deletions: Path
    """The file that lists deleted accounts, so that they stay deleted after a restore of the database."""
    sandbox: bool
    """Whether this is a sandbox for client authors on one machine: movable clock, visible outbox, injected faults."""
    log: LogStyle

    @property
    def key_ring(self) -> KeyRing:
        """The secret keys, current and old."""
        older = (key for key in dict.fromkeys(self.secret_key_fallbacks) if key != self.secret_key)
        return KeyRing(self.secret_key, tuple(older))

    @property
    def sqlite_file(self) -> Path | None:
        """The database's file; None on PostgreSQL."""
        kind, _, path = self.database_url.partition(":///")
        return Path(path) if kind == "sqlite" else None

    @property
    def mailbox_is_shown(self) -> bool:
        """Whether `/mailbox` exists.

        It shows sign-in codes, so it needs a setup without mail and without a database.
        """
        return self.embedded and self.smtp_url is None

    @property
    def mailbox(self) -> Path:
        """The folder of the local mailbox."""
        return self.home / "mailbox"


def from_environment(environment: Mapping[str, str] = os.environ, *, may_be_new: bool = False) -> Config:
    """Read the configuration from the environment, or raise BadConfiguration; if it may be new, make a missing key."""
    sandbox = _sandbox(environment)
    home = Path(environment.get("SUNDIAL_HOME") or (SANDBOX_HOME if sandbox else HOME)).resolve()
    port = _port(environment, "PORT", 8000)
    database_url = read_database_url(environment.get("DATABASE_URL", ""))
    mail_domain = environment.get("MAIL_DOMAIN", "sundial.localhost")
    return Config(
        home=home,
        port=port,
        public_url=_public_url(environment.get("PUBLIC_URL") or f"http://127.0.0.1:{port}"),
        secret_key=_secret_key(environment, home, embedded=not database_url, may_be_new=may_be_new),
        secret_key_fallbacks=_secret_key_fallbacks(environment),
        database_url=database_url or f"sqlite:///{home / SQLITE_FILE}",
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
        operator_mail=_operator_mail(environment),
        security_contacts=_contacts(environment) or (f"mailto:{POSTMASTER}@{mail_domain}",),
        embedded=not database_url,
        deletions=Path(environment.get("DELETIONS_FILE") or home / "deletions").resolve(),
        sandbox=sandbox,
        log=log_style(environment),
    )


def read_database_url(text: str) -> str:
    """Normalise a database URL for SQLAlchemy, with its driver; may be empty. BadConfiguration hides the password."""
    if not text:
        return ""
    from sqlalchemy import make_url  # noqa: PLC0415  # costs 0.2 s; not needed without DATABASE_URL
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


def none_in(home: Path) -> str:
    """Explain that a home has no installation, and what to set."""
    return (
        f"There is no Sundial in {home}. Set SUNDIAL_HOME to its directory, or DATABASE_URL to its database. "
        "To begin a new one: sundial play; or set SUNDIAL_HOME, then: sundial upgrade"
    )


def networks(text: str, name: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Parse a setting as IP networks, or raise BadConfiguration."""
    try:
        return tuple(map(ip_network, text.replace(",", " ").split()))
    except ValueError as wrong:
        raise BadConfiguration(f"{name} must be networks such as 10.1.0.0/16: {wrong}.") from None


def is_in(address: str, those: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Check whether an IP address lies in one of the networks; ValueError if it is not an IP address."""
    return any(ip_address(address) in each for each in those)


def log_style(environment: Mapping[str, str]) -> LogStyle:
    """Read the log style, or raise BadConfiguration. With DATABASE_URL the default is JSON at level info."""
    embedded = not environment.get("DATABASE_URL")
    level = (environment.get("LOG_LEVEL") or ("warning" if embedded else "info")).lower()
    form = (environment.get("LOG_FORMAT") or ("text" if embedded else "json")).lower()
    if level not in LOG_LEVELS:
        raise BadConfiguration(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}.")
    if form not in LOG_FORMATS:
        raise BadConfiguration(f"LOG_FORMAT must be one of {', '.join(LOG_FORMATS)}.")
    return LogStyle(logging.getLevelNamesMapping()[level.upper()], form == "json")


def weakness(key: str, least: int = LEAST_KEY) -> str | None:
    """Describe why a key is guessable, in words that follow its name; None if it is not. The key is not quoted.

    A cookie is enough to try keys offline, so anybody may guess it.
    """
    if len(key) < least:
        return f"is too short: it needs {least} characters or more"
    if word := next((word for word in GUESSED_FIRST if word in key.lower()), None):
        return f"has {word!r} in it, which is among the first things that are tried"
    repeats = any(key[period:] == key[:-period] for period in range(1, len(key) // 2 + 1))
    return "repeats itself" if repeats or len(set(key)) < FEWEST_DIFFERENT else None


def _sandbox(environment: Mapping[str, str]) -> bool:
    """Read whether a sandbox is requested; BadConfiguration if other people could reach it or get its mail."""
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


def _secret_key(environment: Mapping[str, str], home: Path, *, embedded: bool, may_be_new: bool) -> str:
    if key := environment.get("SECRET_KEY"):
        return _checked_key(key, "SECRET_KEY")
    if not embedded:
        raise BadConfiguration(f"SECRET_KEY must be set where DATABASE_URL is; {MAKE_A_KEY}.")
    return _kept_key(home, may_be_new=may_be_new)


def _kept_key(home: Path, *, may_be_new: bool) -> str:
    """Return the key made at the first start; every process of this installation finds that file."""
    path, has_database = home / KEY_FILE, (home / SQLITE_FILE).exists()
    try:
        if may_be_new and not (path.exists() or has_database):
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_private(path, secrets.token_hex(32), is_first=True)
        key = path.read_text() if path.exists() or not has_database else ""
    except FileNotFoundError:
        raise BadConfiguration(none_in(home)) from None
    except OSError as failure:
        raise BadConfiguration(f"SUNDIAL_HOME, {home}, cannot be used: {failure.strerror}.") from None
    if weakness(key):
        raise BadConfiguration(
            f"The secret key in {path} is missing, empty or damaged. Put your copy of it there. If you have none: "
            f"openssl rand -hex 32 > {path} (links in emails sent before no longer work)."
        )
    return key


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
    """Read the amount of each limit by name; none if they are off.

    Only an operator sets a limit for emails to a domain.
    """
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


def _operator_mail(environment: Mapping[str, str]) -> tuple[str, ...]:
    addresses = tuple(environment.get("OPERATOR_MAIL", "").replace(",", " ").split())
    if not all(CONTACT.fullmatch(f"mailto:{address}") for address in addresses):
        raise BadConfiguration("OPERATOR_MAIL must be email addresses such as ops@example.org.")
    return addresses


def _contacts(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Read the security contacts, each a mailto: or https: address (RFC 9116, 2.5.3); BadConfiguration otherwise."""
    contacts = tuple(environment.get("SECURITY_CONTACT", "").split())
    for contact in contacts:
        if not CONTACT.fullmatch(contact):
            raise BadConfiguration(f"SECURITY_CONTACT must be a mailto: or https: address, not {contact!r}.")
    return contacts
