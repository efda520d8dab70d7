"""Stepping through a game turn by turn, also on one's own turn, with the points of each position."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db.clock import now
from service.play.proposals import answer, ask_back, open_proposal
from tests.service.tables import Table, table
from tests.service.web.visitor import Page, sign_in

MOVES = 5


@pytest.fixture
def siesta(app: Flask) -> Table:
    """Create a game of pieces, three per turn, in which it is Bob's turn."""
    of = table("ann", "bob", ruleset="siesta")
    for _ in range(MOVES):
        of.play(of.whole_moves(1)[0])
    return of


def steps(page: Page) -> dict[str, str]:
    """Where one can step to from a page, by the name that links have for it."""
    return {link.attributes["rel"]: link.attributes["href"] for link in page.tree.all("a") if "rel" in link.attributes}


def scores(page: Page) -> list[str]:
    """Return the points above the board."""
    return [
        "".join(map(str, part.inside[:1])) for part in page.tree.all("span") if part.attributes.get("class") == "score"
    ]


def test_a_step_is_a_turn_however_many_pieces_it_has(app: Flask, siesta: Table) -> None:
    ann, headings = sign_in(app, "ann"), []
    page = ann.open(f"/games/{siesta.id}")
    while "prev" in steps(page):
        page = ann.open(steps(page)["prev"])
        headings.append(page.heading)

    assert headings == ["Turn 4 of 5", "Turn 3 of 5", "Turn 2 of 5", "Turn 1 of 5", "Start of the game"]
    assert "Start, 5 turns in all" in page.text
    assert set(steps(page)) >= {"next", "last"}


def test_who_is_to_move_steps_back_and_comes_back_to_their_move(app: Flask, siesta: Table) -> None:
    bob = sign_in(app, "bob")
    mine = bob.open(f"/games/{siesta.id}")

    before = bob.open(steps(mine)["prev"])
    again = bob.open(steps(before)["last"])

    assert mine.heading == again.heading == "Your turn"
    assert before.heading == "Turn 4 of 5"
    assert "Choose your move" in again.text
    assert "Choose your move" not in before.text


def test_what_is_looked_back_at_has_the_points_of_then_and_no_winner(app: Flask) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()
    ann = sign_in(app, "ann")
    over = ann.open(f"/games/{of.id}")

    start = ann.open(steps(over)["first"])

    assert scores(over) == [str(points) for points in of.game.scores or []]
    assert scores(start) == ["0", "0"]
    assert "winner" in over.text
    assert "winner" not in start.text
    assert "won" not in start.heading


def took_back(of: Table) -> Table:
    """Let the last mover undo their move, with the consent of the other."""
    last, other = (of.players[1], of.players[0]) if of.mover.id == of.players[0].id else of.players
    ask_back(of.id, last, now())
    proposal = open_proposal(of.game)
    if proposal is not None:
        answer(of.id, other, proposal.id, now(), agrees=True)
    return of


def logged(page: Page) -> list[str]:
    """Return the turns of the log in words, the last first."""
    turns = next(part for part in page.tree.all("ol") if part.attributes.get("class") == "turns")
    return [part.text for part in turns.all("li") if any(True for _ in part.all("ul"))]


def test_an_undo_is_a_line_of_the_move_after_it(app: Flask, siesta: Table) -> None:
    took_back(siesta).play(siesta.whole_moves(2)[1])

    page = sign_in(app, "ann").open(f"/games/{siesta.id}?at=0")

    assert "Start, 6 turns in all" in page.text
    assert "undoes their last move" in logged(page)[0]
    assert "undoes" not in "".join(logged(page)[1:])


def test_an_undo_that_no_move_follows_yet_belongs_to_the_move_before(app: Flask, siesta: Table) -> None:
    ann = sign_in(app, "ann")
    before = ann.open(f"/games/{siesta.id}?at=12")

    page = ann.open(f"/games/{took_back(siesta).id}")

    assert "Turn 5 of 5" in page.text
    assert "undoes their last move" in logged(page)[0]
    assert scores(ann.open(steps(page)["prev"])) == scores(before)


def test_the_turns_around_come_along_when_a_page_asks_for_them(app: Flask, siesta: Table) -> None:
    ann = sign_in(app, "ann")

    page = ann.open(f"/games/{siesta.id}?at=9&around")
    plain = ann.open(f"/games/{siesta.id}?at=9")

    kept = [each.attributes["data-at"] for each in page.tree.all("template") if "data-at" in each.attributes]
    assert kept == ["0", "3", "6", "9", "12"]
    assert "data-place" not in plain.response.get_data(as_text=True)
