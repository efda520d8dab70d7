"""Lies about how it all went on, for the checks in `promises/progress.py`."""

from __future__ import annotations

from random import Random

from tests.soak.evidence import Evidence, Row
from tests.soak.lies import NothingToFalsify, any_of, mutant, noted
from tests.soak.promises import CHANCE
from tests.soak.promises.progress import SOON


@mutant("a deadline is struck twice", "deadlines")
def strike_twice(evidence: Evidence, rng: Random) -> None:
    game = any_of(noted(evidence, "passed"), rng)["game"]
    for seat in evidence.seats:
        if seat["game"] == game:
            seat["left_by"] = "time"


@mutant("a deadline is not struck", "deadlines")
def strike_not(evidence: Evidence, rng: Random) -> None:
    game = any_of(noted(evidence, "passed"), rng)["game"]
    next(each for each in evidence.games if each["id"] == game)["status"] = "active"


@mutant("a deadline is struck that has not passed", "deadlines")
def strike_early(evidence: Evidence, rng: Random) -> None:
    passed = {row["game"] for row in noted(evidence, "passed")}
    any_of([seat for seat in evidence.seats if seat["game"] not in passed], rng)["left_by"] = "time"


def rolls(evidence: Evidence) -> list[tuple[Row, int]]:
    """Return the dice in records: each record with the entry's number."""
    return [
        (record, number)
        for record in evidence.records
        for number, entry in enumerate(record["log"])
        if entry["seat"] == CHANCE
    ]


@mutant("dice were thrown again", "dice")
def throw_again(evidence: Evidence, rng: Random) -> None:
    thrown = rolls(evidence)
    if not thrown:
        raise NothingToFalsify
    record, number = rng.choice(thrown)
    action = record["log"][number]["action"].rpartition(" ")[0] + " 7"
    record["log"][number]["action"] = action
    for entry in evidence.log:
        if (entry["game"], entry["number"]) == (record["id"], number):
            entry["action"] = action


@mutant("a record is not the log", "dice")
def change_record(evidence: Evidence, rng: Random) -> None:
    record = any_of([record for record in evidence.records if record["log"]], rng)
    rng.choice(record["log"])["seat"] += 1


@mutant("nobody does what is due", "stuck")
def get_stuck(evidence: Evidence, rng: Random) -> None:
    row = {"kind": "notice", "sort": "your-turn", "attempts": 0, "is_due": True, "is_leased": False, "seconds": -60.0}
    evidence.waiting.append(row)


@mutant("a mail waits for no reason", "stuck")
def wait_for_nothing(evidence: Evidence, rng: Random) -> None:
    row = {"kind": "envelope", "sort": "", "attempts": 1, "is_due": False, "is_leased": False, "seconds": 3000.0}
    evidence.waiting.append(row)


@mutant("nobody sees that Redis is back", "hints")
def miss_redis(evidence: Evidence, rng: Random) -> None:
    any_of(noted(evidence, "gone on"), rng)["seconds"]["mails"] = 2 * SOON


@mutant("a game stands still", "stuck")
def stand_still(evidence: Evidence, rng: Random) -> None:
    any_of(evidence.games, rng).update(status="active", to_move=None)


@mutant("somebody meets a bare 500", "answers")
def answer_500(evidence: Evidence, rng: Random) -> None:
    row = {"status": 500, "told": False, "path": "GET /api", "text": "Internal Server Error", "player": "bot"}
    evidence.history.append({"kind": "unavailable", **row})
