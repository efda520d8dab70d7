"""Find or install Chromium: from Debian's packages if apt may be used, else from Playwright.

Debian's headless build does the same for two thirds of the CPU time.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

PACKAGES = ("chromium-headless-shell", "chromium")
WITH_WINDOWS = ("chromium", "chromium-browser")
"""As people have it: how far ahead it loads pictures differs."""
NAMES = (PACKAGES[0], *WITH_WINDOWS)
BLOCKED = "Service Worker registration blocked by Playwright"
"""What the console says where a test runs no service worker."""
FLAGS = (
    "--no-sandbox",  # Chromium refuses to run as root with it
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launched(playwright: Playwright, names: Sequence[str] = NAMES) -> Browser:
    """One whose readers want as little motion as can be, where a test says nothing else: to fade is to draw often.

    Service workers are blocked likewise: a test sees none of the requests that they make.
    """
    browser = playwright.chromium.launch(executable_path=installed(names), args=list(FLAGS))
    usual = {"reduced_motion": "reduce", "service_workers": "block"}
    browser.new_context = partial(browser.new_context, **usual)  # type: ignore[arg-type, method-assign]
    return browser


def installed(names: Sequence[str] = NAMES) -> str | None:
    """Return the path of the first of these Chromium names that starts, or None."""
    return next((path for name in names if (path := shutil.which(name))), None) or downloaded()


def downloaded() -> str | None:
    """Return the path of the Chromium that Playwright has downloaded, or None."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Install a Chromium, as a package if we may; CalledProcessError if that cannot be done."""
    if (apt := apt_get()) is not None:
        subprocess.run([*apt, "update", "-qq"], check=True)
        install = [*apt, "install", "-qq", "--no-install-recommends"]
        if subprocess.run([*install, *PACKAGES], check=False).returncode:
            subprocess.run([*install, WITH_WINDOWS[0]], check=True)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def apt_get() -> list[str] | None:
    """How to call apt-get here without a question, or None where it is missing or forbidden or has no chromium."""
    if not shutil.which("apt-get") or not has_package():
        return None
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-y"]
    if os.geteuid() == 0:
        return apt
    return ["sudo", "-n", *apt] if may_sudo() else None


def has_package() -> bool:
    """Check whether this is Debian itself; elsewhere the package of that name may be a wrapper."""
    release = Path("/etc/os-release")
    return release.exists() and "ID=debian" in release.read_text(encoding="utf-8").splitlines()


def may_sudo() -> bool:
    """Check whether sudo needs no password."""
    if not shutil.which("sudo"):
        return False
    return subprocess.run(["sudo", "-n", "true"], check=False, capture_output=True).returncode == 0


if __name__ == "__main__":
    if installed(WITH_WINDOWS) is None:
        install()
