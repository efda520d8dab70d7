"""Looks for broken promises in what a run has left behind. It knows nothing of the service and uses none of its code.

Each check is a function from the evidence to sentences, one for each breach; its docstring is the promise.
"""

from __future__ import annotations

import importlib.util
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.soak.evidence import Evidence, Row

Check = Callable[[Evidence], Iterator[str]]
CHECKS: dict[str, Check] = {}
CHANCE = -1
SENT, UNSURE, GONE, FAILED, QUEUED = "done", "probably-delivered", "superseded", "failed", "queued"
STATES = (SENT, UNSURE, GONE, FAILED, QUEUED)
"""What an envelope can be; `probably-delivered` is one whose acknowledgement got lost and which is not sent again."""
ANNOUNCING = ("your-turn", "round-up")
"""The kinds of mail that tell for the first time that it is somebody's turn."""
REMINDING = ("reminder",)
"""Notices that are due long after they were written."""
RETRY_MOST, RETRY_FIRST = 3600.0, 10.0
"""Seconds: what was refused is tried again after 10, 20, 40 … and at most an hour."""
HOOK_PAUSES = (5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)
JITTER = 1.2
SLACK = 90.0
"""Seconds that a clock may be off here."""


def check(name: str) -> Callable[[Check], Check]:
    """Let it be one of the checks."""

    def put(promise: Check) -> Check:
        CHECKS[name] = promise
        return promise

    return put


def findings(evidence: Evidence) -> list[str]:
    """All breaches, each with the name of the check that has found it."""
    return [f"{name}: {text}" for name, promise in CHECKS.items() for text in promise(evidence)]


def of_kind(evidence: Evidence, *kinds: str) -> list[Row]:
    """The lines of the history of these kinds."""
    return [row for row in evidence.history if row["kind"] in kinds]


def moves(evidence: Evidence) -> dict[tuple[str, int], tuple[int, str]]:
    """Seat and text of each move in the logs, by game and by the version that it answered."""
    found: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for entry in evidence.log:
        if entry["seat"] != CHANCE:
            found[entry["game"], entry["version"] - 1].append(entry)
    return {key: (entries[0]["seat"], ", ".join(each["action"] for each in entries)) for key, entries in found.items()}


def told(row: Row) -> str:
    """A move, as a finding names it."""
    return f"{row['game']} at {row['version']}: {row['move']!r} by {row['player']}"


@check("acknowledged")
def acknowledged_is_logged(evidence: Evidence) -> Iterator[str]:
    """What was acknowledged over REST or by a page is in the log once, as it was sent, where the answer says."""
    logged = moves(evidence)
    entries = {(row["game"], row["number"]): row for row in evidence.log}
    for row in of_kind(evidence, "acknowledged"):
        if row["by"] == "mail":
            continue
        seat, move = logged.get((row["game"], row["version"]), (None, None))
        if move != row["move"] or row["seat"] not in (None, seat):
            yield f"{told(row)} was acknowledged, the log has {move!r} by {seat}"
        for entry in row.get("log", ()):
            kept = entries.get((row["game"], entry["number"]))
            if kept is None or (kept["action"], kept["seat"]) != (entry["action"], entry["seat"]):
                yield f"{told(row)} was told of entry {entry['number']}, which is not so in the log"


@check("written")
def letters_are_played(evidence: Evidence) -> Iterator[str]:
    """The moves of a seat that is played by mail are those written and taken in, each once and in their order."""
    sent, taken = by_letter(evidence, "sent"), by_letter(evidence, "acknowledged")
    unread = sum(row["kind"] == "inbound_mail" for row in evidence.waiting)
    logged, missing = moves(evidence), []
    for (name, game), written in sent.items():
        seat = next((each["seat"] for each in evidence.seats if each["game"] == game and each["email"] == name), None)
        played = [move for (of, _), (by, move) in sorted(logged.items()) if of == game and by == seat]
        if not is_in_order(played, written):
            yield f"{game}, {name}: the log has {played}, written was {written}"
        missing += [f"{game}, {name}: {move!r}" for move in Counter(taken[name, game]) - Counter(played)]
    if len(missing) > unread:
        yield from (f"{each} was taken in, and is neither played nor still to be read" for each in missing)


