"""Consents to organisers over REST."""

from __future__ import annotations

from tests.service.api.makers import told
from tests.service.api.program import Program, code


def test_an_account_lets_an_organiser_seat_it_and_ends_that(ann: Program, bob: Program) -> None:
    first = told(ann.call("PUT", "/me/organisers/bob"))
    assert (first["name"], first["created_at"]) == ("bob", "2026-05-04T12:00:00Z")
    assert told(ann.call("PUT", "/me/organisers/bob")) == first
    assert told(ann.get("/me/organisers")) == {"organisers": [first]}
    assert told(bob.get("/me/organisers")) == {"organisers": []}
    assert ann.call("DELETE", "/me/organisers/bob").status_code == 204
    assert told(ann.get("/me/organisers")) == {"organisers": []}
    assert code(ann.call("DELETE", "/me/organisers/bob")) == (404, "not-found")
    assert code(ann.call("PUT", "/me/organisers/nobody-here")) == (404, "no-such-account")
