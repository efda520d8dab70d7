"""Screen reader announcements on an open game: other players' moves and messages, each once, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from service.db import clock
from service.play.chat import post
from tests.browser.test_live_tables import app, opened, server
from tests.service.tables import Table, table
from tests.web_server import WebServer

__all__ = ["app", "server"]

LISTENING = """addEventListener("DOMContentLoaded", () => {
  window.heard = [];
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=log], [role=status], [role=alert]";
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) {
      const region = (target.closest ? target : target.parentElement)?.closest(LIVE);
      if (region && type === "characterData") window.heard.push(target.textContent.trim());
      for (const node of region ? addedNodes : []) window.heard.push(node.textContent.trim());
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
});"""
"""Notes what is added to live regions, as screen readers do."""


@pytest.fixture
def of(app: Flask) -> Table:
    """Ann and Bob, Ann to move."""
    return table("ann", "bob")


@pytest.fixture
def page(browser: Browser, app: Flask, server: WebServer, of: Table) -> Iterator[Page]:
    """Open the game as Bob."""
    with opened(browser, app, server.address, of, LISTENING) as page:
        yield page


def heard(page: Page) -> list[str]:
    """Return what was read aloud since the last call."""
    said: list[str] = page.evaluate("heard.splice(0)")
    return sorted(filter(None, said))


def test_a_move_and_a_message_of_others_are_read_aloud_once(page: Page, of: Table) -> None:
    assert heard(page) == []

    of.play("place max-15")
    expect(page.get_by_role("log").get_by_text("ann")).to_be_attached()
    told = heard(page)
    post(of.id, of.players[0], "Your move!", clock.now())
    expect(page.get_by_role("log").get_by_text("Your move!")).to_be_attached()

    assert "Your turn" in told
    assert len([line for line in told if line.startswith("ann places ")]) == 1
    assert heard(page) == ["ann: Your move!"]
    tree = page.get_by_role("log", name="What happened").aria_snapshot()
    assert tree.count("ann places") == tree.count("ann: Your move!") == 1


def test_ones_own_move_and_words_are_not(page: Page, of: Table) -> None:
    of.play("place max-15")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
    page.locator(".board [data-word=max-13]").click()
    expect(page.get_by_role("button", name="Play this move")).to_be_visible()
    heard(page)

    page.get_by_role("button", name="Play this move").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for ann")
    page.get_by_label("Message", exact=True).fill("Well played")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".scroll.talk")).to_contain_text("Well played")

    assert [line for line in heard(page) if "bob" in line or "Well played" in line] == []
