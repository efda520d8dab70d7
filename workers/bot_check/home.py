"""A Sundial of our own for as long as a check takes: a sandbox in a temporary home."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from service.embedded.ports import free_port
from service.embedded.readiness import until, web_answers

_KEYS = ("SECRET_KEY", "SECRET_KEY_FALLBACKS")
OURS = ("DATABASE_URL", "REDIS_URL", "SMTP_URL", "PUBLIC_URL", *_KEYS, "BIND", "DISABLED_GAMES", "METRICS_TOKEN")
"""Knobs of the Sundial that the caller may run, which are not to be this one's."""
LOOPBACK, ANY_PORT = "127.0.0.0/8 ::1", "1-65535"
STOP_SECONDS = 30.0
SUNDIAL = Path(sys.executable).with_name("sundial")


class NotStarted(RuntimeError):
    """The Sundial could not be started; the text says what it said."""


@contextmanager
def own_sundial(tell: Callable[[str], object], port: int = 0) -> Iterator[str]:
    """The address of a sandbox that runs until the end, on that port or any free one; or NotStarted.

    It is waited for as long as the machine needs; `tell` hears now and then that it is.
    """
    port = port or free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="sundial-bot-check-", ignore_cleanup_errors=True) as folder:
        said = Path(folder) / "said"
        with said.open("wb") as output:
            env = environment(os.environ, Path(folder) / "home", port)
            process = subprocess.Popen([SUNDIAL, "play", "--sandbox"], env=env, stdout=output, stderr=output)
        try:
            _wait_until_ready(process, address, said, tell)
            yield address
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def environment(found: Mapping[str, str], home: Path, port: int) -> dict[str, str]:
    """The environment of our Sundial: nothing of the caller's own, no rate limits, webhooks to all of this machine."""
    inherited = {name: value for name, value in found.items() if name not in OURS}
    knobs = {"SUNDIAL_HOME": str(home), "PORT": str(port), "INBOUND_SMTP_PORT": str(free_port())}
    return inherited | knobs | {"RATE_LIMITS": "off", "WEBHOOK_ALLOW": LOOPBACK, "WEBHOOK_PORTS": ANY_PORT}


def _wait_until_ready(
    process: subprocess.Popen[bytes], address: str, said: Path, tell: Callable[[str], object]
) -> None:
    answers = partial(web_answers, f"{address}/readyz")
    asyncio.run(until(lambda: process.poll() is not None or answers(), f"the Sundial at {address}", tell))
    if process.poll() is not None:
        raise NotStarted(said.read_text(errors="replace").strip())
