"""The configuration as commands want it: what is wrong with it is a sentence and an exit code."""

from __future__ import annotations

import os
from collections.abc import Mapping

import click

from service.config import BadConfiguration, Config, from_environment


def configured(environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration that the environment describes, or ClickException with what to set."""
    try:
        return from_environment(environment)
    except BadConfiguration as wrong:
        raise click.ClickException(str(wrong)) from None
