"""Signing in and out on pages."""

from __future__ import annotations

from flask import Flask

from tests.service.conftest import FakeClock
from tests.service.web.visitor import Page, Visitor, mailed, sign_in


def ask(visitor: Visitor) -> Page:
    """Request a sign-in email."""
    return visitor.press(visitor.open("/sign-in"), "Email me a sign-in link", email="Ann@Example.net ")


def test_the_code_of_the_mail_signs_in(app: Flask) -> None:
    page = sign_in(app, "ann").open("/")

    assert page.heading == "Your games"


def test_opening_the_link_signs_nobody_in_and_pressing_its_button_does(visitor: Visitor) -> None:
    ask(visitor)
    link = mailed("sign-in")["link"]

    page = visitor.open(link)
    assert visitor.open("/").heading == "Board games at your own pace"

    assert visitor.press(page, "Sign in").heading == "Your games"


def test_a_link_is_good_once(visitor: Visitor) -> None:
    ask(visitor)
    link = mailed("sign-in")["link"]
    visitor.press(visitor.open(link), "Sign in")

    assert visitor.open(link).heading == "This link no longer works"


def test_a_scanner_that_presses_the_link_leaves_the_code_to_the_browser_that_asked(
    app: Flask, visitor: Visitor
) -> None:
    page = ask(visitor)
    mail, scanner = mailed("sign-in"), Visitor(app, "192.0.2.7")
    scanner.press(scanner.open(mail["link"]), "Sign in")

    assert "the code from the same email may still work" in visitor.open(mail["link"]).text
    assert visitor.press(page, "Sign in", code=mail["code"]).heading == "Your games"


def test_a_link_with_a_full_stop_glued_to_it_signs_in_and_leads_to_the_page_that_was_wanted(visitor: Visitor) -> None:
    visitor.open("/me/feeds")
    ask(visitor)
    page = visitor.open(f"{mailed('sign-in')['link']}.")

    assert visitor.press(page, "Sign in").address == "/me/feeds"


def test_a_link_is_good_for_half_an_hour(visitor: Visitor, clock: FakeClock) -> None:
    ask(visitor)
    page = visitor.open(mailed("sign-in")["link"])
    clock.advance(minutes=31)

    assert visitor.press(page, "Sign in").status == 422


def test_a_wrong_code_is_refused_and_may_be_tried_again(visitor: Visitor) -> None:
    page = ask(visitor)
    right = mailed("sign-in")["code"]

    refused = visitor.press(page, "Sign in", code="12345678" if right != "12345678" else "87654321")

    assert refused.status == 422
    assert "That code is wrong" in refused.text
    assert visitor.press(refused, "Sign in", code=f" {right[:4]} {right[4:]} ").heading == "Your games"


def test_the_field_takes_a_code_with_the_words_before_it(visitor: Visitor) -> None:
    page = ask(visitor)
    copied = f"Your code to sign in to Sundial: {mailed('sign-in')['code']}"

    [field] = [field for field in page.tree.all("input") if field.attributes.get("id") == "code"]
    assert len(copied) <= int(field.attributes["maxlength"])
    assert visitor.press(page, "Sign in", code=copied).heading == "Your games"


def test_what_is_no_address_is_refused_and_kept(visitor: Visitor) -> None:
    page = visitor.press(visitor.open("/sign-in"), "Email me a sign-in link", email="ann at home")

    field = next(field for field in page.tree.all("input") if field.attributes.get("id") == "email")
    assert page.status == 422
    assert field.attributes["value"] == "ann at home"


def test_who_asks_too_often_can_still_type_the_code_of_the_mail_that_was_sent(visitor: Visitor) -> None:
    pages = [ask(visitor) for _ in range(6)]

    assert [page.status for page in pages] == [200] * 5 + [429]
    assert "Too many emails to that address were requested from here" in pages[-1].text
    assert visitor.press(pages[-1], "Sign in", code=mailed("sign-in")["code"]).heading == "Your games"


def test_a_strangers_wrong_codes_end_neither_the_code_nor_the_link_of_the_owner(app: Flask, visitor: Visitor) -> None:
    page = ask(visitor)
    stranger = Visitor(app, "192.0.2.7")
    theirs = ask(stranger)
    for _ in range(6):
        assert stranger.press(theirs, "Sign in", code="wrong").status == 422

    assert visitor.press(page, "Sign in", code=mailed("sign-in")["code"]).heading == "Your games"


def test_after_five_wrong_codes_only_the_link_is_good_in_that_browser(visitor: Visitor) -> None:
    page = ask(visitor)
    mail = mailed("sign-in")
    for _ in range(5):
        visitor.press(page, "Sign in", code="wrong")

    assert visitor.press(page, "Sign in", code=mail["code"]).status == 422
    assert visitor.press(visitor.open(mail["link"]), "Sign in").heading == "Your games"


def test_the_code_is_no_good_in_a_browser_that_has_not_asked(app: Flask, visitor: Visitor) -> None:
    ask(visitor)
    code, stranger = mailed("sign-in")["code"], Visitor(app, "192.0.2.7")
    asked = stranger.press(stranger.open("/sign-in"), "Email me a sign-in link", email="eve@example.net")

    refused = stranger.press(asked, "Sign in", email="ann@example.net", code=code)

    assert refused.status == 422
    assert "Use the link in the email instead" in refused.text


def test_who_asks_again_at_once_is_told_to_look_in_the_inbox(visitor: Visitor) -> None:
    first, second = ask(visitor), ask(visitor)

    assert first.heading == "We sent you an email"
    assert second.heading == "Check your inbox"
    assert visitor.press(second, "Sign in", code=mailed("sign-in")["code"]).heading == "Your games"


def test_the_answer_is_the_same_for_known_and_unknown_addresses(app: Flask) -> None:
    sign_in(app, "ann")
    visitor = Visitor(app)
    known, unknown = (
        visitor.press(visitor.open("/sign-in"), "Email me a sign-in link", email=f"{name}@example.net")
        for name in ("ann", "bob")
    )

    assert known.text.replace("ann@", "bob@") == unknown.text


def test_signing_out_ends_the_session_of_this_browser(app: Flask) -> None:
    ann, elsewhere = sign_in(app, "ann"), sign_in(app, "ann")

    ann.press(ann.open("/me"), "Sign out")

    assert ann.open("/me").heading == "Sign in"
    assert elsewhere.open("/me").status == 200


def test_signing_out_everywhere_ends_every_session(app: Flask) -> None:
    ann, elsewhere = sign_in(app, "ann"), sign_in(app, "ann")

    ann.press(ann.open("/me/sessions"), "Sign out everywhere")

    assert elsewhere.open("/me").heading == "Sign in"


def test_nobody_is_led_to_another_site_after_signing_in(visitor: Visitor) -> None:
    for elsewhere in ("https://example.org/", "//example.org", "/\\example.org"):
        visitor.open(f"/sign-in?next={elsewhere}")
        page = visitor.press(visitor.open("/sign-in"), "Email me a sign-in link", email="ann@example.net")
        assert visitor.press(page, "Sign in", code=mailed("sign-in")["code"]).address == "/"


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(app: Flask) -> None:
    answer = app.test_client().get("/sign-in")

    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
