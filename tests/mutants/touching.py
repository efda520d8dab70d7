"""Which tests run a line, by what was measured."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from coverage import CoverageData

from tests.mutants.measuring import LINES

AT_IMPORT = ""
"""What coverage.py counts for that no test has run."""


class Touching:
    """Knows the tests that have passed, the seconds that each takes, and the lines that each runs."""

    def __init__(self, place: Path) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self._sharing: dict[str, set[str]] = defaultdict(set)
        for told in map(json.loads, (path.read_text() for path in place.glob("tests-*.json"))):
            self.seconds |= told["seconds"]
            self.failed |= set(told["failed"])
            for test, names in told["shared"].items():
                for name in names:
                    self._sharing[name].add(test)
        self._lines = CoverageData(str(place / LINES))
        self._lines.read()

    def is_run_at_import(self, path: Path, lines: Iterable[int]) -> bool:
        """Whether one of these lines, and be it of a function, is run before there is a test."""
        counted = self._lines.contexts_by_lineno(str(path))
        return any(AT_IMPORT in counted.get(line, ()) for line in lines)

    def tests_of(self, path: Path, lines: Iterable[int] | None = None) -> list[str]:
        """The tests that run one of these lines of a file, or any that no import runs; the quickest first."""
        counted = self._lines.contexts_by_lineno(str(path))
        contexts = {context for line in (counted if lines is None else lines) for context in counted.get(line, ())}
        found = contexts.union(*(self._sharing.get(context, ()) for context in contexts))
        return sorted((found & self.seconds.keys()) - self.failed, key=self.seconds.__getitem__)


def statement_at(code: str, line: int) -> range:
    """The lines of the innermost statement that a line is in; of one that holds others, its head."""
    heads = (_head(node) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.stmt | ast.ExceptHandler))
    return next((head for head in sorted(heads, key=len) if line in head), range(line, line + 1))


def is_in_function(code: str, line: int) -> bool:
    """Whether a line is run when a function is called, not when its module is imported."""
    functions = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef))
    return any(node.body[0].lineno <= line <= (node.end_lineno or line) for node in functions)


def _head(node: ast.stmt | ast.ExceptHandler) -> range:
    decorators = getattr(node, "decorator_list", ())
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    held = getattr(node, "body", None) or getattr(node, "cases", None)
    last = node.end_lineno or node.lineno
    if held:
        beginning = held[0].pattern.lineno if isinstance(held[0], ast.match_case) else held[0].lineno
        last = max(node.lineno, beginning - 1)
    return range(first, last + 1)
