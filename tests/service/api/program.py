"""A program that talks to the API, as tests write it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.db import clock
from tests.service.tables import Table, person, table

API = "/api/v1"


@dataclass(frozen=True)
class Program:
    """Calls the API with a token, or without one."""

    client: FlaskClient
    token: str | None = None

    def call(self, method: str, path: str, **request: Any) -> TestResponse:
        """Send a request; `json`, `data`, `headers` and `query_string` as in Werkzeug's client."""
        headers = dict(request.pop("headers", {}))
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        return self.client.open(f"{API}{path}", method=method, headers=headers, **request)

    def get(self, path: str, **request: Any) -> TestResponse:
        """Send a GET."""
        return self.call("GET", path, **request)

    def post(self, path: str, body: Any = None, **request: Any) -> TestResponse:
        """Send a POST with a JSON body."""
        return self.call("POST", path, **({"json": body} if body is not None else {}), **request)

    def play(self, game_id: str, move: str, *, version: int | None = None, **request: Any) -> TestResponse:
        """Send a move for the current version."""
        named = self.get(f"/games/{game_id}").json["version"] if version is None else version  # type: ignore[index]
        return self.post(f"/games/{game_id}/moves", {"version": named, "move": move}, **request)


def program_of(client: FlaskClient, name: str, scopes: tuple[str, ...] = SCOPES) -> Program:
    """Return the program of a person of that name."""
    return Program(client, create_token(person(name), "test", scopes, clock.now()).secret)


@dataclass(frozen=True)
class Match:
    """A running game of seasons between two programs, ann first."""

    table: Table
    ann: Program
    bob: Program

    @property
    def path(self) -> str:
        """Where the game is."""
        return f"/games/{self.table.id}"


def match(client: FlaskClient) -> Match:
    """Create a game of Seasons in which it is Ann's turn."""
    begun = table("ann", "bob")
    return Match(begun, program_of(client, "ann"), program_of(client, "bob"))


def code(answer: TestResponse) -> tuple[int, str]:
    """Status and code of a refusal, which must be a problem document."""
    assert answer.mimetype == "application/problem+json", answer.get_data(as_text=True)
    assert answer.json is not None
    assert answer.json["status"] == answer.status_code
    assert answer.json["type"].endswith(f"/api/v1/problems/{answer.json['code']}")
    assert answer.json["title"]
    assert answer.json["detail"]
    assert answer.json["advice"]
    return answer.status_code, answer.json["code"]
