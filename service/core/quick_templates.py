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
from jinja2 import Template, nodes, pass_eval_context
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

MARK = "jinja_pass_arg"
"""What Jinja marks functions by that are to be told how text is escaped, or of more."""
_ESCAPING = getattr(pass_eval_context(lambda *_: None), MARK)
_FUNCTIONS = (FunctionType, MethodType)
_as_html = str.__new__
"""Of `Markup` and a text: what it is made by at last, once it has looked what is given to it."""
_SPECIAL = re.compile("[&<>'\"]").search


class QuickMacro(Macro):
    """Tells at once what it is told by place, where Jinja looks what else may have been meant."""

    def told(self, evaluation: EvalContext, args: tuple[object, ...], values: dict[str, object]) -> str:
        """What a template that escapes as it is said has it tell."""
        left = self._argument_count - len(args)
        if values or left < 0 or self.caller or self.catch_kwargs or self.catch_varargs:
            return self(evaluation, *args, **values)
        told = self._func(*args, *(missing,) * left)
        return _as_html(Markup, told) if evaluation.autoescape else told


class QuickContext(Context):
    """Calls macros and plain functions at once, where Jinja looks each time for what kind of thing is called."""

    def call(self, what: Callable[..., object], /, *args: object, **values: object) -> object:
        """As Jinja's."""
        if type(what) is not QuickMacro:
            kind = type(what)
            mark = getattr(what, MARK, None) if kind in _FUNCTIONS else kind
            if mark is _ESCAPING:
                args = (self.eval_ctx, *args)
            elif mark is not None:
                return super().call(what, *args, **values)
        if values:
            values.pop("_block_vars", None)
            values.pop("_loop_vars", None)
        return what.told(self.eval_ctx, args, values) if type(what) is QuickMacro else what(*args, **values)


class TemplateTexts(dict[str, Markup]):
    """Texts of templates in a language, each as HTML."""

    def __init__(self, translate: Callable[[str], str]) -> None:
        super().__init__()
        self._translate = translate

    def __missing__(self, text: str) -> Markup:
        """Looked up once: templates have only so many."""
        found = self[text] = Markup(self._translate(text) if text else "") % {}  # noqa: S704  # a text of ours
        return found


class QuickCode(CodeGenerator):
    """Has a text that stands in a template looked up in the reader's language, and no function called for it."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: FBT001, FBT002, N802
        """As Jinja's."""
        text = self._text_of(node, frame)
        if text is None:
            super().visit_Call(node, frame, forward_caller=forward_caller)
        else:
            self.write(f"environment.texts()[{text!r}]")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if self._text_of(node, frame) is None:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if self._text_of(node, frame) is None:
            super()._output_child_post(node, frame, finalize)

    def _text_of(self, node: nodes.Node, frame: Frame) -> str | None:
        """What `_("a text")` is about where it is shown as HTML; None of all else."""
        if not isinstance(node, nodes.Call) or not isinstance(node.node, nodes.Name) or node.node.name != "_":
            return None
        is_html = frame.eval_ctx.autoescape and not frame.eval_ctx.volatile
        if not is_html or node.kwargs or node.dyn_args or node.dyn_kwargs or self.environment.finalize:
            return None
        match node.args:
            case [nodes.Const(value=str(text))]:
                return text
        return None


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
        made.root_render_func.__globals__.update({escape.__name__: escaped, Macro.__name__: QuickMacro})
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
    code_generator_class = QuickCode
    texts: Callable[[], TemplateTexts]
    """The texts of templates as HTML, in the language that is spoken; set by who translates."""

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
