"""A tournament whose players use what they like: two emails alone, one pages, a bot the API. A program organises it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from service.cli.ratings import verify as verify_ratings
from service.presentation.tournament_words import points
from service.verification.authenticity import all_findings
from service.verification.verify import Verdict
from tests.figures import Figures
from tests.journeys.answering_player import AnsweringPlayer, game_of
from tests.journeys.doors import PATIENCE, Browser
from tests.journeys.forms import open_page
from tests.journeys.installation import Installation, Player
from tests.journeys.mail_player import kind_of, text_of
from tests.journeys.test_bots import POLLING_BOT, playing
from tests.playing import done_here
from tests.service.web.html import parse
from tests.sink import Received, Sink
from tests.waiting import PAUSE_OF_A_SERVER, eventually

RULESET = "siesta"
PLAYERS = ("ann", "bea", "carl", "rusty")
GAMES = [list(pair) for pair in combinations(PLAYERS, 2)]
LONGEST = 240.0
"""Seconds that a tournament may take on a slow machine."""


@dataclass
class PagePlayer(Browser):
    """Enters, and plays whatever waits for them, on pages."""

    rng: Random = field(default_factory=lambda: Random(7))

    def enter(self, number: int) -> None:
        """Choose a name, and press the button on the page of a tournament."""
        page = self._open("/me")
        page.send(page.form_with("name"), name=self.name).answer.raise_for_status()
        self._press(f"/tournaments/{number}", f"/tournaments/{number}/enter")

    def play_what_waits(self) -> None:
        """Move in each game of the list of games that wait."""
        page = self._open("/games?mine=turn")
        for game in sorted(set(re.findall(r'href="/games/(\w{10,})"', page.answer.text))):
            self._play(game)

    def _play(self, game: str) -> None:
        page = self._open(f"/games/{game}")
        while not page.has_form_to("/move"):
            page = page.send(page.form_with_choices(), pick=self.rng.choice(page.choices))
        done = page.send(page.form_to("/move"))
        if done.has_form_to("/move") and "at_once" in done.form_to("/move").fields:
            done = done.send(done.form_to("/move"))  # dice follow, so the move waited
        done.answer.raise_for_status()


@dataclass(frozen=True)
class Table:
    """Half points of each player against each other one."""

    won: dict[str, dict[str, int]]

    def total(self, player: str) -> int:
        """All half points of a player."""
        return sum(self.won[player].values())

    def sonneborn_berger(self, player: str) -> int:
        """In quarters of a point."""
        return sum(half * self.total(other) for other, half in self.won[player].items())


def letters(installation: Installation, sink: Sink, name: str) -> AnsweringPlayer:
    port = int(installation.knobs["INBOUND_SMTP_PORT"])
    return AnsweringPlayer(sink, port, f"{name}@example.net", Random(name))


def mails_of(player: AnsweringPlayer, kind: str) -> list[Received]:
    return [mail for mail in player.mails() if kind_of(mail) == kind]


def in_one_line(mail: Received) -> str:
    return " ".join(text_of(mail).split())


def enter_by_mail(player: AnsweringPlayer, name: str) -> None:
    """Choose a name, ask what there is, and write the words that the answer says."""

    def told(words: str) -> list[re.Match[str]]:
        player.answer_new_mails()
        return list(filter(None, (re.search(words, in_one_line(mail)) for mail in player.mails())))

    player.write_to_general_address(f"name {name}")
    assert eventually(lambda: told(f"Your name is now {name}"), PATIENCE)
    player.write_to_general_address("tournaments")
    [offered] = eventually(lambda: told(r"Autumn Cup: .* Rated\. .*To enter, reply with: (enter \d+)"), PATIENCE)
    player.write_to_general_address(offered[1])
    assert eventually(lambda: told("You are in the tournament"), PATIENCE)


@dataclass(frozen=True)
class Cup:
    """A tournament that a program organises."""

    organiser: Player
    installation: Installation
    id: str
    number: int

    def whole(self) -> dict[str, Any]:
        """Return it with its entries, table and pairings."""
        return self.organiser.expect(200, self.organiser.http.get(f"tournaments/{self.id}"))

    def table_of_records(self) -> Table:
        """Compute the table from nothing but the records of the games."""
        told = self.organiser.http.get(f"{self.installation.address}/.well-known/sundial-record-keys.json").json()
        table, keys = Table({name: {} for name in PLAYERS}), {key["x"] for key in told["keys"]}
        for pairing in self.whole()["pairings"]:
            record = self.organiser.record(pairing["game"])
            assert Verdict.WRONG not in {finding.verdict for finding in all_findings(record, keys)}
            names, halves = result_of_record(record)
            assert (pairing["players"], pairing["half_points"]) == (names, halves)
            table.won[names[0]][names[1]], table.won[names[1]][names[0]] = halves
        return table

    def lines_of_page(self) -> dict[str, list[str]]:
        """Return the cells of each player's line on the page: the place, the points, and those against each line."""
        page = parse(open_page(f"{self.installation.address}/tournaments/{self.number}").answer.text)
        rows = page.one("tbody").all("tr")
        return {row.one("th").text.split()[-1]: [cell.text for cell in row.all("td")] for row in rows}


