"""Configuration for commands: an error becomes a message and an exit code."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import click

from service.beacon.source import beacon_source
from service.config.environment import BadConfiguration, Config, from_environment, none_in
from service.embedded.home import make_home


def configured(environment: Mapping[str, str] = os.environ, *, may_be_new: bool = False) -> Config:
    """Read the configuration from the environment, or raise ClickException with what to set.

    Unless the installation may be new, its SQLite file must exist: opening it would make one.
    """
    try:
        settings = from_environment(environment, may_be_new=may_be_new)
        beacon_source(settings)
        is_there = settings.sqlite_file is None or settings.sqlite_file.exists()
    except (BadConfiguration, OSError) as wrong:
        raise click.ClickException(str(wrong)) from None
    if not (is_there or may_be_new):
        raise click.ClickException(none_in(settings.home))
    return settings


def configured_where_told() -> Config:
    """Read the configuration of a command that may begin an installation, if the environment says where."""
    return configured(may_be_new=bool(os.environ.get("SUNDIAL_HOME") or os.environ.get("DATABASE_URL")))


def home_of(settings: Config) -> Path:
    """Create the home directory if it is missing, or raise ClickException."""
    try:
        return make_home(settings.home)
    except OSError as failure:
        message = f"SUNDIAL_HOME, {settings.home}, cannot be used: {failure.strerror}."
        raise click.ClickException(message) from None
