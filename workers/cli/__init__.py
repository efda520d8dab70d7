"""The `sundial` command: each module here and in `service.cli` that contains a click command of its own name."""

import importlib
import pkgutil

import click

from service.embedded.home import be_private

PLACES = ("service.cli", "workers.cli")


class Commands(click.Group):
    """Imports only the module of the requested command, as imports take most of the start-up time."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for name in modules() if self.get_command(ctx, name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in modules():
            return None
        place = modules()[cmd_name]
        found = getattr(importlib.import_module(place), place.rpartition(".")[2], None)
        return found if isinstance(found, click.Command) else None


def modules() -> dict[str, str]:
    """Return the modules that may contain a command, by command name; a trailing `_` avoids Python's keywords."""
    return {
        found.name.rpartition(".")[2].rstrip("_").replace("_", "-"): found.name
        for place in PLACES
        for found in pkgutil.iter_modules(importlib.import_module(place).__path__, f"{place}.")
    }


def sundial() -> click.Group:
    """Build the whole command line."""
    return Commands("sundial", help="Five board games by email, by browser and over HTTP.")


def main() -> None:
    """Run the command line; this is the entry point of the `sundial` script."""
    be_private()
    sundial()(prog_name="sundial")
