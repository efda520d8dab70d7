"""The mail about a bot that was paused."""

from __future__ import annotations

import pytest

from tests.gauntlet.mails import come_about
from tests.service.conftest import FakeClock

pytestmark = pytest.mark.usefixtures("app")


def test_it_says_what_the_bot_missed_and_how_it_can_go_on(clock: FakeClock) -> None:
    mail = come_about("bot_paused", clock)

    body = mail.message.get_body(("plain",))
    assert body is not None
    text = " ".join(body.get_content().split())
    assert mail.message["Subject"] == "Sundial: your bot rusty is paused"
    assert "in Seasons of the Sun (game " in text
    assert "on Mon 4 May 2026, 12:00 UTC. Its stated limit is 10 minutes" in text
    assert "can still move until Thu 7 May 2026, 12:00 UTC" in text
    assert "PATCH /api/v1/bots/rusty" in text
