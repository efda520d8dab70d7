"""Refusals of many honest people at one address, and a stranger's confirmation after three days."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import httpx

from benchmarks.strangers.browsers import GENERAL_ADDRESS, Browser, MailServer, letter
from benchmarks.strangers.scene import PEOPLE_AT, Known, Scene
from service.embedded.ports import free_port
from tests.playing import started
from tests.waiting import eventually

VISITORS, BOTS, PAGES, MAILS = 30, 50, 200, 100
SCHOOL, AUTHOR, COMPANY, POSTFIX = "127.0.0.5", "127.0.0.6", "127.0.0.7", "127.0.0.1"
WHO_VISIT = "visitors of one address"
RULESET = "springtime"
THINKS, TALKS = (1.0, 4.0), 0.2
"""Seconds until a visitor's move, and the probability of a message with it."""
ARRIVE = 60.0
"""Seconds in which all arrive."""
BOT_THINKS = 1.0
UNTIL_ANSWERED = 120.0
NO_NETWORK = "203.0.113"
"""RFC 5737: addresses for examples."""
STRANGER, THREE_DAYS = "stranger@late.example", "P3D"
_LINK, _VERSION = re.compile(r"/j/[a-z0-9]+-[a-z0-9]+"), re.compile(r'name="version" value="(\d+)"')
_PICK = re.compile(r'name="pick" value="([^"]+)"')
Found = Mapping[str, Counter[str]]
"""Number of each answer, by kind of people."""


class Honest:
    """Everybody who plays for this many minutes."""

    def __init__(self, scene: Scene, minutes: float) -> None:
        self._scene, self._ends = scene, monotonic() + 60 * minutes
        self.found: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def goes_on(self) -> bool:
        """Return whether there is time left."""
        return monotonic() < self._ends

    def run(self, work: Sequence[Callable[[], None]]) -> None:
        """Run all work concurrently to the end; start one after the other, as people arrive."""
        threads = [Thread(target=each, daemon=True) for each in work]
        pause = min(ARRIVE, (self._ends - monotonic()) / 4) / len(work)
        for thread in threads:
            thread.start()
            sleep(pause)
        for thread in threads:
            thread.join()

    def visitors(self, number: int) -> None:
        """Let two visitors play each other and the computer, and chat."""
        rng, pair = Random(number), [self._scene.browser(source=SCHOOL) for _ in range(2)]
        while self.goes_on():
            page = self._form(pair[0], "/play/friend", ruleset=RULESET)
            game, link = page.url.path, _LINK.search(page.text)
            if link is None:
                self.found[WHO_VISIT]["no link"] += 1
                sleep(BOT_THINKS)
                continue
            self._form(pair[1], link[0], name=f"pupil{number}")
            alone = [self._form(each, "/play/computer", ruleset=RULESET, level="1").url.path for each in pair]
            for _ in range(30):
                for browser, own in zip(pair, alone, strict=True):
                    self._move(browser, game, rng)
                    self._move(browser, own, rng)
                    if rng.random() < TALKS:
                        self._form(browser, f"{game}/messages", text=f"Well, {rng.random()}")
                    if not self.goes_on():
                        return
                    sleep(rng.uniform(*THINKS))

    def bots(self, tokens: Sequence[tuple[str, str]]) -> None:
        """Let two bots of one author play each other."""
        rng = Random(tokens[0][0])
        programs = [self._scene.program(token, AUTHOR) for _, token in tokens]
        wish = {"ruleset": RULESET, "seats": [{"me": True}, {"account": tokens[1][0]}], "shuffle_seats": False}
        game: dict[str, Any] = {"status": "finished"}
        while self.goes_on():
            if game.get("status") == "active":
                player, path = programs[game["to_move"]], f"games/{game['id']}"
                if moves := self._call(player, "GET", f"{path}/legal-actions").get("actions"):
                    self._call(player, "POST", f"{path}/moves", {"version": game["version"], "move": rng.choice(moves)})
            elif game.get("status") != "inviting":
                game = self._call(programs[0], "POST", "games", wish | {"visibility": "public"})
            sleep(BOT_THINKS)
            game = self._call(programs[0], "GET", f"games/{game['id']}") if "id" in game else game

    def open_pages(self, people: Sequence[Known]) -> None:
        """Keep a page open for each person."""
        asyncio.run(self._listen([person.cookie for person in people]))

    def mails(self, people: Sequence[Known]) -> None:
        """Send an email of each person through one server of the operator's own, with their networks in `Received`."""
        server, said = MailServer(self._scene.mail_port, POSTFIX), self.found["mails through one Postfix"]
        for number, person in enumerate(people):
            network = f"from home.example (home.example [{NO_NETWORK}.{number}]) by mx.sundial.localhost"
            raw = letter(person.email, GENERAL_ADDRESS, "games", Received=network).as_bytes()
            said[server.send(person.email, [GENERAL_ADDRESS], raw)] += 1
        eventually(lambda: all(self._is_answered(person) for person in people), UNTIL_ANSWERED)
        said["answered"] = sum(map(self._is_answered, people))
        said["not answered"] = len(people) - said["answered"]

    def _is_answered(self, person: Known) -> bool:
        return bool(self._scene.post.mails_to(person.email, "general-mailbox"))

    def _form(self, browser: Browser, path: str, **fields: str) -> httpx.Response:
        return self._noted(WHO_VISIT, browser.post(path, fields))

    def _move(self, browser: Browser, game: str, rng: Random) -> None:
        page = self._noted(WHO_VISIT, browser.get(game))
        version, picks = _VERSION.search(page.text), _PICK.findall(page.text)
        if version and picks:
            self._form(browser, f"{game}/move", version=version[1], move=rng.choice(picks))

    def _call(self, program: httpx.Client, method: str, path: str, body: object = None) -> dict[str, Any]:
        found: dict[str, Any] = self._noted("bots of one author", program.request(method, path, json=body)).json()
        return found

    def _noted(self, whose: str, answer: httpx.Response) -> httpx.Response:
        kind = answer.json().get("code", "") if answer.is_error and "json" in answer.headers["Content-Type"] else ""
        self.found[whose][f"{answer.status_code} {kind}".strip()] += 1
        return answer

    async def _listen(self, cookies: Sequence[str]) -> None:
        with suppress(TimeoutError):
            left = max(0.0, self._ends - monotonic())
            await asyncio.wait_for(asyncio.gather(*map(self._hear, cookies)), left)

    async def _hear(self, cookie: str) -> None:
        port = urlsplit(self._scene.address).port
        asked = (
            f"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sundial={cookie}\r\nAccept: text/event-stream\r\n\r\n"
        )
        while self.goes_on():
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(COMPANY, 0))
            writer.write(asked.encode())
            self.found["open pages of a company"][(await reader.readline()).split(b" ")[1].decode()] += 1
            while await reader.read(4096):
                pass
            writer.close()
            await asyncio.sleep(2)


