"""One's own page: name, time zone and tokens."""

from __future__ import annotations

import pytest
from flask import Flask

from service.actions.tokens import token_of
from service.clock import now
from service.errors import Unauthenticated
from tests.service.tables import table
from tests.service.web.visitor import sign_in


def test_a_name_and_a_time_zone_are_chosen(app: Flask) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me"), "Save", name="ann", time_zone="Europe/Berlin")

    assert page.heading == "ann"
    assert "ann" in page.tree.one("nav").text


def test_deadlines_are_shown_in_ones_own_zone(app: Flask) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")
    ann.press(ann.open("/me"), "Save", time_zone="Asia/Tokyo")

    assert "7 May 2026, 21:00 Asia/Tokyo" in ann.open(f"/games/{of.id}").text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": "A B"}, "That name cannot be used."),
        ({"name": "bob"}, "Somebody else has that name."),
        ({"time_zone": "Mars/Olympus"}, "There is no such time zone."),
    ],
)
def test_what_cannot_be_taken_is_refused(app: Flask, typed: dict[str, str], sentence: str) -> None:
    table("ann", "bob")
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me"), "Save", **typed)

    assert page.status in (409, 422)
    assert sentence in page.text


def test_the_kinds_of_mail_that_are_not_ticked_are_stopped(app: Flask) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me"), "Save which mails I get", kinds="your-turn")

    ticked = [
        box.attributes["value"]
        for box in page.tree.all("input")
        if box.attributes.get("name") == "kinds" and "checked" in box.attributes
    ]
    assert ticked == ["your-turn"]


def test_a_token_is_shown_once_and_can_be_revoked(app: Flask) -> None:
    ann = sign_in(app, "ann")

    made = ann.press(ann.open("/me"), "Make a token", name="my bot", scopes="play")
    secret = next(code.text for code in made.tree.all("code") if code.text.startswith("sdl_"))
    assert token_of(secret, now()).scopes == ["play"]
    later = ann.open("/me")
    ann.press(later, "Revoke my bot")

    assert secret not in later.response.text
    with pytest.raises(Unauthenticated):
        token_of(secret, now())