def by_letter(evidence: Evidence, kind: str) -> defaultdict[tuple[str, str], list[str]]:
    """What each has written in each game, in order."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for row in of_kind(evidence, kind):
        if row["by"] == "mail":
            found[row["player"], row["game"]].append(row["move"])
    return found


def is_in_order(some: list[str], of: list[str]) -> bool:
    """Whether all of some are among the others, in the same order."""
    rest = iter(of)
    return all(each in rest for each in some)


@check("unsent")
def nothing_unsent_is_logged(evidence: Evidence) -> Iterator[str]:
    """Whatever is in a log was sent by the player of that seat, or was the computer's turn."""
    sent = {(row["game"], row["version"], row["move"]) for row in of_kind(evidence, "sent")}
    letters = {(row["game"], row["move"]) for row in of_kind(evidence, "sent") if row["by"] == "mail"}
    computers = {(row["game"], row["version"], row["seat"]) for row in evidence.computer}
    for (game, version), (seat, move) in moves(evidence).items():
        is_known = (game, version, move) in sent or (game, move) in letters or (game, version, seat) in computers
        if not is_known:
            yield f"{game} at {version}: nobody has sent {move!r}, which seat {seat} has played"


@check("numbers")
def logs_have_no_gaps(evidence: Evidence) -> Iterator[str]:
    """Entries of a log are numbered from 0 without gaps, their versions never fall, and the game knows how many."""
    by_game: defaultdict[str, list[Row]] = defaultdict(list)
    for entry in evidence.log:
        by_game[entry["game"]].append(entry)
    for game in evidence.games:
        entries = sorted(by_game[game["id"]], key=lambda entry: int(entry["number"]))
        versions = [entry["version"] for entry in entries]
        if [entry["number"] for entry in entries] != list(range(game["log_length"])):
            yield f"{game['id']} has {len(entries)} entries and says {game['log_length']}"
        if versions != sorted(versions) or (versions and versions[-1] > game["version"]):
            yield f"{game['id']}: its versions are {versions}"
        if game["fault"]:
            yield f"{game['id']}: {game['fault']}"


@check("refused")
def refused_is_not_played(evidence: Evidence) -> Iterator[str]:
    """What was refused in the end was not played; what is out of date is refused."""
    logged = moves(evidence)
    yes = {(row["game"], row["version"], row["move"]) for row in of_kind(evidence, "acknowledged")}
    for row in of_kind(evidence, "refused"):
        key = (row["game"], row["version"], row["move"])
        if key not in yes and logged.get((row["game"], row["version"]), (None, None))[1] == row["move"]:
            yield f"{told(row)} was refused ({row['code']}) after {row['unknown']} unknown answers, and played"
    for row in of_kind(evidence, "probed"):
        if row["status"] < 400:
            yield f"{row['game']}: another move for a version that is over was answered with {row['status']}"


@check("repeats")
def repeats_are_answered_alike(evidence: Evidence) -> Iterator[str]:
    """What is sent again gets the first answer; of moves for one version one is played; a wish makes one game."""
    for row in of_kind(evidence, "repeated"):
        if not row["same"]:
            yield f"{row['game']} at {row['version']}: {row['player']} was answered differently the second time"
    rivals: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for row in of_kind(evidence, "acknowledged"):
        if row["by"] != "mail":
            rivals[row["game"], row["version"]].add(row["move"])
    for (game, version), acknowledged in rivals.items():
        if len(acknowledged) > 1:
            yield f"{game} at {version}: {sorted(acknowledged)} were all acknowledged"
    created = {row["key"]: row["game"] for row in of_kind(evidence, "created")}
    unknown = {row["key"] for row in of_kind(evidence, "wished")} - set(created)
    there = {game["id"] for game in evidence.games}
    if missing := set(created.values()) - there:
        yield f"games were acknowledged that are not there: {sorted(missing)}"
    if len(more := there - set(created.values())) > len(unknown):
        yield f"{len(more)} games were made and not acknowledged, for {len(unknown)} wishes whose outcome nobody knows"


@check("versions")
def versions_never_go_back(evidence: Evidence) -> Iterator[str]:
    """Whoever looks at a game sees its version rise, whichever machine answers and whatever has crashed."""
    last: dict[tuple[str, str], int] = {}
    for row in of_kind(evidence, "seen"):
        key = (row["player"], row["game"])
        if row["version"] < last.get(key, 0):
            yield f"{row['player']} saw {row['game']} at {last[key]}, and later at {row['version']}"
        last[key] = row["version"]


