"""Pages of bots: finding, playing and owning them."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.tokens import caller_of, token_numbered
from service.bots.accounts import bot_named, create_bot
from service.bots.manifests import BotManifest
from service.db.clock import now
from service.db.engines import session
from service.language.errors import Unauthenticated
from service.models import Bot, PausedBy
from service.web.new_game import BOTS_OFFERED
from tests.service.tables import person
from tests.service.web.visitor import Page, Visitor, sign_in


def bot_of_cyd(name: str = "rusty", **manifest: object) -> Bot:
    """Create a bot of another owner."""
    return create_bot(person("cyd"), name, BotManifest(**manifest), now())  # type: ignore[typeddict-item]


def fresh(name: str = "rusty") -> Bot:
    """Load the bot again."""
    session().expire_all()
    return bot_named(name)


@pytest.fixture
def ann(app: Flask) -> Visitor:
    """Ann, signed in."""
    visitor = sign_in(app, "ann")
    person("ann")
    return visitor


def made(ann: Visitor, **typed: str) -> Page:
    """Return the page of a new bot of Ann's."""
    return ann.press(ann.open("/bots/new"), "Create bot", **{"name": "rusty", **typed})


def test_a_bot_is_made_on_a_page_and_plays_by_a_token_of_its_page(ann: Visitor) -> None:
    page = made(ann, description="Counts, and hopes.", accepts="accounts", accounts="ann")
    assert page.heading == "rusty"
    assert "Counts, and hopes." in page.text
    page = ann.press(page, "Create token", name="laptop")
    assert "laptop" in page.text
    secret = page.copied[0]
    found = token_numbered(caller_of(secret, now()).token_id)
    assert (found.account.name, found.scopes) == ("rusty", ["games:read", "games:play", "messages"])
    assert page.response.headers["Cache-Control"] == "no-store"
    page = ann.press(ann.open("/bots/rusty"), "Revoke laptop")
    assert "laptop" not in page.text
    with pytest.raises(Unauthenticated):
        caller_of(secret, now())


def test_a_token_of_a_bot_for_which_nothing_was_ticked_may_read_and_nothing_else(ann: Visitor) -> None:
    page = made(ann)
    csrf = next(each for each in page.tree.all("input") if each.attributes.get("name") == "csrf").attributes["value"]
    page = ann.post("/bots/rusty/tokens", csrf=csrf, name="careless")
    assert caller_of(page.copied[0], now()).scopes == ("games:read",)


def test_it_is_listed_among_ones_own(ann: Visitor) -> None:
    made(ann)
    assert "rusty never seen" in ann.open("/me/bots").text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": "A B"}, "That name cannot be used."),
        ({"homepage": "javascript:alert(1)"}, "Those bot settings are not valid."),
        ({"at_once": "0"}, "Those bot settings are not valid."),
        ({"seconds_per_move": "soon"}, "Those bot settings are not valid."),
        ({"accounts": "nobody-here"}, "There is no account with that name"),
    ],
)
def test_what_cannot_be_comes_back_with_the_form_as_it_was(ann: Visitor, typed: dict[str, str], sentence: str) -> None:
    page = made(ann, author="Ann herself", **typed)
    assert page.status in (404, 422)
    assert sentence in page.text
    [author] = [field for field in page.tree.all("input") if field.attributes.get("name") == "author"]
    assert author.attributes["value"] == "Ann herself"


def test_its_owner_changes_what_it_plays(ann: Visitor) -> None:
    made(ann)
    page = ann.press(ann.open("/bots/rusty"), "Save", games="dawn", at_once="7")
    assert page.status == 200
    assert ([game.ruleset for game in fresh().games], fresh().at_once) == (["dawn"], 7)
    page = ann.press(page, "Save", homepage="nowhere")
    assert "Those bot settings are not valid." in page.text
    assert fresh().at_once == 7


