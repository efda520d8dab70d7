"""Actions with bots over the API."""

from __future__ import annotations

from typing import Any

from tests.service.api.program import Program


def made(owner: Program, name: str = "rusty", **manifest: Any) -> dict[str, Any]:
    """Create a bot."""
    return told(owner.post("/bots", {"name": name, **manifest}), 201)


def told(answer: Any, status: int = 200) -> dict[str, Any]:
    """Return the body of a response after checking its status."""
    assert answer.status_code == status, answer.json
    body: dict[str, Any] = answer.json
    return body


def program(owner: Program, name: str = "rusty", **wish: Any) -> Program:
    """Return the program of a bot."""
    token = told(owner.post(f"/bots/{name}/tokens", wish or None), 201)["token"]
    return Program(owner.client, token)


def invite(asker: Program, *names: str, **wish: Any) -> Any:
    """Create a game of Seasons with these bots; return the response."""
    seats = [{"me": True}, *({"account": name} for name in names)]
    return asker.post("/games", {"ruleset": "seasons", "seats": seats, **wish})


def names(asker: Program, **query: str) -> list[str]:
    """Return the bots on the first page of a search."""
    return [bot["name"] for bot in told(asker.get("/bots", query_string=query))["bots"]]
