"""A whole game from two mail programs: nobody opens a page."""

from __future__ import annotations

from random import Random

import psycopg

from tests.journeys.answering_player import AnsweringPlayer
from tests.journeys.installation import Installation
from tests.sink import Sink
from tests.waiting import eventually

ADA, BOB = "ada@example.net", "bob@example.net"
LONGEST = 240.0
"""Seconds that a whole game may take on a slow machine."""


def test_two_play_a_whole_game_by_answers_alone_with_one_mail_for_each_turn(
    installation: Installation, sink: Sink
) -> None:
    program = installation.player(ADA)
    port = int(installation.knobs["INBOUND_SMTP_PORT"])
    players = [AnsweringPlayer(sink, port, address, Random(address)) for address in (ADA, BOB)]
    players[0].write_to_desk("new seasons bob@example.net")

    def over() -> bool:
        for player in players:
            player.answer_new_mails()
        return all(mails_of_kind(player, "game-over") for player in players)

    assert eventually(over, LONGEST)
    [game] = program.expect(200, program.http.get("games"))["games"]
    record = program.record(game["id"])
    for place, player in enumerate(players):
        seat = next(each["seat"] for each in record["places"] if each["place"] == place)
        assert [entry["action"] for entry in record["log"] if entry["seat"] == seat] == player.played
        assert player.turns() == len(player.played)
        assert player.unexpected == []
    assert waiting(installation) == 0


def mails_of_kind(player: AnsweringPlayer, kind: str) -> int:
    return sum(mail.message["X-Sundial-Mail"] == kind for mail in player.mails())


def waiting(installation: Installation) -> int:
    """How many mails that came in nobody has seen to."""
    with psycopg.connect(installation.knobs["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT count(*) FROM inbound_mail WHERE state <> 'done'").fetchone()
    assert row is not None
    return int(row[0])
