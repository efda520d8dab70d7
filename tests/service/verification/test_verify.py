"""Verification of records: honest ones pass, and every change is detected."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

import rules
from service.cli.verify import verify
from service.config.environment import Config
from service.db import clock
from service.models import Game, GameStatus
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import accept_move, legal_actions
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.seats import join, resign
from service.verification.recorded import BadRecord
from service.verification.verify import Verdict, check
from tests.service.tables import Table, person

STANDALONE = Path(__file__).parents[3] / "docs" / "verify_dice.py"

Record = dict[str, Any]


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because records do not depend on the database."""
    return sqlite_settings


def begun(ruleset: str = "seasons", players: int = 2) -> Table:
    """Create a game with drawn seats between new people."""
    people = [person(f"player-{number}") for number in range(players)]
    seats = [SeatWish(me=True), *(SeatWish(account=other.name) for other in people[1:])]
    game = create_game(people[0], NewGame(ruleset, seats), clock.now())
    for other in people[1:]:
        join(game.id, other, clock.now(), f"{other.name}'s words, ünd möre")
    return Table(game.id, people)


def played(table: Table) -> Game:
    """Play the game to its end at random."""
    chooser = Random(4)
    while table.game.status == GameStatus.ACTIVE:
        game = table.game
        assert game.to_move is not None
        move = ""
        while not (found := legal_actions(game, move)).complete:
            move = ", ".join(filter(None, [move, chooser.choice(found.actions)]))
        accept_move(game.id, seat=game.to_move, version=game.version, move=move, now=clock.now())
    return table.game


def record_of(game: Game) -> Record:
    """Return the record as the API does."""
    record: Record = json.loads(json.dumps(signed_record(game, log_of(game))))
    return record


def wrong(record: Record) -> set[str]:
    """Return the failed checks."""
    return {finding.about for finding in check(record) if finding.verdict == Verdict.WRONG}


@pytest.fixture
def finished(app: Flask) -> Record:
    """Return the record of a finished game of Seasons."""
    return record_of(played(begun()))


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_every_game_that_was_played_honestly_passes(app: Flask, ruleset: str, tmp_path: Path) -> None:
    record = record_of(played(begun(ruleset, max(rules.game(ruleset).players))))
    assert {finding.verdict for finding in check(record)} == {Verdict.RIGHT}
    code, said = standalone(record, tmp_path)
    assert (code, said.splitlines()[-1]) == (0, "The dice are what the seed gives.")


def test_a_game_under_way_is_checked_as_far_as_can_be_without_the_seed(app: Flask) -> None:
    table = begun()
    table.play_anything()
    verdicts = {finding.about: finding.verdict for finding in check(record_of(table.game))}
    assert (
        verdicts.pop("log")
        == verdicts.pop("rules")
        == verdicts.pop("scores")
        == verdicts.pop("result")
        == Verdict.RIGHT
    )
    assert set(verdicts.values()) == {Verdict.LATER}


def test_a_game_that_nobody_joined_passes(app: Flask) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock.now())
    assert not wrong(record_of(game))
    resign(game.id, ann, clock.now())
    assert record_of(game)["seed"]
    assert not wrong(record_of(game))


def test_a_game_that_somebody_left_is_won_by_who_stayed(app: Flask) -> None:
    table = begun()
    table.play_anything()
    resign(table.id, table.players[0], clock.now())
    record = record_of(table.game)
    assert not wrong(record)
    assert wrong({**record, "winners": [place["seat"] for place in record["places"] if place["left_by"]]}) == {"result"}
    assert wrong({**record, "ended_by": "time"}) == {"result"}


def changed_roll(record: Record) -> None:
    entry = next(entry for entry in record["log"] if entry["seat"] == -1)
    entry["action"] = "roll 6 6 6" if entry["action"] != "roll 6 6 6" else "roll 1 1 1"


def shifted_log(record: Record) -> None:
    del record["log"][0]


def changed_move(record: Record) -> None:
    moves = [entry for entry in record["log"] if entry["action"].startswith("place")]
    moves[1]["action"] = moves[0]["action"] if moves[0]["seat"] == moves[1]["seat"] else "place max-99"


def swapped_seats(record: Record) -> None:
    first, second = record["places"]
    first["seat"], second["seat"] = second["seat"], first["seat"]


def changed_contribution(record: Record) -> None:
    record["places"][1]["contribution"] += "!"


