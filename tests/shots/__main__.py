"""Take the screenshots: `python -m tests.shots`, all into build/shots, or those scenes whose name fits a pattern."""

from __future__ import annotations

import argparse
import logging
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests import chromium
from tests.names import anywhere
from tests.service.conftest import FakeClock, migrate, settings_for
from tests.shots.best import DESK, PHONE, write_best
from tests.shots.camera import Shot, take_all
from tests.shots.scenes import scenes
from tests.shots.sheets import sheets_of
from tests.site import Site, serving

FOLDER = Path("build/shots")


@contextmanager
def opened() -> Iterator[tuple[Browser, Site]]:
    """Open a browser, and a Sundial for it."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        migrate(settings_for(Path(home)))
        browser = chromium.launched(playwright)
        with browser, serving(Path(home), FakeClock(), RATE_LIMITS="off") as site:
            site.app.config["RESOLVE"] = anywhere
            yield browser, site


def shots(pattern: str, *, docs: bool) -> list[Shot]:
    """Pictures of the scenes whose name fits; of them, the best for the documentation."""
    with opened() as (browser, site):
        found = [scene for scene in scenes() if re.search(pattern, scene.name)]
        taken = list(take_all(browser, site, found, FOLDER))
        if docs:
            write_best(browser, {(shot.scene, shot.width, shot.scheme): shot for shot in taken})
        return taken


def main() -> None:
    """Take pictures, and say where they are."""
    parser = argparse.ArgumentParser(prog="python -m tests.shots")
    parser.add_argument("pattern", nargs="?", default="", help="a regular expression for names of scenes")
    parser.add_argument("--docs", action="store_true", help="take those alone that docs/ has, and write these anew")
    asked = parser.parse_args()
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    shutil.rmtree(FOLDER, ignore_errors=True)
    pattern = "|".join(f"^{scene}$" for scene, *_ in (DESK, PHONE)) if asked.docs else asked.pattern
    taken = sorted(shots(pattern, docs=asked.docs), key=_kind)
    sheets = [sheets_of(list(some), FOLDER) for _, some in groupby(taken, key=_kind)]
    sys.stdout.write(f"{len(taken)} pictures in {FOLDER}/, to look through in {sum(map(len, sheets))} sheets there\n")


def _kind(shot: Shot) -> tuple[int, str]:
    return shot.width, shot.scheme


if __name__ == "__main__":
    main()
