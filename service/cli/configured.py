"""The configuration and the database as commands want them: what is wrong is a sentence and an exit code."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from service.core.config import BadConfiguration, Config, from_environment
from service.core.patience import Role
from service.core.troubles import FAILURES, in_words
from service.embedded.home import make_home
from service.serving import serving


def configured(environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration that the environment describes, or ClickException with what to set."""
    try:
        return from_environment(environment)
    except BadConfiguration as wrong:
        raise click.ClickException(str(wrong)) from None


def home_of(settings: Config) -> Path:
    """The directory of the installation, made if it is missing, or ClickException."""
    try:
        return make_home(settings.home)
    except OSError as failure:
        message = f"SUNDIAL_HOME, {settings.home}, cannot be used: {failure.strerror}."
        raise click.ClickException(message) from None


@contextmanager
def database() -> Iterator[None]:
    """ClickException, which says what is wrong and what to do, where the database does not do what is asked inside."""
    try:
        yield
    except FAILURES as failure:
        raise click.ClickException(in_words(failure)) from None


@contextmanager
def opened(settings: Config) -> Iterator[None]:
    """The app of an installation in its context, with its database as above."""
    with database(), serving(settings, role=Role.WORKER):
        yield
