"""Falsified evidence, to show that the checker would see it: each mutant is one lie and names the check for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random

from tests.soak.checker import ANNOUNCING, CHANCE, CHECKS, GONE, SENT
from tests.soak.evidence import Evidence, Row

Lie = Callable[[Evidence, Random], None]
MUTANTS: dict[str, tuple[str, Lie]] = {}


class NothingToFalsify(LookupError):
    """The run has brought nothing of that kind."""


def mutant(name: str, noticed_by: str) -> Callable[[Lie], Lie]:
    """Let it be one of the mutants."""

    def put(lie: Lie) -> Lie:
        MUTANTS[name] = noticed_by, lie
        return lie

    return put


def judged(evidence: Evidence, rng: Random) -> Iterator[tuple[str, bool]]:
    """Each mutant that there is material for, and whether the check that is meant for it notices the lie."""
    for name, (check, lie) in MUTANTS.items():
        falsified = deepcopy(evidence)
        try:
            lie(falsified, rng)
        except NothingToFalsify:
            continue
        before, after = (set(CHECKS[check](each)) for each in (evidence, falsified))
        yield name, bool(after - before)


def any_of(rows: list[Row], rng: Random) -> Row:
    """One of them."""
    if not rows:
        raise NothingToFalsify
    return rng.choice(rows)


def noted(evidence: Evidence, kind: str, *by: str) -> list[Row]:
    """The lines of the history of a kind, of those who play so."""
    return [row for row in evidence.history if row["kind"] == kind and (not by or row["by"] in by)]


def entries_of(evidence: Evidence, move: Row) -> list[Row]:
    """What the log has of a move: by its version, or, if it came by mail, by its text and its player's seat."""
    if move["version"] is None:
        seats = [
            each["seat"] for each in evidence.seats if (each["game"], each["email"]) == (move["game"], move["player"])
        ]
        of_seat = [row for row in evidence.log if row["game"] == move["game"] and row["seat"] in seats]
        return [row for row in of_seat if row["action"] == move["move"]][:1]
    found = [row for row in evidence.log if row["game"] == move["game"] and row["version"] == move["version"] + 1]
    return [row for row in found if row["seat"] != CHANCE]


def acknowledged(evidence: Evidence, rng: Random, *by: str) -> list[Row]:
    """The entries of the log of one move that was acknowledged."""
    moves = [move for move in noted(evidence, "acknowledged", *by) if entries_of(evidence, move)]
    return entries_of(evidence, any_of(moves, rng))


def drop(evidence: Evidence, entries: list[Row]) -> None:
    """Take entries out of a log so that nothing but the moves that were sent can show it."""
    game, numbers = entries[0]["game"], [entry["number"] for entry in entries]
    evidence.log[:] = [row for row in evidence.log if row["game"] != game or row["number"] not in numbers]
    for row in evidence.log:
        if row["game"] == game:
            row["number"] -= sum(number < row["number"] for number in numbers)
    for each in evidence.games:
        if each["id"] == game:
            each["log_length"] -= len(numbers)


@mutant("a move over REST is lost", "acknowledged")
def lose_rest(evidence: Evidence, rng: Random) -> None:
    drop(evidence, acknowledged(evidence, rng, "rest"))


@mutant("a move by link is lost", "acknowledged")
def lose_link(evidence: Evidence, rng: Random) -> None:
    drop(evidence, acknowledged(evidence, rng, "link"))


@mutant("a move by mail is lost", "written")
def lose_mail(evidence: Evidence, rng: Random) -> None:
    drop(evidence, acknowledged(evidence, rng, "mail"))


@mutant("a move is changed", "acknowledged")
def change_move(evidence: Evidence, rng: Random) -> None:
    acknowledged(evidence, rng, "rest", "link")[0]["action"] += " x"


@mutant("a move by mail is changed", "written")
def change_mail(evidence: Evidence, rng: Random) -> None:
    acknowledged(evidence, rng, "mail")[0]["action"] += " x"


