"""Commands make nothing where there is no Sundial, and find files whose names are relative."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from service.cli.times import TimeType
from service.config.environment import Config
from service.verification.record_signatures import jwk, public_key
from tests.playing import done_here
from tests.secret_keys import KEY
from tests.service.conftest import FakeClock, migrated_sqlite, sqlite_settings
from tests.service.foreign import KEY_ELSEWHERE, short_record
from tests.service.installations import environment, running
from tests.service.tables import person
from tests.test_tooling_commands import run
from workers.cli import sundial
from workers.cli.upgrade import upgrade

__all__ = ["migrated_sqlite", "sqlite_settings"]

Command = tuple[str, ...]
OF_NO_HOME = {("play",), ("verify",)}
"""`play` makes one, and `verify` needs none."""
WITH_FILES = {
    ("backup", "file"): ["backup", "new.backup"],
    ("restore", "file"): ["restore", "old.backup"],
    ("forget", "file"): ["forget", "deletions"],
    ("import", "files"): ["import", "record.json", "--for", "ann"],
    ("import", "keys"): ["import", "record.json", "--for", "ann", "--keys", "keys.json"],
    ("verify", "file"): ["verify", "record.json"],
    ("verify", "keys"): ["verify", "record.json", "--keys", "keys.json"],
}
"""How each command is called that takes a file, by its own name and that of its parameter."""


def commands(group: click.Group, *words: str) -> Iterator[tuple[Command, click.Command]]:
    """Yield all commands below a group, with the words that call them."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *words, name)
        if command is not None and (not isinstance(command, click.Group) or command.invoke_without_command):
            yield (*words, name), command


COMMANDS = dict(commands(sundial()))


def required(command: click.Command) -> Iterator[str]:
    """Yield an example of each parameter that a command cannot do without."""
    for parameter in command.params:
        if parameter.required:
            choices = getattr(parameter.type, "choices", ["6h" if isinstance(parameter.type, TimeType) else "7"])
            value = __file__ if isinstance(parameter.type, click.Path) else str(choices[0])
            yield from [value] if isinstance(parameter, click.Argument) else [parameter.opts[0], value]


@pytest.mark.parametrize("words", sorted(COMMANDS.keys() - OF_NO_HOME), ids=" ".join)
def test_a_command_makes_nothing_in_an_empty_folder_and_says_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: Command
) -> None:
    monkeypatch.chdir(tmp_path)

    code, said = run([*words, *required(COMMANDS[words])])

    assert code == (os.EX_TEMPFAIL if words == ("receive",) else 1)
    assert said.startswith(f"Error: There is no Sundial in {tmp_path / 'var'}. Set SUNDIAL_HOME to its directory")
    assert len(said.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("status",), ("doctor",), ("run", "web")], ids=" ".join)
def test_a_command_makes_no_database_in_a_home_without_one(tmp_path: Path, words: Command) -> None:
    code, said = run([*words], SUNDIAL_HOME=str(tmp_path), SECRET_KEY=KEY)

    assert (code, f"There is no Sundial in {tmp_path}." in said) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_upgrade_makes_a_home_where_it_is_told_to(tmp_path: Path) -> None:
    done_here(upgrade, knobs={"SUNDIAL_HOME": str(tmp_path / "home")})

    assert {path.name for path in (tmp_path / "home").iterdir()} >= {"secret-key", "sundial.sqlite"}


def test_all_commands_that_take_files_are_tried_below() -> None:
    taken = {
        (words[0], parameter.name)
        for words, command in COMMANDS.items()
        for parameter in command.params
        if isinstance(parameter.type, click.Path | click.File)
    }
    assert taken == WITH_FILES.keys()


@pytest.mark.parametrize("arguments", WITH_FILES.values(), ids=" ".join)
def test_a_file_may_have_a_relative_name(
    sqlite_settings: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    with running(sqlite_settings, FakeClock()):
        person("ann")
    knobs = environment(sqlite_settings)
    done_here(COMMANDS[("backup",)], str(tmp_path / "old.backup"), knobs=knobs)
    (tmp_path / "deletions").write_text("")
    (tmp_path / "record.json").write_text(json.dumps(short_record()))
    (tmp_path / "keys.json").write_text(json.dumps({"keys": [jwk(public_key(KEY_ELSEWHERE))]}))
    monkeypatch.chdir(tmp_path)

    assert run(arguments, **knobs)[0] == 0


def test_a_backup_with_a_relative_name_is_checked(
    sqlite_settings: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    knobs = environment(sqlite_settings)

    assert run(["backup", "new.backup"], **knobs)[0] == 0
    assert run(["backup", "--check", "new.backup"], **knobs)[0] == 0
