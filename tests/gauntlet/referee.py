"""Send attempts and judge the responses: no 5xx, no internals, a known code, and no changed row."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from time import monotonic
from urllib.parse import quote

from rules.messages import MESSAGES
from service.language.refusals import EXPLANATIONS
from service.play.games import rulesets
from tests.gauntlet.attempts import Answer, Attempt
from tests.gauntlet.ground import Ground
from tests.gauntlet.state import State, changes, state
from tests.service.server.snapshot import Snapshot

NOTED = (
    "api_token.last_used_at", "browser_session.last_used_at", "bot.last_seen_at", "game_seat.looked_at",
    "game_seat.here_at",
    "sign_in_asker", "inbound_mail", "inbound_content", "program_sign",
)  # fmt: skip
"""What a refusal may write: when a token, a session, a bot and a player at a table were seen last; who has typed a
wrong code; a mail that came; and the signs of life of programs. All else stays as it was."""
SAFE = ("GET", "HEAD", "OPTIONS")
INSIDE = re.compile(r"Traceback \(most recent|site-packages|sqlalchemy\.|psycopg\.|sqlite3\.|\.py\", line|werkzeug\.")
"""What an answer must not tell."""
REFUSED = 400
OURS = 500
FIRST = 400_000
"""Bytes of an answer that are looked at."""


class Referee:
    """Keeps the score. `faults` are the sentences about all that was not as it should be."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.counted: Counter[str] = Counter()
        self.inputs: set[tuple[str, str, str]] = set()
        self.by_door: dict[str, Counter[str]] = {}
        self.slowest = 0.0
        self.faults: list[str] = []
        self._codes = set(EXPLANATIONS) | set(MESSAGES) | {c for game in rulesets().values() for c in game.messages}
        self._connection = ground.web.connect()
        self._file = sqlite3.connect(ground.database)
        self._look_around()
        self._snapshot = Snapshot(ground.database)
        self._before: State = state(NOTED)
        self._seen = self._version()

    def _look_around(self) -> None:
        """Let be noted when owner and strangers were seen, so that it need not be noted after each attempt."""
        owner = {"Authorization": f"Bearer {self.ground.owner}", "Cookie": self.ground.owner_cookie}
        for path in ("/me", "/api/v1/me", f"/api/v1/games/{self.ground.private.table.id}"):
            _ask(self._connection, Attempt("", "", "", "GET", path, owner))
        for token in filter(None, self.ground.strangers.values()):
            _ask(self._connection, Attempt("", "", "", "GET", "/api/v1/me", {"Authorization": f"Bearer {token}"}))
        self.ground.untouched.holds()

    def send(self, attempt: Attempt) -> None:
        """Send it and judge the answer."""
        begun = monotonic()
        answer = self._answer_to(attempt)
        self.slowest = max(self.slowest, monotonic() - begun)
        self.note(attempt.door, attempt.sort, attempt.what, answer.status)
        for complaint in self._complaints(attempt, answer):
            self.complain(complaint, str(attempt), f"{answer.status} {answer.text[:200]!r}")

    def note(self, door: str, sort: str, what: str, status: int) -> None:
        """Count an input at a door."""
        self.inputs.add((door, sort, what))
        tally = self.by_door.setdefault(door, Counter())
        tally["requests"] += 1
        tally["5xx"] += status >= OURS
        tally["refused" if status >= REFUSED or status == 0 else "answered"] += 1

    def complain(self, complaint: str, attempt: str, answer: str) -> None:
        """Something is not as it should be."""
        self.counted[complaint] += 1
        self.faults.append(f"{complaint}: {attempt}: {answer}")

    def changed(self) -> list[tuple[str, str]]:
        """Return the rows changed since the beginning, except expected ones."""
        version = self._version()
        if version == self._seen:
            return []
        self._seen = version
        return changes(self._before, state(NOTED))

    def restore(self) -> None:
        """Let everything be as at the beginning."""
        self._snapshot.restore()
        self._seen = self._version()

    def _complaints(self, attempt: Attempt, answer: Answer) -> list[str]:
        accepted = answer.status < REFUSED and attempt.method not in SAFE
        changed = self.changed()
        found = {
            "5xx": answer.status >= OURS,
            "no answer": answer.status == 0,
            "inside told": bool(INSIDE.search(answer.text)),
            "no problem document": not self._is_said_well(attempt, answer),
            "unexpected status": bool(attempt.statuses) and answer.status not in attempt.statuses,
            "leaks": attempt.foreign and self.ground.private.leaks_into(answer.text) != [],
            "changed": bool(changed) and not (accepted and attempt.may_pass),
            "changed of others": bool(changed) and attempt.foreign and not self.ground.untouched.holds(),
        }
        if changed:
            self.restore()
        return [f"{name} {_tables(changed)}" if name == "changed" else name for name, is_so in found.items() if is_so]

    def _is_said_well(self, attempt: Attempt, answer: Answer) -> bool:
        if answer.status < REFUSED or not attempt.path.startswith("/api/v1/") or attempt.method == "HEAD":
            return True
        if answer.kind != "application/problem+json":
            return False
        return json.loads(answer.text)["code"] in self._codes

    def _answer_to(self, attempt: Attempt) -> Answer:
        """Send an attempt. Safe requests may share a connection, and are repeated if it was closed."""
        tries = 2 if attempt.method in SAFE else 1
        if tries == 1:
            self._connection.close()
        told = ""
        for number in range(tries):
            try:
                return _ask(self._connection, attempt)
            except (HTTPException, OSError) as gone:
                self._connection.close()
                told = f"try {number}: {gone!r}"
        return Answer(0, "", told)

    def _version(self) -> int:
        [[version]] = self._file.execute("PRAGMA data_version")
        return int(version)

    def close(self) -> None:
        """Let go of the server and the file."""
        self._connection.close()
        self._file.close()


def _tables(changed: list[tuple[str, str]]) -> str:
    return ", ".join(sorted({table for table, _ in changed}))


def _ask(connection: HTTPConnection, attempt: Attempt) -> Answer:
    path = quote(attempt.path, safe="/?=&%;:@+,'!()*~#[]$")
    connection.putrequest(attempt.method, path, skip_host="Host" in attempt.headers, skip_accept_encoding=True)
    for name, value in attempt.headers.items():
        connection.putheader(name, value.encode("latin-1", "replace"))
    if attempt.body is not None:
        connection.putheader("Content-Length", str(len(attempt.body)))
    connection.endheaders(attempt.body)
    found = connection.getresponse()
    kind = (found.headers["Content-Type"] or "").partition(";")[0]
    if kind == "text/event-stream":
        connection.close()  # it would never end
        return Answer(found.status, kind, "")
    with closing(found):
        text = found.read(FIRST).decode(errors="replace")
    return Answer(found.status, kind, text)
