"""Actions besides moves, by page, email and API, through all processes; each is reported once.

Ada plays in every game, with a program.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.journeys.answering_player import AnsweringPlayer
from tests.journeys.doors import RULESET, Browser, Program
from tests.journeys.evening import TABLE, Door, Evening
from tests.journeys.installation import Installation
from tests.journeys.letters import Letters
from tests.sink import Sink

ADA = "ada@example.net"
TRIES = 60
"""Answers that are drawn until one is legal."""


def test_what_people_do_beside_moving_is_done_by_every_door_and_told_once(
    installation: Installation, sink: Sink
) -> None:
    ada = installation.player(ADA)
    ada.expect(200, ada.http.patch("me", json={"name": "ada"}))
    programs = {name: installation.player(f"{name}@example.net") for name in ("pam", "bob", "rae")}
    bob = AnsweringPlayer(sink, int(installation.knobs["INBOUND_SMTP_PORT"]), "bob@example.net", Random(18))
    doors: list[Door] = [
        Program(programs["rae"]),
        Browser(sink, installation.address, "pam@example.net"),
        Letters(bob),
    ]
    evenings = [
        Evening(ada, door, f"{door.name}@example.net", programs[door.name], Random(number))
        for number, door in enumerate(doors)
    ]
    for evening in evenings:
        evening.begin()
        a_vacation_is_taken(evening)
        the_clock_is_explained(evening)
        a_move_is_taken_back(evening)
        a_plan_plays(evening)
        the_clocks_are_stopped(evening)
        a_draw_is_agreed_on(evening)
        each_of_it_was_told_once(evening)
        the_rematch_is_resigned(evening)
        games_are_set_up(evening)
    they_talk(evenings)
    for evening in evenings:
        ada_is_not_to_invite_any_more(evening)
        assert evening.done == {what for what, by in TABLE.items() if type(evening.door) in by}
    assert installation.unread() == 0


def a_vacation_is_taken(evening: Evening) -> None:
    """From today on: the deadline is later."""
    before, first = evening.game["deadline"], datetime.now(UTC).date()
    evening.do("vacation", evening.id, str(first), str(first + timedelta(days=1)))
    evening.until(lambda: evening.game["deadline"] > before)


def the_clock_is_explained(evening: Evening) -> None:
    """Check that the deadline is explained in the same words everywhere, including emails about turns."""
    evening.move()
    evening.ada_moves()
    words = evening.program.expect(200, evening.program.http.get(f"games/{evening.id}/clock"))["words"]
    assert len(words) > 1
    evening.until(lambda: words[-1] in (evening.do("clock", evening.id) or ""))


def a_move_is_taken_back(evening: Evening) -> None:
    """Ada is asked, and agrees."""
    evening.move()
    evening.do("take_back", evening.id)
    evening.ada_agrees("takeback")
    assert not evening.is_adas_turn
    assert "takeback" in evening.ada.record(evening.id)["log"][-1]["action"]


def a_plan_plays(evening: Evening) -> None:
    """Check that conditional moves answer Ada's move at once."""
    evening.move()
    foreseen, path = evening.any_move(), f"games/{evening.id}/plan"
    possible = (f"if {foreseen} then {evening.any_move()}" for _ in range(TRIES))
    legal = next(text for text in possible if evening.program.http.put(path, json={"text": text}).is_success)
    evening.program.http.delete(path)
    evening.do("plan", evening.id, legal)
    evening.until(lambda: evening.program.http.get(path).json()["text"])
    before, moves = evening.game["log_length"], legal.removeprefix("if ").replace(" then ", ", ").split(", ")
    evening.ada.expect(201, evening.ada.move(evening.id, evening.game["version"], foreseen))
    evening.until(lambda: evening.game["log_length"] == before + len(moves))
    assert [entry["action"] for entry in evening.ada.record(evening.id)["log"][before:]] == moves


def the_clocks_are_stopped(evening: Evening) -> None:
    """As soon as both want it; either lets them go on."""
    clock = f"games/{evening.id}/clock"
    evening.do("stop_clocks", evening.id)
    evening.until(lambda: evening.ada.http.get(clock).json()["wishes"])
    stopped = evening.ada.expect(200, evening.ada.http.post(f"{clock}/stop", json={}))
    assert (stopped["deadline"], stopped["paused_at"] is None) == (None, False)
    evening.do("start_clocks", evening.id)
    evening.until(lambda: evening.game["deadline"] is not None)


