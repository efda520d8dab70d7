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


@pytest.mark.parametrize(
    ("body", "content_type"),
    [("", None), ("", "text/plain"), ("{}", "application/json"), (ONE_CLICK, "text/plain"), ("what", "text/csv")],
)
def test_a_post_is_not_redirected_whatever_its_body_is(
    app: Flask, clock: FakeClock, body: str, content_type: str | None
) -> None:
    mail = come_about("reminder", clock)
    program = app.test_client(use_cookies=False)

    clicked = program.post(path_of(mail.unsubscribe), data=body, content_type=content_type)

    assert (clicked.status_code, account_of(mail.recipient, clock()).muted) == (200, ["reminder"])
