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
from service.models import Analysis, Visibility, WorkState
from service.play.analyses import analyses_of
from service.play.daily import begin, today
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Page, Visitor, sign_in
from tests.workers.computers import computer_to_move
from workers.jobs import opponents
from workers.jobs.opponents import run_analysis
from workers.search.review import Effort, Reviewed, review

HASTY = Effort(*(budget._replace(seconds=0.0) for budget in Effort()))


def hastily(position: AnyPosition, tactics: Tactics, played: Sequence[Any], rng: Random) -> list[Reviewed]:
    """Review with minimal effort."""
    return review(position, tactics, played, rng, effort=HASTY)


def work_off(of: Table, moves: tuple[str, str] = ("place max-8", "place max-15")) -> None:
    """Answer all requests about a game: the first move, `moves[0]`, was worse than `moves[1]`, the others were best."""
    played, better = moves
    blunder = [judged(better, 0.9), judged(played, 0.2)]
    for number, row in enumerate(analyses_of(of.game)):
        found = [judged(played, 0.6)] if number else blunder
        with transaction():
            kept = session().get_one(Analysis, (row.game_id, row.at))
            kept.state, kept.result = WorkState.DONE, {"seat": 0, "played": played, "moves": found}


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
    assert (
        "ann: Turn 1 Played: Place on max-8 20% winning chance, about 9.0 points Better: Place on max-15 90%"
        in page.text
    )
    assert "−70 %" in page.text
    assert best_marked(page) == ["max-15"]
    assert f"/games/{of.id}/analysis" in ann.open(f"/games/{of.id}").response.text


def test_each_turn_of_an_analysis_is_a_page_with_the_board_after_it(app: Flask) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()
    ann = sign_in(app, "ann")
    ann.press(ann.open(f"/games/{of.id}/analysis"), "Analyse game")
    work_off(of)

    page = ann.open(f"/games/{of.id}/analysis?at=3")

    assert "ann: Turn 2 Played, the best move: Place on max-8 60% winning chance" in page.text
    assert best_marked(page) == []
    [shown] = [link for link in page.tree.all("a") if link.attributes.get("aria-current") == "step"]
    assert shown.attributes["href"].startswith(f"/games/{of.id}/analysis?at=")
    assert shown.text.startswith("A Turn 2: ann 60 %")
    assert ann.open(f"/games/{of.id}/analysis?at=999").status == 200
    assert ann.open(f"/games/{of.id}/analysis?at=zz").status == 404


def test_a_visitor_of_a_game_without_an_analysis_reads_what_to_do(app: Flask) -> None:
    of = table("ann", "bob", visibility=Visibility.PUBLIC)
    of.play_to_the_end()

    page = Visitor(app).open(f"/games/{of.id}/analysis")

    assert "This game has no analysis yet. Its players can start one. If you played it, sign in." in page.text
    assert {"Sign in", "Back to the game"} <= {link.text for link in page.tree.all("a")}


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
    assert waiting.address == f"/games/{game_id}"
    assert "Looking for good moves… Refresh" in waiting.text
    while run_analysis(hastily):
        pass
    page = ann.open(f"/games/{game_id}")

    assert "% winning chance. It is marked in gold on the board." in page.text
    assert best_marked(page)
    more = ann.open(link(page, "More moves"))
    assert "Best moves now" in more.text
    assert "% winning chance, about" in more.text
    assert best_marked(more) == best_marked(page)


def test_the_move_of_a_hint_is_previewed_by_one_press_and_not_played_yet(app: Flask) -> None:
    game_id = computer_to_move(person("ann"), 1)
    while opponents.run_turn(opponents.anything):
        pass
    ann = sign_in(app, "ann")
    ann.press(ann.open(f"/games/{game_id}"), "Show hint")
    while run_analysis(hastily):
        pass

    page = ann.open(link(ann.open(f"/games/{game_id}"), "Preview"))

    assert "Your move, not played yet" in page.text
    assert "Play this move" in page.buttons
    assert "Hint:" not in page.text


def link(page: Page, text: str) -> str:
    """Return the address of the first link with that text."""
    return next(each.attributes["href"] for each in page.tree.all("a") if each.text == text)


def best_marked(page: Page) -> list[str]:
    """Return the words of the board that are marked as the best move."""
    return [each.attributes["data-word"] for each in page.tree.all("g") if each.attributes.get("data-mark") == "best"]


def test_nobody_gets_a_hint_for_the_puzzle_of_the_day(app: Flask) -> None:
    ann = person("ann")
    game = begin(ann, today(clock.now()), clock.now())
    visitor = sign_in(app, "ann")
    assert "Show hint" not in visitor.open(f"/games/{game.id}").text
    page = visitor.open(f"/games/{game.id}/analysis")
    assert page.status == 409
    assert page.heading.startswith("This cannot be analysed yet")
