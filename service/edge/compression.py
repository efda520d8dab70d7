"""Answers are sent packed to whoever can unpack them: a page in an eighth of its bytes.

Public answers are packed once: our files, and the description of the API, which takes 25 ms.

Packed is another representation than unpacked, so its strong ETag is another one (RFC 9110, 8.8.3): `"abc:br"` beside
`"abc"`. Whoever sends one of them back means the same state of the same thing, and is understood.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g, request
from flask_compress import Compress

from service.core import waiting
from service.core.last_used import LastUsed

ALGORITHMS = ("br", "gzip")
MEDIA_TYPES = (
    "text/html",
    "text/css",
    "text/plain",
    "text/javascript",
    "application/json",
    "application/x-ndjson",
    "application/vnd.sundial.records+x-ndjson",
    "application/problem+json",
    "image/svg+xml",
)
"""Pictures that are packed already and streams of events are none of them."""
LEAST = 1024
"""Bytes; less fits into one packet anyhow."""
LEVEL = 5
PACKED = re.compile(r':(br|gzip)"')
CONDITIONS = ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH")
ASKED = "sundial.if-none-match"
OWN_WISH = ("same-origin", "none")
"""Of `Sec-Fetch-Site`: a page of ours, or a person, has asked."""

PACKED_ONCE = 128
"""Answers that are kept packed."""

_packing = Compress()


class Packed(LastUsed[str, bytes]):
    """Packed answers by their names, of which those that are for one reader have none."""

    def set(self, key: str, packed: bytes) -> None:
        """Keep it, if it may be kept; the name stands behind the algorithm."""
        if not key.endswith(";"):
            self.put(key, packed)


def init_app(app: Flask) -> None:
    """Pack what the app answers; to be called before anything else that changes answers."""
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_ALGORITHM=list(ALGORITHMS),
        COMPRESS_MIMETYPES=list(MEDIA_TYPES),
        COMPRESS_MIN_SIZE=LEAST,
        COMPRESS_BR_LEVEL=LEVEL,
        COMPRESS_LEVEL=LEVEL,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
        COMPRESS_STREAMS=False,
        COMPRESS_CACHE_BACKEND=partial(Packed, PACKED_ONCE),
        COMPRESS_CACHE_KEY=lambda _: g.packed_as,
    )
    _packing.init_app(app)
    app.before_request(_understand)
    app.after_request(_pack)


def _understand() -> None:
    """Let the app see the ETags that it has given itself."""
    environ: MutableMapping[str, Any] = request.environ
    environ[ASKED] = environ.get("HTTP_IF_NONE_MATCH", "")
    for name in CONDITIONS:
        if name in environ:
            environ[name] = PACKED.sub('"', environ[name])


def _pack(answer: Response) -> Response:
    if answer.status_code == HTTPStatus.NOT_MODIFIED:
        return _as_known(answer)
    if answer.mimetype not in MEDIA_TYPES or waiting.goes_on():
        return answer
    if _could_be_measured(answer):
        answer.vary.add("Accept-Encoding")
        return answer
    etag, is_weak = answer.get_etag()
    g.packed_as = f"{request.path} {etag}" if answer.cache_control.public and etag and not is_weak else ""
    return _packing.after_request(answer)


def _as_known(answer: Response) -> Response:
    """What has not changed is named as the client knows it: packed, if it has asked with that name."""
    answer.vary.add("Accept-Encoding")
    etag, _ = answer.get_etag()
    for algorithm in ALGORITHMS:
        if etag and f'"{etag}:{algorithm}"' in request.environ.get(ASKED, ""):
            answer.set_etag(f"{etag}:{algorithm}")
    return answer


def _could_be_measured(answer: Response) -> bool:
    """Whether the length of what is packed could tell another site what stands on a page (BREACH).

    For that it has to make the browser ask for the page with the cookie, again and again. Browsers say who has asked.
    """
    is_own = request.headers.get("Sec-Fetch-Site", "") in OWN_WISH
    return answer.mimetype == "text/html" and bool(request.cookies) and not is_own
