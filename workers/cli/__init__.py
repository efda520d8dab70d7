"""The `sundial` command: every click command found in the modules here and in `service.cli`."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import click

from service.embedded.home import be_private

PLACES = ("service.cli", "workers.cli")


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """Every module of a package, imported."""
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def commands(module: ModuleType) -> Iterator[click.Command]:
    """The commands a module offers by itself: those of its commands that are not part of one of its groups."""
    found = [value for value in vars(module).values() if isinstance(value, click.Command)]
    grouped = {id(part) for group in found if isinstance(group, click.Group) for part in group.commands.values()}
    return (command for command in found if id(command) not in grouped)


def sundial() -> click.Group:
    """The whole command line."""
    group = click.Group("sundial", help="Five board games by mail, by browser and over HTTP.")
    for place in PLACES:
        for module in modules(importlib.import_module(place)):
            for command in commands(module):
                group.add_command(command)
    return group


def main() -> None:
    """Run the command line; this is the `sundial` that gets installed."""
    be_private()
    sundial()(prog_name="sundial")
