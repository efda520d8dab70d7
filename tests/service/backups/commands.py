"""`sundial backup`, `restore` and `release` as an operator runs them, on an installation that tests play in."""

from __future__ import annotations

from pathlib import Path

import click
from click.testing import CliRunner, Result

from service.cli.backup import backup
from service.cli.release import release
from service.cli.restore import restore
from service.core.config import Config
from tests.servers import plain


def run(command: click.Command, settings: Config, *arguments: str | Path) -> Result:
    """What a command of `sundial` comes to in that installation."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments], env=environment(settings))


def environment(settings: Config) -> dict[str, str]:
    """The knobs that make that installation."""
    return {
        "SUNDIAL_HOME": str(settings.home),
        "SECRET_KEY": settings.secret_key,
        "SECRET_KEY_FALLBACKS": " ".join(settings.secret_key_fallbacks),
        "DATABASE_URL": "" if settings.embedded else plain(settings.database_url),
    }


def back_up(settings: Config, to: Path) -> str:
    """Make a backup; what is printed."""
    result = run(backup, settings, to)
    assert result.exit_code == 0, result.output
    return result.output


def put_back(settings: Config, file: Path) -> str:
    """Restore a backup, whatever the database holds; what is printed."""
    result = run(restore, settings, file, "--force")
    assert result.exit_code == 0, result.output
    return result.output


def let_go(settings: Config) -> str:
    """Release what is held; what is printed."""
    result = run(release, settings)
    assert result.exit_code == 0, result.output
    return result.output
