"""Strong ETags: a hash of the very bytes of the answer, so they are right whatever an answer is made of."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Response, request

P = ParamSpec("P")


def etag_of(answer: Response) -> str:
    """The ETag of an answer, without its quotes."""
    return hashlib.sha256(answer.get_data()).hexdigest()[:32]


def conditional(view: Callable[P, Response]) -> Callable[P, Response]:
    """Set the ETag of what the view answers; 304 and no body where If-None-Match knows it already."""

    @wraps(view)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> Response:
        answer = view(*args, **kwargs)
        etag = etag_of(answer)
        answer.set_etag(etag)
        if not request.if_none_match.contains_weak(etag):
            return answer
        unchanged = Response(status=304)
        unchanged.set_etag(etag)
        return unchanged

    return wrapper
