"""Talking at the table on its page."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask

from service.accounts.accounts import change
from service.db.clock import now
from service.models import Visibility
from service.play.chat import post, said
from service.play.games import NewGame, SeatWish, create_game
from service.play.reports import waiting_reports
from tests.service.tables import person, table
from tests.service.web.visitor import Visitor, sign_in


def test_what_a_player_says_on_the_page_the_others_read_there(app: Flask) -> None:
    seasons = table("ann", "bob")
    ann = sign_in(app, "ann")

    page = ann.press(ann.open(f"/games/{seasons.id}"), "Send", text="Good luck!\n<b>Bob</b>")

    assert "Good luck! <b>Bob</b>" in page.text
    assert "Good luck!" in sign_in(app, "bob").open(f"/games/{seasons.id}").text


def test_what_was_said_by_a_clock_that_is_a_little_ahead_was_said_just_now(app: Flask) -> None:
    of = table("ann", "bob")
    post(of.id, of.players[1], "", now() + timedelta(seconds=1), quick="hello")

    page = sign_in(app, "ann").open(f"/games/{of.id}")

    assert "just now" in page.text
    assert "in 1 second" not in page.text


def test_who_watches_sees_no_talk(app: Flask) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], visibility=Visibility.PUBLIC)
    game = create_game(person("ann"), wish, now())

    page = Visitor(app).open(f"/games/{game.id}")

    assert "Chat" not in page.text


def test_what_cannot_be_said_is_explained(app: Flask) -> None:
    seasons = table("ann", "bob")
    ann = sign_in(app, "ann")

    page = ann.press(ann.open(f"/games/{seasons.id}"), "Send", text=" ")

    assert page.status == 422
    assert "That message cannot be sent." in page.text


def test_what_others_could_not_read_is_not_said_and_the_reason_is_told(app: Flask) -> None:
    seasons = table("ann", "bob")
    ann = sign_in(app, "ann")

    for text, reason in [
        ("\u200b\ufeff", "It has no visible characters."),
        ("o" + "\u0336" * 20, "more than eight marks"),
    ]:
        page = ann.press(ann.open(f"/games/{seasons.id}"), "Send", text=text)
        assert page.status == 422
        assert reason in page.text
    assert said(seasons.game) == []


def test_what_is_said_to_one_alone_no_other_page_shows(app: Flask) -> None:
    seasons = table("ann", "bob", "cyd")
    ann = sign_in(app, "ann")

    page = ann.press(ann.open(f"/games/{seasons.id}"), "Send", text="Psst", to="1")

    assert "only to bob" in page.text
    assert "Psst" in sign_in(app, "bob").open(f"/games/{seasons.id}").text
    assert "Psst" not in sign_in(app, "cyd").open(f"/games/{seasons.id}").text


def test_quick_words_are_said_by_one_press(app: Flask) -> None:
    seasons = table("ann", "bob")
    ann = sign_in(app, "ann")

    ann.press(ann.open(f"/games/{seasons.id}"), "Good game!")

    assert [message.quick for message in said(seasons.game)] == ["good-game"]


def test_quick_words_are_read_in_the_readers_language(app: Flask) -> None:
    seasons = table("ann", "bob")
    post(seasons.id, seasons.players[0], "", now(), quick="good-game")
    change(seasons.players[1].id, language="de")
    assert "Schöne Partie!" in sign_in(app, "bob").open(f"/games/{seasons.id}").text


def test_a_message_of_somebody_else_is_reported_in_three_presses(app: Flask) -> None:
    seasons = table("ann", "bob")
    bob = sign_in(app, "bob")
    bob.press(bob.open(f"/games/{seasons.id}"), "Send", text="Buy my boards!")
    ann = sign_in(app, "ann")
    [message] = said(seasons.game)
    assert "Report" not in bob.open(f"/games/{seasons.id}").text
    assert "Report" in ann.open(f"/games/{seasons.id}").text
    asked = ann.open(f"/games/{seasons.id}/messages/{message.id}/report")
    assert "Buy my boards!" in asked.text
    done = ann.press(asked, "Report", why="spam", words="Again.")
    assert "Thank you for your report" in done.text
    assert [(each.why, each.words) for each in waiting_reports()] == [("spam", "Again.")]


def test_a_number_that_no_message_can_have_leads_nowhere(app: Flask) -> None:
    seasons = table("ann", "bob")
    ann = sign_in(app, "ann")
    assert ann.client.get(f"/games/{seasons.id}/messages/{10**30}/report").status_code == 404
