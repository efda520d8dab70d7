"""What is old is forgotten, table by table, as each package says."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from service.core import clock
from service.work.forgetting import BATCH, Rule, rules
from workers.surviving import survive, tallied

NAME = "sundial.forgetting"
EVERY = 3600.0


def run() -> bool:
    """Forget a batch by each rule; there may be more where a batch was full."""
    return forget(rules())


def forget(by: Iterable[Rule]) -> bool:
    """The same by these rules; one that fails holds up no other."""
    full: list[Rule] = []
    with tallied():  # a rule is no row that the log should count
        for rule in by:
            survive(partial(_apply, rule, full), rule.name)
    return bool(full)


def _apply(rule: Rule, full: list[Rule]) -> None:
    if rule.apply(clock.now()) == BATCH:
        full.append(rule)
