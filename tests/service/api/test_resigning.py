"""Resigning in two steps: the consequences are shown without changes, and the second step requires them unchanged."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import func, select

from service.db import clock
from service.db.engines import session
from service.models import Event, Visibility
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.seats import join
from tests.service.api.program import Match, Program, code, program_of
from tests.service.tables import person


def foreseen(program: Program, game_id: str, **request: Any) -> dict[str, Any]:
    """Read the consequences of resigning."""
    answer = program.get(f"/games/{game_id}/resignation", **request)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json or {}
    assert answer.headers["ETag"] == found["etag"]
    return found


def begun(*names: str, **wish: Any) -> str:
    """Create a running game between these people; return its id."""
    host, *others = map(person, names)
    seats = [SeatWish(me=True), *(SeatWish(account=name) for name in names[1:])]
    game = create_game(host, NewGame(wish.pop("ruleset", "seasons"), seats, shuffle_seats=False, **wish), clock.now())
    for each in others:
        join(game.id, each, clock.now())
    return game.id


def test_of_two_the_other_would_have_won_and_nothing_is_changed(running: Match) -> None:
    before, events = running.ann.get(running.path), session().scalar(select(func.count(Event.id)))

    told = foreseen(running.ann, running.table.id)

    assert told["words"] == ["You leave the game for good.", "The game ends, and bob wins."]
    assert (told["is_over"], told["winners"], told["stand_in_level"]) == (True, [1], None)
    assert (told["games"], told["match"], told["series"]) == ([running.table.id], None, None)
    after = running.ann.get(running.path)
    assert (after.json, after.headers["ETag"]) == (before.json, told["etag"])
    assert session().scalar(select(func.count(Event.id))) == events


def test_the_second_step_holds_only_for_the_game_as_it_was(running: Match) -> None:
    told = foreseen(running.bob, running.table.id)
    running.ann.play(running.table.id, "place max-15")
    path = f"{running.path}/resign"

    assert code(running.bob.post(path, headers={"If-Match": told["etag"]})) == (412, "precondition-failed")
    anew = foreseen(running.bob, running.table.id)["etag"]
    resigned = running.bob.post(path, headers={"If-Match": anew})

    assert (resigned.json or {})["winners"] == [0]


def test_where_others_go_on_the_computer_plays_at_the_level_of_the_table(client: FlaskClient) -> None:
    game = begun("ann", "bob", "cid", ruleset="siesta", stand_in_level=4)

    told = foreseen(program_of(client, "ann"), game)

    words = ["You leave the game for good.", "The game goes on, and the computer plays for you at level 4."]
    assert told["words"] == words
    assert (told["is_over"], told["winners"], told["stand_in_level"]) == (False, None, 4)


def test_where_all_play_together_nobody_would_have_won(client: FlaskClient) -> None:
    told = foreseen(program_of(client, "ann"), begun("ann", "bob", ruleset="springtime-puzzle"))

    assert told["words"][1] == "The game ends without a winner."
    assert (told["is_over"], told["winners"]) == (True, [])


def test_both_games_of_a_match_are_named(client: FlaskClient) -> None:
    bob = person("bob")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(account="bob")], shuffle_seats=False)
    match = create_match(person("ann"), wish, clock.now(), simultaneous=True)
    join(standing(match).games[0].id, bob, clock.now())
    games, ann = [game.id for game in standing(match).games], program_of(client, "ann")

    told = foreseen(ann, games[0])

    assert told["games"] == games
    assert told["match"] == match.id
    assert told["words"][2:] == [
        "You also lose the whole match.",
        "The other game of the match ends too.",
    ]


def test_how_a_series_would_stand_is_told(client: FlaskClient) -> None:
    ann, game = program_of(client, "ann"), begun("ann", "bob", first_to=2)

    goes_on = foreseen(ann, game)
    ann.post(f"/games/{game}/resign")
    [second] = [each["id"] for each in (ann.get("/games?status=active").json or {})["games"]]
    decides = foreseen(ann, second)

    assert goes_on["words"][2:] == ["The next game of the series starts at once."]
    assert (goes_on["series"]["wins"], goes_on["series"]["is_over"]) == ([0, 1], False)
    assert decides["words"][2:] == ["bob wins the series."]
    assert decides["series"]["is_over"]
    ended = ann.post(f"/games/{second}/resign").json or {}
    assert ended["series"] == decides["series"], "it comes as it was told"


def test_before_the_beginning_it_says_what_becomes_of_the_table(client: FlaskClient) -> None:
    person("bob")
    ann, invited = program_of(client, "ann"), [SeatWish(me=True), SeatWish(account="bob")]
    named = create_game(person("ann"), NewGame("seasons", invited), clock.now())
    seats = [SeatWish(me=True), SeatWish(open=True), SeatWish(open=True)]
    wish = NewGame("siesta", seats, visibility=Visibility.PUBLIC)
    free = create_game(person("cid"), wish, clock.now())
    join(free.id, person("ann"), clock.now())

    assert foreseen(ann, named.id)["words"] == ["The game hasn't started yet. It is cancelled for everyone."]
    told = foreseen(ann, free.id)
    assert (told["is_over"], told["words"]) == (False, ["The game hasn't started yet. Your place becomes free again."])


def test_it_is_refused_as_resigning_is(running: Match, client: FlaskClient) -> None:
    path, asked = f"{running.path}/resign", f"{running.path}/resignation"
    eve = program_of(client, "eve")
    assert code(eve.get(asked)) == code(eve.post(path)) == (404, "not-found")
    running.bob.post(path)
    assert code(running.ann.get(asked)) == code(running.ann.post(path)) == (409, "game-over")
    assert foreseen(running.bob, running.table.id)["words"] == ["You are already out of this game."]


def test_one_step_resigns_as_it_ever_did(running: Match) -> None:
    resigned = running.ann.post(f"{running.path}/resign")
    assert (resigned.json or {})["status"] == "finished"
