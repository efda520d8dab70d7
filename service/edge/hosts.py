"""Flask, with a refusal for requests to a host that cannot be one, in which our own addresses can still be built."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from flask import Flask, Request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from service.edge.lazy_rules import LazyRule
from service.edge.templates import FlatEnvironment

P = ParamSpec("P")
R = TypeVar("R")


class HostChecking(Flask):
    """Flask would have no addresses for the page that says what is wrong, and answer 500 instead."""

    url_rule_class = LazyRule
    jinja_environment = FlatEnvironment

    def ensure_sync(self, func: Callable[P, R]) -> Callable[P, R]:
        """The function: ours are none that Flask would have to wait for, and to look takes longer than most of them."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """As Flask's; what no name of a host can be (a label of 64 letters) is 400, raised once we can answer."""
        try:
            return super().create_url_adapter(request)
        except HTTPException as refused:
            if request is None:
                raise
            request.routing_exception = refused
            return self.url_map.bind_to_environ(request.environ | {"HTTP_HOST": "localhost"})