@check("events")
def events_are_numbered_once(evidence: Evidence) -> Iterator[str]:
    """Each event has a number, each number one event, and none is missing; each move has its event, and each end."""
    numbers = [event["number"] for event in evidence.events]
    if None in numbers or sorted(numbers) != list(range(1, len(numbers) + 1)):
        yield f"{len(numbers)} events have the numbers {summary(numbers)}"
    played = Counter(
        (event["game"], event["version"] - 1, event["data"]["move"])
        for event in evidence.events
        if event["type"] == "move.played"
    )
    logged = Counter((game, version, move) for (game, version), (_, move) in moves(evidence).items())
    for game, version, move in (played - logged) + (logged - played):
        yield f"{game} at {version}: the events tell {played[game, version, move]} times of {move!r}"
    ended = Counter(event["game"] for event in evidence.events if event["type"] == "game.finished")
    for game in evidence.games:
        if ended[game["id"]] != (game["status"] in ("finished", "cancelled")):
            yield f"{game['id']} is {game['status']}, and {ended[game['id']]} events tell of its end"


def summary(numbers: list[Any]) -> str:
    """What is wrong with numbers that should be those from 1 on."""
    counted = Counter(numbers)
    twice = sorted(str(number) for number, times in counted.items() if times > 1)
    missing = sorted(set(range(1, len(numbers) + 1)) - set(numbers))
    return f"twice {twice[:5]}, missing {missing[:5]}, without {counted[None]}"


@check("readers")
def readers_miss_nothing(evidence: Evidence) -> Iterator[str]:
    """A reader gets every event of its games once, in order, over polls and streams that break."""
    tables: defaultdict[str, set[str]] = defaultdict(set)
    for seat in evidence.seats:
        tables[seat["name"]].add(seat["game"])
    for reader in evidence.readers:
        expected = [event["number"] for event in evidence.events if event["game"] in tables[reader["name"]]]
        if reader["seen"] != expected:
            missing = set(expected) - set(reader["seen"])
            more: Counter[int] = Counter(reader["seen"]) - Counter(expected)
            told_wrongly = f"missed {sorted(missing)[:5]}, got too often {sorted(more)[:5]}"
            yield f"{reader['name']} {told_wrongly}, or out of order"


@check("turns")
def turns_are_told_once(evidence: Evidence) -> Iterator[str]:
    """Each turn of somebody who gets mail has one notice, and no turn is announced by two mails."""
    people = {
        (row["game"], row["seat"]): row["account"] for row in evidence.seats if row["email"] and not row["left_by"]
    }
    muted = {row["account"] for row in evidence.muted if "your-turn" in row["muted"]}
    notices = Counter(
        (row["game"], row["version"], row["account"]) for row in evidence.notices if row["kind"] == "your-turn"
    )
    begun = [event for event in evidence.events if event["type"] == "turn.started"]
    for event in begun:
        account = people.get((event["game"], event["data"]["seat"]))
        key = (event["game"], event["version"], account)
        if account is not None and account not in muted and notices[key] != 1:
            yield f"{event['game']} at {event['version']}: {notices[key]} notices tell account {account} of the turn"
    mails: defaultdict[str, set[str]] = defaultdict(set)
    for mail in evidence.mails:
        for turn in mail["turns"] if mail["kind"] in ANNOUNCING else ():
            mails[turn].add(mail["message_id"])
    for turn, names in mails.items():
        if len(names) > 1:
            yield f"a turn of {turn[4:16]} is announced by {len(names)} mails"


@check("envelopes")
def envelopes_are_what_arrived(evidence: Evidence) -> Iterator[str]:
    """What the ledger calls sent has arrived, what has arrived is in the ledger, and copies of a mail are the same."""
    arrived: defaultdict[str, list[Row]] = defaultdict(list)
    for mail in evidence.mails:
        arrived[mail["message_id"]].append(mail)
    ledger = {row["message_id"]: row for row in evidence.envelopes}
    for name, envelope in ledger.items():
        if envelope["state"] not in STATES:
            yield f"envelope {envelope['id']} is {envelope['state']}, whatever that means"
        if envelope["state"] == SENT and not arrived[name]:
            yield f"envelope {envelope['id']} is said to be sent, and never arrived"
        if envelope["state"] == GONE and arrived[name] and envelope["attempts"] <= 1:
            yield f"envelope {envelope['id']} is said to be superseded, was never tried before, and arrived"
    for name, copies in arrived.items():
        if copies and (name not in ledger or copies[0]["recipient"] != ledger[name]["recipient"]):
            yield f"a mail of the kind {copies[0]['kind']} arrived that is in no envelope"
        if len({copy["digest"] for copy in copies}) > 1:
            yield f"the {len(copies)} copies of a mail of the kind {copies[0]['kind']} are not the same"