def test_its_owner_pauses_it_lets_it_go_on_and_retires_it(ann: Visitor) -> None:
    page = ann.press(made(ann), "Pause")
    assert fresh().paused_by == PausedBy.OWNER
    assert "You paused this bot. It gets no new games" in page.text
    page = ann.press(page, "Resume bot")
    assert fresh().paused_at is None
    ann.press(page, "Retire")
    assert fresh().retired_at is None, "nobody was sure"
    page = ann.press(page, "Retire", sure="yes")
    assert page.heading == "ann"
    assert "retired" in ann.open("/bots/rusty").text


def test_the_list_shows_whom_one_may_invite_as_asked_for(app: Flask, ann: Visitor) -> None:
    bot_of_cyd("rusty", description="Counts, and hopes.")
    bot_of_cyd("dawnlike", games={"dawn": {"seats": [], "options": {}}})
    bot_of_cyd("shy", accepts="owner")
    names = [link.text for link in ann.open("/bots").tree.all("h2")]
    assert names == ["dawnlike", "rusty"]
    assert "rusty" in Visitor(app).open("/bots?ruleset=seasons&q=HOPES&free=yes").text
    assert "No bots found that you can invite" in ann.open("/bots?q=nothing").text


def test_a_long_list_goes_on_on_a_next_page(ann: Visitor) -> None:
    for number in range(21):
        bot_of_cyd(f"bot-{number:02}")
    first = ann.open("/bots")
    assert "bot-20" not in first.text
    [more] = [link for link in first.tree.all("a") if link.attributes.get("rel") == "next"]
    assert "bot-20" in ann.open(more.attributes["href"]).text


def test_of_anothers_bot_one_sees_how_it_does_and_no_buttons(ann: Visitor) -> None:
    bot_of_cyd(seconds_per_move=600, accepts="accounts", accounts=["cyd"])
    page = ann.open("/bots/rusty")
    assert "Bot owned by cyd" in page.text
    assert "10 minutes per move" in page.text
    assert "accounts on its owner's list" in page.text
    assert "Play against this bot" not in page.text
    assert page.buttons == ["☆ Add to favourites"]


def test_its_page_leads_to_a_game_with_it(ann: Visitor) -> None:
    bot_of_cyd(auto_accept=True)
    page = ann.open("/bots/rusty")
    [link] = [link for link in page.tree.all("a") if link.text == "Seasons of the Sun"]
    game = ann.press(ann.open(link.attributes["href"]), "Start game")
    assert "rusty bot" in game.text
    assert game.status == 200


def test_a_bot_is_chosen_for_a_seat_beside_the_computer(ann: Visitor) -> None:
    bot_of_cyd(auto_accept=True)
    page = ann.press(ann.open("/games/new/seasons"), "Start game", **{"seat-1": "bot-rusty"})
    assert page.status == 200
    assert "rusty" in page.text


def test_of_many_bots_some_are_offered_and_the_one_whose_page_led_here_is_chosen(ann: Visitor) -> None:
    for number in range(BOTS_OFFERED + 1):
        bot_of_cyd(f"bot-{number:02}")

    page = ann.open("/games/new/seasons?bot=bot-30")

    chosen = [option.attributes.get("value") for option in page.tree.all("option") if "selected" in option.attributes]
    assert "bot-bot-30" in chosen
    assert "There are more. You can invite any of them by name" in page.text
    assert "bot-30" not in ann.open("/games/new/seasons").response.text


def test_a_bot_that_cannot_play_after_all_leaves_the_form_as_it_was(ann: Visitor) -> None:
    bot_of_cyd(at_once=1)
    page = ann.open("/games/new/seasons")
    assert ann.press(page, "Start game", **{"seat-1": "bot-rusty"}).status == 200
    refused = ann.press(page, "Start game", **{"seat-1": "bot-rusty"})
    assert refused.status == 409
    assert "as many games as it plays at once" in refused.text
    chosen = [option for option in refused.tree.all("option") if "selected" in option.attributes]
    assert "bot-rusty" in [option.attributes.get("value") for option in chosen]
