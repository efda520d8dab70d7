"""Takes a picture of each scene at each width, by day and by night."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from service.models import Account
from tests.browser.every_page import let_in
from tests.shots.scenes import Scene
from tests.site import Site

HEIGHTS = {360: 740, 820: 1180, 1366: 650, 1440: 900, 2560: 1440}
"""Of a screen of each width: a telephone, a tablet, a laptop, a desk, a large screen."""
SCREENS = {360: 2, 820: 1, 1366: 1, 1440: 1, 2560: 1}
"""So many screens of a page are seen, one above the other; on a telephone, what is below the first matters, too."""
GAP, OVERLAP, BETWEEN = 8, 80, "#808080"
SCHEMES = ("light", "dark")


@dataclass(frozen=True)
class Shot:
    """A picture that was taken."""

    scene: str
    width: int
    scheme: str
    file: Path


def take_all(browser: Browser, site: Site, scenes: Iterable[Scene], folder: Path) -> Iterator[Shot]:
    """Pictures of all scenes in the folder, one after the other."""
    pages = dict[int | None, Page]()
    with browser.new_context(reduced_motion="reduce") as strangers:
        for scene in scenes:
            page = _page_of(browser, site, strangers, scene.viewer, pages)
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": 1440, "height": HEIGHTS[1440]})
            page.goto(f"{site.address}{scene.path}")
            yield from _take(page, scene, folder)
        for page in pages.values():
            page.context.close()


def _page_of(
    browser: Browser, site: Site, strangers: BrowserContext, viewer: Account | None, pages: dict[int | None, Page]
) -> Page:
    """Open a page in the viewer's signed-in browser, one for each; strangers get a new cookie jar."""
    if viewer is None:
        strangers.clear_cookies()
        return pages.setdefault(None, strangers.pages[0] if strangers.pages else strangers.new_page())
    if viewer.id not in pages:
        context = browser.new_context(reduced_motion="reduce")
        let_in(context, site, viewer)
        pages[viewer.id] = context.new_page()
    return pages[viewer.id]


def _take(page: Page, scene: Scene, folder: Path) -> Iterator[Shot]:
    name = re.sub(r"[^a-z0-9]+", "-", scene.name.lower()).strip("-")
    for width, height in HEIGHTS.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # a literal of theirs
            file = folder / f"{width}-{scheme}" / f"{name}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            _seen(page, height, SCREENS[width]).save(file)
            yield Shot(scene.name, width, scheme, file)


def _seen(page: Page, height: int, screens: int) -> Image.Image:
    """Return the first screen, and one more for each scroll."""
    looks = list[Image.Image]()
    for screen in range(screens):
        page.evaluate("(top) => scrollTo({ top, behavior: 'instant' })", screen * (height - OVERLAP))
        looks.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
    seen = Image.new("RGB", (looks[0].width, sum(look.height + GAP for look in looks) - GAP), BETWEEN)
    for screen, look in enumerate(looks):
        seen.paste(look, (0, screen * (look.height + GAP)))
    return seen