@check("webhooks")
def webhooks_are_sent(evidence: Evidence) -> Iterator[str]:
    """Each event of its owner's games since an endpoint is there has one delivery; what is called done has arrived."""
    arrived = Counter(request["message_id"] for request in evidence.hooks)
    numbers = {event["id"]: event["number"] for event in evidence.events}
    by_hook: defaultdict[int, list[int]] = defaultdict(list)
    for row in evidence.deliveries:
        if row["state"] == SENT and not arrived[row["message_id"]]:
            yield f"delivery {row['id']} is said to be done, and never arrived"
        if row["event"] is not None:
            by_hook[row["webhook"]].append(numbers[row["event"]])
    for hook in evidence.webhooks:
        games = {seat["game"] for seat in evidence.seats if seat["account"] == hook["account"]}
        of_games = [event["number"] for event in evidence.events if event["game"] in games]
        if sorted(by_hook[hook["id"]]) != of_games:
            missing, written = sorted(set(of_games) - set(by_hook[hook["id"]])), len(by_hook[hook["id"]])
            yield f"webhook {hook['id']} has {written} of {len(of_games)} deliveries, without {missing[:5]}"
    meant: defaultdict[str, set[int]] = defaultdict(set)
    for request in evidence.hooks:
        meant[request["message_id"]].add(request["event"])
    yield from (f"{name} was sent with several events" for name, events in meant.items() if len(events) > 1)


@check("deadlines")
def deadlines_are_struck_once(evidence: Evidence) -> Iterator[str]:
    """Where time runs out, the seat is given up: once, whoever finds out."""
    games = {game["id"]: game for game in evidence.games}
    left = Counter(seat["game"] for seat in evidence.seats if seat["left_by"] == "time")
    passed = {row["game"] for row in of_kind(evidence, "passed")}
    for game in passed:
        if (games[game]["status"], games[game]["ended_by"], left[game]) != ("finished", "time", 1):
            yield f"{game} is {games[game]['status']}, {left[game]} seats were given up on time"
    for game in set(left) - passed:
        yield f"{game}: a seat was given up on time whose time was not over"


@check("dice")
def dice_verify(evidence: Evidence) -> Iterator[str]:
    """Seats and dice of each game that is over come from its seed, and its record is its log."""
    logs: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for entry in evidence.log:
        logs[entry["game"]].append((entry["number"], entry["seat"], entry["action"]))
    for record in evidence.records:
        yield from (f"{record['id']}: {text}" for text in dice_file().differences(record))
        shown = [(number, entry["seat"], entry["action"]) for number, entry in enumerate(record["log"])]
        if shown != sorted(logs[record["id"]]):
            yield f"{record['id']}: its record is not its log"


@cache
def dice_file() -> ModuleType:
    """The file in `docs/` that stands alone and that anybody may run."""
    path = Path(__file__).parents[2] / "docs" / "verify_dice.py"
    spec = importlib.util.spec_from_file_location("verify_dice", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@check("stuck")
def nothing_is_stuck(evidence: Evidence) -> Iterator[str]:
    """What is not done yet is done by somebody, or due later for a reason; and somebody is to act in each open game."""
    for row in evidence.waiting:
        called = f"a row of {row['kind']} ({row['sort']})"
        if row["is_due"] and not row["is_leased"]:
            yield f"{called} is due since {-row['seconds']:.0f} s, and nobody does it"
        if row["seconds"] > latest(row):
            yield f"{called} waits {row['seconds']:.0f} s after {row['attempts']} attempts"
    for game in evidence.games:
        if game["status"] == "active" and game["to_move"] is None:
            yield f"{game['id']} is active, and nobody is to move"


def latest(row: Row) -> float:
    """In how many seconds a row may be due at the latest, after so many attempts."""
    if row["kind"] == "notice" and row["sort"] in REMINDING:
        return float("inf")
    if row["kind"] == "webhook_delivery":
        return JITTER * HOOK_PAUSES[min(row["attempts"], len(HOOK_PAUSES)) - 1] + SLACK if row["attempts"] else SLACK
    return min(RETRY_FIRST * 2 ** min(row["attempts"] - 1, 12), RETRY_MOST) + SLACK if row["attempts"] else SLACK


@check("answers")
def answers_are_answers(evidence: Evidence) -> Iterator[str]:
    """Whoever cannot be served for now is told so: 503, and what it means. Nobody meets a bare 500."""
    counted = Counter(
        (row["status"], row["path"], row["text"][:60])
        for row in of_kind(evidence, "unavailable")
        if row["status"] != 503 or not row["told"]
    )
    yield from (f"{times} times {status} at {path}: {text!r}" for (status, path, text), times in counted.items())
    yield from (f"{row['player']} could not go on: {row['why']}" for row in of_kind(evidence, "broken"))
