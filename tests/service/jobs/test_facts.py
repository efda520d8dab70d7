"""Facts are published by lower packages, and heard by higher ones."""

from __future__ import annotations

from pathlib import Path

from service.jobs import facts
from service.jobs.facts import PACKAGES, Fact, listeners
from tests.architecture import WITHIN, contract

SERVICE = Path(facts.__file__).parents[1]


def test_every_fact_is_heard_by_somebody_and_nothing_else_is() -> None:
    assert set(listeners()) == set(Fact.__subclasses__())


def test_whoever_listens_is_called_in_the_order_of_the_layers() -> None:
    inside_out = contract(WITHIN)["layers"][::-1]

    assert {module.parent.name for module in SERVICE.glob("*/listeners.py")} <= set(PACKAGES)
    assert list(PACKAGES) == [layer for layer in inside_out if layer in PACKAGES]
