"""Records of games with a public beacon: every change to the beacon's part is detected."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from click.testing import CliRunner
from flask import Flask

from service.beacon.chain import randomness_of
from service.beacon.promises import PATIENCE, Promise, promise_of
from service.beacon.source import BeaconSource
from service.cli.verify import verify
from service.config.environment import Config
from service.db.engines import session
from service.models import Game
from service.play.beacons import begin_without_beacon, bring
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.seats import join, resign
from service.verification.beacon_proof import promised
from service.verification.record_chain import FORMAT
from service.verification.trust import trust
from service.verification.verify import Verdict
from tests.beacon import CHAIN, OTHER_SECRET, signed
from tests.service.conftest import FakeClock
from tests.service.tables import person

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = jsonschema_rs.Draft202012Validator(json.loads((DOCS / f"{FORMAT}.schema.json").read_text()))
Record = dict[str, Any]


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because records do not depend on the database."""
    return sqlite_settings


@pytest.fixture(autouse=True)
def offered(app: Flask) -> None:
    source = BeaconSource("https://beacon.example.net", CHAIN)
    app.config["BEACON"] = source


def game_of_two(clock: FakeClock) -> Game:
    """Create a finished game of Ann and Bob with its round; Ann contributed a word in time, Bob none."""
    seats = [SeatWish(me=True, contributes=True), SeatWish(account=person("bob").name)]
    game = create_game(person("ann"), NewGame("seasons", seats, beacon_minutes=5), clock())
    join(game.id, person("ann"), clock(), "tuesday rain")
    join(game.id, person("bob"), clock())
    clock.advance(minutes=6)
    promise = promise_of(game)
    assert promise is not None
    assert bring(game.id, signed(promise.round), clock())
    return resign(game.id, person("ann"), clock())


def record_of(game: Game) -> Record:
    """Return the record as the API does."""
    session().rollback()
    anew = session().get_one(Game, game.id, populate_existing=True)
    record: Record = json.loads(json.dumps(signed_record(anew, log_of(anew))))
    return record


def standalone(record: Record, folder: Path) -> subprocess.CompletedProcess[str]:
    """Verify a record with the stand-alone script."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    program = [sys.executable, "-I", str(DOCS / "verify_dice.py"), str(file)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def verified(record: Record, folder: Path) -> tuple[int, str]:
    """Run `sundial verify`; return exit code and output."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    shown = CliRunner().invoke(verify, [str(file)])
    return shown.exit_code, shown.output


def test_verify_says_which_round_was_promised_when_and_who_signed_it(clock: FakeClock, tmp_path: Path) -> None:
    record = record_of(game_of_two(clock))
    assert not list(SCHEMA.iter_errors(record))
    code, told = verified(record, tmp_path)
    assert code == 0
    number = record["beacon"]["round"]
    assert f"ok     beacon: round {number}, of 2026-05-04 12:05:03 UTC, was to come when the seed was committed" in told
    assert "ok     beacon: the chain has signed that round" in told
    assert (
        "trust  beacon: the seed was committed to at 2026-05-04 12:00:00 UTC, as the signer says; the chain is " in told
    )
    assert CHAIN.hash in told
    assert "made up by the server for bob, out of the seed: whoever tried seeds could not know the beacon's" in told
    alone = standalone(record, tmp_path)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert "its signature was checked" in alone.stdout


def test_a_game_without_a_beacon_says_nothing_of_one(app: Flask, clock: FakeClock) -> None:
    game = create_game(person("ann"), NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock())
    record = record_of(game)
    assert record["beacon"] is None
    assert not list(SCHEMA.iter_errors(record))
    assert not list(promised(record))


def earlier_round(beacon: Record) -> None:
    """Replace the round by one published before the commitment, with all that belongs to it."""
    number = beacon["round"] - 200
    chain_time = CHAIN.time_of(number).isoformat().replace("+00:00", "Z")
    beacon.update(round=number, at=chain_time, signature=signed(number), randomness=randomness_of(signed(number)))


def other_chain(beacon: Record) -> None:
    beacon.update(public_key=beacon["public_key"][:-1] + "0")


