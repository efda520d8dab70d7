"""Every kind of email that the service names exists: no email can be lost to a misspelt name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from service.notifications.kinds import kinds

SERVICE = Path(__file__).parents[3] / "service"
TAKE_ONE = (
    "add_notice",
    "kind_named",
    "wanted_at",
    "wanted_notices",
    "warnings",
    "was_told",
    "write_answer",
    "write_notice",
)
"""Functions whose first argument is the name of a kind."""


def named() -> Iterator[tuple[str, str]]:
    """Every kind that is written out as the first argument of one of these, or compared with, and where."""
    for path in SERVICE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TAKE_ONE:
                told = node.args[:1]
            elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "kind":
                told = node.comparators
            else:
                continue
            yield from (
                (each.value, path.name)
                for each in told
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def test_every_kind_that_is_named_is_a_folder() -> None:
    found = set(named())
    assert {"your-turn", "message", "invitation", "sign-in"} <= {kind for kind, _ in found}
    assert {(kind, where) for kind, where in found if kind not in kinds()} == set()
