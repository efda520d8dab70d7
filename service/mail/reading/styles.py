"""CSS parser for the properties that can hide text: declarations, and the style sheets of an email."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice

Declarations = dict[str, str]
"""Properties and their values in lower case."""

_KNOWN = re.compile(
    r"background(?:-color)?|bottom|clip(?:-path)?|color|display|filter|font(?:-size)?|(?:max-)?(?:height|width)|left"
    r"|margin-(?:left|top)|mso-hide|opacity|overflow(?:-[xy])?|position|right|text-decoration(?:-line)?|text-indent|top"
    r"|transform|visibility|-webkit-text-fill-color"
)
"""The properties that decide visibility."""
_MAX_RULES = 50
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_COMBINATOR = re.compile(r"[\s>+~]+")
_COMPOUND = re.compile(r"[a-z][\w-]*|\*|[.#][\w-]+")


@dataclass(frozen=True)
class Style:
    """The declarations of an element, separated by importance."""

    usual: Declarations = field(default_factory=dict)
    important: Declarations = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Check whether no known property is declared."""
        return not (self.usual or self.important)


def style_of(written: str) -> Style:
    """Parse the declarations in a `style` attribute or a rule."""
    style = Style()
    for declaration in _plain(written).split(";"):
        name, _, value = declaration.partition(":")
        said, mark, _ = value.partition("!")
        if _KNOWN.fullmatch(name.strip()):
            (style.important if mark else style.usual)[name.strip()] = " ".join(said.split())
    return style


class Sheet:
    """The rules of an email's style sheets. Of a selector, only the part for the element itself counts."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._rules = list(islice(_rules("\n".join(sources)), _MAX_RULES))
        self._marks = frozenset(mark for needs, _ in self._rules for mark in needs)
        self._together = cache(self._joined)

    @property
    def has_rules(self) -> bool:
        """Check whether there are any rules."""
        return bool(self._rules)

    def declared(self, marks: Iterable[str], own: Style) -> Declarations:
        """Compute the declarations of an element with these marks (name, `.class`, `#id`) and its `own` style."""
        ruled = self._together(self._marks.intersection(marks))
        return ruled.usual | own.usual | ruled.important | own.important

    def _joined(self, marks: frozenset[str]) -> Style:
        """Merge the rules that match an element; a later one overrides an earlier one."""
        style = Style()
        for needs, ruled in self._rules:
            if needs <= marks:
                style.usual.update(ruled.usual)
                style.important.update(ruled.important)
        return style


def _rules(css: str) -> Iterator[tuple[frozenset[str], Style]]:
    for selectors, inside in _blocks(_plain(css)):
        style = style_of(inside)
        for selector in () if style.is_empty else selectors.split(","):
            needs = _needs(selector.strip())
            if needs:
                yield needs, style


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """Yield selectors with their declarations, without those for print."""
    enclosing: list[str] = []
    begun = 0
    for brace in _BRACE.finditer(css):
        text, begun = css[begun : brace.start()], brace.end()
        if brace[0] == "{":
            enclosing.append(text.rpartition(";")[2].strip())
        elif enclosing:
            selectors = enclosing.pop()
            if not (selectors.startswith("@") or "print" in "".join(enclosing[-1:])):
                yield selectors, text


def _needs(selector: str) -> frozenset[str]:
    """Return the marks that the selector requires; empty if it requires a state or an attribute."""
    last = _COMBINATOR.split(selector)[-1]
    found = _COMPOUND.findall(last)
    return frozenset(found) if "".join(found) == last else frozenset()


def _plain(css: str) -> str:
    """Convert to lower case and remove comments and escapes."""
    text = _COMMENT.sub(" ", css)
    return (_ESCAPE.sub(_unescaped, text.lower()) if "\\" in text else text).lower()


def _unescaped(escape: re.Match[str]) -> str:
    number = int(escape[1], 16) if escape[1] else 0
    return chr(number) if 0 < number <= sys.maxunicode else escape[2] or "\ufffd"
