"""What mails tell of a match."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock
from service.models import Game, Match
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.seats import join, resign
from tests.service.mail.occasions import mail, part
from tests.service.tables import Table, person


def invite(*, simultaneous: bool = False) -> Match:
    """Create a match of Seasons to which ada invites bob."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], shuffle_seats=False)
    return create_match(person("ada"), wish, clock.now(), simultaneous=simultaneous)


def begin(*, simultaneous: bool = False) -> Match:
    """Create the match and let bob accept."""
    match = invite(simultaneous=simultaneous)
    join(games(match)[0].id, person("bob"), clock.now())
    return match


def games(match: Match) -> list[Game]:
    """Return its games in order."""
    return list(standing(match).games)


def play_to_the_end(match: Match, number: int) -> list[int]:
    """Play that game to its end; return the scores in seat order."""
    return Table(games(match)[number - 1].id, [person("ada"), person("bob")]).play_to_the_end().scores or []


@pytest.mark.parametrize("form", ["plain", "html"])
def test_an_invitation_to_a_match_says_how_its_games_are_played_and_what_wins_it(app: Flask, form: str) -> None:
    invite()
    text = " ".join(part(mail("invitation"), form).split())
    for shown in (
        "ada (ada@example.net) invites you to a match of Seasons of the Sun",
        "A match of two games with places swapped, one after the other.",
        "The higher total of points in both games wins the match",
        "By accepting the first game, you accept the whole match.",
    ):
        assert shown in text


@pytest.mark.parametrize("form", ["plain", "html"])
def test_a_turn_mail_says_what_is_needed_to_win_the_match(app: Flask, form: str) -> None:
    match = begin()
    ada, bob = play_to_the_end(match, 1)
    text = " ".join(part(mail("your-turn"), form).split())
    assert "Game 2 of a match" in text
    if ada == bob:
        assert "Totals are equal" in text
    else:
        behind, ahead = ("ada", "bob") if ada < bob else ("bob", "ada")
        assert f"{behind} needs {abs(ada - bob) + 1} points more than {ahead} in game 2." in text
    assert f"/matches/{match.id}" in text


@pytest.mark.parametrize("form", ["plain", "html"])
def test_the_mail_after_the_first_game_says_how_the_match_stands(app: Flask, form: str) -> None:
    match = begin()
    play_to_the_end(match, 1)
    text = part(mail("game-over"), form)
    assert "Game 1 of a match" in text
    assert "in game 2" in text


@pytest.mark.parametrize("form", ["plain", "html"])
def test_the_end_of_a_match_is_told_with_the_totals_and_the_last_game(app: Flask, form: str) -> None:
    match = begin()
    scores = [play_to_the_end(match, number) for number in (1, 2)]
    text = part(mail("match-over"), form)
    assert "The match of Seasons of the Sun is over" in text
    assert f"ada: {scores[0][0] + scores[1][1]}" in text
    assert f"bob: {scores[0][1] + scores[1][0]}" in text
    assert "The last game: " in text
    for game in games(match):
        assert f"/games/{game.id}" in text


def test_the_mail_about_the_end_of_a_match_shows_the_last_board_and_can_be_stopped(app: Flask) -> None:
    match = begin()
    resign(games(match)[0].id, person("ada"), clock.now())
    message = mail("match-over")
    assert "bob won the match because ada resigned." in part(message, "plain")
    assert 'src="cid:board.' in part(message, "html")
    assert "/unsubscribe/match-over." in message["List-Unsubscribe"]


def test_each_game_of_a_match_is_a_thread_of_its_own(app: Flask) -> None:
    match = begin()
    messages = [mail("invitation"), mail("your-turn")]
    play_to_the_end(match, 1)
    messages.append(mail("game-over"))
    second = mail("your-turn")
    resign(games(match)[1].id, person("bob"), clock.now())
    assert len({message["References"] for message in messages}) == 1
    readers = {message["To"] for message in messages}
    assert len({(message["To"], message["Subject"]) for message in messages}) == len(readers) > 1
    assert second["References"] == mail("match-over")["References"] != messages[0]["References"]


def test_a_mail_about_a_game_by_itself_says_nothing_of_matches(app: Flask) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False)
    create_game(person("ada"), wish, clock.now())
    assert "match" not in part(mail("your-turn"), "plain")
