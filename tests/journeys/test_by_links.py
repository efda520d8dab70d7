"""Complete games between two people who only open emailed links and press buttons."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import monotonic
from typing import Any

import rules
from tests.figures import Figures
from tests.journeys.installation import Installation, Player
from tests.journeys.mail_player import ANNOUNCING, MailPlayer, kind_of
from tests.sink import Sink
from tests.waiting import eventually

ADA, BOB = "ada@example.net", "bob@example.net"
LONGEST = 480.0
"""Seconds that a game of each kind may take on a slow machine."""


def test_two_play_every_game_to_its_end_by_links_alone_with_one_mail_for_each_turn(
    installation: Installation, sink: Sink, figures: Figures
) -> None:
    program, begun_at = installation.player(ADA), monotonic()
    players = [MailPlayer(sink, address, Random(address)) for address in (ADA, BOB)]
    seats = [{"me": True}, {"email": BOB}]
    games = [str(program.create(ruleset=ruleset, seats=seats)["id"]) for ruleset in rules.games()]

    def over() -> bool:
        for player in players:
            player.read_new_mails()
        return all(player.has_seen_the_end_of(len(games)) for player in players)

    assert eventually(over, LONGEST)
    assert {program.game(game)["status"] for game in games} == {"finished"}
    seconds = round(monotonic() - begun_at)
    assert eventually(lambda: installation.unsent() == 0)
    for game in games:
        assert_log_is_what_was_chosen(program, game, players)
    for player in players:
        assert player.announced() == Counter(list(player.played))
    others = Counter(kind_of(mail) for mail in sink.mails if kind_of(mail) not in ANNOUNCING)
    told = sum(not is_begun_by_host(program.record(game)) for game in games)
    assert others == {"new-token": 1, "invitation": len(games), "accepted": told, "game-over": 2 * len(games)}
    moves = sum(len(player.played) for player in players)
    counted = {"games": len(games), "moves": moves, "wrong_moves": 0, "mails": len(sink.mails), "seconds": seconds}
    figures("Played by links alone", **counted)


def is_begun_by_host(record: dict[str, Any]) -> bool:
    """Check whether the host has the first turn, and so learns of the start by that turn's email."""
    first = next(entry["seat"] for entry in record["log"] if entry["seat"] >= 0)
    return bool(first == record["places"][0]["seat"])


def assert_log_is_what_was_chosen(program: Player, game: str, players: list[MailPlayer]) -> None:
    record = program.record(game)
    for place, player in enumerate(players):
        seat = next(each["seat"] for each in record["places"] if each["place"] == place)
        logged = [entry["action"] for entry in record["log"] if entry["seat"] == seat]
        assert logged == player.actions_in(game)
