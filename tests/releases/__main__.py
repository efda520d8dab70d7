"""`make release-snapshot`: lays the last release out, as the next one has to live beside it."""

import sys
from pathlib import Path

import click

from tests.releases.last import NONE, last_release, unpack


@click.command()
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
def main(directory: Path) -> None:
    """Unpack the last release into DIRECTORY, from where it runs with `PYTHONPATH=DIRECTORY`."""
    tag = last_release()
    if tag is None:
        sys.exit(NONE)
    directory.mkdir(parents=True, exist_ok=True)
    click.echo(f"{tag}: {unpack(tag, directory)}")


if __name__ == "__main__":
    main()
