"""Take them: `python -m tests.shots`, all into build/shots, or those scenes whose name fits a pattern."""

from __future__ import annotations

import argparse
import logging
import re
import shutil
import tempfile
from itertools import groupby
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import chromium
from tests.names import anywhere
from tests.service.conftest import FakeClock, migrate, settings_for
from tests.shots.camera import Shot, take_all
from tests.shots.scenes import scenes
from tests.shots.sheets import sheets_of
from tests.site import serving

FOLDER = Path("build/shots")


def shots(pattern: str, folder: Path) -> list[Shot]:
    """Pictures of the scenes whose name fits."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        migrate(settings_for(Path(home)))
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))
        with browser, serving(Path(home), FakeClock()) as site:
            site.app.config["RESOLVE"] = anywhere
            found = [scene for scene in scenes() if re.search(pattern, scene.name)]
            return list(take_all(browser, site, found, folder))


def main() -> None:
    """Take pictures, and say where they are."""
    parser = argparse.ArgumentParser(prog="make shots")
    parser.add_argument("pattern", nargs="?", default="", help="a regular expression for names of scenes")
    asked = parser.parse_args()
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    shutil.rmtree(FOLDER, ignore_errors=True)
    taken = sorted(shots(asked.pattern, FOLDER), key=_kind)
    sheets = [sheets_of(list(some), FOLDER) for _, some in groupby(taken, key=_kind)]
    print(f"{len(taken)} pictures in {FOLDER}/, to look through in {sum(map(len, sheets))} sheets there")


def _kind(shot: Shot) -> tuple[int, str]:
    return shot.width, shot.scheme


if __name__ == "__main__":
    main()
