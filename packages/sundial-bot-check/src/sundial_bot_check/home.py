"""Temporary Sundial for a check: a sandbox in a temporary home."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path

from .ports import free_port

_KEYS = ("SECRET_KEY", "SECRET_KEY_FALLBACKS")
OURS = ("DATABASE_URL", "REDIS_URL", "SMTP_URL", "PUBLIC_URL", *_KEYS, "BIND", "DISABLED_GAMES", "METRICS_TOKEN")
"""Settings of the caller's own Sundial that this one must not inherit."""
LOOPBACK, ANY_PORT = "127.0.0.0/8 ::1", "1-65535"
STOP_SECONDS = 30.0
LOOK_EVERY = 0.1
SAY_EVERY = 30.0
"""Seconds between progress messages: a busy machine needs minutes to start."""
NOT_INSTALLED = """\
There is no Sundial here to start one of: --at URL plays on one that runs already, a sandbox (SANDBOX=1 make play, in a
checkout of Sundial) or any other where SUNDIAL_TOKEN is a token of the bot's."""


class NotStarted(RuntimeError):
    """The Sundial could not be started; the text is its output."""


@contextmanager
def own_sundial(tell: Callable[[str], object], port: int = 0) -> Iterator[str]:
    """Run a sandbox until the end, on this port or any free one; yield its address. Raise NotStarted.

    The start may take as long as the machine needs; `tell` gets progress messages.
    """
    command = [installed(), "play", "--sandbox"]
    port = port or free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="sundial-bot-check-", ignore_cleanup_errors=True) as folder:
        said = Path(folder) / "said"
        with said.open("wb") as output:
            env = environment(os.environ, Path(folder) / "home", port)
            process = subprocess.Popen(command, env=env, stdout=output, stderr=output)
        try:
            _wait_until_ready(process, address, said, tell)
            yield address
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def installed() -> str:
    """Find `sundial` in our environment, or else on the PATH; raise NotStarted."""
    found = shutil.which("sundial", path=Path(sys.executable).parent) or shutil.which("sundial")
    if found is None:
        raise NotStarted(NOT_INSTALLED)
    return found


def environment(found: Mapping[str, str], home: Path, port: int) -> dict[str, str]:
    """Build the environment of our Sundial: none of the caller's settings, no rate limits, webhooks to this machine."""
    inherited = {name: value for name, value in found.items() if name not in OURS}
    knobs = {"SUNDIAL_HOME": str(home), "PORT": str(port), "INBOUND_SMTP_PORT": str(free_port())}
    return inherited | knobs | {"RATE_LIMITS": "off", "WEBHOOK_ALLOW": LOOPBACK, "WEBHOOK_PORTS": ANY_PORT}


def _wait_until_ready(
    process: subprocess.Popen[bytes], address: str, said: Path, tell: Callable[[str], object]
) -> None:
    began = told = time.monotonic()
    while process.poll() is None and not _answers(f"{address}/readyz"):
        if time.monotonic() - told >= SAY_EVERY:
            told = time.monotonic()
            tell(f"Waiting until the Sundial at {address} answers ({told - began:.0f} seconds so far).")
        time.sleep(LOOK_EVERY)
    if process.poll() is not None:
        raise NotStarted(said.read_text(errors="replace").strip())


def _answers(url: str) -> bool:
    """Return whether a GET of the address gets a 200."""
    try:
        with urllib.request.urlopen(url, timeout=2):  # noqa: S310  # we made the address ourselves
            return True
    except (OSError, HTTPException):
        return False