LIES: dict[str, Callable[[Record], object]] = {
    "a round that was out": earlier_round,
    "another key": other_chain,
    "another time": lambda beacon: beacon.update(at="2026-05-04T13:05:03Z"),
    "another period": lambda beacon: beacon.update(period=30),
    "another randomness": lambda beacon: beacon.update(randomness="00" * 32),
    "randomness without a signature": lambda beacon: beacon.update(signature=None),
    "a signature of somebody else": lambda beacon: beacon.update(
        signature=signed(beacon["round"], OTHER_SECRET),
        randomness=randomness_of(signed(beacon["round"], OTHER_SECRET)),
    ),
    "a signature that is none": lambda beacon: beacon.update(signature="00" * 48),
    "a commitment after the round": lambda beacon: beacon.update(committed_at="2026-05-04T12:05:04Z"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_the_round_is_found_by_both(clock: FakeClock, tmp_path: Path, lie: str) -> None:
    record = copy.deepcopy(record_of(game_of_two(clock)))
    LIES[lie](record["beacon"])
    assert Verdict.WRONG in [finding.verdict for finding in promised(record)]
    assert standalone(record, tmp_path).returncode == 1
    assert verified(record, tmp_path)[0] == 1


@pytest.mark.parametrize(
    "change",
    [
        {"round": -1},
        {"round": 1 << 60},
        {"genesis_time": -1},
        {"period": 1 << 40},
        {"public_key": "no"},
        {"signature": "x"},
    ],
)
def test_what_cannot_be_is_said_to_be_wrong_and_ends_no_check(clock: FakeClock, change: Record) -> None:
    record = copy.deepcopy(record_of(game_of_two(clock)))
    record["beacon"].update(change)
    assert Verdict.WRONG in [finding.verdict for finding in promised(record)]


def test_what_the_beacon_has_brought_is_in_the_chain_of_the_log(clock: FakeClock, tmp_path: Path) -> None:
    record = copy.deepcopy(record_of(game_of_two(clock)))
    record["beacon"] = None
    code, told = verified(record, tmp_path)
    assert code == 1
    assert "WRONG" in told


def test_a_word_that_came_when_the_round_was_out_is_found(clock: FakeClock, tmp_path: Path) -> None:
    record = copy.deepcopy(record_of(game_of_two(clock)))
    record["places"][0].update(contributed_at="2026-05-04T12:05:30Z", contribution_number=3)
    assert [finding.about for finding in trust(record) if finding.verdict == Verdict.WRONG] == ["words"]
    alone = standalone(record, tmp_path)
    assert (alone.returncode, alone.stdout.splitlines()[-1]) == (
        1,
        "a word was added when the round of the beacon was out",
    )


def test_a_game_that_waits_says_which_round_is_to_come(clock: FakeClock) -> None:
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    record = record_of(create_game(person("ann"), NewGame("seasons", seats, beacon_minutes=5), clock()))
    assert not list(SCHEMA.iter_errors(record))
    found = {finding.verdict: finding.text for finding in promised(record)}
    assert found[Verdict.LATER] == "the game waits for the round"
    assert Verdict.WRONG not in found


def test_a_game_that_began_without_says_so_for_ever(clock: FakeClock, tmp_path: Path) -> None:
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    game = create_game(person("ann"), NewGame("seasons", seats, beacon_minutes=5), clock())
    clock.advance(seconds=PATIENCE.total_seconds() + 600)
    begin_without_beacon(game.id, person("ann"), clock())
    resign(game.id, person("ann"), clock())
    record = record_of(game)
    assert not list(SCHEMA.iter_errors(record))
    assert (record["beacon"]["signature"], record["beacon"]["given_up_at"]) == (None, "2026-05-04T18:10:00Z")
    code, told = verified(record, tmp_path)
    assert code == 0
    assert "trust  beacon: the game began without it" in told
    assert "one trusts that the operator did not try many seeds" in told
    alone = standalone(record, tmp_path)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert "beacon: the game began without its round" in alone.stdout


def test_a_promise_is_of_a_round_that_is_still_to_come() -> None:
    now = CHAIN.time_of(1000)
    promise = Promise.made(CHAIN, 1, now)
    assert promise.at - now > timedelta(minutes=1)
