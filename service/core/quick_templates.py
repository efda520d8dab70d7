"""Jinja, with less between a template and what it calls, which took more of a page or a mail than what is called.

There is no layer of globals above those of all templates, which none of ours has: each import of one template by
another compares the globals of both, and by a layer that is done in Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from functools import cached_property
from types import CodeType, FunctionType, MethodType
from typing import Any

import jinja2
from jinja2 import Template, pass_eval_context
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

MARK = "jinja_pass_arg"
"""What Jinja marks functions by that are to be told how text is escaped, or of more."""
_ESCAPING = getattr(pass_eval_context(lambda *_: None), MARK)
_FUNCTIONS = (FunctionType, MethodType)
_SPECIAL = re.compile("[&<>'\"]").search


class QuickContext(Context):
    """Calls macros and plain functions at once, where Jinja looks each time for what kind of thing is called."""

    def call(self, what: Callable[..., object], /, *args: object, **values: object) -> object:
        """As Jinja's."""
        kind = type(what)
        mark = _ESCAPING if kind is Macro else getattr(what, MARK, None) if kind in _FUNCTIONS else kind
        if mark is _ESCAPING:
            args = (self.eval_ctx, *args)
        elif mark is not None:
            return super().call(what, *args, **values)
        values.pop("_block_vars", None)
        values.pop("_loop_vars", None)
        return what(*args, **values)


class QuickTemplate(Template):
    """Shows what is HTML already as it is, which is most of a page: it would be made HTML once more."""

    @classmethod
    def from_code(
        cls,
        environment: jinja2.Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],  # noqa: A002  # Jinja's name
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        """As Jinja's."""
        made = super().from_code(environment, code, globals, uptodate)
        made.root_render_func.__globals__[escape.__name__] = escaped
        return made


def escaped(shown: object) -> str:
    """What is HTML already, or its text escaped: most texts have nothing to escape, and what is shown is not kept."""
    if type(shown) is Markup or (type(shown) is str and not _SPECIAL(shown)):
        return shown
    return escape(shown)


class QuickEnvironment(jinja2.Environment):
    """See above."""

    context_class = QuickContext
    template_class = QuickTemplate

    @cached_property
    def _found(self) -> dict[str, Template]:
        return {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  # Jinja's name
    ) -> Template:
        """As Jinja's, which looks each of the forty times that a page imports something for what may have changed."""
        if self.auto_reload or globals or type(name) is not str:
            return super().get_template(name, parent, globals)
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = super().get_template(name, parent)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Those of all templates, and with a layer above them only where a template is to have some of its own."""
        return super().make_globals(d) if d else self.globals
