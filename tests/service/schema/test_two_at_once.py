"""Two upgrades of one database at once: the second waits for the first, and both end well."""

from __future__ import annotations

from sqlalchemy import Engine

from service.config.environment import Config
from service.schema.upgrading import WAITING, alone
from tests.service.schema.contents import Rows, rows
from tests.service.schema.processes import ended, started


def test_both_end_well(settings: Config, engine: Engine, undisturbed: Rows) -> None:
    with alone(engine, print):
        both = [started(settings), started(settings)]
        first_words = [process.stdout.readline() for process in both if process.stdout]
    outcomes = [ended(process) for process in both]
    assert (first_words, [code for code, _ in outcomes]) == ([f"{WAITING}\n"] * 2, [0, 0]), outcomes
    assert sum("are of version" in said for _, said in outcomes) == 1
    assert rows(engine) == undisturbed
