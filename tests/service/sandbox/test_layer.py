"""Requests fail in the drawn way, except those that control the sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from service.sandbox.faults import Fault, FaultBox, FaultPlan, Plan
from service.sandbox.files import Kept
from service.sandbox.layer import SLOT, Faulty

BODY = b"0123456789"


class App:
    """Fake app that responds at once and records requests."""

    def __init__(self) -> None:
        self.scopes: list[dict[str, Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": BODY, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class Asked:
    """The layer around the app, and the result of a request."""

    def __init__(self, box: FaultBox) -> None:
        self.app = App()
        self.slept: list[tuple[float, int]] = []
        self.sent: list[Any] = []
        self._layer = Faulty(self.app, box, self._sleep)

    def ask(self, path: str, *headers: tuple[bytes, bytes]) -> None:
        self.sent.clear()
        asyncio.run(self._layer({"type": "http", "path": path, "headers": headers}, self._receive, self._send))  # type: ignore[arg-type]

    async def _sleep(self, seconds: float) -> None:
        self.slept.append((seconds, len(self.sent)))

    async def _receive(self) -> Any:
        raise AssertionError

    async def _send(self, message: Any) -> None:
        self.sent.append(message)

    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)

    def is_whole(self) -> bool:
        return not self.sent[-1].get("more_body", False)


@pytest.fixture
def box(tmp_path: Path) -> FaultBox:
    return FaultBox(Kept(tmp_path / "faults.json"))


def test_a_cut_answer_was_begun_and_does_not_end(box: FaultBox) -> None:
    box.put(Plan({Fault.CUT: FaultPlan(next=1)}))
    asked = Asked(box)
    asked.ask("/api/v1/games")
    assert (asked.body(), asked.is_whole()) == (b"01234", False)
    asked.ask("/api/v1/games")
    assert (asked.body(), asked.is_whole()) == (BODY, True)


def test_a_slow_answer_is_whole_and_comes_after_the_work(box: FaultBox) -> None:
    box.put(Plan({Fault.SLOW: FaultPlan(next=1)}, slow_seconds=7))
    asked = Asked(box)
    asked.ask("/api/v1/games")
    assert asked.slept == [(7, 0)]
    assert len(asked.app.scopes) == 1
    assert (asked.body(), asked.is_whole()) == (BODY, True)


def test_the_app_is_told_what_it_has_to_do_itself(box: FaultBox) -> None:
    box.put(Plan({Fault.UNAVAILABLE: FaultPlan(next=1), Fault.REPEATED_EVENTS: FaultPlan(next=1)}))
    asked = Asked(box)
    for path in ("/api/v1/games", "/api/v1/games", "/api/v1/events", "/api/v1/events"):
        asked.ask(path)
    assert [scope.get(SLOT) for scope in asked.app.scopes] == [Fault.UNAVAILABLE, None, Fault.REPEATED_EVENTS, None]


@pytest.mark.parametrize("path", ["/api/v1/sandbox/faults", "/games", "/readyz"])
def test_what_steers_the_sandbox_does_not_fail_and_neither_do_pages(box: FaultBox, path: str) -> None:
    box.put(Plan({fault: FaultPlan(rate=1) for fault in Fault}))
    asked = Asked(box)
    asked.ask(path)
    assert (asked.body(), asked.is_whole(), asked.slept) == (BODY, True, [])
    assert SLOT not in asked.app.scopes[0]


def test_a_request_that_asks_to_be_spared_does_not_fail(box: FaultBox) -> None:
    box.put(Plan({Fault.CUT: FaultPlan(next=1)}))
    asked = Asked(box)
    asked.ask("/api/v1/games", (b"sandbox-spare", b"1"))
    assert asked.is_whole()
    asked.ask("/api/v1/games", (b"other", b"1"))
    assert not asked.is_whole()
