"""`sundial backup` writes all that has committed into one file, while games go on, and that file can be checked."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import update

from service.backups.databases import verdicts
from service.cli.restore import restore
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session, transaction
from service.models import Game, LogEntry
from service.play.seats import resign
from tests.service.backups.commands import back_up, put_back, run
from tests.service.backups.play import found, lengths, play_on
from tests.service.conftest import FakeClock
from tests.service.installations import running
from tests.service.tables import table
from workers.cli.backup import backup


@pytest.fixture
def games(settings: Config, clock: FakeClock) -> list[str]:
    """Three games: one that is over, two that go on."""
    with running(settings, clock):
        tables = [table("ada", "bob"), table("ada", "bob", ruleset="siesta"), table("ada", "bob")]
        for each in tables:
            each.play(each.whole_moves(1)[0])
        resign(tables[0].id, tables[0].players[0], now())
    return [each.id for each in tables]


def test_what_was_played_is_there_again_and_every_game_verifies(
    settings: Config, clock: FakeClock, games: list[str], tmp_path: Path
) -> None:
    with running(settings, clock):
        before = lengths()

    assert "3 games match their logs" in back_up(settings, tmp_path / "night")
    assert stat.S_IMODE((tmp_path / "night").stat().st_mode) == 0o600
    with running(settings, clock):
        found(games[2]).play_anything()
    put_back(settings, tmp_path / "night")

    with running(settings, clock):
        assert lengths() == before
        assert dict(verdicts()) == dict.fromkeys(games)
        found(games[2]).play_anything()


def test_games_that_go_on_meanwhile_are_whole_in_the_backup(
    settings: Config, clock: FakeClock, games: list[str], tmp_path: Path
) -> None:
    played, stop = Event(), Event()
    player = Thread(target=play_on, args=(settings, games[2:], played, stop))
    player.start()
    try:
        assert played.wait(120)
        with running(settings, clock):
            acknowledged = lengths()
        back_up(settings, tmp_path / "under-load")
        played.clear()
        assert played.wait(120)
    finally:
        stop.set()
        player.join()

    put_back(settings, tmp_path / "under-load")
    with running(settings, clock):
        restored = lengths()
        assert all(restored[game] >= length for game, length in acknowledged.items())
        assert set(dict(verdicts()).values()) == {None}


def test_a_game_that_is_not_as_its_log_says_is_named_and_backed_up_all_the_same(
    settings: Config, clock: FakeClock, games: list[str], tmp_path: Path
) -> None:
    with running(settings, clock), transaction() as current:
        current.execute(update(LogEntry).where(LogEntry.game_id == games[1]).values(action="nonsense"))

    result = run(backup, settings, tmp_path / "night")

    assert result.exit_code == 1
    assert f"Game {games[1]} does not match its log" in result.output
    assert "2 games match their logs" in run(backup, settings, "--check", tmp_path / "night").output


def test_nothing_is_written_over_unless_that_is_wanted(settings: Config, games: list[str], tmp_path: Path) -> None:
    file = tmp_path / "night"
    file.write_text("something else")

    refused = run(backup, settings, file)

    assert (refused.exit_code, file.read_text()) == (1, "something else")
    assert "--force" in refused.output
    assert run(backup, settings, file, "--force").exit_code == 0
    assert "3 games" in run(backup, settings, "--check", file).output
    assert {path.name for path in tmp_path.iterdir() if "night" in path.name} == {"night"}


def damaged(file: Path, way: str) -> Path:
    """Copy a backup with a changed byte, cut short, or as another kind of file."""
    raw, copy = bytearray(file.read_bytes()), file.with_name(way)
    with zipfile.ZipFile(file) as archive:
        largest = max(archive.infolist(), key=lambda part: part.compress_size)
    if way == "flipped":
        raw[largest.header_offset + largest.compress_size // 3] ^= 0xFF  # in a table of codes one bit may mean nothing
    copy.write_bytes(bytes({"cut": raw[: len(raw) // 2], "other": b"no archive"}.get(way, raw)))
    return copy


def test_a_damaged_backup_is_refused_and_nothing_is_changed(
    settings: Config, clock: FakeClock, games: list[str], tmp_path: Path
) -> None:
    back_up(settings, tmp_path / "night")
    with running(settings, clock):
        found(games[2]).play_anything()
        before = lengths()
    for way in ("flipped", "cut", "other"):
        file = damaged(tmp_path / "night", way)
        for command, *options in ((backup, "--check"), (restore, "--force")):
            refused = run(command, settings, file, *options)
            assert refused.exit_code == 1
            assert "it is damaged" in refused.output
    with running(settings, clock):
        assert lengths() == before
        assert session().query(Game).count() == 3
