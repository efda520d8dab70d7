"""`sundial import`: files of records for an account, and a line of output for each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from service.cli.import_ import import_
from service.config.environment import Config
from service.db.engines import session
from service.models import Game
from service.play.game_search import GameQuery, find_games
from service.play.records import import_of
from service.verification.record_signatures import jwk, public_key
from tests.service.foreign import KEY_ELSEWHERE, Record, begun, played, record_of, resigned, sealed, short_record
from tests.service.installations import environment
from tests.service.tables import person
from workers.cli import sundial


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because commands do not depend on the database."""
    return sqlite_settings


def run(settings: Config, *arguments: str) -> Result:
    """Run the command in that installation."""
    return CliRunner().invoke(import_, arguments, env=environment(settings))


def lines(path: Path, *records: Record) -> str:
    """Write a file with a record on each line."""
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records))
    return str(path)


def theirs() -> list[Game]:
    session().rollback()
    return [*find_games(person("ann"), GameQuery(imported=True))[0]]


def test_a_file_of_lines_and_one_for_people_are_taken(app: Flask, settings: Config, tmp_path: Path) -> None:
    ann, other = person("ann"), sealed(record_of(played(begun("dawn", "kim", "lou"))))
    one = tmp_path / "one.json"
    one.write_text(json.dumps(short_record(), indent=2))
    done = run(settings, lines(tmp_path / "all.ndjson", resigned(), other), str(one), "--for", ann.name)
    assert (done.exit_code, done.stderr) == (0, "")
    assert {line.split()[0] for line in done.stdout.splitlines()} == {game.id for game in theirs()}
    assert len(theirs()) == 3
    assert run(settings, str(one), "--for", "ann").stdout.split()[0] in {game.id for game in theirs()}
    assert len(theirs()) == 3


def test_what_is_refused_is_named_by_its_line_and_all_else_is_taken(
    app: Flask, settings: Config, tmp_path: Path
) -> None:
    person("ann")
    record = short_record()
    file = lines(tmp_path / "all.ndjson", {**record, "winners": [1]}, record, {"format": 1})
    done = run(settings, file, "--for", "ann")
    assert done.exit_code == 1
    first, last = done.stderr.splitlines()
    assert first.startswith(f"{file}:1: That record failed verification. (unverified-record: signature")
    assert last.startswith(f"{file}:3: That is not the record of a game. (bad-record: /")
    assert len(theirs()) == 1


def test_keys_say_whose_the_records_are(app: Flask, settings: Config, tmp_path: Path) -> None:
    person("ann")
    file, keys = lines(tmp_path / "one.json", short_record()), tmp_path / "keys.json"
    keys.write_text(json.dumps({"keys": [jwk(public_key("another one, of 32 characters or more"))]}))
    refused = run(settings, file, "--for", "ann", "--keys", str(keys))
    assert (refused.exit_code, "unverified-record: key" in refused.stderr) == (1, True)
    keys.write_text(json.dumps({"keys": [jwk(public_key(KEY_ELSEWHERE))]}))
    assert run(settings, file, "--for", "ann", "--keys", str(keys), "--public").exit_code == 0
    [game] = theirs()
    kept = import_of(game)
    assert kept is not None
    assert (kept.signature, game.visibility) == ("known", "public")


def test_it_is_a_command_by_that_name_and_for_somebody_who_is_there(settings: Config, tmp_path: Path) -> None:
    assert sundial().get_command(None, "import") is import_  # type: ignore[arg-type]
    refused = run(settings, lines(tmp_path / "one.json", short_record()), "--for", "nobody-here")
    assert refused.exit_code == 1
    assert "There is no account" in refused.stderr
