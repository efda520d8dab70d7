"""Promises about news: events, readers, emails, and webhooks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from tests.soak.evidence import Evidence, Row
from tests.soak.promises import check, moves, of_kind

SENT, UNSURE, GONE, FAILED, QUEUED = "done", "probably-delivered", "superseded", "failed", "queued"
FOR_GOOD = "55"
"""How replies begin by which a mail server refuses a mail for good."""
STATES = (SENT, UNSURE, GONE, FAILED, QUEUED)
"""What an envelope can be; `probably-delivered` is one whose acknowledgement got lost and which is not sent again."""
ANNOUNCING = ("your-turn", "digest")
"""The kinds of mail that tell for the first time that it is somebody's turn."""


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
    """Describe faults in numbers that should count from 1."""
    counted = Counter(numbers)
    twice = sorted(str(number) for number, times in counted.items() if times > 1)
    missing = sorted(set(range(1, len(numbers) + 1)) - set(numbers))
    return f"twice {twice[:5]}, missing {missing[:5]}, without {counted[None]}"


@check("readers")
def readers_miss_nothing(evidence: Evidence) -> Iterator[str]:
    """Check that readers get every event of their games once, in order, over broken polls and streams."""
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
    """Check that each turn of a player with emails has one notice, and at most one email."""
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
    """Check that envelopes recorded as sent arrived, and that arrived ones are recorded; copies are equal."""
    arrived: defaultdict[str, list[Row]] = defaultdict(list)
    for mail in evidence.mails:
        arrived[mail["message_id"]].append(mail)
    ledger = {row["message_id"]: row for row in evidence.envelopes}
    for name, envelope in ledger.items():
        if envelope["state"] not in STATES:
            yield f"envelope {envelope['id']} is {envelope['state']}, whatever that means"
        if envelope["state"] == SENT and not arrived[name]:
            yield f"envelope {envelope['id']} is said to be sent, and never arrived"
        if envelope["state"] == GONE and arrived[name]:
            yield f"envelope {envelope['id']} is said to be superseded, and arrived"
    for name, copies in arrived.items():
        if copies and (name not in ledger or copies[0]["recipient"] != ledger[name]["recipient"]):
            yield f"a mail of the kind {copies[0]['kind']} arrived that is in no envelope"
        if len({copy["digest"] for copy in copies}) > 1:
            yield f"the {len(copies)} copies of a mail of the kind {copies[0]['kind']} are not the same"


@check("asked")
def what_was_asked_for_arrives(evidence: Evidence) -> Iterator[str]:
    """Check that requested emails arrive, or were refused for good and are recorded as failed; no others are.

    Once the server has acknowledged an email, it is not sent again.
    """
    refused = {row["player"]: row["refused"] for row in of_kind(evidence, "asked")}
    ledger: defaultdict[str, list[Row]] = defaultdict(list)
    for envelope in evidence.envelopes:
        ledger[envelope["recipient"]].append(envelope)
        is_refused = refused.get(envelope["recipient"]) and (envelope["last_reply"] or "").startswith(FOR_GOOD)
        if envelope["state"] == FAILED and not is_refused:
            yield f"envelope {envelope['id']} was given up, and never refused for good"
    for address, is_refused in refused.items():
        states = [row["state"] for row in ledger[address]]
        if QUEUED in states:
            continue
        copies = [mail for mail in evidence.mails if mail["recipient"] == address]
        if is_refused and states != [FAILED]:
            yield f"the mail to {address} was refused for good, and is {states}"
        if not is_refused and (not copies or states != [SENT]):
            yield f"the mail to {address} is {states}, and {len(copies)} copies have arrived"
        if sum(mail["said_so"] for mail in copies) > 1:
            yield f"the mail to {address} was sent again, although its server had said that it has it"


@check("webhooks")
def webhooks_are_sent(evidence: Evidence) -> Iterator[str]:
    """Check that each event has one delivery per endpoint that existed; those recorded as done arrived."""
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
