"""An installation's files are private to its owner, whoever created the home and whatever runs first."""

from __future__ import annotations

import os
import stat
import subprocess
import threading
from pathlib import Path

import httpx
import pytest

from service.embedded.home import HomeInUse, hold, keep_private, make_home
from service.server.app import create_app
from tests.playing import KNOBS, SUNDIAL
from tests.service.conftest import migrate, settings_for
from tests.web_server import web_server

SAID = "could be looked into by others; now it is for its owner alone"


def shared(home: Path) -> dict[str, str]:
    """Return the permissions of others in the home and below."""
    modes = {str(path): stat.S_IMODE(path.stat().st_mode) for path in (home, *home.rglob("*"))}
    return {path: oct(mode) for path, mode in modes.items() if mode & 0o077}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Create a home that others can read, as `mkdir` does."""
    path = tmp_path / "home"
    path.mkdir(mode=0o755)
    path.chmod(0o755)
    return path


@pytest.fixture
def used(home: Path) -> Path:
    """Create a readable home with files from an older version."""
    (home / "mailbox").mkdir()
    (home / "backups").mkdir()
    for name in ("sundial.sqlite", "sundial.sqlite-wal", "secret-key", "mailbox/1.eml", "backups/1.sqlite",
                 "redis.conf", "sandbox-clock.json"):  # fmt: skip
        (home / name).write_text("")
    for path in home.rglob("*"):
        path.chmod(0o775 if path.is_dir() else 0o664)
    return home


def sundial(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command with an umask of 0."""
    env = {name: value for name, value in os.environ.items() if name not in KNOBS} | {"SUNDIAL_HOME": str(home)}
    return subprocess.run(
        [SUNDIAL, *arguments], env=env, umask=0, capture_output=True, text=True, check=False, timeout=60
    )


def test_a_home_that_was_open_is_private_when_it_is_taken_into_use_and_that_is_said_once(
    used: Path, caplog: pytest.LogCaptureFixture
) -> None:
    make_home(used)
    create_app(settings_for(used))

    assert shared(used) == {}
    assert [SAID in record.getMessage() for record in caplog.records] == [True]
    assert stat.S_IMODE(used.stat().st_mode) == 0o700
    assert stat.S_IMODE((used / "sundial.sqlite").stat().st_mode) == 0o600


def test_what_is_not_ours_is_left_alone(home: Path, tmp_path: Path) -> None:
    program, link, elsewhere = home / "backup.sh", home / "sundial.sqlite", tmp_path / "elsewhere"
    program.write_text("")
    program.chmod(0o755)
    elsewhere.write_text("")
    elsewhere.chmod(0o644)
    link.symlink_to(elsewhere)

    keep_private(home)

    assert stat.S_IMODE(program.stat().st_mode) == 0o755
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644


def test_a_place_for_everybody_stays_one(home: Path) -> None:
    home.chmod(0o1777)
    (home / "secret-key").write_text("")

    keep_private(home)

    assert stat.S_IMODE(home.stat().st_mode) == 0o1777
    assert stat.S_IMODE((home / "secret-key").stat().st_mode) == 0o600


def test_a_home_that_is_not_there_is_not_made_to_be_looked_at(tmp_path: Path) -> None:
    keep_private(tmp_path / "none")

    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("existed", [True, False])
def test_commands_make_private_files_in_whatever_home(home: Path, *, existed: bool) -> None:
    place = home if existed else home / "new"
    first = sundial(place, "upgrade")
    second = sundial(place, "token", "create", "ann@example.net")

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert shared(place) == {}
    assert (SAID in first.stderr) == existed
    assert SAID not in second.stderr
    assert (place / "sundial.sqlite").exists()


@pytest.fixture
def migrated(home: Path) -> Path:
    """Create a home with a readable database file of empty tables."""
    migrate(settings_for(home))
    home.chmod(0o755)
    (home / "sundial.sqlite").chmod(0o644)
    return home


def test_the_web_server_writes_private_files(migrated: Path) -> None:
    with web_server(settings_for(migrated), first="umask 0") as web:
        asked = httpx.post(f"{web.address}/api/v1/sign-in", json={"email": "ann@example.net"})
        found, output = shared(migrated), web.output()
        beside = {path.name for path in migrated.glob("sundial.sqlite-*")}

    assert asked.status_code == 202
    assert beside == {"sundial.sqlite-wal", "sundial.sqlite-shm"}
    assert found.keys() <= {str(migrated / "web.txt")}  # what it has printed, which the test has sent there
    assert output.count(SAID) == 1


def test_a_home_is_held_by_one_supervisor_which_is_named(home: Path) -> None:
    with hold(home), pytest.raises(HomeInUse) as busy:
        hold(home)

    assert (busy.value.process, busy.value.is_ending) == (str(os.getpid()), False)
    hold(home).close()


def test_a_home_is_still_in_use_while_something_lives_that_was_started_in_it(home: Path) -> None:
    with hold(home) as held:
        child = subprocess.Popen(["sleep", "99"], pass_fds=[held.fileno()])
    try:
        with pytest.raises(HomeInUse) as busy:
            hold(home, patience=0)
        assert (busy.value.process, busy.value.is_ending) == (str(os.getpid()), True)
        hold_once_it_ends = threading.Thread(target=lambda: hold(home).close())
        hold_once_it_ends.start()
    finally:
        child.kill()
        child.wait()
    hold_once_it_ends.join(20)
    assert not hold_once_it_ends.is_alive()
