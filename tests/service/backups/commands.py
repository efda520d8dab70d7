"""`sundial backup`, `restore` and `release` as an operator runs them, on an installation that tests play in."""

from __future__ import annotations

from pathlib import Path

import click
from click.testing import CliRunner, Result

from service.cli.release import release
from service.cli.restore import restore
from service.config.environment import Config
from tests.service.installations import environment
from workers.cli.backup import backup


def run(command: click.Command, settings: Config, *arguments: str | Path) -> Result:
    """Run a command of `sundial` in that installation."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments], env=environment(settings))


def back_up(settings: Config, to: Path) -> str:
    """Make a backup; return the output."""
    result = run(backup, settings, to)
    assert result.exit_code == 0, result.output
    return result.output


def put_back(settings: Config, file: Path) -> str:
    """Restore a backup over any database; return the output."""
    result = run(restore, settings, file, "--force")
    assert result.exit_code == 0, result.output
    return result.output


def let_go(settings: Config) -> str:
    """Release the hold; return the output."""
    result = run(release, settings)
    assert result.exit_code == 0, result.output
    return result.output
