"""Compression of responses (brotli, gzip): a page takes an eighth of its bytes.

Public responses are compressed once: our files, and the OpenAPI description, which takes 25 ms.

A compressed response is another representation with another strong ETag (RFC 9110, 8.8.3): `"abc:br"` beside `"abc"`.
Conditional requests may use either.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g, request
from flask_compress import Compress

from service.db.lru_cache import LruCache
from service.http import long_polling

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
"""Without compressed image formats and event streams."""
LEAST = 1024
"""Bytes; smaller ones fit into one packet anyway."""
LEVEL = 5
PACKED = re.compile(r':(br|gzip)"')
CONDITIONS = ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH")
ASKED = "sundial.if-none-match"
OWN_WISH = ("same-origin", "none")
"""Values of `Sec-Fetch-Site` for requests from our own pages or from a person."""

PACKED_ONCE = 128
"""Cached compressed responses."""

_packing = Compress()


class Packed(LruCache[str, bytes]):
    """A cache of compressed responses by name; private ones have an empty name."""

    def set(self, key: str, packed: bytes) -> None:
        """Store a response if it is cacheable; the key is the algorithm and the name."""
        if not key.endswith(";"):
            self.put(key, packed)


def init_app(app: Flask) -> None:
    """Install compression; call it before any other hook that changes responses."""
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
    """Strip the suffix from ETags in conditions, so that the app sees its own."""
    environ: MutableMapping[str, Any] = request.environ
    environ[ASKED] = environ.get("HTTP_IF_NONE_MATCH", "")
    for name in CONDITIONS:
        if name in environ:
            environ[name] = PACKED.sub('"', environ[name])


def _pack(answer: Response) -> Response:
    if answer.status_code == HTTPStatus.NOT_MODIFIED:
        return _as_known(answer)
    if answer.mimetype not in MEDIA_TYPES or long_polling.goes_on():
        return answer
    if _could_be_measured(answer):
        answer.vary.add("Accept-Encoding")
        return answer
    etag, is_weak = answer.get_etag()
    g.packed_as = f"{request.path} {etag}" if answer.cache_control.public and etag and not is_weak else ""
    return _packing.after_request(answer)


def _as_known(answer: Response) -> Response:
    """Return the 304 with the ETag of the representation that the client asked with."""
    answer.vary.add("Accept-Encoding")
    etag, _ = answer.get_etag()
    for algorithm in ALGORITHMS:
        if etag and f'"{etag}:{algorithm}"' in request.environ.get(ASKED, ""):
            answer.set_etag(f"{etag}:{algorithm}")
    return answer


def _could_be_measured(answer: Response) -> bool:
    """Check whether the compressed length could reveal a page's content to another site (BREACH).

    An attacker would make the browser request the page with its cookie again and again. Browsers report the requesting
    site.
    """
    is_own = request.headers.get("Sec-Fetch-Site", "") in OWN_WISH
    return answer.mimetype == "text/html" and bool(request.cookies) and not is_own
