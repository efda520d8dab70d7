"""A guessable key is refused with advice, and no process runs with it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.config.environment import BadConfiguration, from_environment
from service.embedded.ports import free_port
from tests.playing import KNOBS, SUNDIAL
from tests.secret_keys import KEY, LAST_KEY, NEXT_KEY
from tests.service.conftest import settings_for
from workers.cli import sundial
from workers.procfile import PROCFILE, read_procfile

PROGRAMS = [*(program.command for program in read_procfile(PROCFILE)), "sundial play"]
COMMANDS = [
    ["upgrade"],
    ["doctor"],
    ["doctor", "mail"],
    ["token", "create", "ann@example.net"],
]


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("x", "too short"),
        (KEY[:31], "too short"),
        ("s" * 32, "repeats itself"),
        ("k9" * 20, "repeats itself"),
        ("q7w2e9r4t1" * 4 + "q7w2", "repeats itself"),
        ("aaaabbbbccccddddaabbccddabcdabcdabcd", "repeats itself"),
        ("changeme-changeme-changeme-before-production", "changeme"),
        ("my-SECRET-garden-has-four-elephants-in-it", "secret"),
        ("django-insecure-8#k2p!v0x7q@w5z4m1n9b3c6", "insecure"),
        ("the quick Password jumps over the lazy dog", "password"),
        ("0123456789abcdefghijklmnopqrstuvwxyz", "0123456"),
    ],
)
def test_a_key_that_can_be_guessed_is_refused_with_what_to_do(tmp_path: Path, key: str, why: str) -> None:
    with pytest.raises(BadConfiguration, match=f"^SECRET_KEY .*{why}.*openssl rand -hex 32") as refused:
        settings_for(tmp_path, SECRET_KEY=key)
    assert repr(key) not in str(refused.value)


@pytest.mark.parametrize(
    "key", [KEY, "f" + KEY[:31], "vQ8Zr-w0L_bY3pT6nXcD9hJ2kM5sF7gA", "tQ#8 zr,w0L!bY3p T6nXc%D9hJ2kM5sF"]
)
def test_a_key_drawn_at_random_is_taken(tmp_path: Path, key: str) -> None:
    assert settings_for(tmp_path, SECRET_KEY=key).secret_key == key


def test_keys_as_openssl_and_python_draw_them_are_taken(tmp_path: Path) -> None:
    for _ in range(200):
        drawn = os.urandom(16).hex()
        assert settings_for(tmp_path, SECRET_KEY=drawn).secret_key == drawn


def test_a_key_of_ours_is_taken_as_it_was_made(tmp_path: Path) -> None:
    first = from_environment({"SUNDIAL_HOME": str(tmp_path)}, may_be_new=True)
    again = from_environment({"SUNDIAL_HOME": str(tmp_path)})
    assert len(first.secret_key) == 64
    assert again.secret_key == first.secret_key


def test_a_key_file_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("")
    with pytest.raises(BadConfiguration, match=r"secret-key is missing, empty or damaged\. Put your copy"):
        from_environment({"SUNDIAL_HOME": str(tmp_path)})


@pytest.mark.parametrize(
    "written", [f"{NEXT_KEY},{LAST_KEY}", f" {NEXT_KEY} \n {LAST_KEY}", f"{NEXT_KEY}, {LAST_KEY},"]
)
def test_older_keys_are_named_with_commas_or_blanks_between_them(tmp_path: Path, written: str) -> None:
    assert settings_for(tmp_path, SECRET_KEY_FALLBACKS=written).secret_key_fallbacks == (NEXT_KEY, LAST_KEY)


def test_a_key_that_is_in_use_is_no_older_one(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, SECRET_KEY_FALLBACKS=f"{NEXT_KEY} {KEY} {NEXT_KEY}")
    assert settings.key_ring.all == (KEY, NEXT_KEY)


def test_without_older_keys_there_are_none(tmp_path: Path) -> None:
    assert settings_for(tmp_path).secret_key_fallbacks == ()
    assert settings_for(tmp_path, SECRET_KEY_FALLBACKS="").secret_key_fallbacks == ()


@pytest.mark.parametrize("older", ["x", "changeme", f"{NEXT_KEY} {'s' * 32}", "a key for tests"])
def test_an_older_key_that_can_be_guessed_is_good_for_nothing_either(tmp_path: Path, older: str) -> None:
    with pytest.raises(BadConfiguration, match=r"^SECRET_KEY_FALLBACKS .*leave it out"):
        settings_for(tmp_path, SECRET_KEY_FALLBACKS=older)


def test_an_older_key_may_be_shorter_than_keys_have_to_be_today(tmp_path: Path) -> None:
    assert settings_for(tmp_path, SECRET_KEY_FALLBACKS=NEXT_KEY[:20]).secret_key_fallbacks == (NEXT_KEY[:20],)


@pytest.fixture
def guessed(tmp_path: Path) -> dict[str, str]:
    """Return an environment with a key that anybody would try first."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    knobs = {"SUNDIAL_HOME": str(tmp_path), "SECRET_KEY": "changeme", "REDIS_URL": "redis://127.0.0.1:1"}
    return inherited | knobs | {"PORT": str(free_port())}


def is_told(said: str) -> bool:
    """Check that the message explains the fault of the key, without its value or place."""
    return "SECRET_KEY is too short" in said and "Traceback" not in said and "changeme" not in said


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_process_runs_with_a_key_that_can_be_guessed(guessed: dict[str, str], program: str) -> None:
    path = os.pathsep.join([str(SUNDIAL.parent), os.environ["PATH"]])
    shell = ["sh", "-c", f"exec {program}"]

    done = subprocess.run(shell, env=guessed | {"PATH": path}, capture_output=True, text=True, timeout=60, check=False)

    said = done.stdout + done.stderr
    assert done.returncode not in (0, -9), said
    assert is_told(said), said


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_command_runs_with_a_key_that_can_be_guessed(guessed: dict[str, str], arguments: list[str]) -> None:
    """Run commands in this process, as `test_tooling_commands` does: a new one would import for over a second."""
    done = CliRunner().invoke(sundial(), arguments, env=dict.fromkeys(KNOBS) | guessed)

    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code != 0
    assert is_told(done.output), done.output