def measure(scene: Scene, minutes: float) -> Found:
    """Let all of them play at the same time."""
    author, *company = scene.accounts(["author", *(f"clerk-{number}" for number in range(PAGES))])
    tokens = _bots_of(scene, author)
    honest = Honest(scene, minutes)
    pairs = [partial(honest.visitors, number) for number in range(VISITORS // 2)]
    matches = [partial(honest.bots, pair) for pair in zip(tokens[::2], tokens[1::2], strict=True)]
    honest.run([*pairs, *matches, lambda: honest.open_pages(company), lambda: honest.mails(company[:MAILS])])
    return honest.found


def late_yes(home: Path) -> Found:
    """Send a newcomer's email, and the confirmation after three days."""
    port, said = free_port(), Counter[str]()
    with (
        started(home, SANDBOX="1", INBOUND_RELAYS="127.0.0.1", INBOUND_SMTP_PORT=str(port)) as sundial,
        ExitStack() as stack,
    ):
        sundial.wait_until_ready()
        program = stack.enter_context(httpx.Client(base_url=f"{sundial.address}/api/v1/sandbox/", timeout=30))
        server = MailServer(port, PEOPLE_AT)

        def mail(words: str) -> dict[str, str] | None:
            mails = program.get("outbox", params={"to": STRANGER}).json()["mails"]
            found: dict[str, str] | None = next((mail for mail in mails if words in mail["text"]), None)
            return found

        mailed = letter(STRANGER, GENERAL_ADDRESS, "new springtime level1").as_bytes()
        said[server.send(STRANGER, [GENERAL_ADDRESS], mailed)] += 1
        asked = eventually(lambda: mail("Reply to this email with “yes”"), UNTIL_ANSWERED)
        said["asked" if asked else "not asked"] += 1
        program.post("clock", json={"advance": THREE_DAYS}).raise_for_status()
        box = asked["reply_to"].rpartition("<")[2].strip(">") if asked else GENERAL_ADDRESS
        said[server.send(STRANGER, [box], letter(STRANGER, box, "Yes").as_bytes())] += 1
        said["game begun" if eventually(lambda: mail("Your turn"), UNTIL_ANSWERED) else "no game"] += 1
    return {"a stranger's late yes": said}


def report(found: Found) -> None:
    """Print the answers, and the refusals last."""
    print("| who | answers | refused |\n|---|---|---|")
    for who, answers in found.items():
        refused = {what: times for what, times in answers.items() if times and what.startswith(("4", "5", "no"))}
        told = ", ".join(f"{what}: {times}" for what, times in sorted(answers.items()) if times)
        print(f"| {who} | {told} | {sum(refused.values())} |")


def _bots_of(scene: Scene, author: Known) -> list[tuple[str, str]]:
    """Create as many bots as an account may have; return their names and tokens."""
    program, found = scene.program(author.token, AUTHOR), []
    for number in range(BOTS):
        name = f"robot-{number}"
        manifest = {"name": name, "auto_accept": True}
        program.post("bots", json=manifest).raise_for_status()
        made = program.post(
            f"bots/{name}/tokens", json={"name": "bot", "scopes": ["games:read", "games:play"]}
        ).raise_for_status()
        found.append((name, str(made.json()["token"])))
    return found
