"""The mail about a webhook that was switched off."""

from __future__ import annotations

import re

import pytest

from tests.gauntlet.mails import come_about
from tests.names import SOMEWHERE
from tests.service.conftest import FakeClock

pytestmark = pytest.mark.usefixtures("app")


def test_it_names_the_host_and_not_the_address_which_may_hold_a_key(clock: FakeClock) -> None:
    mail = come_about("webhook_off", clock)

    body = mail.message.get_body(("plain",))
    assert body is not None
    text = " ".join(body.get_content().split())
    assert f"at {SOMEWHERE}, was switched off" in text
    assert "410 Gone" in text
    assert "of-the-bot" not in mail.message.as_string()


def test_it_leads_to_the_page_where_the_webhook_is_switched_on_again(clock: FakeClock) -> None:
    mail = come_about("webhook_off", clock)

    for kind in ("plain", "html"):
        body = mail.message.get_body((kind,))
        assert body is not None
        assert re.search(r"/me/webhooks/[0-9]+\b", body.get_content())
