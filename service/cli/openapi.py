"""`sundial openapi`: the description of the REST API, made from what serves it."""

from __future__ import annotations

import secrets

import click

from service.api.in_yaml import in_yaml
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
    return in_yaml({"openapi": app.config["OPENAPI_VERSION"], **api.document()})
