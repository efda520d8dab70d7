"""Programs of other people that ask whether they may act for somebody. Nobody registers them: they say who they are.

What an app says of itself is believed as far as it can be known without asking anybody else. A site is called by an
https address of its own and is answered at that very origin, so who controls the site controls the app; these are the
client ids of draft-ietf-oauth-client-id-metadata-document and of IndieAuth. A program on one's own machine is called by
any name, which proves nothing, and is answered at a loopback address (RFC 8252, 7.3) or not at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import SplitResult, urlsplit

from service.models import LONGEST_APP, LONGEST_REDIRECT

HOLDS = timedelta(days=180)
"""How long a token is good that an app was given: as long as a browser stays signed in."""
LONGEST_NAME = 80
LOOPBACK = ("127.0.0.1", "::1")
"""Not `localhost`, which a name server may lead elsewhere (RFC 8252, 8.3)."""
_NAME = re.compile(rf"[!#-\[\]-~](?:[ !#-\[\]-~]{{0,{LONGEST_NAME - 2}}}[!#-\[\]-~])?")
_ADDRESS = re.compile(r"[!#-;=?-\[\]_a-z~%]+")
_HOST = re.compile(r"[a-z0-9.-]+|[0-9a-f:]+")
"""Names in ASCII, and addresses; nothing that could mean something in a header."""
_HTTPS = 443


@dataclass(frozen=True)
class App:
    """An app by its id: the https address of a site, or a name."""

    id: str

    @property
    def is_site(self) -> bool:
        """Whether it is known by what it controls, and not by what it says."""
        return "://" in self.id

    @property
    def name(self) -> str:
        """What people are told that it is called."""
        return origin_of(self.id).removeprefix("https://") if self.is_site else self.id

    def is_at(self, redirect_uri: str) -> bool:
        """Whether it may be answered at that address, which ports of the own machine never matter for."""
        parts = _split(redirect_uri)
        if parts is None or len(redirect_uri) > LONGEST_REDIRECT:
            return False
        if self.is_site:
            return parts.scheme == "https" and origin_of(redirect_uri) == origin_of(self.id)
        return parts.scheme == "http" and parts.hostname in LOOPBACK


def app_called(client_id: str) -> App | None:
    """The app of that id, or None if no app can have it."""
    if "://" not in client_id:
        return App(client_id) if _NAME.fullmatch(client_id) else None
    parts = _split(client_id)
    if parts is None or parts.scheme != "https" or len(client_id) > LONGEST_APP:
        return None
    return App(client_id) if len(App(client_id).name) <= LONGEST_NAME else None


def origin_of(address: str) -> str:
    """Scheme, host and port of an address that can be one, without the port that goes without saying."""
    parts = urlsplit(address)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port is None or (parts.scheme, parts.port) == ("https", _HTTPS) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def _split(address: str) -> SplitResult | None:
    """The parts of an address that every reader takes apart alike, with a host, and neither a user nor a fragment."""
    if not _ADDRESS.fullmatch(address) or "#" in address:
        return None
    try:
        parts = urlsplit(address)
        is_sound = _HOST.fullmatch(parts.hostname or "") and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return None
    return parts if is_sound else None
