"""One-click unsubscribe: mail programs post without cookies after their user confirmed."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import account_of
from service.notifications.kinds import stoppable
from tests.gauntlet.mails import come_about
from tests.service.conftest import FakeClock
from tests.service.web.visitor import path_of

ONE_CLICK = "List-Unsubscribe=One-Click"
"""RFC 8058, 8.2: what stands in the header, and what is posted."""


@pytest.mark.parametrize("kind", stoppable())
def test_only_the_post_of_the_one_click_stops_the_mails_and_it_needs_no_cookie(
    app: Flask, clock: FakeClock, kind: str
) -> None:
    mail = come_about(kind.replace("-", "_"), clock)
    program, address = app.test_client(use_cookies=False), path_of(mail.unsubscribe)

    looked = program.get(address)
    before = account_of(mail.recipient, clock()).muted
    clicked = program.post(address, data=ONE_CLICK, content_type="application/x-www-form-urlencoded")

    assert mail.message["List-Unsubscribe-Post"] == ONE_CLICK
    assert (looked.status_code, clicked.status_code) == (200, 200)
    assert (before, account_of(mail.recipient, clock()).muted) == ([], [kind])
