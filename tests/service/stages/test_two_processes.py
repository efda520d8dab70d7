"""Random requests to two processes with random failures: both always show the replay of the game's log.

`EXAMPLES=1000 pytest tests/service/stages` tries more games.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

import rules
from tests.figures import Figures
from tests.service.api.program import Program
from tests.service.stages.conftest import Processes
from tests.service.stages.trouble import ENDS, Failing, Failure, failing_at, failing_commits
from tests.service.stages.truth import assert_shows_its_log, told, two_moves

EXAMPLES = int(os.environ.get("EXAMPLES", "6"))
STATEMENTS = 10
"""About as many as a move takes on SQLite."""
RULESETS = [name for name, game in rules.games().items() if 2 in game.players]
DONE = (200, 201)
STALE = '"stale"'
_numbers = count()


@dataclass(frozen=True)
class Step:
    """A request with its process, the state that it expects, and the failure during it."""

    process: int
    act: str
    if_match: str
    keyed: bool
    trouble: int | None
    """The statement at which the first process fails; a negative number is one of the ways in which a commit does."""


steps = st.builds(
    Step,
    process=st.integers(0, 1),
    act=st.sampled_from([*["first", "last"] * 4, "again", "out of turn", "join", "resign"]),
    if_match=st.sampled_from(["", "", "right", STALE, "*"]),
    keyed=st.booleans(),
    trouble=st.none() | st.none() | st.integers(-3, STATEMENTS),
)


@dataclass
class Table:
    """A game between two programs, each of which may talk to either process."""

    processes: Processes
    players: list[tuple[Program, Program]]
    path: str
    shown: list[Any] = field(default_factory=list)
    """What both processes show to both players."""
    played: tuple[int, dict[str, Any], Any] | None = None
    """The last move: the seat, what was sent, and what was answered."""

    def take(self, step: Step) -> str:
        """Send a request and check both processes; return the outcome."""
        before = self.shown
        seat, what, body = self._wish(step, before[0])
        program, headers = self.players[seat][step.process], self._headers(step, seat)
        with self._failing(step) as failure:
            answer = program.post(f"{self.path}/{what}", body, headers=headers)
        self.look()
        self._check(step, answer, self.shown != before)
        if answer.status_code in DONE:
            self.played = (seat, body, answer.json) if what == "moves" else self.played
            return "repeated" if self.shown == before else "done"
        assert answer.status_code < 500 or failure.was_met
        return "refused" if answer.status_code < 500 else "failed"

    def look(self) -> None:
        """Check that both processes show the game correctly."""
        self.shown = [told(program, self.path) for player in self.players for program in player]
        assert self.shown[0] == self.shown[1]
        assert self.shown[2] == self.shown[3]
        if self.shown[0]["setup"] is not None:
            for program in self.players[1]:
                assert_shows_its_log(program, self.path)

    def _failing(self, step: Step) -> Failing:
        engine, ends = self.processes.engine, ENDS[self.processes.engine.dialect.name]
        if step.trouble is None or step.process != 0:
            return nullcontext(Failure())
        if step.trouble < 0:
            return failing_commits(engine, ends[step.trouble % len(ends)])
        return failing_at(engine, step.trouble)

    def _wish(self, step: Step, game: Any) -> tuple[int, str, dict[str, Any]]:
        """Return seat, kind and body of a request."""
        if step.act == "again" and self.played is not None:
            return self.played[0], "moves", self.played[1]
        if step.act == "resign":
            return 1, "resign", {}
        if step.act == "join" or game["to_move"] is None:
            return 1, "join", {"contribution": f"word {next(_numbers)}"}
        first, last = two_moves(self.players[1][1], self.path)
        seat = game["to_move"] if step.act != "out of turn" else 1 - game["to_move"]
        return seat, "moves", {"version": game["version"], "move": last if step.act == "last" else first}

    def _headers(self, step: Step, seat: int) -> dict[str, str]:
        headers = {"Idempotency-Key": f"key-{next(_numbers)}"} if step.keyed else {}
        if step.if_match:
            right = self.players[seat][step.process].get(self.path).headers["ETag"]
            headers["If-Match"] = right if step.if_match == "right" else step.if_match
        return headers

    def _check(self, step: Step, answer: TestResponse, is_changed: bool) -> None:  # noqa: FBT001
        if answer.status_code not in DONE or step.if_match == STALE:
            assert not is_changed
        if answer.status_code in DONE and step.act == "again" and self.played is not None:
            first, again = self.played[2], answer.json or {}
            assert again == first | {"game": first["game"] | {"seats": again["game"]["seats"]}}


def test_both_show_what_a_replay_of_the_log_gives(processes: Processes, figures: Figures) -> None:
    players = [processes.program(name) for name in ("ann", "bob")]
    came: Counter[str] = Counter()

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(RULESETS), st.lists(steps, min_size=8, max_size=20))
    def play(ruleset: str, wanted: list[Step]) -> None:
        wish = {"ruleset": ruleset, "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}
        made = players[0][0].post("/games", wish).json or {}
        table = Table(processes, players, f"/games/{made['id']}")
        table.look()
        came.update(table.take(step) for step in wanted)
        came["games"] += 1

    play()
    figures("two processes", **came)
    assert came["done"] > 0
