"""Three players: a program over the API, a person who follows emailed links, and the computer."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.journeys.installation import Installation, Player
from tests.journeys.mail_player import MailPlayer, kind_of
from tests.sink import Sink
from tests.waiting import PAUSE_OF_A_SERVER, eventually

pytestmark = pytest.mark.real_pictures  # of all journeys by mail, this one has them drawn as for people
ADA = "ada@example.net"
LONGEST = 240.0
"""Seconds that a whole game may take on a slow machine."""


def move_if_due(bot: Player, game: dict[str, Any], rng: Random) -> None:
    if game["to_move"] == game["your_seat"]:
        assert bot.move(game["id"], game["version"], bot.any_move(game["id"], rng)).status_code == 201


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

    assert eventually(over, LONGEST, PAUSE_OF_A_SERVER)
    assert eventually(lambda: installation.unsent() == 0)
    record = bot.record(game["id"])
    ada_seat = next(place["seat"] for place in record["places"] if place["place"] == 1)
    moves_of_ada = {entry["version"] for entry in record["log"] if entry["seat"] == ada_seat}
    assert ada.announced() == Counter(list(ada.played))
    assert len(moves_of_ada) == len(ada.played)
    assert len(ada.mails()) == len(ada.played) + len(["the invitation", "game over"])
    assert len({mail.message["Message-ID"] for mail in sink.mails}) == len(sink.mails)
    assert [kind_of(mail) for mail in sink.mails if mail.recipients != (ADA,)] == ["new-token"]
