"""The exceptions for Schemathesis name existing operations."""

from __future__ import annotations

import tomllib

from tests.journeys.live_schemathesis import ENDING, SETTINGS
from tests.service.api.acceptance import OF_OPERATIONS
from tests.service.api.document import operations


def test_codes_that_are_let_pass_of_one_operation_name_one_that_there_is() -> None:
    there = {name.lower() for name, _ in operations()}
    assert {label.lower() for label in OF_OPERATIONS} <= there


def test_every_setting_is_of_an_operation_that_there_is() -> None:
    named = set(ENDING)
    for each in tomllib.loads(SETTINGS.read_text())["operations"]:
        ids = each["include-operation-id"]
        named.update([ids] if isinstance(ids, str) else ids)

    assert named <= {operation["operationId"] for _, operation in operations()}
