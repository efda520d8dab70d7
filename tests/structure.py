"""Measure the depth of packages: the longest chain of modules that import one another.

A subfolder counts as one module, because it is read as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "service", "workers")


@dataclass(frozen=True)
class Depth:
    """A package, how many modules there are in it, and the longest row in which each imports the next."""

    package: str
    modules: int
    lines: int
    row: tuple[str, ...]


def depths() -> list[Depth]:
    """Of each package of the service, and of the two beside it; the deepest first."""
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)
    inner = (child for child in graph.find_children("service") if graph.find_children(child))
    found = [depth(graph, package) for package in ("rules", *inner, "workers")]
    return sorted(found, key=lambda each: (-len(each.row), each.package))


def depth(graph: grimp.ImportGraph, package: str) -> Depth:
    """How deep a package is."""
    children = graph.find_children(package)
    arrows = {child: _imported(graph, child, children - {child}) for child in children}

    @cache
    def below(child: str) -> tuple[str, ...]:
        return (child, *max(map(below, sorted(arrows[child])), key=len, default=()))

    row = max(map(below, sorted(children)), key=len)
    modules = [name for name in graph.find_descendants(package) if not graph.find_children(name)]
    longest = max(map(_lines, modules))
    return Depth(package, len(modules), longest, tuple(name.rpartition(".")[2] for name in row))


def table() -> str:
    """Render the depths as a Markdown table."""
    rows = [f"| `{each.package}` | {each.modules} | {each.lines} | {' > '.join(each.row)} |" for each in depths()]
    return "\n".join(["| package | modules | lines at most | each imports the next |", "|---|---|---|---|", *rows])


def _imported(graph: grimp.ImportGraph, child: str, beside: set[str]) -> set[str]:
    inside = {child, *graph.find_descendants(child)}
    imported = {name for each in inside for name in graph.find_modules_directly_imported_by(each)}
    return {other for other in beside if any(name == other or name.startswith(f"{other}.") for name in imported)}


def _lines(module: str) -> int:
    return len(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8").splitlines())
