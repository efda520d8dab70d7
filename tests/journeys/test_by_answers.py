"""Complete games between two mail programs, without a page."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import monotonic
from typing import Any

import rules
from tests.figures import Figures
from tests.journeys.answering_player import AnsweringPlayer
from tests.journeys.installation import Installation, Player
from tests.sink import Sink
from tests.waiting import eventually

ADA, BOB = "ada@example.net", "bob@example.net"
GAMES = list(rules.games())[::2]
"""All of them are played so without processes, in tests/service/mail/inbound/test_whole_games.py."""
WAYS = 5
"""Of writing a move: alone, with small talk, line by line, twice, and after a question which of two is meant."""
LONGEST = 480.0
"""Seconds that all these games may take on a slow machine."""


def test_two_play_games_to_their_end_by_answers_alone_with_one_mail_for_each_turn(
    installation: Installation, sink: Sink, figures: Figures
) -> None:
    program, begun_at = installation.player(ADA), monotonic()
    port = int(installation.knobs["INBOUND_SMTP_PORT"])
    players = [AnsweringPlayer(sink, port, address, Random(address)) for address in (ADA, BOB)]
    for ruleset in GAMES:
        players[0].write_to_general_address(f"new {ruleset} bob@example.net")

    def over() -> bool:
        for player in players:
            player.answer_new_mails()
        return all(player.ended == len(GAMES) for player in players)

    assert eventually(over, LONGEST)
    seconds = round(monotonic() - begun_at)
    finished = program.expect(200, program.http.get("games?status=finished"))["games"]
    assert {game["ruleset"] for game in finished} == set(GAMES)
    for game in program.expect(200, program.http.get("games"))["games"]:
        compare(program, game, players)
    assert [player.unexpected for player in players] == [[], []]
    assert installation.unread() == 0
    moves = sum(len(written) for player in players for written in player.played.values())
    ways = {
        way.replace(" ", "_"): number for way, number in sum((player.ways for player in players), Counter()).items()
    }
    assert ways["asked_about"] >= len(GAMES)
    assert len(ways) == WAYS
    figures("Played by answers alone", games=len(GAMES), moves=moves, wrong_moves=0, seconds=seconds, **ways)


def compare(program: Player, game: dict[str, Any], players: list[AnsweringPlayer]) -> None:
    """Check that the log has the players' moves, and that each turn had one email."""
    record = program.record(game["id"])
    for place, player in enumerate(players):
        seat = next(each["seat"] for each in record["places"] if each["place"] == place)
        logged = [entry["action"] for entry in record["log"] if entry["seat"] == seat]
        written = player.played[game["id"]]
        assert logged == [action for move in written for action in move.split(", ")]
        assert player.count("your-turn", game["id"]) == len(written)
