"""Each type of event is recorded in the code, with exactly the members of its schema.

Events recorded during tests are validated by `tests.event_shapes`, with their values.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.api.event_schemas import data_of
from service.db import clock
from service.db.engines import session, transaction
from service.jobs.events import TYPES, record
from service.models import Game
from tests.service.tables import table

SERVICE = Path(__file__).parents[3] / "service"


def recorded() -> Iterator[tuple[str, set[str]]]:
    """Yield the type and the members of the event at each place that records one."""
    for file in sorted(SERVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "events.record":
                yield ast.literal_eval(node.args[0]), {str(member.arg) for member in node.keywords}
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "announce":
                kind = ast.literal_eval(node.args[0])
                yield f"tournament.{kind}", {"tournament", *(str(member.arg) for member in node.keywords)}


def test_every_type_of_event_is_recorded_and_no_other() -> None:
    assert {kind for kind, _ in recorded()} == set(TYPES)


def test_every_event_has_the_members_that_are_described() -> None:
    for kind, members in recorded():
        described = data_of(kind)
        assert set(described["required"]) <= members <= described["properties"].keys(), kind


def test_an_event_that_is_not_as_described_fails_the_test(app: Flask) -> None:
    begun = table("ann", "bob")
    with transaction():
        game = session().get_one(Game, begun.id)
        with pytest.raises(AssertionError, match=r"not as game\.joined is described"):
            record("game.joined", game, clock.now(), place="first")
