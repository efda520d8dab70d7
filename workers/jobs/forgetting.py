"""Retention: delete old rows table by table, by the rules of each package."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from service.db import clock
from service.jobs.forgetting import BATCH, Rule, rules
from workers.error_barrier import survive, tallied

NAME = "sundial.forgetting"
EVERY = 3600.0


def run() -> bool:
    """Delete a batch by each rule; return whether a batch was full."""
    return forget(rules())


def forget(by: Iterable[Rule]) -> bool:
    """Delete a batch by each of these rules; one that fails does not block the others."""
    full: list[Rule] = []
    with tallied():  # a rule is not a row for the log to count
        for rule in by:
            survive(partial(_apply, rule, full), rule.name)
    return bool(full)


def _apply(rule: Rule, full: list[Rule]) -> None:
    if rule.apply(clock.now()) == BATCH:
        full.append(rule)
