"""Cost of reads in one process, as a ratio of reading a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.http.figures import heading, milliseconds, table
from benchmarks.http.inside import Inside, here
from benchmarks.http.plan import Findings, Plan, Target
from benchmarks.http.prepared import Player, Script
from benchmarks.http.spending import Costs, Talk, asking, listening
from service.accounts.sessions import begin_session
from service.db.clock import now
from service.http.browsers import Device
from service.jobs.events import number_events
from service.web.frame.identity import SESSION

API = "/api/v1"
OTHERS = 30
"""Games beside the one that is read, so that lists are full."""
PLAYED = 20
"""Moves played in the game that is read."""
YARDSTICK = "GET game"
NOT_MODIFIED = "GET game, 304"
EVENTS = "GET events of the game"
PAGE = "page of the game"
MOST_OF_304 = 0.3
"""Largest ratio of a 304's cost to that of a GET of a game."""
MOST_STATEMENTS = 4
"""Most statements of a page of events, and of the game page."""
DRAWN = "board.png, drawn anew"
Read = Callable[[], object]
"""Sends a request."""


@dataclass
class Ways:
    """CPU and statements of each address."""

    costs: Costs
    talks: dict[str, Talk]

    def statements(self, what: str) -> int:
        """Return the number of statements of the last read."""
        return self.talks[what].statements


def measure(plan: Plan, findings: Findings) -> None:
    """Measure each address repeatedly, in turns."""
    with here(plan, "reads") as inside:
        for ruleset in plan.rulesets:
            _report(ruleset, seen := _look(inside, ruleset, plan.reads))
            share = seen.costs.median(NOT_MODIFIED) / seen.costs.median(YARDSTICK)
            findings.targets += [
                Target(f"304 by 200, CPU, {ruleset}", share, MOST_OF_304),
                Target(f"statements of a page of events, {ruleset}", seen.statements(EVENTS), MOST_STATEMENTS),
                Target(f"statements of the game page, {ruleset}", seen.statements(PAGE), MOST_STATEMENTS),
            ]


def _look(inside: Inside, ruleset: str, times: int) -> Ways:
    inside.players.scripts(ruleset, OTHERS)
    [script] = inside.players.scripts(ruleset, 1)
    for move in inside.moves(script)[:PLAYED]:
        move()
    while number_events():
        pass
    ways = _ways(inside, script, script.moves[0].player)
    seen = Ways(Costs(), {})
    for number in range(times + 2):  # once to warm up, and once to count statements, which adds to the cost
        ways[DRAWN] = asking(inside.app, f"{API}/games/{script.game}/board.png?at={number}")
        for name, ask in ways.items():
            if number > 1:
                seen.costs.of(name, ask)
                continue
            with listening() as seen.talks[name]:
                ask()
    return seen


def _ways(inside: Inside, script: Script, player: Player) -> dict[str, Read]:
    game, token = f"{API}/games/{script.game}", player.token
    etag = asking(inside.app, game, token=token)()["ETag"]
    cookie = _cookie(inside, player)

    def get(path: str) -> Read:
        return asking(inside.app, path, token=token)

    return {
        YARDSTICK: get(game),
        NOT_MODIFIED: asking(inside.app, game, token=token, etag=etag, status=304),
        "GET legal-actions": get(f"{game}/legal-actions"),
        EVENTS: get(f"{API}/events?game={script.game}&after=0"),
        "list of games": get(f"{API}/games"),
        "list of one's own games": get(f"{API}/games?mine=true"),
        PAGE: asking(inside.app, f"/games/{script.game}", cookie=cookie),
        "board.svg": get(f"{game}/board.svg"),
        DRAWN: get(f"{game}/board.png"),
        "board.png, again": get(f"{game}/board.png"),
    }


def _cookie(inside: Inside, player: Player) -> str:
    """Return the cookie of a browser in which the player has signed in."""
    client = inside.app.test_client()
    with client.session_transaction() as kept:
        kept[SESSION] = begin_session(player.account, Device(), now())
    name = inside.app.config["SESSION_COOKIE_NAME"]
    held = client.get_cookie(name)
    return f"{name}={held.value if held else ''}"


def _report(ruleset: str, seen: Ways) -> None:
    heading(f"Reads in one process, {ruleset}")
    yardstick = seen.costs.median(YARDSTICK)
    rows = [
        [name, milliseconds(cost := seen.costs.median(name)), f"{cost / yardstick:.2f}", talk.statements, talk.waits]
        for name, talk in seen.talks.items()
    ]
    table(["what", "CPU ms", "of GET game", "statements", "waits"], rows)
