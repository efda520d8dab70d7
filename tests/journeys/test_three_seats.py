"""Three seats: a program over REST, a person who only follows links in mails, and the computer."""

from __future__ import annotations

from random import Random
from typing import Any

import psycopg

from tests.journeys.installation import Installation, Player
from tests.journeys.mail_player import MailPlayer, text_of
from tests.sink import Sink
from tests.waiting import eventually

ADA = "ada@example.net"
LONGEST = 240.0
"""Seconds that a whole game may take on a slow machine."""


def move_if_due(bot: Player, game: dict[str, Any], rng: Random) -> None:
    if game["to_move"] == game["your_seat"]:
        assert bot.move(game["id"], game["version"], bot.any_move(game["id"], rng)).status_code == 201


def unsent(installation: Installation) -> int:
    """How many notices and envelopes still wait."""
    waiting = """
        SELECT (SELECT count(*) FROM notice WHERE state = 'queued')
             + (SELECT count(*) FROM envelope WHERE state = 'queued')
    """
    with psycopg.connect(installation.knobs["DATABASE_URL"]) as connection:
        row = connection.execute(waiting).fetchone()
    assert row is not None
    return int(row[0])


def test_a_game_of_three_is_played_to_its_end_with_one_mail_for_each_turn(
    installation: Installation, sink: Sink
) -> None:
    rng = Random(11)
    bot, ada = installation.player("owner@example.net", bot="rusty"), MailPlayer(sink, ADA, rng)
    game = bot.create(ruleset="seasons", seats=[{"me": True}, {"email": ADA}, {"ai": 2}])

    def over() -> bool:
        ada.read_new_mails()
        now = bot.game(game["id"])
        if now["status"] == "active":
            move_if_due(bot, now, rng)
        return bool(now["status"] == "finished")

    assert eventually(over, LONGEST)
    assert eventually(lambda: unsent(installation) == 0)
    record = bot.record(game["id"])
    ada_seat = next(place["seat"] for place in record["places"] if place["place"] == 1)
    moves_of_ada = {entry["version"] for entry in record["log"] if entry["seat"] == ada_seat}
    turn_mails = [mail for mail in sink.mails if "/t/t" in text_of(mail)]
    assert len(turn_mails) == len(moves_of_ada) == ada.turns_played
    assert len(sink.mails) == len(turn_mails) + len(["the invitation", "game over"])
    assert len({mail.message["Message-ID"] for mail in sink.mails}) == len(sink.mails)
    assert {mail.recipients for mail in sink.mails} == {(ADA,)}
