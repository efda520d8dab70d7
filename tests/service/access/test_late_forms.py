"""Forms of an ended session: whatever was typed is on the page that asks to sign in, and on those that follow."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.sessions import begin_session, end_sessions
from service.db import clock
from service.http.browsers import Device
from service.web.frame.identity import SESSION
from tests.service.access.conftest import CSRF, Private, Untouched
from tests.service.access.pages import PAGES
from tests.service.access.whose import Whose
from tests.service.web.html import Element, parse
from tests.service.web.visitor import Page, Visitor, fields_of, mailed

TYPED = {
    "text": '\n\nTwo lines,\n<b>one</b> & "one"',
    "move": "place max-15",
    "version": "1",
    "name": "Quill's",
    "seat-1": "invite",
    "who-1": "wren@example.net",
    "url": "https://bot.example.net/new",
    "ruleset": "siesta",
}
HALF_A_PAIR = r'["/play/beside", [["a", "\ud800"]]]'
NOT_SIGNED_IN = ("POST /sign-in", "POST /sign-in/code", "POST /sign-in/recovery", "POST /sign-out", "POST /device")
WITHOUT_ACCOUNT = (Whose.HOLDERS, Whose.APPS, Whose.OPERATORS)
FORMS = [
    name
    for name, rule in PAGES.items()
    if name.startswith("POST ") and rule.whose not in WITHOUT_ACCOUNT and name not in NOT_SIGNED_IN
]


@pytest.fixture
def quill(app: Flask, private: Private) -> Visitor:
    """Open a browser of Quill's, whose session has been ended elsewhere."""
    visitor, account = Visitor(app), private.table.players[0]
    with visitor.client.session_transaction() as cookie:
        cookie.update({SESSION: begin_session(account, Device(), clock.now()), "csrf": CSRF})
    end_sessions(account.id, clock.now())
    return visitor


def kept(page: Element) -> tuple[str, dict[str, str]]:
    """Return the address and the fields of the form that can be sent again."""
    [form] = [each for each in page.all("form") if "Send again" in [button.text for button in each.all("button")]]
    return form.attributes["action"], {each.attributes["name"]: content(each) for each in form.all("textarea")}


def content(field: Element) -> str:
    """Return what a browser finds in a text field, which begins after a line break."""
    return "".join(map(str, field.inside)).removeprefix("\n")


def signed_in(quill: Visitor, asked: Page) -> Page:
    """Sign in on the page that asks for it, by the code of the email."""
    entered = quill.press(asked, "Email me a sign-in link", email="quill@example.net")
    return quill.press(entered, "Sign in", code=mailed("sign-in")["code"])


@pytest.mark.parametrize("name", FORMS)
def test_a_form_of_an_ended_session_keeps_all_that_was_typed(
    quill: Visitor, private: Private, untouched: Untouched, name: str
) -> None:
    path = private.fill(name.removeprefix("POST "))

    answer = quill.client.post(path, data={**TYPED, "csrf": CSRF})

    assert answer.status_code in (401, 404)
    action, fields = kept(parse(answer.text))
    assert action == path
    assert TYPED.items() <= fields.items()
    assert untouched.holds()


def test_what_was_written_is_sent_by_one_press_after_signing_in(quill: Visitor, private: Private) -> None:
    path = f"/games/{private.table.id}/messages"
    asked = quill.post(path, text=TYPED["text"], csrf=CSRF)
    assert asked.heading == "You are not signed in."

    page = signed_in(quill, asked)

    assert (page.heading, page.buttons) == ("You are signed in", ["Send again"])
    action, fields = kept(page.tree)
    sent = quill.post(action, **fields, csrf=str(fields_of(page.tree.one("form"))["csrf"]))
    assert "Two lines" in sent.text


def test_a_wrong_code_and_a_wrong_address_keep_what_was_written(quill: Visitor, private: Private) -> None:
    asked = quill.post(f"/games/{private.table.id}/messages", text=TYPED["text"], csrf=CSRF)

    refused = quill.press(asked, "Email me a sign-in link", email="quill")
    entered = quill.press(refused, "Email me a sign-in link", email="quill@example.net")
    wrong = quill.press(entered, "Sign in", code="00000000")

    for page in (refused, entered, wrong):
        assert kept(page.tree)[1]["text"] == TYPED["text"]


def test_a_form_is_sent_from_the_page_that_kept_it_once_the_link_was_followed(quill: Visitor, private: Private) -> None:
    asked = quill.post(f"/games/{private.table.id}/messages", text=TYPED["text"], csrf=CSRF)
    entered = quill.press(asked, "Email me a sign-in link", email="quill@example.net")
    quill.press(quill.open(mailed("sign-in")["link"]), "Sign in")

    action, fields = kept(entered.tree)
    headers = {"Sec-Fetch-Site": "same-origin"}
    answer = quill.client.post(action, data={**fields, "csrf": CSRF}, headers=headers)
    again, kept_still = kept(parse(answer.text))

    assert (answer.status_code, again, kept_still["text"]) == (403, action, TYPED["text"])


@pytest.mark.parametrize("kept_by", ["code", "link"])
def test_a_move_leads_to_its_preview_after_signing_in(quill: Visitor, private: Private, kept_by: str) -> None:
    of = private.table
    move = of.whole_moves(1)[0]
    asked = quill.post(f"/games/{of.id}/move", move=move, version=str(of.game.version), csrf=CSRF)

    if kept_by == "code":
        page = signed_in(quill, asked)
    else:
        quill.press(asked, "Email me a sign-in link", email="quill@example.net")
        page = quill.press(quill.open(mailed("sign-in")["link"]), "Sign in")

    assert "Play this move" in page.buttons
    played = quill.press(page, "Play this move")
    assert played.heading == "Waiting for wren"


@pytest.mark.parametrize(
    "made_up",
    [
        "",
        "[]",
        "{}",
        '["//evil.example", []]',
        '["/nowhere", []]',
        '["/me", [1]]',
        "[1, 2]",
        "[" * 3000,
        r'["/play/beside", [["a", "\ud800"]]]',
    ],
    ids=["empty", "list", "object", "elsewhere", "nowhere", "no-pairs", "numbers", "deep", "half-a-pair"],
)
def test_what_no_form_of_ours_has_kept_is_dropped(quill: Visitor, made_up: str) -> None:
    asked = quill.open("/sign-in")
    csrf = str(fields_of(next(iter(asked.tree.all("form"))))["csrf"])

    page = quill.post("/sign-in", email="quill@example.net", kept=made_up, csrf=csrf)

    assert (page.status, page.buttons) == (200, ["Sign in"])
