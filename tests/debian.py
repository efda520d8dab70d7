"""Programs of Debian that the slow tests need. `python -m tests.debian` installs them."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from tests.chromium import apt_get

PACKAGES = {
    "spamassassin": "spamassassin",
    "rspamd": "rspamd",
    "prometheus": "prometheus",
    "promtool": "prometheus",
    "nginx": "nginx",
}
"""For each program its package."""


def program(name: str) -> str:
    """Return the path of a program, or skip the test."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.skip(f"there is no {name}: apt-get install {PACKAGES[name]}")
    return found


def install() -> None:
    """Install the packages as root on Debian. Elsewhere they would start servers on somebody's own machine.

    Where no mirror has them, the tests are skipped, as they are without them anywhere.
    """
    apt = apt_get() if os.geteuid() == 0 else None
    if apt is not None and not all(map(shutil.which, PACKAGES)):
        subprocess.run([*apt, "update", "-qq"], check=False)
        subprocess.run([*apt, "install", "-qq", "--no-install-recommends", *set(PACKAGES.values())], check=False)


if __name__ == "__main__":
    install()