TAMPERING: dict[str, tuple[Callable[[Record], None], set[str]]] = {
    "the seed": (lambda record: record.update(seed="00" * 32), {"commitment"}),
    "the commitment": (lambda record: record.update(commitment="00" * 32), {"commitment"}),
    "the id": (lambda record: record.update(id="aaaaaaaaaaaa"), {"log"}),
    "a contribution": (changed_contribution, {"log"}),
    "the seats": (swapped_seats, {"seating"}),
    "a roll": (changed_roll, {"log"}),
    "a move": (changed_move, {"log"}),
    "the beginning of the log": (shifted_log, {"log"}),
    "the end of the log": (lambda record: record["log"].pop(), {"result"}),
    "who acted": (lambda record: record["log"][1].update(seat=1 - record["log"][1]["seat"]), {"log"}),
    "the number of an entry": (lambda record: record["log"][2].update(number=7), {"log"}),
    "the scores": (lambda record: record.update(scores=[120, 0]), {"scores"}),
    "the winners": (lambda record: record.update(winners=[]), {"result"}),
    "how it ended": (lambda record: record.update(ended_by="resignation"), {"result"}),
    "the status": (lambda record: record.update(status="active"), {"result"}),
    "the version of the rules": (lambda record: record.update(rules_version="0"), {"rules"}),
    "the options": (lambda record: record["setup"]["options"].update(version="basic"), {"log"}),
    "the game of the setup": (lambda record: record["setup"].update(game="siesta"), {"layout"}),
    "the number of players": (lambda record: record["setup"].update(players=3), {"layout"}),
    "the layout": (lambda record: record["setup"].update(layout={"a1": 1}), {"layout"}),
}


@pytest.mark.parametrize("part", TAMPERING)
def test_whatever_is_changed_in_a_record_is_found(finished: Record, part: str) -> None:
    tamper, expected = TAMPERING[part]
    record = copy.deepcopy(finished)
    tamper(record)
    assert wrong(record) >= expected


def test_a_drawn_layout_that_was_exchanged_is_found(app: Flask) -> None:
    table = begun("tribes")
    resign(table.id, table.players[0], clock.now())
    record = record_of(table.game)
    assert not wrong(record)
    record["setup"] = rules.game("tribes").new_setup(2, {}, Random(1))
    assert wrong(record) >= {"layout"}


def test_what_is_no_record_is_refused() -> None:
    documents: tuple[Any, ...] = (None, [], {}, {"format": "sundial-record-1"}, 7, "x")
    for document in documents:
        with pytest.raises(BadRecord):
            list(check(document))


def test_a_record_with_a_part_of_the_wrong_kind_is_refused(finished: Record) -> None:
    changes: tuple[Record, ...] = (
        {"seed": "no hexadecimal"},
        {"ruleset": "chess"},
        {"log": [{}]},
        {"places": "x"},
        {"places": [{**finished["places"][0], "place": 5}]},
        {"format": "sundial-record-2"},
        {"beacon": {}},
        {"beacon": "round 7"},
    )
    for change in changes:
        with pytest.raises(BadRecord):
            list(check({**finished, **change}))


def test_the_command_prints_each_check_and_ends_with_0_or_1(finished: Record, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(finished))
    good = CliRunner().invoke(verify, [str(file)])
    assert (good.exit_code, good.output.count("ok ")) == (0, 11)

    file.write_text(json.dumps({**finished, "scores": [0, 120]}))
    bad = CliRunner().invoke(verify, [str(file)])
    assert bad.exit_code == 1
    assert "WRONG  scores" in bad.output

    file.write_text("[" * 100_000)
    assert CliRunner().invoke(verify, [str(file)]).exit_code == 1


def standalone(record: Record, folder: Path) -> tuple[int, str]:
    """Verify a record with the stand-alone script; return exit code and output."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    ended = subprocess.run([sys.executable, "-I", STANDALONE, file], capture_output=True, text=True, check=False)
    assert not ended.stderr
    return ended.returncode, ended.stdout


@pytest.mark.parametrize("part", ["the seed", "the commitment", "the id", "a contribution", "the seats", "a roll"])
def test_the_stand_alone_file_finds_what_is_wrong_with_the_dice(finished: Record, part: str, tmp_path: Path) -> None:
    assert standalone(finished, tmp_path)[0] == 0
    TAMPERING[part][0](finished)
    code, said = standalone(finished, tmp_path)
    assert (code, bool(said.strip())) == (1, True)


def test_the_stand_alone_file_is_short_and_needs_nothing() -> None:
    lines = STANDALONE.read_text().splitlines()
    assert len(lines) < 180
    assert not [line for line in lines if line.startswith(("import service", "from service", "import rules"))]


def test_a_record_from_before_there_was_an_option_passes(app: Flask) -> None:
    record = record_of(played(begun("springtime-puzzle", 1)))
    of_before = {**record["setup"], "options": {}}
    findings = {finding.about: finding.verdict for finding in check({**record, "setup": of_before})}
    assert findings["layout"] == Verdict.RIGHT
    assert set(findings.values()) == {Verdict.RIGHT}
