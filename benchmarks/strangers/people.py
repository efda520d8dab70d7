"""A player and a visitor who play throughout, and their waiting times."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable
from random import Random
from threading import Lock, Thread
from time import perf_counter
from typing import Any

import httpx

from benchmarks.strangers.browsers import MailServer, box_of, letter
from benchmarks.strangers.figures import BY_API, BY_PAGE, HINT, LEVEL, MAILED, PAGE, TURN_MAIL, GaveUp, Waits
from benchmarks.strangers.scene import PEOPLE_AT, Known, Scene
from tests.sink import Received

RULESET = "springtime"
"""Ruleset in which a move of the computer is one turn, and then it is a person's."""
PAUSE, LOOK = 1.0, 0.2
"""Seconds between two moves, and between two polls for the opponent's move."""
TURNS_OF_STRONG = 6.0
"""Seconds that each opponent of level 5 waits for the other one, so that they do not delay each other."""
_VERSION, _PICK = re.compile(r'name="version" value="(\d+)"'), re.compile(r'name="pick" value="([^"]+)"')
_OVER = re.compile(r'action="[^"]*/rematch"')
_WAITING = re.compile(r'id="watched" data-version="([1-9]\d*)"')
_strong = Lock()


class Person:
    """A person with a browser. Each of their `errands` is a thread of its own, which runs until all is over."""

    def __init__(self, scene: Scene, name: str, cookie: str = "") -> None:
        self.name, self.waits = name, Waits()
        self._scene, self._rng = scene, Random(name)
        self._browser = scene.browser(cookie)
        self._game = ""
        """Path of the game whose page is opened repeatedly."""

    def errands(self) -> list[Callable[[], None]]:
        """Return the concurrent activities."""
        return [self._look, lambda: self._play(1), lambda: self._play(5), lambda: self._play(1, with_hints=True)]

    def start(self) -> list[Thread]:
        """Start all errands; begin a first game before, which sets the cookie."""
        self._begin(1)
        threads = [Thread(target=self._survive, args=(errand,), daemon=True) for errand in self.errands()]
        for thread in threads:
            thread.start()
        return threads

    def _survive(self, errand: Callable[[], None]) -> None:
        while not self._scene.closing.is_set():
            try:
                errand()
            except GaveUp:
                return
            except Exception as failure:  # noqa: BLE001  # the others go on, and it is reported
                self.waits.refuse("an errand broke down")
                print(f"{self.name}: {failure!r}", *traceback.format_tb(failure.__traceback__)[-1:], file=sys.stderr)
                self._scene.closing.wait(PAUSE)

    def _goes_on(self) -> bool:
        """Pause; return False once nothing new should begin."""
        return not self._scene.closing.wait(PAUSE)

    def _done(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        """Repeat a request until it succeeds, and count refusals; raise GaveUp."""
        while True:
            try:
                answer = ask()
            except httpx.TransportError as failure:
                self.waits.refuse(type(failure).__name__)
            else:
                if answer.is_success:
                    return answer
                kind = answer.json().get("code", "") if "json" in answer.headers.get("Content-Type", "") else ""
                self.waits.refuse(f"{answer.status_code} {kind}".strip())
                if answer.status_code == httpx.codes.CONFLICT:
                    return answer
                if answer.status_code != httpx.codes.TOO_MANY_REQUESTS and answer.is_client_error:
                    answer.raise_for_status()
            self._scene.rest(PAUSE)

    def _open(self, path: str) -> httpx.Response:
        return self._done(lambda: self._browser.get(path))

    def _send(self, path: str, **fields: str) -> httpx.Response:
        return self._done(lambda: self._browser.post(path, fields))

    def _look(self) -> None:
        while self._goes_on():
            if self._game:
                with self.waits.of(PAGE):
                    self._open(self._game)

    def _play(self, level: int, *, with_hints: bool = False) -> None:
        """Play the computer, game after game, optionally with a hint before each move."""
        page = self._begin(level)
        while self._goes_on():
            if _OVER.search(page.text):
                page = self._begin(level)
            if not _PICK.search(page.text):
                page = self._my_turn(page)
            elif with_hints:
                self._take_hint(page)
                page = self._move(page)
            elif level == max(LEVEL):
                mine = _strong.acquire(timeout=TURNS_OF_STRONG)
                try:
                    page = self._moved(page, level)
                finally:
                    if mine:
                        _strong.release()
            else:
                page = self._moved(page, level)

    def _begin(self, level: int) -> httpx.Response:
        page = self._send("/play/computer", ruleset=RULESET, level=str(level))
        self._game = self._game or page.url.path
        return page

    def _moved(self, page: httpx.Response, level: int) -> httpx.Response:
        """Move, and return the page once the computer has answered."""
        page = self._move(page)
        with self.waits.of(LEVEL[level]):
            return self._my_turn(page)

    def _move(self, page: httpx.Response) -> httpx.Response:
        version, picks = _VERSION.search(page.text), _PICK.findall(page.text)
        played = self._send(
            f"{page.url.path}/move", version=version[1] if version else "", move=self._rng.choice(picks)
        )
        return played if played.is_success else self._open(page.url.path)

    def _my_turn(self, page: httpx.Response) -> httpx.Response:
        while not (_PICK.search(page.text) or _OVER.search(page.text)):
            self._scene.rest(LOOK)
            page = self._open(page.url.path)
        return page

    def _take_hint(self, page: httpx.Response) -> None:
        with self.waits.of(HINT):
            path = f"{page.url.path}/analysis"
            self._send(path)
            while _WAITING.search(self._open(path).text):
                self._scene.rest(LOOK)


class Player(Person):
    """A person with an account, who also plays a friend by page and by API, and another one by email."""

    def __init__(self, scene: Scene, player: Known, friend: Known, pen_friend: Known) -> None:
        super().__init__(scene, "player", player.cookie)
        self.known, self._friend, self._pen_friend = player, friend, pen_friend
        self._server = MailServer(scene.mail_port, PEOPLE_AT)
        self._programs: dict[str, httpx.Client] = {}

    def errands(self) -> list[Callable[[], None]]:
        return [*super().errands(), self._play_friend, self._play_by_mail]

    def game_with(self, friend: Known) -> dict[str, Any]:
        """Create a game in which the player moves first."""
        wish = {"ruleset": RULESET, "seats": [{"me": True}, {"open": True}], "shuffle_seats": False}
        game = self.call(self.known, "POST", "games", wish | {"visibility": "public"})
        return self.call(friend, "POST", f"games/{game['id']}/join", {})

    def call(self, who: Known, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Send an API request until it succeeds; return its JSON."""
        if who.email not in self._programs:
            self._programs[who.email] = self._scene.program(who.token)
        program = self._programs[who.email]
        found: dict[str, Any] = self._done(lambda: program.request(method, path, json=body)).json()
        return found

    def move_by_api(self, who: Known, game: dict[str, Any]) -> dict[str, Any]:
        """Play any move; return the game after it."""
        move = {"version": game["version"], "move": self.any_move(who, game["id"])}
        found: dict[str, Any] = self.call(who, "POST", f"games/{game['id']}/moves", move)["game"]
        return found

    def any_move(self, who: Known, game: str) -> str:
        """Choose any legal move."""
        return str(self._rng.choice(self.call(who, "GET", f"games/{game}/legal-actions")["actions"]))

    def _play_friend(self) -> None:
        game, by_page = self.game_with(self._friend), False
        self._game = f"/games/{game['id']}"
        while self._goes_on() and game["status"] == "active":
            if game["to_move"] != 0:
                game = self.move_by_api(self._friend, game)
                continue
            by_page, begun = not by_page, perf_counter()
            if by_page:
                move = self.any_move(self.known, game["id"])
                with self.waits.of(BY_PAGE):
                    self._send(f"{self._game}/move", version=str(game["version"]), move=move)
                game = self.call(self.known, "GET", f"games/{game['id']}")
            else:
                move = self.any_move(self.known, game["id"])
                with self.waits.of(BY_API):
                    path, body = f"games/{game['id']}/moves", {"version": game["version"], "move": move}
                    game = self.call(self.known, "POST", path, body)["game"]
            if game["status"] == "active":
                self._mail_of_turn(self._friend, game["id"], begun)

    def _play_by_mail(self) -> None:
        game = self.game_with(self._pen_friend)
        path = f"games/{game['id']}"
        self.call(self.known, "PUT", f"{path}/delivery", {"mode": "at-once"})
        while self._goes_on() and game["status"] == "active":
            if game["to_move"] == 0:
                game = self.move_by_api(self.known, game)
                continue
            begun = perf_counter()
            game = self.move_by_api(self._pen_friend, game)
            if game["status"] == "active":
                turn = self._mail_of_turn(self.known, game["id"], begun)
                self._scene.rest(PAUSE)
                game = self._moved_by_mail(turn, game)

    def _mail_of_turn(self, who: Known, game: str, begun: float) -> Received:
        with self.waits.of(TURN_MAIL):
            mail = self._scene.until(lambda: self._scene.post.turn_mail(who.email, game, begun))
        if mail is None:
            raise GaveUp
        return mail

    def _moved_by_mail(self, turn: Received, game: dict[str, Any]) -> dict[str, Any]:
        path, box = f"games/{game['id']}", box_of(turn)
        raw = letter(self.known.email, box, self.any_move(self.known, game["id"]), turn).as_bytes()
        before = game["version"]
        with self.waits.of(MAILED):
            while (said := self._server.send(self.known.email, [box], raw)) != "250":
                self.waits.refuse(f"mail {said}")
                self._scene.rest(PAUSE)
            self._server.hang_up()
            while game["version"] == before:
                self._scene.rest(LOOK)
                game = self.call(self._pen_friend, "GET", path)
        return game
