"""A page as a screen reader sees it: Chromium's accessibility tree, and keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.waiting import eventually

LIVE = ("status", "alert")


@dataclass(frozen=True)
class Heard:
    """One thing of a page as it is read out."""

    role: str
    name: str
    has_focus: bool

    def is_a(self, role: str, name: str) -> bool:
        """Whether it has that role, and a name that the pattern is found in."""
        return self.role == role and re.search(name, self.name) is not None


class Reader:
    """Reads a page out, and presses keys on it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tree = page.context.new_cdp_session(page)

    def open(self, address: str) -> None:
        """Follow a link of an email."""
        self._page.goto(address)

    def press(self, key: str, times: int = 1) -> None:
        """Press a key."""
        for _ in range(times):
            self._page.keyboard.press(key)

    def everything(self) -> list[Heard]:
        """Return everything read aloud from the top of the page; a live region's name is its content."""
        nodes = self._tree.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        return [_heard(node, by_id) for node in nodes if not node["ignored"]]

    def at_focus(self) -> Heard:
        """Return the focused element."""
        found = self._tree.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        asked = {"objectId": found, "fetchRelatives": False}
        [node] = self._tree.send("Accessibility.getPartialAXTree", asked)["nodes"]
        return _heard(node, {})

    def waits_for(self, role: str, name: str) -> Heard:
        """Wait for an element with that role and name."""
        found = eventually(lambda: [each for each in self.everything() if each.is_a(role, name)])
        assert found, f"No {role} {name!r} is read out."
        return found[0]

    def waits_for_focus(self, role: str, name: str) -> None:
        """Wait until the focus is on an element with that role and name."""
        found = eventually(lambda: [each for each in self.everything() if each.has_focus and each.is_a(role, name)])
        assert found, f"The focus is on {self.at_focus()}."

    def tabs_to(self, role: str, name: str, most: int) -> int:
        """How often Tab was pressed until that has the focus."""
        for presses in range(1, most + 1):
            self.press("Tab")
            if self.at_focus().is_a(role, name):
                return presses
        raise AssertionError(f"No {role} {name!r} is reached by {most} presses of Tab.")


def _heard(node: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> Heard:
    role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")
    has_focus = any(each["name"] == "focused" and each["value"]["value"] for each in node.get("properties", ()))
    return Heard(role, name or (" ".join(_texts(node, by_id)) if role in LIVE else ""), has_focus)


def _texts(node: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> Iterator[str]:
    for child in (by_id[number] for number in node.get("childIds", ()) if number in by_id):
        if child["role"]["value"] == "StaticText":
            yield child["name"]["value"]
        else:
            yield from _texts(child, by_id)
