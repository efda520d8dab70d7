"""The API against its own description: responses always match it and are never server errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck
from hypothesis import settings as effort
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test  # `parametrize` takes half a minute at collection
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.specs.openapi.checks import ensure_resource_availability, positive_data_acceptance
from schemathesis.specs.openapi.coverage import _schema as coverage

from service.api.converters import GameId
from service.config.environment import Config
from tests.service.api.acceptance import accepts_what_fits, finds_what_was_made
from tests.service.api.program import Program, program_of

EXAMPLES = 12
"""For each operation, beside those that follow from its description; all together take about a minute."""

REPLACED: list[schemathesis.CheckFunction] = [positive_data_acceptance, ensure_resource_availability]
OURS: list[schemathesis.CheckFunction] = [accepts_what_fits, finds_what_was_made]

WISH = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}], "shuffle_seats": False, "visibility": "public"}

coverage._FORMAT_PROBES["email"] = (
    ("ann@example.net",),
    ("ann", "ann@", "@example.net", "ann@example.net@", "ann@@example.net", ".ann@example.net", "ann@-example.net"),
)
"""Addresses, and what are nearly some. A pattern that tells them apart says all that the format does, as Schemathesis
knows of dates: it would look for what fits the one and not the other for ten seconds, in vain."""

DESCRIBED = Path(__file__).parents[3] / "openapi.yaml"
METHODS = ("get", "post", "put", "patch", "delete")
ADDRESS, METHOD = re.compile(r"  (/\S*):"), re.compile(rf"    ({'|'.join(METHODS)}):")
"""The lines at which an address and an operation begin."""


@cache
def api() -> schemathesis.BaseSchema:
    """Load the description into Schemathesis, which takes half a second."""
    return schemathesis.openapi.from_path(DESCRIBED)


def operations() -> Iterator[tuple[str, str]]:
    """Yield method and path of each operation; every process of a run needs them."""
    address = ""
    for line in DESCRIBED.read_text().splitlines():
        if begun := ADDRESS.fullmatch(line):
            address = begun[1]
        elif begun := METHOD.fullmatch(line):
            yield begun[1], address


OPERATIONS = list(operations())


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because most generated requests do not reach the database."""
    return replace(sqlite_settings, rate_limits={})


@pytest.fixture
def ann(client: FlaskClient) -> Program:
    """Return a program with every scope."""
    return program_of(client, "ann")


@pytest.fixture
def game_id(ann: Program) -> str:
    """Create a public game against the computer in which it is Ann's turn."""
    made = ann.post("/games", WISH).json
    assert made
    return str(made["id"])


@effort(max_examples=EXAMPLES, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def validate(case: schemathesis.Case[Any], ann: Program, game_id: str) -> None:
    if re.fullmatch(GameId.regex, str(case.path_parameters.get("game_id", ""))):
        case.path_parameters["game_id"] = game_id
    app = case.operation.schema.app = ann.client.application
    headers = {"Authorization": f"Bearer {ann.token}", "Accept-Encoding": "identity"}  # it unpacks nothing without HTTP
    case.call_and_validate(
        "http://localhost", app=app, headers=headers, excluded_checks=REPLACED, additional_checks=OURS
    )


def test_every_operation_is_tried() -> None:
    paths = api().raw_schema["paths"].items()
    assert sorted(OPERATIONS) == sorted((name, path) for path, item in paths for name in item.keys() & set(METHODS))


@pytest.mark.parametrize(
    ("method", "path"), OPERATIONS, ids=[f"{method.upper()} {path}" for method, path in OPERATIONS]
)
def test_answers_are_as_described(method: str, path: str, ann: Program, game_id: str) -> None:
    build_operation_test(
        config=api().config,
        operation=api()[path][method],
        test_func=validate,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=make_constants_value_source(api())),
    )(ann=ann, game_id=game_id)
