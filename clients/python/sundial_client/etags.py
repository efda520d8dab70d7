"""Cache of earlier answers by ETag."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from sundial_client.connection import Connection, Request

REMEMBERED = 256
"""Number of answers to cache; a program with more games loads some of them again."""


class Known:
    """The latest answers to some requests; the server sends them again only if they have changed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._answers: dict[str, tuple[str, bytes]] = {}

    def fetch(self, path: str) -> Any:  # noqa: ANN401  # the caller knows its type
        """Fetch JSON, from the cache if it has not changed."""
        etag, content = self._answers.pop(path, ("", b""))
        answer = self._connection.send(Request("GET", path, headers={"If-None-Match": etag} if etag else {}))
        if answer.status_code != HTTPStatus.NOT_MODIFIED:
            etag, content = answer.headers.get("ETag", ""), answer.content
        self._remember(path, etag, content)
        return json.loads(content)

    def _remember(self, path: str, etag: str, content: bytes) -> None:
        self._answers[path] = (etag, content)
        if len(self._answers) > REMEMBERED:
            del self._answers[next(iter(self._answers))]
