"""Find nginx for the tests of its file. `python -m` installs it as root on Debian, where it starts a server."""

from __future__ import annotations

import shutil

import pytest

from tests.spam_filters import install

PACKAGES = ("nginx",)


def program() -> str:
    """Return the path of nginx, or skip the test."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if found is None:
        pytest.skip("there is no nginx: apt-get install nginx")
    return found


if __name__ == "__main__":
    install(PACKAGES)
