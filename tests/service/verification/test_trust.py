"""Trust in the dice: the record has the origin of each contribution, and both verifiers report it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from service.cli.verify import verify
from service.config.environment import Config
from service.db import clock
from service.db.engines import session
from service.models import Contributed, Game
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.seats import decline, join, resign
from service.verification.dice import made_up
from service.verification.trust import trust
from service.verification.verify import Finding, Verdict
from tests.service.conftest import FakeClock
from tests.service.tables import person

STANDALONE = Path(__file__).parents[3] / "docs" / "verify_dice.py"
ALONE = [SeatWish(me=True, contributes=True), SeatWish(ai=1)]


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because records do not depend on the database."""
    return sqlite_settings


def anns(*others: SeatWish, contributes: bool = True, **more: Any) -> Game:
    """Create a game of Ann's."""
    seats = [SeatWish(me=True, contributes=contributes), *others]
    return create_game(person("ann"), NewGame("siesta", seats, shuffle_seats=False, **more), clock.now())


def record_of(game: Game) -> dict[str, Any]:
    """Return the record as the API does."""
    record: dict[str, Any] = json.loads(json.dumps(signed_record(game, log_of(game))))
    return record


def finished() -> dict[str, Any]:
    """Return a finished game's record: a word of Ann's, none of Bob's, and the computer's."""
    game = anns(SeatWish(account=person("bob").name), SeatWish(ai=1))
    join(game.id, person("ann"), clock.now(), "tuesday rain")
    join(game.id, person("bob"), clock.now())
    for name in ("ann", "bob"):
        resign(game.id, person(name), clock.now())
    return record_of(session().get_one(Game, game.id))


def said(record: dict[str, Any]) -> dict[str, Finding]:
    """Return the findings about trust, by subject."""
    return {finding.about: finding for finding in trust(record)}


