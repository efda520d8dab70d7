"""`sundial record-schema`: what the record of a game looks like, for whoever reads it without us."""

from __future__ import annotations

import json

import click

import rules
from service.telling.record_schema import schema_of_records


@click.command()
def record_schema() -> None:
    """Print the JSON Schema of records."""
    click.echo(json.dumps(schema_of_records(rules.games().values()), indent=1, ensure_ascii=False))
