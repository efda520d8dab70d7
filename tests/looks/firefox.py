"""A window of Firefox, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi), which needs no driver program."""

from __future__ import annotations

import asyncio
import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

from tests.looks.windows import Refused, Window
from tests.waiting import eventually

PROGRAM = ("firefox-esr", "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile")
PREFERENCES = """\
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("ui.prefersReducedMotion", 1);
"""
"""Whatever is not loopback goes to a proxy that is none."""
START = 60.0
"""Seconds."""
LARGEST = 1 << 26
"""Bytes of one answer."""


class Firefox:
    """A window of Firefox."""

    def __init__(self, loop: asyncio.AbstractEventLoop, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.errors: list[str] = []
        self._loop, self._socket, self._numbers = loop, socket, count(1)
        self._do("session.new", capabilities={})
        self._do("session.subscribe", events=["log.entryAdded"])
        self._context = self._do("browsingContext.getTree")["contexts"][0]["context"]

    def resize(self, width: int, height: int) -> None:
        """Make the window so large."""
        self._do("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def open(self, address: str) -> None:
        """Load a page."""
        self._do("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def ask(self, function: str) -> Any:
        """Return what a function returns, by way of JSON."""
        answer = self._do(
            "script.callFunction",
            functionDeclaration=f"async () => JSON.stringify(await ({function})() ?? null)",
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise Refused(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float, *, by_touch: bool) -> None:
        """Click or tap."""
        kind = "touch" if by_touch else "mouse"
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}
        self._do("input.performActions", context=self._context, actions=[source])

    def know(self, cookie: str, host: str) -> None:
        """Keep a cookie."""
        value = {"type": "string", "value": cookie}
        self._do("storage.setCookie", cookie={"name": "sundial", "value": value, "domain": host, "path": "/"})

    def _do(self, method: str, **params: Any) -> Any:
        return self._loop.run_until_complete(self._answer(method, params))

    async def _answer(self, method: str, params: dict[str, Any]) -> Any:
        """Send a command, and note the console's errors until its answer comes."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": params})
        while True:
            told = await self._socket.receive_json()
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])
            elif told.get("id") == number and told["type"] == "error":
                raise Refused(f"{method}: {told['message']}")
            elif told.get("id") == number:
                return told["result"]


@contextmanager
def firefox_window() -> Iterator[Window]:
    """Open a window of Firefox with a profile of its own, and end it."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        started(Path(folder)) as address,
        asyncio.Runner() as runner,
    ):
        session = runner.run(_session())
        try:
            yield Firefox(runner.get_loop(), runner.run(_connect(session, address)))
        finally:
            runner.run(session.close())


@contextmanager
def started(profile: Path) -> Iterator[str]:
    """Run Firefox, and return the address of its door; it reaches nothing but loopback."""
    (profile / "user.js").write_text(PREFERENCES, encoding="utf-8")
    process = subprocess.Popen([*PROGRAM, profile], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    door = profile / "WebDriverBiDiServer.json"
    try:
        eventually(door.exists, timeout=START)
        eventually(door.read_text, timeout=START)
        told = json.loads(door.read_text(encoding="utf-8"))
        yield f"ws://{told['ws_host']}:{told['ws_port']}/session"
    finally:
        process.terminate()
        process.wait()


async def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession()


async def _connect(session: aiohttp.ClientSession, address: str) -> aiohttp.ClientWebSocketResponse:
    return await session.ws_connect(address, max_msg_size=LARGEST)
