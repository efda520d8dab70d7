"""PUBLIC_URL: check that the links in our emails lead to this Sundial, over HTTPS."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from json import loads
from urllib.parse import SplitResult, urlsplit

from service.config.environment import Config
from service.security.keys import installation
from workers.doctor.finding import Finding, in_zone, mend, well
from workers.doctor.names import LookUp, addresses

ABOUT = "PUBLIC_URL"
PATIENCE = 4.0
MAX_BYTES = 64 * 1024
HERE = "the address of this machine"


@dataclass(frozen=True)
class Answer:
    """The response to a GET."""

    status: int
    location: str
    body: bytes


def public_url(config: Config, look_up: LookUp) -> Iterator[Finding]:
    """Check that the address uses HTTPS, its host has an address, and this Sundial answers there."""
    url = urlsplit(config.public_url)
    yield scheme(url)
    yield (found := host(url, look_up))
    if found.is_well:
        yield _health(url, config)


def scheme(url: SplitResult) -> Finding:
    """Check that the links use HTTPS."""
    if url.scheme == "https":
        return well(ABOUT, "https")
    return mend(ABOUT, "http: links in emails are secrets; use a proxy with TLS, and set PUBLIC_URL to https://…")


def host(url: SplitResult, look_up: LookUp) -> Finding:
    """Check that the host of the address is in DNS."""
    name = url.hostname or ""
    about = f"addresses of {name}"
    if found := addresses(name, look_up):
        return well(about, ", ".join(map(str, found)))
    return mend(about, "none, so our pages cannot be reached by name", publish=in_zone(name, "A", f"<{HERE}>"))


def _health(url: SplitResult, config: Config) -> Finding:
    asked = f"{config.public_url}/healthz"
    try:
        answer = _get(url)
    except ssl.SSLError as failure:
        return mend(asked, f"its TLS is invalid: {failure.reason}; renew the certificate, or add this host to it")
    except (OSError, http.client.HTTPException) as failure:
        return mend(asked, f"no answer ({failure}); is the proxy running, the port right, does a firewall block it?")
    return _judged(asked, answer, installation(config.secret_key))


def _get(url: SplitResult) -> Answer:
    """Request our health page, without following redirects and without a proxy of the environment."""
    connect = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = connect(url.hostname or "", url.port, timeout=PATIENCE)
    try:
        connection.request("GET", f"{url.path}/healthz")
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers.get("Location", ""), answer.read(MAX_BYTES))
    finally:
        connection.close()


def _judged(asked: str, answer: Answer, ours: str) -> Finding:
    """Check that the answer came from this Sundial."""
    if answer.location:
        return mend(asked, f"redirects to {answer.location}; set PUBLIC_URL to the final address")
    if answer.status != HTTPStatus.OK:
        return mend(asked, f"answers {answer.status}; the proxy must pass everything under PUBLIC_URL to `web`")
    match _installation(answer.body):
        case None:
            return mend(asked, "something else answers, or a Sundial of another version; check host, port and path")
        case theirs if theirs == ours:
            return well(asked, "this Sundial answers")
        case _:
            return mend(asked, "another Sundial answers, or `web` runs there with another SECRET_KEY")


def _installation(body: bytes) -> str | None:
    """Return the installation's mark in a health response, or None."""
    try:
        match loads(body):
            case {"installation": str(mark)}:
                return mark
            case _:
                return None
    except (ValueError, RecursionError):
        return None
