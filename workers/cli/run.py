"""`sundial run`: one program of the Procfile, for containers and service managers that restart programs."""

import os
import sys
from pathlib import Path

import click

from service.cli.configured import configured, home_of
from workers.procfile import PROCFILE, read_procfile

PROGRAMS = {program.name: program.command for program in read_procfile(PROCFILE)}
SHELL = "/bin/sh"


@click.command()
@click.argument("name", type=click.Choice(list(PROGRAMS)))
def run(name: str) -> None:
    """Run the program NAME of the Procfile in place of this process, with this command's folder first on PATH."""
    home_of(configured())
    beside = str(Path(sys.executable).parent)
    path = os.pathsep.join([beside, os.environ.get("PATH", os.defpath)])
    os.execve(SHELL, [SHELL, "-c", f"exec {PROGRAMS[name]}"], os.environ | {"PATH": path})  # noqa: S606
