"""Requests as Authlib reads them: the query where a browser is led to us, the form where a program asks."""

from __future__ import annotations

import re
from collections import defaultdict

from authlib.oauth2.rfc6749 import InvalidRequestError, OAuth2Payload, OAuth2Request
from flask import request
from werkzeug.datastructures import MultiDict

LONGEST = 1000
"""Characters of one parameter."""
_CHARACTERS = re.compile(r"[ !#-\[\]-~]*")
"""What parameters are made of, and what an error may quote (RFC 6749, appendix A and 5.2)."""
_STATE = re.compile("[ -~]*")


class AppPayload(OAuth2Payload):
    """The parameters of a request."""

    def __init__(self, sent: MultiDict[str, str]) -> None:
        self._sent = sent

    @property
    def data(self) -> MultiDict[str, str]:
        return self._sent

    @property
    def datalist(self) -> defaultdict[str, list[str]]:
        return defaultdict(list, self._sent.lists())


class AppRequest(OAuth2Request):
    """A request of an app. That it came by TLS is for the proxy in front of us to see to, and for `PUBLIC_URL`."""

    def __init__(self, sent: MultiDict[str, str]) -> None:
        super().__init__(request.method, "https" + request.base_url.removeprefix(request.scheme))
        self.payload = AppPayload(sent)

    @property
    def form(self) -> MultiDict[str, str]:
        return self.payload.data


def app_request(sent: MultiDict[str, str]) -> AppRequest:
    """The request under way; InvalidRequestError for what is there twice, too long, or not in plain ASCII."""
    for name, values in sent.lists():
        if len(values) > 1:
            raise InvalidRequestError("A parameter is there more than once.")
        pattern = _STATE if name == "state" else _CHARACTERS
        if len(values[0]) > LONGEST or not pattern.fullmatch(values[0]):
            raise InvalidRequestError("A parameter is too long, or has characters that none may have.")
    return AppRequest(sent)
