"""Signed-in browsers, and signing them out."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from service.accounts.sessions import sessions_of
from service.db.clock import now
from service.db.engines import session
from service.models import BrowserSession, InboundMail
from service.notifications import links
from service.server.app import create_app
from tests.service.conftest import FakeClock, settings_for
from tests.service.tables import person
from tests.service.web.visitor import Visitor, fields_of, mailed, path_of, sign_in

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1"


def copy_of(visitor: Visitor, app: Flask) -> Visitor:
    """Return a browser with a copy of another's cookie."""
    cookie = visitor.client.get_cookie("sundial")
    assert cookie is not None
    thief = Visitor(app, "192.0.2.66")
    thief.client.set_cookie("sundial", cookie.value)
    return thief


def by_telephone(app: Flask) -> Visitor:
    """Sign Ann in on her phone, too."""
    return sign_in(app, "ann", Visitor(app, "198.51.100.7", PHONE))


def sessions() -> list[str]:
    """Return the systems in which Ann is signed in."""
    session().rollback()
    return [found.system for found in sessions_of(person("ann").id, now())]


def test_signing_out_ends_the_copies_of_the_cookie_too(app: Flask) -> None:
    ann = sign_in(app, "ann")
    thief = copy_of(ann, app)
    assert thief.open("/me").status == 200

    ann.press(ann.open("/me"), "Sign out")

    assert thief.open("/me").heading == "Sign in"


def test_signing_in_anew_ends_the_session_before(app: Flask) -> None:
    ann = sign_in(app, "ann")
    thief = copy_of(ann, app)

    sign_in(app, "ann", ann)

    assert thief.open("/me").heading == "Sign in"
    assert len(sessions()) == 1


def test_one_sees_where_one_is_signed_in_and_signs_out_there(app: Flask) -> None:
    ann, phone = sign_in(app, "ann"), by_telephone(app)

    page = ann.open("/me/sessions")
    assert "Safari on iPhone" in page.text
    assert "198.51.100.*" in page.text
    assert "198.51.100.7" not in page.response.text
    after = ann.press(page, "Sign out device Safari on iPhone")

    assert "Safari on iPhone" not in after.text
    assert phone.open("/me").heading == "Sign in"
    assert ann.open("/me").status == 200
    assert ann.press(page, "Sign out device Safari on iPhone").status == 200


def test_one_signs_out_everywhere_else(app: Flask) -> None:
    ann, phone, tablet = sign_in(app, "ann"), by_telephone(app), by_telephone(app)

    ann.press(ann.open("/me/sessions"), "Sign out everywhere else")

    assert [visitor.open("/me").heading for visitor in (phone, tablet)] == ["Sign in"] * 2
    assert ann.open("/me").status == 200
    assert "Sign out everywhere else" not in ann.open("/me/sessions").buttons


def test_the_last_use_is_shown(app: Flask, clock: FakeClock) -> None:
    ann = sign_in(app, "ann")
    by_telephone(app)
    clock.advance(hours=3)

    assert "last used 3 hours ago" in ann.open("/me/sessions").text


def test_a_mail_about_a_new_browser_leads_to_a_button_that_signs_it_out(app: Flask) -> None:
    ann, phone = sign_in(app, "ann"), by_telephone(app)
    mail = mailed("new-sign-in")
    assert (mail["device"], mail["network"]) == ("Safari on iPhone", "198.51.100.*")

    anybody = Visitor(app)
    page = anybody.open(mail["end_link"])
    assert page.heading == "Was this you?"
    assert phone.open("/me").status == 200

    assert anybody.press(page, "Sign out that browser").heading == "Browser signed out"
    assert phone.open("/me").heading == "Sign in"
    assert ann.open("/me").status == 200


def test_the_link_opens_nothing_else_and_no_other_link_does_what_it_does(app: Flask) -> None:
    sign_in(app, "ann")
    by_telephone(app)
    token = mailed("new-sign-in")["end_link"].rpartition("/")[2]
    for path in ("/t/", "/i/", "/a/", "/unsubscribe/"):
        assert Visitor(app).open(path + token).status == 404
    for other in (
        links.approval_link(InboundMail(id=1, nonce="aaaaaaaa")),
        links.session_link(BrowserSession(id=99, hash=64 * "0")),
        links.session_link(BrowserSession(id=1, hash=64 * "0")),
    ):
        assert Visitor(app).open(f"/s/{other.rpartition('/')[2]}").status == 404


def test_over_https_the_cookie_is_bound_to_this_host(tmp_path: Path, clock: FakeClock) -> None:
    app = create_app(settings_for(tmp_path, PUBLIC_URL="https://sundial.example.net"), clock)

    cookie = app.test_client().get("/sign-in", base_url="https://sundial.example.net").headers["Set-Cookie"]

    assert cookie.startswith("__Host-sundial=")
    assert {"Secure", "Path=/", "HttpOnly", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


@pytest.mark.parametrize(
    ("address", "button"),
    [
        ("/me", "Sign out"),
        ("/me/sessions", "Sign out everywhere"),
        ("/me/delete", "Delete my account permanently"),
    ],
)
def test_a_browser_that_signs_out_forgets_its_pages_and_no_cookie_of_others(
    app: Flask, address: str, button: str
) -> None:
    person("ann")
    ann = sign_in(app, "ann")
    page = ann.open(address)
    form = next(form for form in page.tree.all("form") if any(each.text == button for each in form.all("button")))

    answer = ann.client.post(form.attributes["action"], data=fields_of(form) | {"name": "ann"})

    assert (answer.status_code, answer.headers["Clear-Site-Data"]) == (303, '"cache"')
    assert form.attributes.get("data-leaves") is not None


def test_the_link_that_signs_a_browser_out_lets_that_in_which_it_is_opened_forget_its_pages(app: Flask) -> None:
    sign_in(app, "ann")
    by_telephone(app)
    link = mailed("new-sign-in")["end_link"]
    assert Visitor(app).client.post(path_of(link)).headers["Clear-Site-Data"] == '"cache"'


def test_signing_in_keeps_the_files_of_pages(app: Flask) -> None:
    ann = Visitor(app)
    asked = ann.press(ann.open("/sign-in"), "Email me a sign-in link", email="ann@example.net")
    signed_in = ann.press(asked, "Sign in", code=mailed("sign-in")["code"])
    assert "Clear-Site-Data" not in signed_in.response.headers
