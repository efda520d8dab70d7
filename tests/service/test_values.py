"""Values passed between functions are immutable: no listener can change what the next one gets."""

from __future__ import annotations

from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

import service
from service.jobs.facts import Fact

SERVICE = Path(service.__file__).parent
PACKAGES = ("play", "jobs")
MODULES = [
    ".".join(["service", *path.relative_to(SERVICE).with_suffix("").parts])
    for package in PACKAGES
    for path in sorted((SERVICE / package).rglob("*.py"))
    if "@dataclass" in path.read_text()
]
"""Those that define values; `python -m tests.mutants` knows by these names which of them a test is about."""


def values_of(module: str) -> list[type]:
    """Return the dataclasses of a module, and its facts, each of which must be one."""
    defined = (each for each in vars(import_module(module)).values() if isinstance(each, type))
    return [
        each for each in defined if each.__module__ == module and (is_dataclass(each) or is_fact(each) or is_bare(each))
    ]


def is_fact(kind: type) -> bool:
    """Check whether a class is a fact."""
    return issubclass(kind, Fact) and kind is not Fact


def is_bare(kind: type) -> bool:
    """Check whether a class has only fields, or nothing, and so can only be a value."""
    return kind.__bases__ == (object,) and kind is not Fact and "__init__" not in vars(kind)


@pytest.mark.parametrize("module", MODULES)
def test_a_value_cannot_be_changed_by_whoever_gets_it(module: str) -> None:
    values = values_of(module)
    assert values
    for value in values:
        assert "__dataclass_params__" in vars(value), f"{value} is no dataclass"
        assert vars(value)["__dataclass_params__"].frozen, f"{value} can be changed"
