"""Redis carries hints only: without it moves are accepted as fast as ever, and the mails come all the same."""

from __future__ import annotations

from collections import Counter
from time import monotonic

from tests.journeys.installation import Installation
from tests.servers import Redis
from tests.sink import Sink

MAILED_WITHIN = 60.0
"""Seconds; the clock's next beat finds what is due, as soon as the workers have found Redis again."""
WITHOUT_DELAY = 2.0


def test_moves_are_accepted_while_redis_is_down_and_the_mails_arrive_once_it_is_back(
    installation: Installation, redis_server: Redis, sink: Sink
) -> None:
    bot, ada = installation.player("owner@example.net", bot="rusty"), installation.player("ada@example.net")
    game = bot.create(ruleset="seasons", seats=[{"me": True}, {"email": "ada@example.net"}], shuffle_seats=False)
    mails = sink.wait_for(3)
    assert Counter(mail.message["X-Sundial-Mail"] for mail in mails) == {"new-token": 2, "invitation": 1}

    game = ada.join(game["id"])

    redis_server.stop()
    began = monotonic()
    answer = bot.move(game["id"], game["version"], "place max-15")
    took = monotonic() - began
    assert answer.status_code == 201
    assert took < WITHOUT_DELAY

    redis_server.start()
    turn = sink.wait_for(4, MAILED_WITHIN)[-1]
    assert (turn.recipients, turn.message["X-Sundial-Mail"]) == (("ada@example.net",), "your-turn")
