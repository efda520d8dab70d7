"""What people do beside moving, one of them over REST and the other by mail alone, through all processes.

They meet by challenges; a move is taken back, a plan plays, a vacation is taken, a draw is agreed on, and the rematch
is resigned. Each of it is told once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.journeys.answering_player import AnsweringPlayer
from tests.journeys.installation import Installation, Player
from tests.sink import Received, Sink
from tests.waiting import eventually

ADA, BOB = "ada@example.net", "bob@example.net"
PATIENCE = 60.0
"""Seconds for a mail to be sent, answered and read on a slow machine."""
TRIES = 60


@dataclass
class Evening:
    """Ada at her program, Bob at his mails, and the game that they are at."""

    ada: Player
    bob: AnsweringPlayer
    rng: Random
    id: str = ""

    @property
    def game(self) -> dict[str, Any]:
        """The game as it is now."""
        return self.ada.game(self.id)

    @property
    def is_adas_turn(self) -> bool:
        """Whether Ada is to move."""
        game = self.game
        return bool(game["to_move"] == game["your_seat"])

    def until(self, condition: Callable[[], object]) -> None:
        """Wait until something holds."""
        assert eventually(lambda: bool(condition()), PATIENCE)

    def mail(self, kind: str) -> Received:
        """The newest mail of a kind to Bob about the game, once there is one."""
        self.until(lambda: self.bob.count(kind, self.id))
        found = self.bob.newest(kind, self.id)
        assert found is not None
        return found

    def bob_answers_his_turn(self, text: str, done: Callable[[], object]) -> None:
        """Bob answers the mail of his turn, and that of the next one if what he wants is not done by then."""
        answered: list[Received] = []

        def is_done() -> bool:
            mail = self.bob.newest("your-turn", self.id)
            if not done() and mail is not None and mail not in answered:
                answered.append(mail)
                self.bob.reply(mail, text)
            return bool(done())

        self.until(is_done)

    def bob_plays(self, move: str) -> None:
        """Bob plays by mail."""
        version = self.game["version"]
        self.bob_answers_his_turn(move, lambda: self.game["version"] > version)

    def ada_plays(self) -> None:
        """Ada moves."""
        game = self.game
        self.ada.expect(201, self.ada.move(self.id, game["version"], self.any_move()))

    def any_move(self) -> str:
        """Something that the seat to move may play."""
        return self.ada.any_move(self.id, self.rng)

    def until_bob_is_to_move(self) -> None:
        """Let Ada move if it is her turn."""
        if self.is_adas_turn:
            self.ada_plays()

    def events(self) -> Iterator[dict[str, Any]]:
        """What was told of the game."""
        found = self.ada.expect(200, self.ada.http.get("events", params={"game": self.id, "limit": 100}))
        yield from found["events"]


def test_what_people_do_beside_moving_is_done_by_mail_and_over_rest_and_told_once(
    installation: Installation, sink: Sink
) -> None:
    ada, rng = installation.player(ADA), Random(17)
    bob = AnsweringPlayer(sink, int(installation.knobs["INBOUND_SMTP_PORT"]), BOB, Random(18))
    evening = Evening(ada, bob, rng)

    they_meet_by_challenges(evening)
    a_move_is_taken_back(evening)
    a_plan_plays(evening)
    a_vacation_is_taken(evening)
    a_draw_is_agreed_on(evening)
    told = Counter(event["type"] for event in evening.events())
    once = ("game.invited", "game.joined", "game.started", "move.taken_back", "vacation.changed", "game.finished")
    assert {each: told[each] for each in once} == dict.fromkeys(once, 1)
    assert told["proposal.made"] == len(("takeback", "draw"))
    turns = Counter(event["version"] for event in evening.events() if event["type"] == "turn.started")
    assert set(turns.values()) == {1}
    the_rematch_is_resigned(evening)
    assert installation.unread() == 0


def they_meet_by_challenges(evening: Evening) -> None:
    """Ada's stands, and Bob's meets it once he has said that the mail is his."""
    made = evening.ada.expect(201, evening.ada.http.post("me/challenges", json={"ruleset": "siesta", "most_days": 5}))
    assert made["game_id"] is None
    evening.bob.write_to_desk("new siesta anybody days 4")
    evening.until(lambda: any(mail.message["X-Sundial-Mail"] == "confirm" for mail in evening.bob.mails()))
    evening.bob.answer_new_mails()
    evening.until(lambda: evening.ada.expect(200, evening.ada.http.get("me/challenges"))["challenges"][0]["games"])
    [game] = evening.ada.expect(200, evening.ada.http.get("games", params={"mine": "true"}))["games"]
    evening.id = game["id"]
    assert (game["status"], game["days_per_move"]) == ("active", 4)


def a_move_is_taken_back(evening: Evening) -> None:
    """Ada asks over REST, and Bob agrees by mail."""
    evening.until_bob_is_to_move()
    if not any(entry["seat"] == evening.game["your_seat"] for entry in evening.ada.record(evening.id)["log"]):
        evening.bob_plays(evening.any_move())
        evening.ada_plays()
    asked = evening.ada.expect(200, evening.ada.http.post(f"games/{evening.id}/takeback", json={}))
    assert asked["proposal"]["what"] == "takeback"
    evening.bob.reply(evening.mail("proposal"), "yes")
    evening.until(lambda: evening.is_adas_turn)
    assert "takeback" in evening.ada.record(evening.id)["log"][-1]["action"]


def a_plan_plays(evening: Evening) -> None:
    """Ada plans an answer to a move, Bob plays it by mail, and a worker answers it."""
    evening.ada_plays()
    address, foreseen = f"games/{evening.id}/plan", evening.any_move()
    answers = (evening.any_move() for _ in range(TRIES))
    kept = (
        answer
        for answer in answers
        if evening.ada.http.put(address, json={"text": f"if {foreseen} then {answer}"}).is_success
    )
    planned = next(kept)
    before = evening.game["log_length"]
    evening.bob_plays(foreseen)
    moves = [*foreseen.split(", "), *planned.split(", ")]
    evening.until(lambda: evening.game["log_length"] == before + len(moves))
    assert [entry["action"] for entry in evening.ada.record(evening.id)["log"][before:]] == moves


def a_vacation_is_taken(evening: Evening) -> None:
    """By Bob, in answer to the mail of his turn."""
    first = (datetime.now(UTC) + timedelta(days=30)).date()
    days = f"vacation {first} to {first + timedelta(days=3)}"
    evening.bob_answers_his_turn(days, lambda: any(each["type"] == "vacation.changed" for each in evening.events()))


def a_draw_is_agreed_on(evening: Evening) -> None:
    """Bob offers one by mail, Ada agrees over REST."""
    address = f"games/{evening.id}/proposal"

    def offered() -> dict[str, Any] | None:
        found: dict[str, Any] | None = evening.ada.expect(200, evening.ada.http.get(address))["proposal"]
        return found

    evening.bob_answers_his_turn("draw", offered)
    proposal = offered()
    assert proposal is not None
    assert proposal["what"] == "draw"
    evening.ada.expect(200, evening.ada.http.post(address, json={"id": proposal["id"], "agrees": True}))
    assert (evening.game["status"], evening.game["ended_by"]) == ("finished", "agreement")


def the_rematch_is_resigned(evening: Evening) -> None:
    """Bob wants it by mail, Ada takes her seat over REST, and Bob resigns in two steps."""
    evening.bob.reply(evening.mail("game-over"), "rematch")
    found: list[str] = []

    def is_invited() -> bool:
        games = evening.ada.http.get("games", params={"status": "inviting", "mine": "true"}).json()["games"]
        found[:] = [game["id"] for game in games]
        return bool(found)

    evening.until(is_invited)
    [evening.id] = found
    evening.ada.join(evening.id)
    evening.until(lambda: evening.game["status"] == "active")
    evening.until_bob_is_to_move()
    evening.bob_answers_his_turn("resign", lambda: evening.bob.count("answer", evening.id))
    evening.bob.reply(evening.mail("answer"), "resign yes")
    evening.until(lambda: evening.game["status"] == "finished")
    game = evening.game
    assert (game["ended_by"], game["winners"]) == ("resignation", [game["your_seat"]])
