"""Signing in, tokens, scopes, and the own account over the API."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.db.clock import now
from service.db.engines import session
from service.mail.compose import facts_of
from service.models import ApiToken, Notice
from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import FakeClock
from tests.service.tables import person

MAIL = {"email": "ann@example.net"}
ELSEWHERE: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}


def mailed_code() -> str:
    """Return the code of the newest sign-in email."""
    newest = select(Notice).where(Notice.kind == "sign-in").order_by(Notice.id.desc()).limit(1)
    found: str = facts_of(session().scalars(newest).one()).values["code"]
    return found


def new_token(anybody: Program, **wish: object) -> Program:
    """Return a program with a token from signing in by email."""
    anybody.post("/sign-in", MAIL)
    answer = anybody.post("/tokens", {**MAIL, "code": mailed_code(), **wish})
    assert answer.status_code == 201, answer.json
    assert answer.json
    return Program(anybody.client, answer.json["token"])


def test_a_code_from_the_mail_gives_a_token_that_works(anybody: Program) -> None:
    assert anybody.post("/sign-in", {"email": " Ann@Example.NET "}).json == {**MAIL, "minutes": 30, "sent": True}

    me = new_token(anybody, name="laptop").get("/me")

    assert me.status_code == 200
    assert me.json
    assert (me.json["email"], me.json["scopes"]) == ("ann@example.net", list(SCOPES))


def test_a_code_is_taken_as_it_was_copied(anybody: Program) -> None:
    anybody.post("/sign-in", MAIL)
    copied = "Code:\u00a0" + "\u200b".join(mailed_code())
    assert anybody.post("/tokens", {**MAIL, "code": copied}).status_code == 201


def test_an_answer_with_a_token_is_stored_nowhere(anybody: Program) -> None:
    anybody.post("/sign-in", MAIL)
    answer = anybody.post("/tokens", {**MAIL, "code": mailed_code()})
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json
    assert answer.json["token"] not in [token.hash for token in session().scalars(select(ApiToken))]


def test_a_code_is_good_once(anybody: Program) -> None:
    new_token(anybody)
    assert code(anybody.post("/tokens", {**MAIL, "code": mailed_code()})) == (422, "bad-code")


def test_a_code_is_too_old_after_half_an_hour(anybody: Program, clock: FakeClock) -> None:
    anybody.post("/sign-in", MAIL)
    clock.advance(minutes=31)
    assert code(anybody.post("/tokens", {**MAIL, "code": mailed_code()})) == (422, "bad-code")


def test_after_five_wrong_codes_the_right_one_is_no_good_from_that_address(anybody: Program) -> None:
    anybody.post("/sign-in", MAIL)
    for _ in range(5):
        assert code(anybody.post("/tokens", {**MAIL, "code": "wrong"}, **ELSEWHERE)) == (422, "bad-code")
    right = {**MAIL, "code": mailed_code()}
    assert code(anybody.post("/tokens", right, **ELSEWHERE)) == (422, "bad-code")
    assert anybody.post("/tokens", right).status_code == 201


def test_a_program_whose_address_has_changed_is_known_by_the_code(anybody: Program) -> None:
    anybody.post("/sign-in", MAIL)
    assert anybody.post("/tokens", {**MAIL, "code": mailed_code()}, **ELSEWHERE).status_code == 201


def test_asked_again_at_once_no_second_mail_is_sent_and_the_client_is_told(anybody: Program) -> None:
    assert anybody.post("/sign-in", MAIL).json == {**MAIL, "minutes": 30, "sent": True}
    assert anybody.post("/sign-in", MAIL, **ELSEWHERE).json == {**MAIL, "minutes": 30, "sent": False}


def test_who_goes_on_asking_is_told_when_to_come_back_and_others_are_not(anybody: Program) -> None:
    for _ in range(5):
        assert anybody.post("/sign-in", MAIL).status_code == 202
    answer = anybody.post("/sign-in", MAIL)
    assert code(answer) == (429, "too-many-sign-ins")
    assert answer.headers["Retry-After"] == "1200"
    assert anybody.post("/sign-in", MAIL, **ELSEWHERE).status_code == 202


def test_a_token_may_end_at_a_time_or_after_some_days(anybody: Program, clock: FakeClock) -> None:
    until = new_token(anybody, expires_at="2026-05-05T14:00:00+02:00")
    [listed] = (until.get("/tokens").json or {})["tokens"]
    assert listed["expires_at"] == "2026-05-05T12:00:00Z"
    assert until.get("/me").status_code == 200

    clock.advance(days=1)
    answer = until.get("/me")
    assert code(answer) == (401, "expired-token")
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]

    [week] = (new_token(anybody, expires_in_days=7).get("/tokens").json or {})["tokens"]
    assert week["expires_at"] == "2026-05-12T12:00:00Z"


@pytest.mark.parametrize(
    ("end", "refused"),
    [
        ({"expires_at": "2026-05-04T12:00:00Z"}, "bad-expiry"),
        ({"expires_at": "9999-12-31T23:59:59-12:00"}, "bad-expiry"),
        ({"expires_at": "0001-01-01T00:00:00+12:00"}, "bad-expiry"),
        ({"expires_at": "2026-05-05T12:00:00Z", "expires_in_days": 1}, "bad-expiry"),
        ({"expires_at": "2026-05-05T12:00:00"}, "bad-request"),
        ({"expires_in_days": 0}, "bad-request"),
        ({"expires_in_days": 3651}, "bad-request"),
        ({"expires_in_days": True}, "bad-request"),
        ({"scopes": []}, "bad-request"),
        ({"scopes": ["everything"]}, "bad-request"),
    ],
)
def test_what_a_token_cannot_be_is_refused_and_the_code_stays_good(
    anybody: Program, end: dict[str, Any], refused: str
) -> None:
    anybody.post("/sign-in", MAIL)
    wish = {**MAIL, "code": mailed_code()}
    assert code(anybody.post("/tokens", {**wish, **end})) == (422, refused)
    assert anybody.post("/tokens", wish).status_code == 201


def test_who_has_too_many_tokens_is_told_and_the_code_stays_good(anybody: Program) -> None:
    mine = new_token(anybody)
    for _ in range(49):
        create_token(person("ann"), "test", ["games:read"], now())
    anybody.post("/sign-in", MAIL)
    wish = {**MAIL, "code": mailed_code()}
    assert code(anybody.post("/tokens", wish)) == (409, "too-many-tokens")

    [first, *_] = (mine.get("/tokens").json or {})["tokens"]
    mine.call("DELETE", f"/tokens/{first['id']}")
    assert anybody.post("/tokens", wish).status_code == 201


def test_webhooks_and_bots_take_scopes_of_their_own(client: FlaskClient) -> None:
    person_s = {scope: program_of(client, "ann", (scope,)) for scope in SCOPES}
    for path, scope in (("/webhooks", "webhooks"), ("/tokens", "account")):
        answers = {name: program.get(path).status_code for name, program in person_s.items()}
        assert answers == {name: 200 if name == scope else 403 for name in SCOPES}
    made = {name: program.post("/bots", {"name": f"bot-{name}"}).status_code for name, program in person_s.items()}
    assert made == {name: 201 if name == "bots" else 403 for name in SCOPES}


def test_a_token_is_listed_without_its_secret_and_can_be_ended(anybody: Program) -> None:
    mine = new_token(anybody, name="laptop")
    listed = mine.get("/tokens").json
    assert listed
    (token,) = listed["tokens"]
    assert (token["name"], "token" in token) == ("laptop", False)

    assert mine.call("DELETE", f"/tokens/{token['id']}").status_code == 204

    assert code(mine.get("/me")) == (401, "revoked-token")


def test_nobody_ends_the_token_of_somebody_else(ann: Program, bob: Program) -> None:
    token = session().scalars(select(ApiToken).order_by(ApiToken.id)).first()
    assert token
    assert code(bob.call("DELETE", f"/tokens/{token.id}")) == (404, "not-found")
    assert ann.get("/me").status_code == 200


def test_what_is_no_token_is_refused_with_a_challenge(anybody: Program) -> None:
    for authorization, refused in {
        "Bearer": "bad-token",
        "Bearer sdl_nonsense": "bad-token",
        "Bearer \xe9\xff": "bad-token",
        "Basic YW5uOnNlY3JldA==": "unauthenticated",
        "": "unauthenticated",
    }.items():
        answer = anybody.get("/games", headers={"Authorization": authorization})
        assert code(answer) == (401, refused)
        assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


def test_without_a_token_public_things_can_be_read_and_nothing_else(anybody: Program) -> None:
    for path in ("/rulesets", "/rulesets/seasons", "/games", "/problems/not-your-turn"):
        assert anybody.get(path).status_code == 200
    for path in ("/me", "/tokens", "/games?mine=true", "/games?to_move=true"):
        assert code(anybody.get(path)) == (401, "unauthenticated")
    assert code(anybody.post("/games", {})) == (401, "unauthenticated")


def test_a_token_may_do_what_its_scopes_say(client: FlaskClient) -> None:
    reader = program_of(client, "ann", ("games:read",))
    assert reader.get("/me").status_code == 200
    for refused, scope in (
        (reader.post("/games", {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]}), "games:play"),
        (reader.call("PATCH", "/me", json={"name": "anna"}), "account"),
        (reader.get("/tokens"), "account"),
    ):
        assert code(refused) == (403, "missing-scope")
        assert refused.json
        assert refused.json["scope"] == scope
        assert f'scope="{scope}"' in refused.headers["WWW-Authenticate"]


def test_a_token_id_that_no_database_can_hold_is_not_found(ann: Program) -> None:
    for number in (2**31, 2**63 - 1, 2**63, 10**400):
        assert code(ann.call("DELETE", f"/tokens/{number}")) == (404, "not-found")


def test_one_can_have_boards_in_words(ann: Program) -> None:
    assert ann.get("/me").json["board_words"] is False  # type: ignore[index]
    changed = ann.call("PATCH", "/me", json={"board_words": True})
    assert (changed.status_code, ann.get("/me").json["board_words"]) == (200, True)  # type: ignore[index]
    assert ann.call("PATCH", "/me", json={"board_words": "yes"}).status_code == 422


def test_options_of_pages_are_set_together_and_stay_when_left_out(ann: Program) -> None:
    assert ann.get("/me").json["page_options"] == []  # type: ignore[index]
    ann.call("PATCH", "/me", json={"page_options": ["high-contrast", "sound"]})
    ann.call("PATCH", "/me", json={"time_zone": "Europe/Berlin"})
    assert ann.get("/me").json["page_options"] == ["sound", "high-contrast"]  # type: ignore[index]
    assert ann.call("PATCH", "/me", json={"page_options": ["disco"]}).status_code == 422


def test_one_can_change_name_and_time_zone(ann: Program) -> None:
    changed = ann.call("PATCH", "/me", json={"name": "anna", "time_zone": "Europe/Berlin"})
    assert changed.status_code == 200
    assert changed.json == ann.get("/me").json
    assert changed.json
    assert (changed.json["name"], changed.json["time_zone"]) == ("anna", "Europe/Berlin")


def test_a_name_that_is_taken_or_impossible_is_refused(ann: Program, bob: Program) -> None:
    assert code(ann.call("PATCH", "/me", json={"name": "bob"})) == (409, "name-taken")
    assert code(ann.call("PATCH", "/me", json={"name": "no blanks"})) == (422, "bad-name")
    assert code(ann.call("PATCH", "/me", json={"time_zone": "../../etc/passwd"})) == (422, "bad-time-zone")


def test_an_error_of_the_database_quotes_no_values(app: Flask) -> None:
    with pytest.raises(DBAPIError) as raised:
        session().execute(text("SELECT * FROM nothing WHERE email = :email"), {"email": "ann@example.net"})
    assert "ann@example.net" not in str(raised.value)


def test_logs_hold_neither_tokens_nor_addresses(running: Match, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        running.ann.get("/me")
        running.ann.play(running.table.id, "nonsense")
        running.bob.post("/sign-in", MAIL)
    assert running.ann.token
    assert running.ann.token not in caplog.text
    assert "ann@example.net" not in caplog.text


def test_the_address_that_explains_a_code_shows_browsers_a_page(anybody: Program) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    shown = anybody.get("/problems/rate-limited", headers=browser)
    assert (shown.status_code, shown.headers["Location"]) == (303, "/problems/rate-limited")
    assert anybody.get("/problems/rate-limited", headers={"Accept": "*/*"}).status_code == 200
    assert code(anybody.get("/problems/nonsense")) == (404, "not-found")
