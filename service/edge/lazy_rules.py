"""Addresses of pages and REST, which are found at once and put together only when somebody asks for one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from werkzeug.routing import Rule


class LazyRule(Rule):
    """werkzeug compiles, for each rule, two functions that put its address together: most of the time a start takes."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        """As werkzeug's, but compiled when an address of this rule is wanted for the first time."""
        compiled = cache(super()._compile_builder)

        def build(*rule: object, **values: object) -> tuple[str, str]:
            return compiled(append_unknown)(*rule, **values)

        return build