@mutant("two moves are swapped", "acknowledged")
def swap_moves(evidence: Evidence, rng: Random) -> None:
    first = acknowledged(evidence, rng, "rest")[0]
    others = [entry for entry in evidence.log if entry["game"] == first["game"] and entry["seat"] != CHANCE]
    other = any_of([entry for entry in others if entry["action"] != first["action"]], rng)
    first["action"], other["action"] = other["action"], first["action"]


@mutant("a move is doubled", "unsent")
def double_move(evidence: Evidence, rng: Random) -> None:
    played = acknowledged(evidence, rng, "rest")
    game = next(each for each in evidence.games if each["id"] == played[0]["game"])
    for entry in played:
        evidence.log.append(entry | {"number": game["log_length"], "version": game["version"] + 1})
        game["log_length"] += 1
    game["version"] += 1


@mutant("a move is in the log twice under one number", "numbers")
def double_number(evidence: Evidence, rng: Random) -> None:
    evidence.log.append(dict(any_of(evidence.log, rng)))


@mutant("somebody else has moved", "unsent")
def play_unsent(evidence: Evidence, rng: Random) -> None:
    entry = acknowledged(evidence, rng, "rest")[0]
    evidence.history[:] = [
        row
        for row in evidence.history
        if row["kind"] not in ("sent", "acknowledged")
        or (row["game"], row["version"]) != (entry["game"], entry["version"] - 1)
    ]


@mutant("a move is refused and played", "refused")
def refuse_played(evidence: Evidence, rng: Random) -> None:
    row = any_of(noted(evidence, "acknowledged", "rest", "link"), rng)
    for each in evidence.history:
        if each["kind"] == "acknowledged" and (each["game"], each["version"]) == (row["game"], row["version"]):
            each |= {"kind": "refused", "code": "turn-over"}


@mutant("what is out of date is taken", "refused")
def take_stale(evidence: Evidence, rng: Random) -> None:
    any_of(noted(evidence, "probed"), rng)["status"] = 201


@mutant("a repeat is answered differently", "repeats")
def answer_differently(evidence: Evidence, rng: Random) -> None:
    any_of(noted(evidence, "repeated"), rng)["same"] = False


@mutant("two moves for one version are acknowledged", "repeats")
def acknowledge_two(evidence: Evidence, rng: Random) -> None:
    row = any_of(noted(evidence, "acknowledged", "rest"), rng)
    evidence.history.append(row | {"move": f"{row['move']} x"})


@mutant("one wish makes two games", "repeats")
def make_two_games(evidence: Evidence, rng: Random) -> None:
    game = any_of(evidence.games, rng)
    wishes = len(noted(evidence, "wished")) - len(noted(evidence, "created"))
    evidence.games.extend(game | {"id": f"{game['id']}-{number}"} for number in range(wishes + 1))


@mutant("a game that was acknowledged is gone", "repeats")
def lose_game(evidence: Evidence, rng: Random) -> None:
    game = any_of(noted(evidence, "created"), rng)["game"]
    evidence.games[:] = [each for each in evidence.games if each["id"] != game]


@mutant("a version goes back", "versions")
def go_back(evidence: Evidence, rng: Random) -> None:
    row = any_of([row for row in noted(evidence, "seen") if row["version"] > 0], rng)
    evidence.history.append(row | {"version": row["version"] - 1})


@mutant("an event is there twice", "events")
def double_event(evidence: Evidence, rng: Random) -> None:
    evidence.events.append(dict(any_of(evidence.events, rng)))


@mutant("an event is missing", "events")
def lose_event(evidence: Evidence, rng: Random) -> None:
    evidence.events.remove(any_of(evidence.events[:-1], rng))


@mutant("an event was never numbered", "events")
def forget_number(evidence: Evidence, rng: Random) -> None:
    any_of(evidence.events, rng)["number"] = None


