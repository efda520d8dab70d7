"""Programs that play over the API, repeat requests with an unknown outcome, and sometimes misbehave."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from random import Random
from typing import Any
from zlib import crc32

import httpx

from tests.soak.company import Caller, Company
from tests.soak.unsteady_line import send_and_be_cut

PATIENCE = 8.0
IDLE = 1.0
"""Seconds until one that nobody waits for asks again: what is left of the machine is for moves."""
HOSTED = 2
"""Games that each keeps going."""
AGAIN, STALE = 0.15, 0.06
"""How often something that was acknowledged is sent again; and another move for the version that is over."""
CUT = 0.1
"""How often a request is first sent over a line that is cut at a random point of it, or of its answer."""
WITH_A_KEY = 0.5
"""How many moves carry an Idempotency-Key; for the others, the version is enough."""
RACERS = 8
"""Moves for one version, if there are so many, that are sent at the same time."""


@dataclass(frozen=True)
class Answered:
    """A completed request with its first response."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    game: str
    answer: Any


class Bot(Caller):
    """One of them, in a thread of its own."""

    def __init__(self, name: str, token: str, company: Company, rng: Random) -> None:
        super().__init__(name, company)
        self.token = token
        self.rng = rng
        self._authorization = {"Authorization": f"Bearer {token}"}
        self._http = {
            address: httpx.Client(base_url=f"{address}/api/v1/", headers=self._authorization, timeout=PATIENCE)
            for address in company.addresses
        }
        self._hosted: list[str] = []
        self._wishes = 0
        self._seen: dict[str, int] = {}
        self._answered: list[Answered] = []

    def play(self) -> None:
        """Go on until it is closing time."""
        while not self.company.closing.is_set():
            games = self.get("games", to_move=True, status="active", limit=20)["games"]
            for game in games:
                self._look_at(game)
                self._take_turn(game)
                if self.company.closing.is_set():
                    return
            if not games:
                self._see_to_tables()
                self.company.closing.wait(IDLE)

    def close(self) -> None:
        """Hang up."""
        for client in self._http.values():
            client.close()

    def get(self, path: str, **query: Any) -> dict[str, Any]:
        """Read a resource."""
        answer, _ = self.insist(lambda address: self._http[address].get(path, params=query))
        found: dict[str, Any] = answer.json()
        return found

    def post(self, path: str, body: dict[str, Any], **headers: str) -> tuple[httpx.Response, int]:
        """Send a repeatable request, over a line that may be cut; return the response and the attempts."""
        was_cut = self._roads.random() < CUT
        if was_cut:
            self._be_cut(path, body, headers)
        answer, unknown = self.insist(lambda address: self._http[address].post(path, json=body, headers=headers))
        return answer, unknown + was_cut

    def change(self, path: str, body: dict[str, Any]) -> httpx.Response:
        """Send a repeatable change; return the response."""
        return self.insist(lambda address: self._http[address].patch(path, json=body))[0]

    def enrol(self, name: str, *scopes: str) -> str:
        """Create a bot that accepts every game, with a token for it."""
        manifest = {"name": name, "auto_accept": True, "at_once": 1000}
        made, _ = self.post("bots", manifest, **{"Idempotency-Key": name})
        assert made.status_code == HTTPStatus.CREATED, made.text
        token, _ = self.post(f"bots/{name}/tokens", {"name": "soak", "scopes": scopes})
        assert token.status_code == HTTPStatus.CREATED, token.text
        return str(token.json()["token"])

    def _see_to_tables(self) -> None:
        for game_id in list(self._hosted):
            if self._look_at(self.get(f"games/{game_id}"))["status"] == "finished":
                self._hosted.remove(game_id)
                self.company.finished(game_id)
        if len(self._hosted) < HOSTED:
            self._hosted.append(self.host(self.company.game_for(self.name, self.rng)))

    def host(self, wish: dict[str, Any]) -> str:
        """Set up a game, once, however often that has to be said; its id."""
        self._wishes += 1
        key = f"{self.name}-{self._wishes}"
        self.company.history.note("wished", player=self.name, key=key)
        answer, unknown = self.post("games", wish, **{"Idempotency-Key": key})
        assert answer.status_code == 201, answer.text
        game_id = str(answer.json()["id"])
        self.company.history.note("created", player=self.name, key=key, game=game_id, unknown=unknown)
        self._answered.append(Answered("games", wish, {"Idempotency-Key": key}, game_id, answer.json()))
        self.company.begun(game_id, wish)
        return game_id

    def _look_at(self, game: dict[str, Any]) -> dict[str, Any]:
        if self._seen.get(game["id"]) != game["version"]:
            self._seen[game["id"]] = game["version"]
            self.company.history.note("seen", player=self.name, game=game["id"], version=game["version"])
        return game

    def _take_turn(self, game: dict[str, Any]) -> None:
        drawn = self._any_move(game["id"])
        if drawn is None:
            return
        version, seat, move = drawn
        if self.rng.random() < self.company.race:
            self._race(game["id"], version, seat, self._rivals(game["id"], drawn))
            return
        body = self._send(game["id"], version, seat, move)
        if body is None:
            return
        self._look_at(body["game"])
        if self.rng.random() < AGAIN:
            self._send_again()
        if self.rng.random() < STALE:
            self._send_stale(game["id"], version, move)

    def _any_move(self, game_id: str) -> tuple[int, int, str] | None:
        """Return version, seat and a random complete move; None if another player is to move by now."""
        actions: list[str] = []
        while True:
            answer, _ = self.insist(
                lambda address: self._http[address].get(
                    f"games/{game_id}/legal-actions", params={"after": ", ".join(actions)}
                )
            )
            legal = answer.json()
            if answer.status_code != 200:
                return None
            if legal["complete"]:
                return legal["version"], legal["seat"], ", ".join(actions)
            if not legal["actions"]:
                return None
            actions.append(self.rng.choice(legal["actions"]))

    def _send(self, game: str, version: int, seat: int, move: str) -> Any:
        """Send a move until its outcome is known; return the response if it was played."""
        facts = {"player": self.name, "by": "rest", "game": game, "version": version, "seat": seat, "move": move}
        self.company.history.note("sent", **facts)
        path, body = f"games/{game}/moves", {"version": version, "move": move}
        is_keyed = self._roads.random() < WITH_A_KEY
        headers = {"Idempotency-Key": f"{game}-{version}-{crc32(move.encode()):x}"} if is_keyed else {}
        answer, unknown = self.post(path, body, **headers)
        if answer.status_code == 201:
            told = answer.json()
            self._answered.append(Answered(path, body, headers, game, told))
            self.company.history.note("acknowledged", **facts, unknown=unknown, log=told["log"])
            return told
        self.company.history.note("refused", **facts, unknown=unknown, code=answer.json().get("code"))
        return None

    def _rivals(self, game: str, drawn: tuple[int, int, str]) -> list[str]:
        """Different moves for the version of the one that was drawn."""
        others = [self._any_move(game) or drawn for _ in range(RACERS - 1)]
        return list(dict.fromkeys(move for _, _, move in (drawn, *others)))

    def _race(self, game: str, version: int, seat: int, moves: list[str]) -> None:
        """Send several moves for one version at once."""
        with ThreadPoolExecutor(len(moves)) as pool:
            answers = list(pool.map(lambda move: self._send(game, version, seat, move), moves))
        won = sum(answer is not None for answer in answers)
        self.company.history.note("raced", player=self.name, game=game, version=version, moves=len(moves), won=won)

    def _send_again(self) -> None:
        """Ask again for anything that was answered, however much was played since."""
        first = self.rng.choice(self._answered)
        answer, _ = self.post(first.path, first.body, **first.headers)
        same = answer.status_code == 201 and _as_then(answer.json()) == _as_then(first.answer)
        version = first.body.get("version")
        self.company.history.note("repeated", player=self.name, game=first.game, version=version, same=same)

    def _be_cut(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> None:
        address = self._roads.choice(self.company.addresses)
        with suppress(OSError):
            where = send_and_be_cut(address, f"/api/v1/{path}", self._authorization | headers, body, self._roads)
            self.company.history.note("cut", player=self.name, where=where)

    def _send_stale(self, game: str, version: int, move: str) -> None:
        """Check that a different move for the version just answered is refused."""
        other = f"{move}, {move}"
        answer, _ = self.post(f"games/{game}/moves", {"version": version, "move": other})
        self.company.history.note("probed", player=self.name, game=game, status=answer.status_code)


def _as_then(told: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a response that a repeat has in common with the first: all but a game's seats."""
    game = told.get("game")
    return told | {"game": {**game, "seats": None}} if isinstance(game, dict) else told
