"""Base class of every group of calls."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

import httpx

from sundial_client.connection import Connection, Request
from sundial_client.etags import Known
from sundial_client.failures import Problem
from sundial_client.patience import Patience


class Calls:
    """A Sundial, with one token.

    Every method raises Problem where Sundial refuses, and Unreachable where it gives no answer for longer than
    `patience` allows. Until then the client retries a request after a pause, if that cannot do anything twice: a move
    names the version that it answers, and other writes carry an Idempotency-Key.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        patience: Patience | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection = Connection(url, token, patience or Patience(), sleep)
        self._known = Known(self._connection)

    def _get(self, path: str, **params: object) -> Any:  # noqa: ANN401  # the caller knows its type
        return self._connection.send(Request("GET", path, params)).json()

    def _list(self, path: str, member: str, **params: object) -> Iterator[Any]:
        """Yield the items of a member from all pages."""
        cursor: str | None = ""
        while cursor is not None:
            page = self._get(path, **params, cursor=cursor or None)
            yield from page[member]
            cursor = page["next_cursor"]

    def _lines(self, path: str, media_type: str, **params: object) -> Iterator[Any]:
        """Yield the JSON lines of all pages, following their links."""
        cursor: str | None = ""
        while cursor is not None:
            wish = Request("GET", path, {**params, "cursor": cursor or None}, headers={"Accept": media_type})
            page = self._connection.send(wish)
            yield from map(json.loads, page.iter_lines())
            following = page.links.get("next")
            cursor = httpx.URL(following["url"]).params["cursor"] if following else None

    def _post(self, path: str, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Any:  # noqa: ANN401
        sent = {"Idempotency-Key": str(uuid.uuid4()), **(headers or {})}
        return self._connection.send(Request("POST", path, body=dict(body), headers=sent)).json()

    def _post_once(self, path: str, body: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401
        """Post to an endpoint without idempotency keys; retry only if surely nothing was done."""
        return self._connection.send(Request("POST", path, body=dict(body) if body else None, repeatable=False)).json()

    def _patch(self, path: str, body: Mapping[str, Any]) -> Any:  # noqa: ANN401
        return self._connection.send(Request("PATCH", path, body=dict(body))).json()

    def _put(self, path: str, body: Mapping[str, Any]) -> Any:  # noqa: ANN401
        return self._connection.send(Request("PUT", path, body=dict(body))).json()

    def _delete(self, path: str, body: dict[str, str] | None = None) -> None:
        try:
            self._connection.send(Request("DELETE", path, body=body))
        except Problem as refusal:
            if not (refusal.repeated and refusal.status == HTTPStatus.NOT_FOUND):
                raise  # else an earlier attempt succeeded, but its answer was lost
