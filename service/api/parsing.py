"""Request parsing: strict, with the location of every error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, TypeAlias

from flask import Request
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import UnsupportedMediaType

from rules.json_types import Json
from service.http.strict_json import read_object
from service.language.errors import Invalid

JSON_TYPES = ("application/json",)
Complaints: TypeAlias = "str | list[str] | dict[str, Complaints] | dict[int, Complaints]"
"""Validation errors of marshmallow, nested like the data."""
UTF_8 = ("utf-8", "utf8")


class BadRequest(Invalid):
    """An invalid request; each error has its location as a JSON pointer (RFC 6901)."""

    def __init__(self, errors: list[dict[str, str]]) -> None:
        super().__init__("bad-request", errors=errors)


class StrictParser(FlaskParser):
    """A webargs parser that rejects what others tolerate."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}  # noqa: RUF012  # as webargs has it

    def load_json(self, req: Request, schema: Schema) -> dict[str, Json]:
        """Return the JSON object in the body; an empty body counts as an empty object."""
        raw = req.get_data()
        if not raw:
            return {}
        if req.mimetype not in JSON_TYPES or req.mimetype_params.get("charset", "utf-8").lower() not in UTF_8:
            raise UnsupportedMediaType
        return read_object(raw)

    def load_querystring(self, req: Request, schema: Schema) -> dict[str, str]:
        """Return the query parameters; each at most once and without NUL."""
        if not req.query_string:
            return {}
        for name, values in req.args.lists():
            if len(values) > 1 or "\0" in name + values[0]:
                raise BadRequest([complaint(("query", name), "Give it once, as plain text.")])
        return req.args.to_dict()

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **_: object) -> NoReturn:
        """Raise BadRequest with all errors of the schema."""
        raise BadRequest([complaint(path, text) for path, text in _flattened(error.messages)])


def complaint(path: tuple[str, ...], detail: str) -> dict[str, str]:
    """Build an error: its location (the path begins with the part of the request) and its text."""
    part, *rest = path
    pointer = "".join(f"/{name.replace('~', '~0').replace('/', '~1')}" for name in rest if name != "_schema")
    return {"in": "body" if part == "json" else part, "pointer": pointer, "detail": detail}


def _flattened(messages: Complaints, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flattened(inner, (*path, str(key)))
    else:
        yield from ((path, str(text)) for text in messages)
