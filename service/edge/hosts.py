"""Flask, with a refusal for requests to a host that cannot be one, in which our own addresses can still be built."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import ParamSpec, TypeVar

from flask import Flask, Request, has_request_context
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from service.edge.lazy_rules import LazyRule
from service.edge.templates import FlatEnvironment

PLAIN = frozenset({"game_id", "name", "player", "bot", "version", "at", "tab"})
"""What stands in addresses that are remembered: nothing by which somebody who knows it may do something."""
REMEMBERED = 4096
"""Addresses; a page of a game has forty, most of them those of all its pages."""
P = ParamSpec("P")
R = TypeVar("R")


class HostChecking(Flask):
    """Flask would have no addresses for the page that says what is wrong, and answer 500 instead."""

    url_rule_class = LazyRule
    jinja_environment = FlatEnvironment

    def ensure_sync(self, func: Callable[P, R]) -> Callable[P, R]:
        """The function: ours are none that Flask would have to wait for, and to look takes longer than most of them."""
        return func

    def url_for(
        self,
        /,
        endpoint: str,
        *,
        _anchor: str | None = None,
        _method: str | None = None,
        _scheme: str | None = None,
        _external: bool | None = None,
        **values: object,
    ) -> str:
        """As Flask's; an address that gives nothing away is put together once."""
        here = request_ctx.url_adapter if has_request_context() else None
        if not PLAIN.issuperset(values):
            values = {name: value for name, value in values.items() if value is not None}
        if here is None or _anchor or _method or _scheme or _external or not PLAIN.issuperset(values):
            wanted = {"_anchor": _anchor, "_method": _method, "_scheme": _scheme, "_external": _external}
            return super().url_for(endpoint, **wanted, **values)  # type: ignore[arg-type]  # each is what it was
        return self._plain(here.script_name, here.default_method, endpoint, **values)

    @cached_property
    def _plain(self) -> Callable[..., str]:
        def built(_script_name: str, _method: str, endpoint: str, /, **values: object) -> str:
            return super(HostChecking, self).url_for(endpoint, **values)  # type: ignore[arg-type]  # none of its own

        return lru_cache(REMEMBERED, typed=True)(built)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """As Flask's; what no name of a host can be (a label of 64 letters) is 400, raised once we can answer."""
        try:
            return super().create_url_adapter(request)
        except HTTPException as refused:
            if request is None:
                raise
            request.routing_exception = refused
            return self.url_map.bind_to_environ(request.environ | {"HTTP_HOST": "localhost"})
