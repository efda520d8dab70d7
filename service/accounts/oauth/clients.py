"""OAuth clients: third-party apps that ask to act for somebody, as Authlib sees them.

Apps are not registered. They name themselves, and we believe what can be verified without asking anybody else. A site's
id is an https address of its own, and it is answered at that very origin, so control of the site is control of the app.
These ids are those of draft-ietf-oauth-client-id-metadata-document and of IndieAuth. A local program has any name,
which proves nothing, and is answered at a loopback address (RFC 8252, 7.3) or not at all. No app has a client secret.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import SplitResult, urlsplit

from authlib.oauth2.rfc6749 import ClientMixin, InvalidRequestError, OAuth2Payload, OAuth2Request, scope_to_list
from flask import request
from werkzeug.datastructures import MultiDict

from service.accounts.scopes import MEANINGS, READ
from service.models import LONGEST_APP, LONGEST_REDIRECT

HOLDS = timedelta(days=180)
"""The lifetime of an app's token: that of a browser session."""
LONGEST_NAME = 80
LOOPBACK = ("127.0.0.1", "::1")
"""Without `localhost`, which DNS may resolve elsewhere (RFC 8252, 8.3)."""
_NAME = re.compile(rf"[!#-\[\]-~](?:[ !#-\[\]-~]{{0,{LONGEST_NAME - 2}}}[!#-\[\]-~])?")
_ADDRESS = re.compile(r"[!#-;=?-\[\]_a-z~%]+")
_HOST = re.compile(r"[a-z0-9.-]+|[0-9a-f:]+")
"""Names in ASCII, and addresses, without characters that have a meaning in headers."""
_HTTPS = 443
LONGEST = 1000
"""Characters of one parameter."""
_CHARACTERS = re.compile(r"[ !#-\[\]-~]*")
"""Characters of parameters, which an error may quote (RFC 6749, appendix A and 5.2)."""
_STATE = re.compile("[ -~]*")


@dataclass(frozen=True)
class App:
    """An app by its id: the https address of a site, or a name."""

    id: str

    @property
    def is_site(self) -> bool:
        """Whether its id is a verified address and not just a name."""
        return "://" in self.id

    @property
    def name(self) -> str:
        """The name shown to people."""
        return origin_of(self.id).removeprefix("https://") if self.is_site else self.id

    def is_at(self, redirect_uri: str) -> bool:
        """Check whether it may be answered at that redirect URI; loopback ports are ignored."""
        parts = _split(redirect_uri)
        if parts is None or len(redirect_uri) > LONGEST_REDIRECT:
            return False
        if self.is_site:
            return parts.scheme == "https" and origin_of(redirect_uri) == origin_of(self.id)
        return parts.scheme == "http" and parts.hostname in LOOPBACK


def origin_of(address: str) -> str:
    """Return scheme, host and port of a valid address, without the default port."""
    parts = urlsplit(address)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port is None or (parts.scheme, parts.port) == ("https", _HTTPS) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def _split(address: str) -> SplitResult | None:
    """Split an address that has only one reading, with a host, and without a user or fragment; else None."""
    if not _ADDRESS.fullmatch(address) or "#" in address:
        return None
    try:
        parts = urlsplit(address)
        is_sound = _HOST.fullmatch(parts.hostname or "") and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return None
    return parts if is_sound else None


class PublicClient(ClientMixin):
    """An app, as Authlib's client."""

    def __init__(self, app: App) -> None:
        self.app = app

    def get_client_id(self) -> str:
        return self.app.id

    def get_default_redirect_uri(self) -> None:
        """Return no default: an app must send its redirect URI."""

    def get_allowed_scope(self, scope: str | None) -> str:
        """Return the requested scopes in our order."""
        wanted: Collection[str] = scope_to_list(scope) or [READ]  # the default scope (RFC 6749, 3.3)
        return " ".join(each for each in MEANINGS if each in wanted)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return self.app.is_at(redirect_uri)

    def check_client_secret(self, client_secret: str) -> bool:
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Allow every grant except refresh tokens, which we do not issue."""
        return grant_type != "refresh_token"


def client_called(client_id: str) -> PublicClient | None:
    """Return the app of that id, or None if the id is invalid."""
    app = App(client_id)
    if not app.is_site:
        return PublicClient(app) if _NAME.fullmatch(client_id) else None
    parts = _split(client_id)
    if parts is None or parts.scheme != "https" or len(client_id) > LONGEST_APP or len(app.name) > LONGEST_NAME:
        return None
    return PublicClient(app)


class AppPayload(OAuth2Payload):
    """The parameters of a request: the query for a redirected browser, the form for a program."""

    def __init__(self, sent: MultiDict[str, str]) -> None:
        self._sent = sent

    @property
    def data(self) -> MultiDict[str, str]:
        return self._sent

    @property
    def datalist(self) -> defaultdict[str, list[str]]:
        return defaultdict(list, self._sent.lists())


class AppRequest(OAuth2Request):
    """An app's request, as Authlib's. TLS is the duty of the proxy in front of us, and of `PUBLIC_URL`."""

    def __init__(self, sent: MultiDict[str, str]) -> None:
        super().__init__(request.method, "https" + request.base_url.removeprefix(request.scheme))
        self.payload = AppPayload(sent)

    @property
    def form(self) -> MultiDict[str, str]:
        return self.payload.data


def app_request(sent: MultiDict[str, str]) -> AppRequest:
    """Parse the current request; InvalidRequestError if a parameter is repeated, too long, or not plain ASCII."""
    for name, values in sent.lists():
        if len(values) > 1:
            raise InvalidRequestError("A parameter is there more than once.")
        pattern = _STATE if name == "state" else _CHARACTERS
        if len(values[0]) > LONGEST or not pattern.fullmatch(values[0]):
            raise InvalidRequestError("A parameter is too long, or has characters that none may have.")
    return AppRequest(sent)
