"""Measure boards, scrolling and presses in Firefox and Chromium, and print one table: `make looks`."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import rules
from tests import chromium
from tests.looks.firefox import PROGRAM, firefox_window
from tests.looks.measures import DESK, PHONE, presses, scrolled, shares
from tests.looks.windows import Window, chromium_window
from tests.names import anywhere
from tests.service.conftest import FakeClock, migrate, settings_for
from tests.site import Site, serving

Opening = Callable[[], AbstractContextManager[Window]]
HANDS: dict[str, tuple[tuple[int, int], bool]] = {"desk": (DESK, False), "phone": (PHONE, True)}
"""The size of each, and whether fingers press."""


def main() -> None:
    """Measure in each engine with a mouse and with fingers."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    install_firefox()
    with tempfile.TemporaryDirectory() as home:
        migrate(settings_for(Path(home)))
        with serving(Path(home), FakeClock(), RATE_LIMITS="off") as site:
            site.app.config["RESOLVE"] = anywhere
            for engine, openings in ENGINES.items():
                for hand, opening in openings.items():
                    with opening() as window:
                        measure(engine, hand, window, site)


def measure(engine: str, hand: str, window: Window, site: Site) -> None:
    """Print what a window shows."""
    size, by_touch = HANDS[hand]
    if hand == "desk":
        for share in shares(window, site):
            width, height = share.size
            say(
                f"{engine}: board of {share.ruleset} at {width}×{height}: {share.high} % of the height, "
                f"{share.wide} % of the width, {'whole' if share.whole else 'CUT'}"
            )
    say(f"{engine}, {hand}: scrolled after ten moves by {scrolled(window, site, size, by_touch=by_touch)}")
    for ruleset in rules.games():
        counted = presses(window, site, ruleset, size, by_touch=by_touch)
        say(f"{engine}, {hand}: {counted:.1f} presses a turn in {ruleset}")
    say(f"{engine}, {hand}: {len(window.errors)} errors in the console {window.errors[:3]}")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def install_firefox() -> None:
    """Install Debian's Firefox where it is missing and we may."""
    if shutil.which(PROGRAM[0]) is None and (apt := chromium.apt_get()) is not None:
        subprocess.run([*apt, "install", "-qq", "--no-install-recommends", PROGRAM[0]], check=True)


ENGINES: dict[str, dict[str, Opening]] = {
    "Firefox": {"desk": firefox_window, "phone": firefox_window},
    "Chromium": {
        "desk": partial(chromium_window, by_touch=False),
        "phone": partial(chromium_window, by_touch=True),
    },
}

if __name__ == "__main__":
    main()
