"""`make release-snapshot`: keeps this tree as the last release, in place of the one before."""

import tempfile
from pathlib import Path

import click

from tests.releases.kept import PLACE, keep
from tests.releases.wheel import built


@click.command()
def main() -> None:
    """Keep this tree as the release that the next one has to live beside."""
    with tempfile.TemporaryDirectory(prefix="sundial-release-") as directory:
        archive = keep(built(Path(directory)), PLACE)
    click.echo(f"{archive.name}: {archive.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
