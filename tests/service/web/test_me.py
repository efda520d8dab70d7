"""One's own page: name, time zone and tokens."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from service.accounts.tokens import caller_of, token_numbered
from service.db.clock import now
from service.language.errors import Unauthenticated
from service.notifications.preferences import stop_mail
from service.web.formats import moment
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, mailed, sign_in


def test_a_name_and_a_time_zone_are_chosen(app: Flask) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me"), "Save", name="ann", time_zone="Europe/Berlin")

    assert page.heading == "ann"
    assert "ann" in next(page.tree.all("nav")).text


MOST_FIELDS = 8
PARTS = ("/me", "/me/board", "/me/mails", "/me/times", "/me/vacations", "/me/sessions", "/me/tokens")
FOR_DEVELOPERS = ("/me/tokens", "/me/bots", "/me/webhooks")


ASKING = ("input", "select", "textarea")


def fields(page: Page) -> int:
    """Count the visible form fields: a group of radio buttons is one, collapsed ones do not count."""
    folded = [each for box in page.tree.all("details") if "open" not in box.attributes for each in box.all(*ASKING)]
    shown = [each for each in page.tree.all(*ASKING) if not any(each is other for other in folded)]
    kinds = [(each.attributes.get("type"), each.attributes.get("name")) for each in shown]
    others = [name for kind, name in kinds if kind not in ("hidden", "radio")]
    return len(others) + len({name for kind, name in kinds if kind == "radio"})


@pytest.mark.parametrize("path", PARTS)
def test_each_part_leads_to_all_others(app: Flask, path: str) -> None:
    parts = list(sign_in(app, "ann").open(path).tree.all("nav"))[1]

    assert tuple(link.attributes["href"] for link in parts.all("a")) == PARTS
    assert [link.attributes["href"] for link in parts.all("a") if "aria-current" in link.attributes] == [path]


@pytest.mark.parametrize("path", FOR_DEVELOPERS)
def test_pages_for_developers_stand_behind_one_link_and_lead_to_each_other(app: Flask, path: str) -> None:
    _, parts, below = sign_in(app, "ann").open(path).tree.all("nav")

    assert [link.text for link in parts.all("a") if "aria-current" in link.attributes] == ["For developers"]
    assert tuple(link.attributes["href"] for link in below.all("a")) == FOR_DEVELOPERS
    assert [link.attributes["href"] for link in below.all("a") if "aria-current" in link.attributes] == [path]


def test_time_zones_are_offered_by_city_and_ones_own_is_kept(app: Flask) -> None:
    ann = sign_in(app, "ann")
    ann.press(ann.open("/me"), "Save", time_zone="US/Pacific")

    zones = {each.attributes["value"]: each for each in ann.open("/me").tree.all("option")}

    assert zones["Europe/Berlin"].text == "Berlin (Europe)"
    assert zones["America/Indiana/Knox"].text == "Knox (America, Indiana)"
    assert "selected" in zones["US/Pacific"].attributes
    assert zones.keys().isdisjoint({"Zulu", "GB", "Etc/GMT+5", "US/Eastern"})


def test_boards_look_and_sound_as_chosen_on_every_game(app: Flask) -> None:
    ann, of = sign_in(app, "ann"), table("ann", "bob")

    page = ann.press(ann.open("/me/board"), "Save how boards look and sound", options=["sound", "no-coordinates"])

    assert boxes(page, "options", ticked=True) == ["sound", "no-coordinates"]
    shown = ann.open(f"/games/{of.id}").response.text
    assert "no-coordinates.css" in shown
    assert 'data-wanted="sound no-coordinates"' in shown
    assert "high-contrast.css" not in shown
    ann.press(ann.open("/me/board"), "Save how boards look and sound", options=[])
    assert "data-wanted" not in ann.open(f"/games/{of.id}").response.text


@pytest.mark.parametrize("path", [*PARTS, "/me/feeds", "/me/imports", "/bots/new"])
def test_no_part_asks_for_more_than_eight_things_at_first_sight(app: Flask, path: str) -> None:
    assert fields(sign_in(app, "ann").open(path)) <= MOST_FIELDS


def test_deadlines_are_shown_in_ones_own_zone(app: Flask) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")
    ann.press(ann.open("/me"), "Save", time_zone="Asia/Tokyo")

    page = ann.open(f"/games/{of.id}")

    assert "3 days left (Thu 7 May, 21:00)" in page.text
    assert page.response.text.count("Asia/Tokyo") == 1


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        (timedelta(hours=5), "17:00"),
        (timedelta(hours=20), "Tue 5 May, 08:00"),
        (timedelta(days=240), "Wed 30 Dec, 12:00"),
        (timedelta(days=300), "Sun 28 Feb 2027, 12:00"),
    ],
)
def test_a_time_says_no_more_than_is_needed(app: Flask, clock: FakeClock, after: timedelta, shown: str) -> None:
    with app.test_request_context():
        assert moment(clock() + after, "UTC") == shown
        assert moment(clock() + after, "Etc/UTC") == f"{shown} Etc/UTC"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": "A/B"}, "That name cannot be used."),
        ({"name": "Bob"}, "Another player in one of your games has a name that looks the same."),
        ({"time_zone": "Mars/Olympus"}, "That time zone does not exist."),
    ],
)
def test_what_cannot_be_taken_is_refused(app: Flask, typed: dict[str, str], sentence: str) -> None:
    table("ann", "bob")
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me"), "Save", **typed)

    assert page.status in (409, 422)
    assert sentence in page.text


def boxes(page: Page, name: str, *, ticked: bool = False) -> list[str]:
    """Return the kinds of email of the checkboxes with that name."""
    fields = [field.attributes for field in page.tree.all("input") if field.attributes.get("name") == name]
    return [field["value"] for field in fields if "checked" in field or not ticked]


def test_the_kinds_of_mail_that_are_not_ticked_are_stopped(app: Flask) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me/mails"), "Save which emails I get", kinds="your-turn")

    assert boxes(page, "kinds", ticked=True) == ["your-turn"]


def test_boards_in_words_are_a_wish_that_can_be_taken_back(app: Flask) -> None:
    ann = sign_in(app, "ann")
    page = ann.press(ann.open("/me/mails"), "Save which emails I get", board_words="on")
    assert boxes(page, "board_words", ticked=True) == ["on"]
    page = ann.press(page, "Save which emails I get", board_words=[])
    assert boxes(page, "board_words", ticked=True) == []


def test_every_box_says_that_it_was_shown(app: Flask) -> None:
    page = sign_in(app, "ann").open("/me/mails")

    assert boxes(page, "shown") == boxes(page, "kinds")


def test_a_kind_of_mail_that_the_page_has_not_shown_stays_as_it_is(app: Flask) -> None:
    ann = sign_in(app, "ann")
    stop_mail(person("ann").id, "invitation")

    shown = ["your-turn", "reminder"]
    page = ann.press(ann.open("/me/mails"), "Save which emails I get", shown=shown, kinds="your-turn")

    unticked = set(boxes(page, "kinds")) - set(boxes(page, "kinds", ticked=True))
    assert unticked == {"reminder", "invitation"}


def test_a_token_for_which_nothing_was_ticked_may_read_and_nothing_else(app: Flask) -> None:
    ann = sign_in(app, "ann")
    csrf = next(each for each in ann.open("/me").tree.all("input") if each.attributes.get("name") == "csrf")

    made = ann.post("/me/tokens", csrf=csrf.attributes["value"], name="careless")

    secret = made.copied[0]
    assert caller_of(secret, now()).scopes == ("games:read",)


def test_a_token_can_be_given_an_end(app: Flask, clock: FakeClock) -> None:
    ann = sign_in(app, "ann")

    made = ann.press(ann.open("/me/tokens"), "Create token", name="laptop", scopes="games:read", days="30")

    secret = made.copied[0]
    assert caller_of(secret, now()).expires_at == clock() + timedelta(days=30)
    assert "expires Wed 3 Jun, 12:00" in made.text


@pytest.mark.parametrize("days", ["0", "-1", "4000", "soon", "9" * 400, "٣"])
def test_an_end_that_cannot_be_is_refused(app: Flask, days: str) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me/tokens"), "Create token", name="laptop", scopes="games:read", days=days)

    assert page.status == 422
    assert "That is not a valid end for a token." in page.text


def test_too_many_tokens_are_refused_on_the_page(app: Flask) -> None:
    ann = sign_in(app, "ann")
    page = ann.open("/me/tokens")
    for _ in range(50):
        assert ann.press(page, "Create token", name="laptop", scopes="games:read").status == 200

    refused = ann.press(page, "Create token", name="laptop", scopes="games:read")

    assert refused.status == 409
    assert "You have reached the limit of tokens for an account" in refused.text


def test_a_mail_about_a_new_token_leads_to_a_button_that_revokes_it(app: Flask) -> None:
    ann = sign_in(app, "ann")
    made = ann.press(ann.open("/me/tokens"), "Create token", name="my bot", scopes="games:play")
    secret = made.copied[0]
    mail = mailed("new-token")
    [permissions] = mail["terms"]
    assert (mail["token"], mail["is_for_bot"]) == ("my bot", False)
    assert permissions.endswith(": games:play")

    anybody = Visitor(app)
    page = anybody.open(mail["revoke_link"])
    assert page.heading == "Did you create this token?"
    assert token_numbered(caller_of(secret, now()).token_id).name == "my bot"

    for _ in range(2):
        assert anybody.press(page, "Revoke token").heading == "This token no longer works"
    with pytest.raises(Unauthenticated):
        caller_of(secret, now())


def test_a_token_is_shown_once_and_can_be_revoked(app: Flask) -> None:
    ann = sign_in(app, "ann")

    made = ann.press(ann.open("/me/tokens"), "Create token", name="my bot", scopes="games:play")
    secret = made.copied[0]
    assert caller_of(secret, now()).scopes == ("games:play",)
    later = ann.open("/me/tokens")
    ann.press(later, "Revoke my bot")

    assert secret not in later.response.text
    with pytest.raises(Unauthenticated):
        caller_of(secret, now())
