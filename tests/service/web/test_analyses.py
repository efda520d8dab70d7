"""The analysis page of a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from flask import Flask

from rules import AnyPosition
from rules.game import Tactics
from service.db import clock
from service.db.engines import session, transaction
from service.models import Analysis, WorkState
from service.play.analyses import analyses_of
from service.play.daily import begin, today
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Page, sign_in
from tests.workers.computers import computer_to_move
from workers.jobs import opponents
from workers.jobs.opponents import run_analysis
from workers.search.review import Effort, Reviewed, review

HASTY = Effort(*(budget._replace(seconds=0.0) for budget in Effort()))


def hastily(position: AnyPosition, tactics: Tactics, played: Sequence[Any], rng: Random) -> list[Reviewed]:
    """Review with minimal effort."""
    return review(position, tactics, played, rng, effort=HASTY)


def work_off(of: Table) -> None:
    """Let all that was asked about a game be looked at; the first move was a blunder, the others were best."""
    blunder = [judged("place max-15", 0.9), judged("place max-8", 0.2)]
    for row in analyses_of(of.game):
        moves = [judged("place max-8", 0.6)] if row.at > 1 else blunder
        with transaction():
            found = session().get_one(Analysis, (row.game_id, row.at))
            found.state, found.result = WorkState.DONE, {"seat": 0, "played": "place max-8", "moves": moves}


def judged(move: str, chance: float) -> dict[str, Any]:
    """Return a move as an analysis stores it."""
    return {"move": move, "chances": [chance, 1 - chance], "scores": [9.0, 8.0]}


def test_a_game_that_is_over_is_analysed_by_two_presses_and_shows_where_it_turned(app: Flask) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()
    ann = sign_in(app, "ann")

    asked = ann.press(ann.open(f"/games/{of.id}/analysis"), "Analyse game")
    assert "positions left" in asked.text
    work_off(of)
    page = ann.open(f"/games/{of.id}/analysis")

    assert "Winning chances" in page.text
    assert "Better: place max-15" in page.text
    assert "90% winning chance, about 9.0 points" in page.text
    assert "Played: place max-8" in page.text
    assert f"/games/{of.id}/analysis" in ann.open(f"/games/{of.id}").response.text


def test_people_at_a_table_agree_before_the_computer_helps_them(app: Flask) -> None:
    of = table("ann", "bob")
    ann, bob = sign_in(app, "ann"), sign_in(app, "bob")
    assert "Show hint" not in ann.open(f"/games/{of.id}").text

    alone = ann.press(ann.open(f"/games/{of.id}/analysis"), "Agree to analysis")
    assert "Agreed so far: ann." in alone.text
    assert analyses_of(of.game) == []
    both = bob.press(bob.open(f"/games/{of.id}/analysis"), "Agree to analysis")

    assert "Analysing: 1 position left." in both.text


def test_who_plays_the_computer_is_given_a_hint_of_the_position_now(app: Flask) -> None:
    game_id = computer_to_move(person("ann"), 1)
    while opponents.run_turn(opponents.anything):
        pass
    ann = sign_in(app, "ann")

    waiting = ann.press(ann.open(f"/games/{game_id}"), "Show hint")
    assert "Analysing: 1 position left." in waiting.text
    while run_analysis(hastily):
        pass
    page = ann.open(f"/games/{game_id}/analysis")

    assert "Best moves now" in page.text
    assert "% winning chance, about" in page.text


def test_a_move_of_a_hint_is_looked_at_on_the_board_by_one_press_and_not_played_yet(app: Flask) -> None:
    game_id = computer_to_move(person("ann"), 1)
    while opponents.run_turn(opponents.anything):
        pass
    ann = sign_in(app, "ann")
    ann.press(ann.open(f"/games/{game_id}"), "Show hint")
    while run_analysis(hastily):
        pass

    [best, *_others] = hinted(ann.open(f"/games/{game_id}/analysis"))
    page = ann.open(best)

    assert "Your move, not played yet" in page.text
    assert "Play this move" in page.buttons


def hinted(page: Page) -> list[str]:
    """Where the moves of a hint lead to, the best one first."""
    return [link.attributes["href"] for link in page.tree.all("a") if "chosen=" in link.attributes.get("href", "")]


def test_nobody_gets_a_hint_for_the_puzzle_of_the_day(app: Flask) -> None:
    ann = person("ann")
    game = begin(ann, today(clock.now()), clock.now())
    visitor = sign_in(app, "ann")
    assert "Show hint" not in visitor.open(f"/games/{game.id}").text
    page = visitor.open(f"/games/{game.id}/analysis")
    assert page.status == 409
    assert page.heading.startswith("This cannot be analysed yet")