def standalone(record: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    """Verify a record with the stand-alone script."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    return subprocess.run([sys.executable, "-I", STANDALONE, file], capture_output=True, text=True, check=False)


def test_each_place_says_where_its_part_of_the_dice_comes_from(app: Flask) -> None:
    game = anns(SeatWish(account=person("bob").name), SeatWish(open=True), SeatWish(ai=1), contributes=False)
    assert [seat.contributed for seat in game.seats] == [Contributed.SERVER, None, None, Contributed.SERVER]
    join(game.id, person("bob"), clock.now(), "old boots")
    assert [place["contributed"] for place in record_of(game)["places"]] == ["server", "own", None, "server"]


def test_words_that_come_before_the_commitment_are_marked_so(app: Flask) -> None:
    game = anns(SeatWish(ai=1), contributes=False, contribution="tuesday rain")
    assert (game.seats[0].contribution, game.seats[0].contributed) == ("tuesday rain", Contributed.EARLY)


def test_what_the_server_makes_up_is_what_the_seed_gives(app: Flask) -> None:
    game = anns(SeatWish(account=person("bob").name), SeatWish(ai=1), contributes=False)
    join(game.id, person("bob"), clock.now())
    added = {seat.place: seat.contribution for seat in game.seats}
    assert added == {place: made_up(game.seed, game.id, place) for place in range(3)}
    assert len(set(added.values())) == 3


def test_a_seat_that_was_left_keeps_no_mark(app: Flask) -> None:
    game = anns(SeatWish(open=True))
    join(game.id, person("ann"), clock.now(), "tuesday rain")
    assert game.seats[0].contributed == Contributed.OWN
    other = anns(SeatWish(open=True), SeatWish(open=True), visibility="public")
    join(other.id, person("bob"), clock.now(), "old boots")
    decline(other.id, person("bob"), clock.now())
    left = other.seats[1]
    assert (left.contribution, left.contributed, left.contributed_at, left.contribution_number) == (None,) * 4


def test_verify_says_whom_one_trusts_for_each_place(app: Flask, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(finished()))
    shown = CliRunner().invoke(verify, [str(file)])
    assert shown.exit_code == 0
    assert "trust  place 0: ann's own word, after the commitment was shown" in shown.output
    assert "trust  place 1: made up by the server for bob, out of the seed: one trusts that" in shown.output
    assert "trust  place 2: made up by the server for the computer" in shown.output


def test_the_stand_alone_file_says_so_too(app: Flask, tmp_path: Path) -> None:
    shown = standalone(finished(), tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    told = shown.stdout.splitlines()
    assert told[0].startswith("place 0: the player's own word, after the commitment was shown")
    assert told[1].startswith("place 1: made up by the server, out of the seed")
    assert told[-1] == "The dice are what the seed gives."


def test_what_the_server_has_chosen_and_calls_made_up_is_found(app: Flask, tmp_path: Path) -> None:
    record = finished()
    record["places"][1]["contribution"] = "00" * 8
    assert said(record)["place 1"].verdict == Verdict.WRONG
    shown = standalone(record, tmp_path)
    assert shown.returncode == 1
    assert "what the server added for place 1 is not what the seed gives" in shown.stdout


def test_the_record_says_when_and_in_which_order_words_were_added(app: Flask, clock: FakeClock, tmp_path: Path) -> None:
    record = waited_for(clock)
    added = [(place["contributed_at"], place["contribution_number"]) for place in record["places"]]
    assert added == [("2026-05-04T12:02:00Z", 3), ("2026-05-04T12:01:00Z", 2), ("2026-05-04T12:00:00Z", 1)]
    assert said(record)["words"].verdict == Verdict.RIGHT
    last = "ann's, of 2026-05-04 12:02:00 UTC, as the signer says: the others trust that ann was not told the seed"
    assert said(record)["last word"].text == last
    assert "last word: that of place 0, at 2026-05-04T12:02:00Z" in standalone(record, tmp_path).stdout


def waited_for(clock: FakeClock) -> dict[str, Any]:
    """Return the record of a game that started two minutes after it was created: Bob's word first, Ann's last."""
    game = anns(SeatWish(account=person("bob").name), SeatWish(ai=1))
    for name, word in (("bob", "old boots"), ("ann", "tuesday rain")):
        clock.advance(minutes=1)
        join(game.id, person(name), clock(), word)
    for name in ("ann", "bob"):
        resign(game.id, person(name), clock())
    return record_of(session().get_one(Game, game.id))


ORDERS: dict[str, dict[str, Any]] = {
    "a word that came last is made the first": {"contribution_number": 0},
    "two words have one number": {"contribution_number": 2},
    "a word has no number": {"contribution_number": None},
    "a word has no time": {"contributed_at": None},
    "a word came before the one that it is numbered behind": {"contributed_at": "2026-05-04T12:00:30Z"},
}


@pytest.mark.parametrize("lie", ORDERS)
def test_words_whose_times_and_numbers_contradict_each_other_are_found(
    app: Flask, clock: FakeClock, tmp_path: Path, lie: str
) -> None:
    record = waited_for(clock)
    record["places"][0].update(ORDERS[lie])
    assert said(record)["words"].verdict == Verdict.WRONG
    shown = standalone(record, tmp_path)
    assert (shown.returncode, shown.stderr) == (1, "")
    assert "what was added to the dice is not in the order of its times" in shown.stdout


def test_a_word_that_came_after_the_first_roll_is_found(app: Flask, clock: FakeClock, tmp_path: Path) -> None:
    game = create_game(person("ann"), NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock())
    resign(game.id, person("ann"), clock())
    record = record_of(game)
    assert said(record)["words"].verdict == Verdict.RIGHT
    for place in record["places"]:
        place["contributed_at"] = "2026-05-04T12:00:01Z"
    assert said(record)["words"].verdict == Verdict.WRONG
    assert "something was added to the dice after the game began" in standalone(record, tmp_path).stdout


def test_a_request_that_waited_for_the_game_comes_after_those_that_did_not(app: Flask, clock: FakeClock) -> None:
    game = anns(SeatWish(account=person("bob").name))
    asked = clock()
    clock.advance(seconds=9)
    join(game.id, person("bob"), clock(), "old boots")
    join(game.id, person("ann"), asked, "tuesday rain")
    by_number = sorted(game.seats, key=lambda seat: seat.contribution_number or 0)
    assert [(seat.contribution, seat.contributed_at) for seat in by_number] == [
        ("old boots", clock()),
        ("tuesday rain", clock()),
    ]
    assert game.started_at == clock()


def test_a_match_commits_to_the_seeds_of_all_its_games_when_it_is_set_up(app: Flask, tmp_path: Path) -> None:
    match = create_match(person("ann"), NewGame("seasons", ALONE), clock.now(), simultaneous=True)
    [first] = standing(match).games
    promised = record_of(first)["match"]["commitments"]
    join(first.id, person("ann"), clock.now(), "tuesday rain")
    resign(first.id, person("ann"), clock.now())
    records = [record_of(game) for game in standing(match).games]
    assert [record["match"]["commitments"] for record in records] == [promised, promised]
    assert [record["commitment"] for record in records] == promised[:2]
    assert records[0]["seed"] != records[1]["seed"]
    for record in records:
        assert said(record)["match"].verdict == Verdict.RIGHT
        assert standalone(record, tmp_path).returncode == 0
        exchanged = {**record, "match": {**record["match"], "commitments": promised[::-1]}}
        assert said(exchanged)["match"].verdict == Verdict.WRONG


def test_words_of_the_first_game_of_a_match_count_in_the_second(app: Flask) -> None:
    match = create_match(person("ann"), NewGame("seasons", ALONE), clock.now(), simultaneous=True)
    join(standing(match).games[0].id, person("ann"), clock.now(), "tuesday rain")
    for game in standing(match).games:
        own = next(seat for seat in game.seats if seat.account_id)
        computer = next(seat for seat in game.seats if seat.ai_level)
        assert (own.contribution, own.contributed) == ("tuesday rain", Contributed.OWN)
        assert computer.contribution == made_up(game.seed, game.id, computer.place)


def test_words_that_count_again_in_a_later_game_keep_their_time_and_order(app: Flask, clock: FakeClock) -> None:
    bobs = SeatWish(account=person("bob").name)
    wish = NewGame("seasons", [SeatWish(me=True, contributes=True), bobs], shuffle_seats=False)
    match = create_match(person("ann"), wish, clock(), simultaneous=True)
    for name, word in (("bob", "old boots"), ("ann", "tuesday rain")):
        clock.advance(minutes=1)
        join(standing(match).games[0].id, person(name), clock(), word)
    first, second = ({seat.contribution: seat for seat in game.seats} for game in standing(match).games)
    for word, number in (("old boots", 1), ("tuesday rain", 2)):
        assert first[word].place != second[word].place
        assert first[word].contributed_at == second[word].contributed_at
        assert first[word].contribution_number == second[word].contribution_number == number