def result_of_record(record: dict[str, Any]) -> tuple[list[str], list[int]]:
    """Return the players by seat, and their half points."""
    names = [place["account"] for place in sorted(record["places"], key=lambda place: int(place["seat"]))]
    winners = record["winners"]
    return names, [2 // len(winners) if seat in winners else 0 for seat in range(len(names))]


def cup_of(installation: Installation, **terms: object) -> Cup:
    organiser = installation.player("olga@example.net", scopes="games:read,organise")
    made = organiser.expect(201, organiser.http.post("tournaments", json=terms))
    return Cup(organiser, installation, made["id"], made["number"])


def test_a_tournament_by_mail_on_pages_and_by_a_bot_ends_with_the_table_that_its_records_give(
    installation: Installation, sink: Sink, figures: Figures, tmp_path: Path
) -> None:
    begun_at, by_mail = monotonic(), [letters(installation, sink, name) for name in ("ann", "bea")]
    rusty = installation.player("owner@example.net", bot="rusty")
    carl = PagePlayer(sink, installation.address, "carl@example.net", "carl")
    cup = cup_of(installation, title="Autumn Cup", ruleset=RULESET, system="round-robin", most_entries=4, rated=True)
    for player, name in zip(by_mail, ("ann", "bea"), strict=True):
        enter_by_mail(player, name)
    carl.enter(cup.number)
    rusty.expect(201, rusty.http.post(f"tournaments/{cup.id}/entries"))

    def over() -> bool:
        for player in by_mail:
            player.answer_new_mails()
        carl.play_what_waits()
        return all(mails_of(player, "tournament-over") for player in by_mail)

    with playing(installation, rusty, POLLING_BOT, tmp_path / "rusty"):
        assert eventually(over, LONGEST, PAUSE_OF_A_SERVER), cup.whole()

    found, table = cup.whole(), cup.table_of_records()
    assert found["state"] == "finished"
    assert sorted(sorted(each["players"]) for each in found["pairings"]) == GAMES
    for row in found["table"]:
        own = row["player"]
        told = {"sonneborn-berger": table.sonneborn_berger(own)}
        assert (row["half_points"], row["tie_breaks"], row["has_left"]) == (table.total(own), told, False)
    assert_page_shows(table, cup.lines_of_page())
    for player in by_mail:
        assert_mail_tells(found["table"], mails_of(player, "tournament-over"))
    assert_ratings_follow_from_records(installation, rusty)
    figures("A tournament by all doors", games=len(GAMES), mails=len(sink.mails), seconds=round(monotonic() - begun_at))


def assert_page_shows(table: Table, lines: dict[str, list[str]]) -> None:
    order = list(lines)
    assert sorted(order) == sorted(PLAYERS)
    for own, (_, total, *cells) in lines.items():
        against = [points(table.won[own][other]) if other != own else "" for other in order]
        assert (total, cells[: len(order)]) == (points(table.total(own)), against)


def assert_mail_tells(rows: list[dict[str, Any]], mails: list[Received]) -> None:
    [mail] = mails
    lines = [f"{row['place']}. {row['player']}: {points(row['half_points'])}" for row in rows]
    assert " ".join(lines) in in_one_line(mail)


def assert_ratings_follow_from_records(installation: Installation, asking: Player) -> None:
    def games_rated() -> int:
        curves = [asking.expect(200, asking.http.get(f"players/{name}/rating-history"))["curves"] for name in PLAYERS]
        return sum(len(curve["points"]) for each in curves for curve in each)

    assert eventually(lambda: games_rated() == len(GAMES) * 2, LONGEST, PAUSE_OF_A_SERVER), games_rated()
    knobs = {"SUNDIAL_HOME": str(installation.playing.home), **installation.knobs}
    told = done_here(verify_ratings, knobs=knobs).splitlines()
    assert told[0] == "All ratings are as the records give them."
    assert told[1].startswith(f"Games: {len(GAMES)}. ")


def test_two_who_look_for_an_opponent_by_email_find_each_other_and_each_gets_a_turn(
    installation: Installation, sink: Sink
) -> None:
    players = [letters(installation, sink, name) for name in ("dee", "eve")]
    for player in players:
        player.write_to_general_address(f"find {RULESET} 3 days")

    def both_move() -> bool:
        for player in players:
            player.answer_new_mails()
        return all(mails_of(player, "your-turn") for player in players)

    assert eventually(both_move, LONGEST)
    [first, second] = (mails_of(player, "your-turn")[0] for player in players)
    assert game_of(first) == game_of(second)
    assert all("You have until" in in_one_line(mail) for mail in (first, second))
