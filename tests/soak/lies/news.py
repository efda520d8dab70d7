"""Falsifications of news, for the checks in `promises/news.py`."""

from __future__ import annotations

from random import Random

from tests.soak.evidence import Evidence
from tests.soak.lies import any_of, mutant, noted
from tests.soak.promises.news import ANNOUNCING, FAILED, GONE, SENT


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
    """Return the events of one reader, at least several."""
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
    row["state"] = GONE


@mutant("a copy of a mail says something else", "envelopes")
def change_copy(evidence: Evidence, rng: Random) -> None:
    evidence.mails.append(any_of(evidence.mails, rng) | {"digest": "another"})


@mutant("what was asked for is lost", "asked")
def lose_what_was_asked_for(evidence: Evidence, rng: Random) -> None:
    address = any_of([row for row in noted(evidence, "asked") if not row["refused"]], rng)["player"]
    evidence.envelopes[:] = [row for row in evidence.envelopes if row["recipient"] != address]
    evidence.mails[:] = [row for row in evidence.mails if row["recipient"] != address]


@mutant("a mail is given up that was never refused", "asked")
def give_up(evidence: Evidence, rng: Random) -> None:
    any_of([row for row in evidence.envelopes if row["state"] != FAILED], rng)["state"] = FAILED


@mutant("what was refused for good is called sent", "asked")
def send_what_was_refused(evidence: Evidence, rng: Random) -> None:
    any_of([row for row in evidence.envelopes if row["state"] == FAILED], rng)["state"] = SENT


@mutant("what has arrived is sent again", "asked")
def send_again(evidence: Evidence, rng: Random) -> None:
    address = any_of([row for row in noted(evidence, "asked") if not row["refused"]], rng)["player"]
    evidence.mails.append(next(row for row in evidence.mails if row["recipient"] == address and row["said_so"]))


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
