"""Expired forms: their content is kept for forms of ours, and only those."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.accounts.sessions import end_sessions
from service.db.clock import now
from tests.service.tables import Table, table
from tests.service.web.html import Element, parse
from tests.service.web.visitor import Visitor, returning

OWN = {"Sec-Fetch-Site": "same-origin"}
WORDS = '\n\nTwo lines,\n<b>one</b> & "move"'


@pytest.fixture
def of(app: Flask) -> Table:
    return table("ann", "bob")


def say(visitor: Visitor, of: Table, headers: dict[str, str]) -> TestResponse:
    """Send a message from a page of before."""
    sent = {"text": WORDS, "csrf": "of before"}
    return visitor.client.post(f"/games/{of.id}/messages", data=sent, headers=headers)


def again(answer: TestResponse) -> Element | None:
    """Return the form to send again."""
    forms = parse(answer.text).all("form")
    return next((form for form in forms if "data-expired" in form.attributes), None)


def test_what_was_written_is_sent_by_one_press_more(app: Flask, of: Table) -> None:
    ann = returning(app, "ann@example.net")
    answer = say(ann, of, OWN)
    assert answer.status_code == 403
    form = again(answer)
    assert form is not None
    kept = {each.attributes["name"]: each.text for each in form.all("textarea")}
    token = form.one("input").attributes["value"]

    ann.client.post(form.attributes["action"], data={**kept, "text": WORDS, "csrf": token})

    assert "Two lines" in kept["text"]
    assert "<b>one</b>" not in answer.text
    assert "Two lines" in ann.open(f"/games/{of.id}").text


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none", None])
def test_a_form_of_another_site_is_not_offered_again_and_sets_no_cookie(
    app: Flask, of: Table, site: str | None
) -> None:
    answer = say(returning(app, "ann@example.net"), of, {} if site is None else {"Sec-Fetch-Site": site})
    assert (answer.status_code, again(answer)) == (403, None)
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("sent_from", "leads_to"),
    [
        ("http://localhost/games/{id}?version=1&chosen=place+max-15", "/games/{id}?version=1&chosen=place+max-15"),
        ("http://localhost/games/{id}/messages", "/"),
        ("http://localhost//evil.example/x", "/"),
        ("http://evil.example/games/{id}", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_whose_session_is_over_is_led_back_to_the_page_of_the_form(
    app: Flask, of: Table, sent_from: str, leads_to: str
) -> None:
    ann = returning(app, "ann@example.net")
    ann.open(f"/games/{of.id}")
    with ann.client.session_transaction() as cookie:
        token = cookie["csrf"]
    end_sessions(of.players[0].id, now())

    sent = {"text": WORDS, "csrf": token}
    referrer = {"Referer": sent_from.format(id=of.id)}
    answer = ann.client.post(f"/games/{of.id}/messages", data=sent, headers=referrer)

    assert answer.status_code == 401
    with ann.client.session_transaction() as cookie:
        assert cookie["next"] == leads_to.format(id=of.id)
