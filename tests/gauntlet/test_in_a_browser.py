"""Each link of each kind of email, opened in a browser with scripts that stays a while: nothing changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from tests.figures import Figures
from tests.gauntlet.errands import done_by
from tests.gauntlet.mails import KINDS, come_about, expect_buttons
from tests.gauntlet.state import changes, state
from tests.gauntlet.ways import is_news
from tests.service.conftest import FakeClock
from tests.service.web.visitor import Visitor, path_of
from tests.site import Site

A_MINUTE = 60_000
"""Milliseconds of the page's own time: longer than any page waits before it looks again."""
LINKS = "[...new Set([...document.links].map((a) => a.href).filter((at) => at.startsWith(location.origin)))]"
FETCH_ALL = """
    async (addresses) => Promise.all(addresses.map(async (at) => {
      const answer = await fetch(at, { credentials: "same-origin" });
      await answer.text();
      return [at, answer.status];
    }))
"""
_seen: set[str] = set()
"""Addresses of nobody that were fetched for other mails."""


def stay_on(page: Page, app: Flask, fetched: dict[str, int]) -> None:
    """Let the page run its scripts, then prefetch all its links; each address once, recording its status."""
    page.clock.run_for(A_MINUTE)
    ahead = [at for at in page.evaluate(LINKS) if at not in fetched and is_news(app, path_of(at), _seen)]
    fetched.update(page.evaluate(FETCH_ALL, ahead))
    page.wait_for_load_state("networkidle")


def opened(context: BrowserContext, links: Iterable[str]) -> Iterator[Page]:
    """One page, in which time passes only as we say, at one link after the other: each page costs half a second."""
    page = context.new_page()
    page.clock.install()
    for link in links:
        answer = page.goto(link)
        assert answer is not None
        assert answer.status < 500, link
        yield page


@pytest.mark.parametrize("kind", KINDS)
def test_a_browser_that_loads_every_link_and_stays_for_a_minute_changes_nothing(
    browser: Browser, site: Site, clock: FakeClock, figures: Figures, kind: str
) -> None:
    mail = come_about(kind, clock)
    before = state()
    methods: list[str] = []
    fetched: dict[str, int] = {}

    with browser.new_context() as context:
        context.on("request", lambda request: methods.append(request.method))
        for page in opened(context, mail.links):
            stay_on(page, site.app, fetched)

    assert changes(before, state()) == []
    assert set(methods) == {"GET"}
    assert max(fetched.values(), default=200) < 500
    pressed = done_by(Visitor(site.app), mail.links)
    expect_buttons(kind, pressed)
    figures(
        "Scanner gauntlet in Chromium",
        kinds=1,
        links=len(mail.links),
        requests=len(methods),
        changes=0,
        buttons_that_worked=pressed,
    )
