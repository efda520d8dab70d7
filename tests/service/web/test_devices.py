"""Sundial on a device: the files by which it is installed, and the forms of its notifications."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import select

from service.db.engines import session
from service.models import PushDelivery, PushDevice
from service.web.assets import FOLDER
from tests.icons import ICONS, icon
from tests.push import Browser
from tests.service.tables import person
from tests.service.web.visitor import Visitor, fields_of, returning


@pytest.fixture
def ann(app: Flask) -> Visitor:
    person("ann")
    return returning(app, "ann@example.net")


def hand_in(visitor: Visitor, browser: Browser) -> int:
    """Let a script hand in what the browser gave it; return the status."""
    form = next(each for each in visitor.open("/me/times").tree.all("form") if each.attributes.get("id") == "device")
    return visitor.client.post("/me/push", data=fields_of(form) | browser.given).status_code


def devices() -> list[PushDevice]:
    session().rollback()
    return list(session().scalars(select(PushDevice)))


def test_a_browser_that_handed_in_its_subscription_is_listed_and_can_be_tested_and_turned_off(ann: Visitor) -> None:
    assert hand_in(ann, Browser()) == 204
    page = ann.open("/me/times")
    assert "this browser" in page.text

    ann.press(page, "Send test Unknown browser")
    assert len(list(session().scalars(select(PushDelivery)))) == 1
    page = ann.press(ann.open("/me/times"), "Turn off Unknown browser")
    assert devices() == []
    assert "this browser" not in page.text


def test_what_is_no_subscription_is_422(ann: Visitor) -> None:
    assert hand_in(ann, Browser("http://127.0.0.1/")) == 422
    assert devices() == []


def test_the_manifest_has_icons_of_the_sizes_that_it_says(client: FlaskClient) -> None:
    told = json.loads(client.get("/manifest.webmanifest").data)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for each in told["icons"][:-1]:
        image = Image.open(BytesIO(client.get(each["src"]).data))
        assert each["sizes"] == f"{image.width}x{image.height}"


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_as_the_drawing(name: str) -> None:
    assert (FOLDER / name).read_bytes() == icon(*ICONS[name])


def test_the_service_worker_has_a_name_that_stays_and_is_asked_for_each_time(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_page_names_its_account_by_a_pseudonym_for_the_service_worker(ann: Visitor, client: FlaskClient) -> None:
    own = ann.open("/").response.headers["Sundial-Account"]
    assert len(own) == 16
    assert own == ann.open("/rules").response.headers["Sundial-Account"]
    assert client.get("/rules").headers["Sundial-Account"] == "none"
