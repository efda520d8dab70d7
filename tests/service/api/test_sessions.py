"""Browsers in which one is signed in, over REST."""

from __future__ import annotations

from flask.testing import FlaskClient

from service.accounts.sessions import begin_session, session_of
from service.db import clock
from service.http.browsers import Device
from tests.service.api.program import Program, code, program_of
from tests.service.tables import person

LAPTOP = Device("Firefox", "Linux", "203.0.113.*")


def test_they_are_listed_and_ended_one_by_one_and_all_at_once(ann: Program) -> None:
    secrets = [begin_session(person("ann"), LAPTOP, clock.now()) for _ in range(3)]

    answer = ann.get("/me/sessions").json
    assert answer
    newest = answer["sessions"][0]
    assert newest == {
        "id": newest["id"],
        "browser": "Firefox",
        "system": "Linux",
        "network": "203.0.113.*",
        "created_at": "2026-05-04T12:00:00Z",
        "last_used_at": "2026-05-04T12:00:00Z",
    }
    for _ in range(2):
        assert ann.call("DELETE", f"/me/sessions/{newest['id']}").status_code == 204
    assert [session_of(secret, clock.now()) is not None for secret in secrets] == [True, True, False]

    assert ann.call("DELETE", "/me/sessions").status_code == 204
    assert ann.get("/me/sessions").json == {"sessions": []}


def test_it_takes_the_scope_account_and_an_own_session(client: FlaskClient, ann: Program, bob: Program) -> None:
    begin_session(person("ann"), LAPTOP, clock.now())
    [theirs] = (ann.get("/me/sessions").json or {})["sessions"]

    assert code(bob.call("DELETE", f"/me/sessions/{theirs['id']}")) == (404, "not-found")
    assert code(program_of(client, "ann", ("games:read", "games:play")).get("/me/sessions")) == (403, "missing-scope")
