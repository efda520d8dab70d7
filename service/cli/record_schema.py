"""`sundial record-schema`: what the record of a game looks like, for whoever reads it without us."""

from __future__ import annotations

import json

import click

import rules
from service.core.record_chain import FORMAT, UNCHAINED_FORMAT
from service.telling.record_schema import schema_of_records


@click.command()
@click.argument("name", type=click.Choice([UNCHAINED_FORMAT, FORMAT]), default=FORMAT)
def record_schema(name: str) -> None:
    """Print the JSON Schema of records, in the present format or in one of before."""
    click.echo(document(name), nl=False)


def document(name: str) -> str:
    """The schema as it stands in docs/, the same on every machine."""
    return f"{json.dumps(schema_of_records(rules.games().values(), name), indent=1, ensure_ascii=False)}\n"
