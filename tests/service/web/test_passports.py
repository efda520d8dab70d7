"""What the page of a bot says of its passport."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.bots.accounts import create_bot
from service.bots.manifests import default_manifest
from service.bots.passports import hand_in
from service.core import clock
from service.core.key_ring import key_ring
from tests.secret_keys import NEXT_KEY
from tests.service.tables import person
from tests.service.web.visitor import Visitor
from workers.bot_check.signing import signed_passport

GAME: dict[str, Any] = {"ruleset": "siesta", "level": 1, "finished": True, "moves": 9, "refused": 0, "stale": 0}


@pytest.mark.parametrize(
    ("is_ours", "says"), [(True, "whoever runs it has checked the bot"), (False, "it is its owner who says so")]
)
def test_the_page_of_a_bot_says_what_was_checked_and_who_says_so(app: Flask, is_ours: bool, says: str) -> None:  # noqa: FBT001  # a case
    ann = person("ann")
    create_bot(ann, "rusty", default_manifest(), clock.now())
    page = Visitor(app).open("/bots/rusty")
    assert "Checked" not in page.text
    content: dict[str, Any] = {"bot": "rusty", "checked_at": "2026-05-04T11:00:00Z", "version": "0.1.0", "well": True}
    key = key_ring().newest if is_ours else NEXT_KEY
    hand_in(ann, "rusty", signed_passport({**content, "games": [GAME], "faults": {"cut": 2}}, key), clock.now())
    page = Visitor(app).open("/bots/rusty")
    assert "plays to the end, and by the rules" in page.text
    assert "1 game (Siesta) · 2 faults on purpose" in page.text
    assert says in page.text
