"""`sundial play` ends in a sentence where a disk, a key, a database or Redis is no good, and begins nothing anew."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from service.embedded.ports import free_port
from service.schema.upgrading import INFIX
from tests.playing import KNOBS, SUNDIAL, done_here
from workers.cli.upgrade import upgrade

OWN_MOUNTS = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "--mount", "--map-root-user")
READ_ONLY = 'mount --bind "$SUNDIAL_HOME" "$SUNDIAL_HOME" && mount -o remount,bind,ro "$SUNDIAL_HOME"'
SMALL = 'cp -a "$SUNDIAL_HOME" "$SUNDIAL_HOME.kept" && mount -t tmpfs -o size=4m none "$SUNDIAL_HOME" && '
SMALL += 'cp -a "$SUNDIAL_HOME.kept/." "$SUNDIAL_HOME"'
FULL = f'{SMALL} && ! dd if=/dev/zero of="$SUNDIAL_HOME/filling" bs=4k 2>/dev/null'

may_mount = pytest.mark.skipif(
    subprocess.run([*OWN_MOUNTS, "mount", "-t", "tmpfs", "none", "/mnt"], check=False, capture_output=True).returncode
    != 0,
    reason="this machine lets nobody mount a disk",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Create an installation with a database and a key, and a copy from before an upgrade."""
    home = tmp_path / "home"
    done_here(upgrade, knobs={"SUNDIAL_HOME": str(home)})
    shutil.copy(home / "sundial.sqlite", copy_in(home))
    return home


def copy_in(home: Path) -> Path:
    """Return the path of the copy."""
    return home / f"sundial.sqlite{INFIX}baseline"


def play(home: Path, mounted: str = "", after: str = "true") -> str:
    """Start it between what a shell does in mounts of its own; return the output, once it has failed in words."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    ports = {"PORT": str(free_port()), "INBOUND_SMTP_PORT": str(free_port())}
    shell = ["/bin/sh", "-c", f"{mounted or 'true'} && {SUNDIAL} play; code=$?; {after} && exit $code"]
    done = subprocess.run(
        [*OWN_MOUNTS, *shell] if mounted else shell,
        env=inherited | ports | {"SUNDIAL_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    said = done.stdout + done.stderr
    assert (done.returncode, "Traceback" in said) == (1, False), said
    return said


@may_mount
@pytest.mark.parametrize(
    ("disk", "sentence"),
    [
        (READ_ONLY, "{home}/running.lock cannot be written: Read-only file system."),
        (FULL, "{home} cannot be written: No space left on device."),
        (SMALL, "The disk of {home} has "),
    ],
    ids=["read-only", "full", "almost full"],
)
def test_a_disk_that_takes_nothing_is_named(home: Path, disk: str, sentence: str) -> None:
    said = play(home, disk)

    assert said.startswith(f"Error: {sentence.format(home=home)}")
    assert len(said.splitlines()) == 1


@may_mount
@pytest.mark.parametrize(
    ("disk", "why"),
    [(READ_ONLY, "Read-only file system"), (FULL, "No space left on device")],
    ids=["read-only", "full"],
)
def test_a_first_start_on_such_a_disk_leaves_no_half_a_key(tmp_path: Path, disk: str, why: str) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)

    said = play(home, disk, after='test ! -e "$SUNDIAL_HOME/secret-key" || exit 2')

    assert said == f"Error: SUNDIAL_HOME, {home}, cannot be used: {why}.\n"


def test_a_key_that_is_empty_or_lost_is_not_replaced(home: Path) -> None:
    key = home / "secret-key"
    told = f"The secret key in {key} is missing, empty or damaged. Put your copy of it there."
    key.write_text("")

    assert told in play(home)
    assert key.read_text() == ""
    key.unlink()
    assert told in play(home)
    assert not key.exists()


@pytest.mark.parametrize(
    ("kept", "why"),
    [(0, "The database is empty (0 bytes)"), (20_000, "The database is damaged (")],
    ids=["empty", "cut off"],
)
def test_a_database_that_is_lost_is_named_with_the_ways_back_and_left_alone(home: Path, kept: int, why: str) -> None:
    os.truncate(home / "sundial.sqlite", kept)

    said = play(home)

    assert f"Error: {home / 'sundial.sqlite'}: {why}" in said
    assert "Restore a backup: sundial restore FILE" in said
    assert f"A copy from before an upgrade may replace it: {copy_in(home)}\n" in said
    assert (home / "sundial.sqlite").stat().st_size == kept


def test_a_redis_that_cannot_start_is_named_with_its_log(home: Path) -> None:
    (home / "redis.log").mkdir()

    assert f"redis cannot be kept running, it ended with exit code 1 again and again; see {home}/redis.log." in play(
        home
    )


def test_settings_of_redis_that_cannot_be_written_are_named(home: Path) -> None:
    (home / "redis.conf").mkdir()

    assert f"'{home}/redis.conf'" in play(home)
