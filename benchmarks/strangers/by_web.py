"""Floods of pages, forms and programs, a function for each."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from threading import Thread
from urllib.parse import urlsplit

from benchmarks.strangers.browsers import Browser
from benchmarks.strangers.scene import FLOODS_FROM
from benchmarks.strangers.stranger import PAUSE, Stranger

AT_ONCE = 4
GAMES_OF_A_COOKIE = 10
READERS, STREAMS, EXPORTS = 40, 1500, 20
CONNECTING = 50
"""Number of streams to open at the same time."""
SECOND_ADDRESS = "127.0.1.2"
_LINK = re.compile(r"/j/[a-z0-9]+-[a-z0-9]+")


def thinking(stranger: Stranger) -> None:
    """Begin games against the strongest computer with one cookie."""
    browser = stranger.browser()
    _begin_strong(stranger, browser)
    stranger.crowd(AT_ONCE, lambda: _begin_strong(stranger, browser))


def cookies(stranger: Stranger) -> None:
    """Begin games against the strongest computer with ever new cookies."""

    def begin() -> None:
        browser = stranger.browser()
        for _ in range(GAMES_OF_A_COOKIE):
            _begin_strong(stranger, browser)

    stranger.crowd(AT_ONCE, begin)


def hints(stranger: Stranger) -> None:
    """Request hints, in game after game."""

    def ask() -> None:
        browser = stranger.browser()
        for _ in range(GAMES_OF_A_COOKIE):
            if game := stranger.send(browser, "/play/computer", ruleset="springtime", level="1"):
                stranger.send(browser, f"{game}/analysis")

    stranger.crowd(AT_ONCE, ask)


def places(stranger: Stranger) -> None:
    """Take all places of the bot and of the challenge, with a cookie for each."""

    def take() -> None:
        browser = stranger.browser()
        stranger.send(browser, "/play/bot", ruleset="siesta", days="14")
        stranger.send(browser, f"/challenges/{stranger.told['challenge']}/accept")

    stranger.crowd(1, take)


def public(stranger: Stranger) -> None:
    """Create public games with a free seat."""
    browser = stranger.browser()
    seats = {"seat-0": "me", "seat-1": "open", "visibility": "public", "form": "one"}

    def set_up() -> None:
        stranger.send(browser, "/games/new/seasons", **seats)
        stranger.wait(PAUSE)

    stranger.crowd(1, set_up)


def words(stranger: Stranger) -> None:
    """Accept a challenge, post eight phishing messages, resign, and repeat."""

    def say() -> None:
        browser = stranger.browser()
        if game := stranger.send(browser, f"/challenges/{stranger.told['challenge']}/accept"):
            for number in range(8):
                text = f"Sundial support: your account is locked, open http://evil.example/{number} now"
                stranger.send(browser, f"{game}/messages", text=text)
            stranger.send(browser, f"{game}/resign")
        else:
            stranger.wait(PAUSE)

    stranger.crowd(5, say)


def sign_ins(stranger: Stranger) -> None:
    """Request sign-ins as somebody else, in five browsers at each of two addresses, and type wrong codes."""
    browsers = [stranger.browser(source) for source in (FLOODS_FROM, SECOND_ADDRESS) for _ in range(5)]
    victims = [str(victim) for victim in stranger.told["victims"]]

    def ask() -> None:
        for browser in browsers:
            for victim in victims:
                stranger.send(browser, "/sign-in", email=victim)
                stranger.send(browser, "/sign-in/code", email=victim, code="12345678")
        stranger.wait(1)

    stranger.crowd(1, ask)


def names(stranger: Stranger) -> None:
    """Join games of one's own, each time under another name."""

    def take() -> None:
        host = stranger.browser()
        game = stranger.send(host, "/play/friend", ruleset="siesta")
        link = _LINK.search(host.get(game).text) if game else None
        if link is not None:
            name = f"magnus{next(stranger.numbers)}"
            stranger.send(stranger.browser(), link[0], name=name)

    stranger.crowd(1, take)


def addresses(stranger: Stranger) -> None:
    """Request sign-ins as nonexistent people."""
    browser = stranger.browser()

    def ask() -> None:
        stranger.send(browser, "/sign-in", email=f"invented{next(stranger.numbers)}@example.org")
        stranger.wait(PAUSE / 2)

    stranger.crowd(1, ask)


def reading(stranger: Stranger) -> None:
    """Open the most expensive pages, at forty connections."""
    pages = cycle(("/openapi.yaml", "/openapi.json"))
    clients = [stranger.browser().client for _ in range(READERS)]
    waiting = list(clients)

    def read() -> None:
        client = waiting.pop()
        try:
            stranger.note(client.get(next(pages), headers={"Accept-Encoding": "identity"}).status_code)
        finally:
            waiting.append(client)

    stranger.crowd(READERS, read)


def exports(stranger: Stranger) -> None:
    """Export an account, twenty times at once."""
    client = stranger.browser().client
    headers = {"Authorization": f"Bearer {stranger.told['token']}"}
    stranger.crowd(EXPORTS, lambda: stranger.note(client.get("/api/v1/me/export", headers=headers).status_code))


def streams(stranger: Stranger) -> None:
    """Keep as many event streams as possible, with a constant supply of events."""
    browser = stranger.browser()
    stranger.send(browser, "/play/computer", ruleset="springtime", level="1")
    cookie = browser.client.cookies.get("sundial", "")

    def begin() -> None:
        stranger.send(browser, "/play/computer", ruleset="springtime", level="1")
        stranger.wait(0.3)

    Thread(target=stranger.crowd, args=(1, begin), daemon=True).start()
    asyncio.run(_listen(stranger, f"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sundial={cookie}\r\n"))


async def _listen(stranger: Stranger, request: str) -> None:
    doors = asyncio.Semaphore(CONNECTING)
    port = urlsplit(stranger.address).port
    listening = asyncio.gather(
        *(_hear(stranger, doors, port or 80, f"{request}Accept: text/event-stream\r\n\r\n") for _ in range(STREAMS))
    )
    with suppress(TimeoutError):
        await asyncio.wait_for(listening, stranger.ends - asyncio.get_running_loop().time())


async def _hear(stranger: Stranger, doors: asyncio.Semaphore, port: int, request: str) -> None:
    """Open a stream, and another one when it ends."""
    while stranger.goes_on():
        with suppress(OSError):
            async with doors:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOODS_FROM, 0))
                writer.write(request.encode())
            status = await reader.readline()
            stranger.note(status.split(b" ")[1].decode() if b" " in status else "hung up")
            while await reader.read(4096):
                pass
            writer.close()
        await asyncio.sleep(1)


def _begin_strong(stranger: Stranger, browser: Browser) -> None:
    stranger.send(browser, "/play/computer", ruleset="tribes", level="5")


BY_WEB: dict[str, Callable[[Stranger], None]] = {
    "thinking": thinking,
    "cookies": cookies,
    "hints": hints,
    "places": places,
    "public": public,
    "words": words,
    "sign-ins": sign_ins,
    "names": names,
    "addresses": addresses,
    "streams": streams,
    "reading": reading,
    "exports": exports,
}
