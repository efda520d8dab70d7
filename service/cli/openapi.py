"""`sundial openapi`: the description of the REST API, made from what serves it."""

from __future__ import annotations

import secrets

import click
import yaml

from service.api.spec import SundialApi
from service.core import config
from service.edge.app import create_app

NOWHERE = {"SUNDIAL_HOME": "/nonexistent", "SECRET_KEY": secrets.token_hex(), "DATABASE_URL": "sqlite://"}
"""What the document says depends on no installation; nothing is opened or written."""


@click.command()
def openapi() -> None:
    """Print the OpenAPI document of the REST API as YAML."""
    click.echo(document(), nl=False)


def document() -> str:
    """The OpenAPI document as YAML, the same on every machine."""
    app = create_app(config.from_environment(NOWHERE))
    api: SundialApi = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    described = {"openapi": app.config["OPENAPI_VERSION"], **api.document()}
    written: str = yaml.dump(_plain(described), Dumper=Readable, sort_keys=False, allow_unicode=True, width=120)
    return written


class Readable(yaml.SafeDumper):
    """Writes text of several lines as it reads."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """The node of a string."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Readable.add_representer(str, Readable.represent_text)


def _plain(value: object) -> object:
    """The same with statuses as strings, which YAML would write as numbers, and strings of plain types."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, str) else value