def a_draw_is_agreed_on(evening: Evening) -> None:
    """Accept a draw as Ada."""
    evening.do("draw", evening.id)
    evening.ada_agrees("draw")
    assert (evening.game["status"], evening.game["ended_by"]) == ("finished", "agreement")


def each_of_it_was_told_once(evening: Evening) -> None:
    """By its event; of each turn there is one beginning."""
    events = list(evening.events())
    told = Counter(event["type"] for event in events)
    once = {"clock.stopped", "clock.started", "game.invited", "game.joined", "game.started", "game.finished"}
    once |= {"move.taken_back", "vacation.changed"}
    assert {each: told[each] for each in once} == dict.fromkeys(once, 1)
    assert told["proposal.made"] == len(("takeback", "draw"))
    assert set(Counter(event["version"] for event in events if event["type"] == "turn.started").values()) == {1}


def the_rematch_is_resigned(evening: Evening) -> None:
    """Resign the rematch in two steps, the first of which shows the same consequences everywhere."""
    evening.id = evening.a_new_game("rematch", evening.id)["id"]
    evening.ada.join(evening.id)
    evening.until(lambda: evening.game["status"] == "active")
    if evening.is_adas_turn:
        evening.ada_moves()
    asked = evening.program.http.get(f"games/{evening.id}/resignation")
    told = " ".join(evening.program.expect(200, asked)["words"])
    assert told.endswith("ada wins.")
    assert told in (evening.do("resign", evening.id) or "")
    evening.until(lambda: evening.game["status"] == "finished")
    assert (evening.game["ended_by"], evening.game["winners"]) == ("resignation", [evening.game["your_seat"]])


def games_are_set_up(evening: Evening) -> None:
    """Create a series and a fast game with Ada, and an open game that she joins."""
    assert evening.a_new_game("series", ADA)["series"]["first_to"] == 2
    assert evening.a_new_game("fast", ADA)["clock"]["fast"] == {"minutes": 15, "seconds_per_move": 20}
    evening.do("challenge")
    standing: list[dict[str, Any]] = []

    def stands() -> bool:
        standing[:] = evening.ada.http.get("challenges").json()["challenges"]
        return bool(standing)

    evening.until(stands)
    taken = evening.ada.http.post(f"challenges/{standing[0]['id']}/accept", json={})
    assert taken.json()["status"] == "active", taken.text
    assert evening.program.game(taken.json()["id"])["your_seat"] is not None
    [own] = evening.program.http.get("me/challenges").json()["challenges"]
    assert evening.program.http.delete(f"challenges/{own['id']}").is_success


def they_talk(evenings: list[Evening]) -> None:
    """Chat in one game, in which Bob moves first, because he replies to its email."""
    first = sorted(evenings, key=lambda evening: not isinstance(evening.door, Letters))
    ada, seats = first[0].ada, [*({"email": evening.email} for evening in first), {"me": True}]
    table = ada.create(ruleset=RULESET, seats=seats, shuffle_seats=False)["id"]
    for evening in first:
        evening.do("accept", table)
        evening.until(lambda at=evening: at.program.game(table)["your_seat"] is not None)  # type: ignore[misc]
    first[0].until(lambda: ada.game(table)["status"] == "active")
    said = ada.expect(201, ada.http.post(f"games/{table}/messages", json={"text": "Hello"}))["id"]

    def messages() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = ada.http.get(f"games/{table}/messages").json()["messages"]
        return found

    for evening in first:
        evening.do("quick_words", table)
        evening.do("whisper", table, "ada", f"psst from {evening.door.name}")
        evening.do("report", table, said)
    everything = 1 + 2 * len(first)
    first[0].until(lambda: len(messages()) == everything)
    assert Counter(each["quick"] for each in messages())["good-game"] == len(first)
    alone = {each["text"] for each in messages() if each["to"] is not None}
    assert alone == {f"psst from {evening.door.name}" for evening in first}
    told = ada.expect(200, ada.http.get("events", params={"game": table, "limit": 100}))["events"]
    assert Counter(event["type"] for event in told)["message.posted"] == everything


def ada_is_not_to_invite_any_more(evening: Evening) -> None:
    """Block Ada's invitations: open ones are cancelled, new ones do not arrive."""
    evening.invite()
    evening.do("never", evening.id, "ada")
    evening.until(lambda: [each["name"] for each in evening.program.http.get("me/blocks").json()["blocks"]] == ["ada"])
