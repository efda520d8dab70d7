"""Blocking a person: by an invitation's link, on the game's page, and in the settings."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import account_of
from service.accounts.blocks import blocks_of
from service.bots.accounts import bot_of
from service.db import clock
from service.language.errors import Conflict
from service.models import Account, Game, GameStatus
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import game_seen_by
from service.play.seats import join
from tests.service.tables import person
from tests.service.web.visitor import Visitor, sign_in


@pytest.fixture
def ann(app: Flask) -> Account:
    return person("ann")


def invite(creator: Account) -> Game:
    """Create a game that invites Bob, a stranger."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], shuffle_seats=False)
    return create_game(creator, wish, clock.now())


def blocked() -> list[str]:
    """From whom Bob takes no invitations."""
    return [each.blocked.name for each in blocks_of(account_of("bob@example.net", clock.now()))]


def test_the_button_behind_the_link_declines_and_keeps_it_from_happening_again(visitor: Visitor, ann: Account) -> None:
    game = invite(ann)
    asked = visitor.open(links.never_link(game, 1))
    assert asked.heading == "Block ann?"
    assert (blocked(), game_seen_by(game.id, ann).status) == ([], GameStatus.INVITING)

    done = visitor.press(asked, "Block")

    assert done.heading == "ann can no longer invite you"
    assert (blocked(), game_seen_by(game.id, ann).status) == (["ann"], GameStatus.CANCELLED)
    with pytest.raises(Conflict, match="invitations-unwanted"):
        invite(ann)


def test_the_invitation_leads_there(visitor: Visitor, ann: Account) -> None:
    game = invite(ann)
    [link] = [
        anchor.attributes["href"]
        for anchor in visitor.open(links.invitation_link(game, 1)).tree.all("a")
        if anchor.text == "Block this person"
    ]
    assert links.never_link(game, 1).endswith(link)


def test_it_can_be_taken_back_on_the_same_page(visitor: Visitor, ann: Account) -> None:
    done = visitor.press(visitor.open(links.never_link(invite(ann), 1)), "Block")

    page = visitor.press(done, "Unblock")

    assert page.heading == "Block ann?"
    assert blocked() == []
    assert invite(ann).status == GameStatus.INVITING


def test_of_a_bot_it_says_whose_it_is(visitor: Visitor, ann: Account) -> None:
    page = visitor.open(links.never_link(invite(bot_of(ann, "rusty", clock.now())), 1))

    assert page.heading == "Block ann?"
    assert "rusty is a bot owned by ann. This applies to all their bots." in page.text


def test_who_plays_already_can_say_it_and_plays_on(visitor: Visitor, ann: Account) -> None:
    game = invite(ann)
    join(game.id, account_of("bob@example.net", clock.now()), clock.now())

    visitor.press(visitor.open(links.never_link(game, 1)), "Block")

    assert (blocked(), game_seen_by(game.id, ann).status) == (["ann"], GameStatus.ACTIVE)


def test_a_made_up_link_leads_nowhere(visitor: Visitor, ann: Account) -> None:
    game = invite(ann)
    turn = links.turn_link(game, 1).rsplit("/", 1)[1]
    assert [visitor.open(f"/i/{token}/never").status for token in ("x", turn)] == [404, 404]
    assert [visitor.post(f"/i/{token}/never").status for token in ("x", turn)] == [404, 404]


def test_the_page_of_the_game_has_it_too(app: Flask, ann: Account) -> None:
    game, bob = invite(ann), sign_in(app, "bob")

    page = bob.press(bob.open(f"/games/{game.id}"), "Block this person")

    assert page.status == 200
    assert (blocked(), game_seen_by(game.id, ann).status) == (["ann"], GameStatus.CANCELLED)


def test_ones_own_page_lists_them_and_lets_them_invite_again(app: Flask, ann: Account) -> None:
    game, bob = invite(ann), sign_in(app, "bob")
    assert "Blocked players Nobody." in bob.open("/me/mails").text
    bob.press(bob.open(f"/games/{game.id}"), "Block this person")
    assert "Blocked players ann" in bob.open("/me/mails").text

    page = bob.press(bob.open("/me/mails"), "Unblock: ann")

    assert "Blocked players Nobody." in page.text
    assert invite(ann).status == GameStatus.INVITING
