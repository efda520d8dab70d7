"""`sundial_client login`: prints a token that its owner approves on a page, and nothing else."""

from __future__ import annotations

import argparse
import os
import sys
from typing import get_args

import httpx

from sundial_client.account_shapes import USUAL, Scope
from sundial_client.login import DeviceCode, LoginFailed, login

HELP = """Get a token for this machine: show a short code, wait until you have entered it on a page of Sundial, and
print the token. Keep it in SUNDIAL_TOKEN: export SUNDIAL_TOKEN=$(sundial_client login)."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command given by the arguments."""
    parser = argparse.ArgumentParser("sundial_client")
    command = parser.add_subparsers(required=True).add_parser("login", help="get a token", description=HELP)
    command.add_argument("--url", default=os.environ.get("SUNDIAL_URL"), help="the Sundial (default: SUNDIAL_URL)")
    command.add_argument(
        "--name", default="sundial_client", help="its name in your list of tokens (default: %(default)s)"
    )
    command.add_argument("--scopes", default=",".join(USUAL), help="scopes, separated by commas (default: %(default)s)")
    chosen = parser.parse_args(arguments)
    if not chosen.url:
        parser.error("say where Sundial is: --url, or SUNDIAL_URL")
    scopes: list[Scope] = [scope for scope in get_args(Scope) if scope in chosen.scopes.split(",")]
    if len(scopes) != len(chosen.scopes.split(",")):
        parser.error(f"scopes are {', '.join(get_args(Scope))}")
    try:
        sys.stdout.write(f"{login(chosen.url, chosen.name, _show, scopes)}\n")
    except KeyboardInterrupt:
        sys.exit("Nothing was connected.")
    except (LoginFailed, httpx.HTTPError) as failure:
        sys.exit(f"No token: {failure}")


def _show(code: DeviceCode) -> None:
    told = (
        f"Open {code.page_with_code}",
        f"or type {code.user_code} at {code.page}",
        f"The code is good for {code.minutes} minutes.",
    )
    sys.stderr.write("".join(f"{line}\n" for line in told))
    sys.stderr.flush()


if __name__ == "__main__":
    main()
