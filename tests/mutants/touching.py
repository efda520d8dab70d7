"""Find the tests that run a line, from the measurements."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
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
        return self._quickest_first(found)

    def tests_about(self, path: Path) -> list[str]:
        """Return the tests in the file that mirrors a module, and those with its name as parameter; quickest first.

        They check what holds on import, which is all that ever runs of some modules.
        """
        module = ".".join(path.with_suffix("").parts)
        mirror = f"tests/{path.parent}/test_{path.name}::"
        return self._quickest_first(
            test for test in self.seconds if test.startswith(mirror) or test.endswith(f"[{module}]")
        )

    def tests_outside_functions(self, path: Path, importing: Iterable[Path]) -> list[str]:
        """Return the tests for a change that takes effect on import; `importing` are the importing modules.

        These are the tests that run the module or are about it; without any, those that run its importers.
        """
        tests = [*self.tests_about(path), *self.tests_of(path)]
        return tests or self._quickest_first(test for each in importing for test in self.tests_of(each))

    def _quickest_first(self, tests: Iterable[str]) -> list[str]:
        return sorted((set(tests) & self.seconds.keys()) - self.failed, key=self.seconds.__getitem__)


def statement_at(code: str, line: int) -> range:
    """Return the lines of the innermost statement at a line; of a compound one, its head."""
    heads = (_head(node) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.stmt | ast.ExceptHandler))
    return next((head for head in sorted(heads, key=len) if line in head), range(line, line + 1))


def is_in_function(code: str, line: int) -> bool:
    """Whether a line is run when a function is called, not when its module is imported."""
    functions = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef))
    return any(node.body[0].lineno <= line <= (node.end_lineno or line) for node in functions)


def importing(module: Path, files: Iterable[Path]) -> list[Path]:
    """Return the files that import a module, by its name or a name in it."""
    name = ".".join(module.with_suffix("").parts)
    return [path for path in files if name in _imported(path.read_text())]


def _imported(code: str) -> Iterator[str]:
    """Yield the modules that code imports, including names that may be modules of a package."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names))


def _head(node: ast.stmt | ast.ExceptHandler) -> range:
    decorators = getattr(node, "decorator_list", ())
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    held = getattr(node, "body", None) or getattr(node, "cases", None)
    last = node.end_lineno or node.lineno
    if held:
        beginning = held[0].pattern.lineno if isinstance(held[0], ast.match_case) else held[0].lineno
        last = max(node.lineno, beginning - 1)
    return range(first, last + 1)