@mutant("a move has no event", "events")
def change_event(evidence: Evidence, rng: Random) -> None:
    event = any_of([event for event in evidence.events if event["type"] == "move.played"], rng)
    event["data"] = event["data"] | {"move": "x"}


def read(evidence: Evidence, rng: Random) -> list[int]:
    """What one of the readers got, several events at least."""
    seen: list[int] = any_of([reader for reader in evidence.readers if len(reader["seen"]) > 1], rng)["seen"]
    return seen


@mutant("a reader misses an event", "readers")
def miss_event(evidence: Evidence, rng: Random) -> None:
    seen = read(evidence, rng)
    seen.pop(rng.randrange(len(seen)))


@mutant("a reader gets an event twice", "readers")
def read_twice(evidence: Evidence, rng: Random) -> None:
    seen = read(evidence, rng)
    seen.insert(0, seen[0])


@mutant("a reader gets events out of order", "readers")
def read_out_of_order(evidence: Evidence, rng: Random) -> None:
    read(evidence, rng).reverse()


@mutant("a turn is told to nobody", "turns")
def tell_nobody(evidence: Evidence, rng: Random) -> None:
    evidence.notices.remove(any_of([row for row in evidence.notices if row["kind"] == "your-turn"], rng))


@mutant("a turn is told in two mails", "turns")
def tell_twice(evidence: Evidence, rng: Random) -> None:
    mail = any_of([mail for mail in evidence.mails if mail["kind"] in ANNOUNCING and mail["turns"]], rng)
    evidence.mails.append(mail | {"message_id": "<another@sundial.localhost>"})


@mutant("a mail that was sent never arrived", "envelopes")
def lose_letter(evidence: Evidence, rng: Random) -> None:
    name = any_of([row for row in evidence.envelopes if row["state"] == SENT], rng)["message_id"]
    evidence.mails[:] = [mail for mail in evidence.mails if mail["message_id"] != name]


@mutant("a mail comes from nowhere", "envelopes")
def lose_envelope(evidence: Evidence, rng: Random) -> None:
    name = any_of(evidence.mails, rng)["message_id"]
    evidence.envelopes[:] = [row for row in evidence.envelopes if row["message_id"] != name]


@mutant("what has arrived is called superseded", "envelopes")
def call_superseded(evidence: Evidence, rng: Random) -> None:
    arrived = {mail["message_id"] for mail in evidence.mails}
    row = any_of([row for row in evidence.envelopes if row["message_id"] in arrived], rng)
    row |= {"state": GONE, "attempts": 1}


@mutant("a copy of a mail says something else", "envelopes")
def change_copy(evidence: Evidence, rng: Random) -> None:
    evidence.mails.append(any_of(evidence.mails, rng) | {"digest": "another"})


@mutant("a webhook that was sent never arrived", "webhooks")
def lose_request(evidence: Evidence, rng: Random) -> None:
    name = any_of([row for row in evidence.deliveries if row["state"] == SENT], rng)["message_id"]
    evidence.hooks[:] = [request for request in evidence.hooks if request["message_id"] != name]


@mutant("an event was never sent to a webhook", "webhooks")
def lose_delivery(evidence: Evidence, rng: Random) -> None:
    evidence.deliveries.remove(any_of([row for row in evidence.deliveries if row["event"] is not None], rng))


@mutant("one id is used for two events", "webhooks")
def confuse_requests(evidence: Evidence, rng: Random) -> None:
    request = any_of(evidence.hooks, rng)
    evidence.hooks.append(request | {"event": request["event"] + 1})


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
    """Where a record tells of dice, as the record and the number of its entry."""
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


@mutant("a game stands still", "stuck")
def stand_still(evidence: Evidence, rng: Random) -> None:
    any_of(evidence.games, rng).update(status="active", to_move=None)


@mutant("somebody meets a bare 500", "answers")
def answer_500(evidence: Evidence, rng: Random) -> None:
    row = {"status": 500, "told": False, "path": "GET /api", "text": "Internal Server Error", "player": "bot"}
    evidence.history.append({"kind": "unavailable", **row})
