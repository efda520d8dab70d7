"""Pages of players: public results, as far as they share them."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from service.accounts.accounts import new_visitor
from service.bots.accounts import bot_of
from service.db import clock
from service.db.engines import session, transaction
from service.models import Account, Game, LogEntry, Visibility
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import legal_actions
from service.play.seating import seat_number
from service.play.seats import join, resign
from service.play.track_records import show_results
from tests.service.tables import Table, person
from tests.service.web.visitor import Page, Typed, Visitor, fields_of, sign_in


def game_of(*players: Account, visibility: Visibility = Visibility.PUBLIC, ai: bool = False) -> Table:
    """Create a running game."""
    others = [SeatWish(ai=1)] if ai else [SeatWish(account=player.name) for player in players[1:]]
    wish = NewGame("seasons", [SeatWish(me=True), *others], visibility=visibility, shuffle_seats=False)
    game = create_game(players[0], wish, clock.now())
    for player in players[1:]:
        join(game.id, player, clock.now())
    return Table(game.id, list(players))


def won_and_shared(game: Game, player: Account) -> tuple[int, int]:
    """1 and 0 if that player alone has won the game, 0 and 1 if others have with them, 0 and 0 if they have lost it."""
    winners = game.winners or ()
    winning = seat_number(game, player) in winners
    return int(winning and len(winners) == 1), int(winning and len(winners) > 1)


def test_a_page_tells_results_and_reliability_of_public_games_alone(
    app: Flask, client: FlaskClient, visitor: Visitor
) -> None:
    ann, bob = person("ann"), person("bob")
    ended = game_of(ann, bob)
    over = ended.play_to_the_end()
    moves = len({entry.version for entry in entries(over.id, seat_number(over, ann))})
    begun = game_of(ann, bob)
    begun.play_anything()
    begun.play_anything()
    resign(begun.id, ann, clock.now())
    game_of(ann, bob)
    game_of(ann, bob, visibility=Visibility.PRIVATE).play_to_the_end()

    told = client.get("/api/v1/players/ann").json
    assert told is not None
    won, shared = won_and_shared(over, ann)
    lost = 2 - won - shared
    assert told["results"] == [{"ruleset": "seasons", "played": 2, "won": won, "shared": shared, "lost": lost}]
    sure = told["reliability"]
    assert (sure["games_begun"], sure["finished"], sure["resigned"], sure["under_way"]) == (3, 1, 1, 1)
    assert (sure["moves_in_time"], sure["moves_missed"]) == (moves, 0)

    page = visitor.open("/players/ann")
    assert page.heading == "ann"
    assert f"{moves} of {moves}" in page.text
    assert "1 of 2" in page.text
    assert "Invite ann" not in page.text


def test_a_bot_shows_how_long_half_of_its_answers_take_at_most(client: FlaskClient) -> None:
    ann, began = person("ann"), clock.now()
    rusty = bot_of(ann, "rusty", began)
    table = game_of(ann, rusty)
    at, answers = began, [2, 4, 90]
    while answers:
        at += timedelta(seconds=answers.pop(0) if table.mover.id == rusty.id else 60)
        table.play(legal_actions(table.game).actions[0], at=at)

    told = client.get("/api/v1/bots/rusty").json
    assert told is not None
    assert told["median_answer_seconds"] == 4

    assert "half of its moves within 4 seconds" in client.get("/bots/rusty").text

    show_results(rusty.id, clock.now(), shown=False)
    told = client.get("/api/v1/bots/rusty").json
    assert told is not None
    assert told["results"] is told["reliability"] is told["median_answer_seconds"] is None


def entries(game_id: str, seat: int | None) -> list[LogEntry]:
    found = select(LogEntry).where(LogEntry.game_id == game_id, LogEntry.seat == seat)
    return list(session().scalars(found))


def test_whoever_does_not_want_it_is_not_told_of(app: Flask, client: FlaskClient, visitor: Visitor) -> None:
    ann = sign_in(app, "ann", visitor)
    own = ann.press(ann.open("/me"), "Save", name="ann", shown="yes")
    game_of(person("ann"), ai=True)
    assert "Games in progress" in Visitor(app).open("/players/ann").text

    form = ann.open("/me")
    hidden = ann.post("/me", **{**_fields(form), "page": "yes"})

    assert own.status == hidden.status == 200
    page = Visitor(app).open("/players/ann")
    assert "This player keeps their results private" in page.text
    assert "Games in progress" not in page.text
    told = client.get("/api/v1/players/ann").json
    assert told is not None
    assert (told["results"], told["reliability"]) == (None, None)


def _fields(form: Page) -> dict[str, Typed]:
    [found] = [each for each in form.tree.all("form") if each.attributes.get("action") == "/me"]
    return {name: value for name, value in fields_of(found).items() if name != "shown"}


def test_names_at_a_table_lead_to_pages_and_those_without_one_do_not(app: Flask, visitor: Visitor) -> None:
    table = game_of(person("ann"), bot_of(person("cy"), "rusty", clock.now()))
    page = visitor.open(f"/games/{table.id}")
    links = {link.text: link.attributes["href"] for link in page.tree.one("main").all("a")}

    assert (links["ann"], links["rusty"]) == ("/players/ann", "/bots/rusty")
    assert visitor.open("/players/rusty").address == "/bots/rusty"
    assert "No public games finished yet" in visitor.open("/bots/rusty").text
    with transaction():
        unknown = new_visitor(clock.now()).name
    for name in (unknown, "nobody-here"):
        assert visitor.open(f"/players/{name}").status == 404


def test_a_page_leads_to_a_game_with_its_player(app: Flask) -> None:
    person("bob")
    ann = sign_in(app, "ann")
    choose = ann.open("/players/bob")
    [invite] = [link.attributes["href"] for link in choose.tree.all("a") if link.text == "Invite bob to a game"]
    [game] = [
        link.attributes["href"] for link in ann.open(invite).tree.all("a") if "/new/seasons" in link.attributes["href"]
    ]

    begun = ann.press(ann.open(game), "Start game")

    assert "bob" in begun.text
    assert session().scalars(select(Game)).one().seats[1].account_id == person("bob").id
