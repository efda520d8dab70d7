"""Check that every event recorded in tests matches its type's schema, because clients are generated from it.

Events of invented types may have any data.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs
from sqlalchemy import event

from service.api.event_schemas import data_of
from service.jobs.events import TYPES
from service.models import Event


@event.listens_for(Event, "init")
def _hold_against_description(_made: Event, _given: object, members: dict[str, Any]) -> None:
    kind, data = members["type"], members["data"]
    if kind in TYPES and not _described(kind).is_valid(data):
        raise AssertionError(f"not as {kind} is described: {data}")


@cache
def _described(kind: str) -> jsonschema_rs.Draft202012Validator:
    """Return a strict validator for the data of that type."""
    return jsonschema_rs.Draft202012Validator(data_of(kind) | {"additionalProperties": False}, validate_formats=True)
