"""Configuration for commands: an error becomes a message and an exit code."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import click

from service.beacon.source import beacon_source
from service.config.environment import BadConfiguration, Config, from_environment
from service.embedded.home import make_home


def configured(environment: Mapping[str, str] = os.environ) -> Config:
    """Read the configuration from the environment, or raise ClickException with what to set."""
    try:
        settings = from_environment(environment)
        beacon_source(settings)
    except BadConfiguration as wrong:
        raise click.ClickException(str(wrong)) from None
    return settings


def home_of(settings: Config) -> Path:
    """Create the home directory if it is missing, or raise ClickException."""
    try:
        return make_home(settings.home)
    except OSError as failure:
        message = f"SUNDIAL_HOME, {settings.home}, cannot be used: {failure.strerror}."
        raise click.ClickException(message) from None
