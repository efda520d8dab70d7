"""Exporting one's data and deleting one's account on the settings page."""

from __future__ import annotations

import json

from flask import Flask
from sqlalchemy import select

from service.accounts.accounts import account_of
from service.db import clock
from service.db.engines import session
from service.models import Account
from tests.service.tables import table
from tests.service.web.visitor import Page, Visitor, sign_in


def names() -> set[str]:
    """Return the names of all accounts."""
    session().rollback()
    session().expire_all()
    return set(session().scalars(select(Account.name)))


def _menu(page: Page) -> str:
    """Return the page's menu."""
    return next(iter(page.tree.all("nav"))).text


def test_what_happens_is_said_before_it_does(app: Flask) -> None:
    table("ann", "bob")
    ann = sign_in(app, "ann")
    page = ann.open("/me/delete")
    assert page.heading == "Delete your account?"
    assert "You leave one game." in page.text
    assert "To confirm, type your name: ann" in page.text
    assert "ann" in names()


def test_another_name_deletes_nothing(app: Flask) -> None:
    ann = sign_in(app, "ann")
    before = names()
    [name] = before
    page = ann.press(ann.open("/me/delete"), "Delete my account permanently", name="bob")
    assert page.status == 422
    assert "That is not your name. Nothing was deleted." in page.text
    assert names() == before == {name}


def test_the_account_is_deleted_and_everybody_signed_out(app: Flask) -> None:
    of = table("ann", "bob")
    ann, elsewhere = sign_in(app, "ann"), sign_in(app, "ann")
    page = ann.press(ann.open("/me/delete"), "Delete my account permanently", name=" Ann ")
    assert page.heading == "Your account is deleted"
    assert "ann" not in names()
    assert _menu(page) == _menu(Visitor(app).open("/gone"))
    for visitor in (ann, elsewhere):
        assert visitor.open("/me").heading == "Sign in"
    bob = sign_in(app, "bob").open(f"/games/{of.id}")
    assert "gone-" in bob.text
    assert "ann" not in bob.text.split()


def test_the_handle_that_somebody_had_is_given_to_nobody_else(app: Flask) -> None:
    table("ann", "bob")
    ann = sign_in(app, "ann")
    ann.press(ann.open("/me/delete"), "Delete my account permanently", name="ann")
    bob = sign_in(app, "bob")
    bob.press(bob.open("/me"), "Save", name="ann")
    assert account_of("bob@example.net", clock.now()).name == "ann2"


def test_both_files_are_offered_and_come(app: Flask) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")
    links = {
        link.text: link.attributes["href"] for link in ann.open("/me").tree.all("a") if "download" in link.attributes
    }
    assert list(links) == ["Your data (JSON)", "Your emails (mbox)"]
    data, mails = (ann.client.get(path) for path in links.values())
    assert [game["id"] for game in json.loads(data.text)["games"]] == [of.id]
    assert (mails.status_code, mails.mimetype) == (200, "application/mbox")
    for answer in (data, mails):
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert answer.headers["Cache-Control"] == "no-store"


def test_nobody_gets_files_without_signing_in(app: Flask) -> None:
    for path in ("/me/export.json", "/me/export.mbox"):
        answer = Visitor(app).client.get(path)
        assert answer.status_code == 303
