"""Limits on invitations in the form for a new game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from service.config.environment import Config
from tests.service.web.visitor import Page, Visitor, sign_in


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """So few that a test can use them up."""
    return replace(sqlite_settings, rate_limits={"invitations": 2, "open-invitations": 1})


@pytest.fixture
def ann(app: Flask) -> Visitor:
    """Ann, signed in."""
    return sign_in(app, "ann")


def invite(visitor: Visitor, name: str, **chosen: str) -> Page:
    """Fill in the form for a game with a player."""
    guest = {"seat-1": "invite", "who-1": f"{name}@example.net"}
    return visitor.press(visitor.open("/games/new/seasons"), "Start game", **guest, **chosen)


@pytest.mark.parametrize("form", ["one", "in-turn"])
def test_the_form_says_when_more_can_be_invited_and_what_can_be_done_now(ann: Visitor, form: str) -> None:
    for name in ("bob", "cyd"):
        assert invite(ann, name, form=form).status == 200

    page = invite(ann, "dee", form=form)

    assert page.status == 429
    assert page.response.headers["Retry-After"] == str(24 * 3600)
    assert "You have reached the limit of invitations for a day." in page.text
    assert "Try again in 24 hours, or leave a place free." in page.text
    assert "dee@example.net" in page.response.text


def test_the_form_says_who_has_an_invitation_already(ann: Visitor) -> None:
    invite(ann, "bob")

    page = invite(ann, "bob")

    assert page.status == 409
    assert "The address is bob@example.net. Wait for the answer" in page.text


def test_the_form_says_that_the_address_is_shown(ann: Visitor) -> None:
    assert "People you invite by email address see yours." in ann.open("/games/new/seasons").text
