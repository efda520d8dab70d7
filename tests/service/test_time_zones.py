"""Time zones of the tzdata package; accounts with another one do no harm."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.db.engines import session, transaction
from service.language.time_zones import zone_names
from service.models import Account
from tests.service.api.program import code, program_of
from tests.service.conftest import FakeClock
from tests.service.on_sqlite import settings
from tests.service.tables import person
from tests.service.web.visitor import returning, sign_in
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due

__all__ = ["settings"]


def move_to(zone: str, name: str = "ann") -> None:
    """Set an account's zone to one that was valid when chosen."""
    with transaction() as current:
        current.get_one(Account, person(name).id).time_zone = zone


@pytest.mark.parametrize(
    "zone", ["localtime", "posix/Europe/Rome", "right/UTC", "posixrules", "Factory", "europe/rome"]
)
def test_what_is_a_zone_on_some_machines_alone_is_refused(client: FlaskClient, zone: str) -> None:
    assert code(program_of(client, "ann").call("PATCH", "/me", json={"time_zone": zone})) == (422, "bad-time-zone")


@pytest.mark.parametrize("zone", ["Asia/Calcutta", "Europe/Kiev", "US/Pacific", "UTC"])
def test_zones_by_their_former_names_are_taken(client: FlaskClient, zone: str) -> None:
    assert program_of(client, "ann").call("PATCH", "/me", json={"time_zone": zone}).json["time_zone"] == zone  # type: ignore[index]


def test_the_page_offers_cities_and_all_of_them_are_taken(app: Flask) -> None:
    page = sign_in(app, "ann").open("/me")
    [zones] = [each for each in page.tree.all("select") if each.attributes["name"] == "time_zone"]
    offered = {option.attributes["value"] for option in zones.all("option")}
    assert {"UTC", "Europe/Rome", "America/New_York"} <= offered <= zone_names()
    assert not {zone for zone in offered if zone.startswith("Etc/")}


def test_who_has_an_unknown_zone_is_in_nobodys_way(client: FlaskClient, clock: FakeClock) -> None:
    ann, bob = (program_of(client, name) for name in ("ann", "bob"))
    move_to("Mars/Olympus")
    clocks = {"weekends_off": True, "nights_off": True}
    wish = {"ruleset": "seasons", "seats": [{"account": "ann"}, {"me": True}], "shuffle_seats": False, "clock": clocks}
    made = bob.post("/games", wish)
    assert made.status_code == 201, made.json
    game = f"/games/{(made.json or {})['id']}"
    assert ann.post(f"{game}/join").status_code == 200
    assert [program.get(f"{game}/clock").status_code for program in (ann, bob)] == [200, 200]
    assert ann.play(game.rpartition("/")[2], "place max-15").status_code == 201
    post = Post()
    seal_due(clock)
    send_due(clock, post)
    assert "ann@example.net" in post.recipients
    assert ann.get("/me").json["time_zone"] == "UTC"  # type: ignore[index]


@pytest.mark.parametrize(
    "path", ["/", "/me", "/me/times", "/me/vacations", "/me/tokens", "/me/sessions", "/games?mine=yes"]
)
def test_their_own_pages_tell_times_in_utc(app: Flask, path: str) -> None:
    ann = returning(app, "ann@example.net")
    move_to("Mars/Olympus")
    session().expire_all()
    page = ann.open(path)
    assert page.status == 200
    assert "Mars" not in page.text
