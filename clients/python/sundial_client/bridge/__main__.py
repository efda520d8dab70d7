"""`python -m sundial_client.bridge --engine ./engine`: plays every turn of an account with that engine."""

from __future__ import annotations

import argparse
import logging
import shlex
import signal
import sys
from random import SystemRandom
from typing import get_args

from sundial_client.bridge.engine import Engine, EngineFailed
from sundial_client.bridge.play import Bridge, OnFailure
from sundial_client.client import Sundial
from sundial_client.failures import SundialError
from sundial_client.patience import FOREVER

HELP = """Play every turn of the account whose token is in SUNDIAL_TOKEN, at SUNDIAL_URL, with an engine that speaks
the line protocol of docs/bots.md, until it is stopped."""


def main(arguments: list[str] | None = None) -> None:
    """Play until a signal ends it."""
    parser = argparse.ArgumentParser("sundial_client.bridge", description=HELP)
    parser.add_argument("--engine", required=True, type=shlex.split, help="the command that starts the engine")
    parser.add_argument("--seconds", type=float, default=5, help="time for each turn (default: %(default)s)")
    parser.add_argument(
        "--on-failure",
        choices=get_args(OnFailure),
        default="retry",
        help="if the engine fails: retry (restart it after pauses that grow to five minutes), wait (restart it after "
        "at most five minutes), random (play a random move) or resign (default: %(default)s)",
    )
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        play(chosen.engine, chosen.seconds, chosen.on_failure)
    except KeyboardInterrupt:
        return
    except KeyError as missing:
        parser.error(f"set {missing.args[0]}")
    except (EngineFailed, OSError) as failure:
        sys.exit(f"The engine does not start: {failure}")
    except SundialError as failure:
        sys.exit(str(failure))


def play(engine: list[str], seconds: float, on_failure: OnFailure) -> None:
    """Play for ever; raise EngineFailed or OSError at once if there is no such engine."""
    with Sundial.from_environment(FOREVER) as sundial:
        Engine(engine).close()  # so that a wrong command fails now and not at the first turn
        Bridge(sundial, lambda: Engine(engine), seconds, on_failure, SystemRandom()).run()


if __name__ == "__main__":
    main()
