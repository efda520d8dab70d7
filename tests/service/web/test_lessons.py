"""Guides with figures, exercises, lessons and games with comments, as a browser without scripts sees them."""

from __future__ import annotations

from urllib.parse import quote

import pytest

import rules
from rules.teaching.exercises import Exercise, exercises
from rules.teaching.figures import figures
from rules.teaching.lessons import steps_of
from tests.service.web.html import Element
from tests.service.web.visitor import Page, Visitor

GAMES = sorted(rules.games())


def numbered(name: str, *, is_legal: bool) -> tuple[int, Exercise]:
    """Return the number and the exercise of the first of that kind."""
    found = enumerate(exercises(name), start=1)
    return next((number, exercise) for number, exercise in found if exercise.is_legal == is_legal)


def board_of(page: Page) -> str:
    [figure] = [figure for figure in page.tree.all("figure") if figure.attributes["class"] == "board"]
    return figure.text


@pytest.mark.parametrize("name", GAMES)
def test_a_guide_shows_its_figures_with_captions_and_words(visitor: Visitor, name: str) -> None:
    page = visitor.open(f"/rules/{name}")

    drawn = [figure for figure in page.tree.all("figure") if figure.attributes["class"] == "drawn"]
    game = rules.game(name)
    assert [figure.one("figcaption").text for figure in drawn] == [each.name for each in figures(game, game.guide)]
    for figure in drawn:
        picture = figure.one("img").attributes
        answer = visitor.client.get(picture["src"])
        assert answer.mimetype == "image/svg+xml"
        assert "immutable" in answer.headers["Cache-Control"]
        assert len(picture["alt"]) > 20


def test_a_guide_leads_to_a_game_at_its_top_and_to_all_that_teaches(visitor: Visitor) -> None:
    page = visitor.open("/rules/seasons")
    links = [link.attributes["href"] for link in page.tree.one("article").all("a")]
    assert links[:4] == [
        "/games/new/seasons",
        "/rules/seasons/lesson",
        "/rules/seasons/try/1",
        "/rules/seasons/example",
    ]
    assert f"/rules/seasons/try/{len(exercises('seasons'))}" in links


@pytest.mark.parametrize("name", GAMES)
def test_who_answers_an_exercise_hears_whether_it_is_right_and_why(visitor: Visitor, name: str) -> None:
    number, exercise = numbered(name, is_legal=False)
    page = visitor.open(f"/rules/{name}/try/{number}")

    assert exercise.case.name not in page.text
    right = visitor.press(page, "Not legal")
    assert f"Correct. The move is not legal. {exercise.why()}" in right.text
    assert exercise.case.name in right.text
    assert "Not quite. The move is not legal." in visitor.press(page, "Legal").text


@pytest.mark.parametrize("name", GAMES)
def test_a_legal_move_is_shown_on_the_board_once_it_was_judged(visitor: Visitor, name: str) -> None:
    number, exercise = numbered(name, is_legal=True)
    page = visitor.open(f"/rules/{name}/try/{number}")

    right = visitor.press(page, "Legal")

    assert "Correct. The move is legal:" in right.text
    assert exercise.case.name in right.text
    assert board_of(right) != board_of(page)


def test_other_moves_can_be_tried_on_the_board_of_an_exercise(visitor: Visitor) -> None:
    number, _ = numbered("springtime", is_legal=False)
    page = visitor.open(f"/rules/springtime/try/{number}")
    move = str(exercises("springtime")[number - 1].position.legal_actions()[0])

    tried = visitor.press(page, "Preview", pick=move)

    assert board_of(tried) != board_of(page)
    assert "Start again" in tried.text
    assert "Legal" in tried.buttons


def test_a_move_that_may_not_be_tried_is_refused_with_its_reason(visitor: Visitor) -> None:
    number, exercise = numbered("dawn", is_legal=False)
    tried = visitor.open(f"/rules/dawn/try/{number}?pick={quote(exercise.move)}")
    assert str(exercise.why()) in tried.text


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_leads_step_by_step_to_a_move_and_every_step_is_answered(visitor: Visitor, name: str) -> None:
    game = rules.game(name)
    steps = steps_of(game, game.guide_in("en", "lesson"))
    page, named = visitor.open(f"/rules/{name}/lesson"), ""
    for step in steps:
        assert page.heading == step.title
        if step.places:
            right = visitor.press(page, "Answer", pick=step.places[0])
            assert f"Correct. {step.answer}" in right.text
            assert "Not quite. Try another place." in visitor.press(page, "Answer", pick="nowhere").text
        else:
            named = [code.text for code in lesson_text(page).all("code")][-1]
            assert "That's a complete move." in visitor.open(f"{page.address}?pick={quote(named)}").text
        if step is not steps[-1]:
            [onward] = [link for link in page.tree.all("a") if link.attributes.get("rel") == "next"]
            page = visitor.open(onward.attributes["href"])

    done = visitor.open(f"{page.address}?pick={quote(named)}")
    assert "That's a complete move. You're ready to play." in done.text
    assert "Start a game" in done.text


def test_a_move_in_a_lesson_is_explained_by_what_it_changes(visitor: Visitor) -> None:
    page = visitor.open("/rules/tribes/lesson/2?pick=" + quote("shaman spring c5, coin d5"))

    assert "A -8 → 100 points · B -28 → -1 points" in page.text
    assert "Points: A with its Shaman (12+11)×4 = 92, B (22−1)×3 = 63." in page.text


def lesson_text(page: Page) -> Element:
    [text] = [section for section in page.tree.all("section") if "lesson-text" in section.attributes["class"]]
    return text


def test_a_game_with_comments_is_stepped_through_by_links(visitor: Visitor) -> None:
    page = visitor.open("/rules/seasons/example")
    told = []
    while onward := [link for link in page.tree.all("a") if link.attributes.get("rel") == "next"]:
        page = visitor.open(onward[0].attributes["href"])
        told.append(page.tree.one("main").text)

    assert len(told) == 11
    assert "B places 13 on max-8 and wins it" in told[5]
    assert "A rerolls the 1" in told[7]
    assert "and neutralises it: all its discs are free again" in told[8]
    assert "Points: A A 0 · B B 8" in told[-1]
    assert "Move 11 of 11" in told[-1]


@pytest.mark.parametrize(
    "path",
    [
        "/rules/chess/try/1",
        "/rules/chess/lesson",
        "/rules/chess/example",
        "/rules/siesta/try/0",
        "/rules/siesta/try/999",
        "/rules/siesta/lesson/9",
        "/rules/siesta/example",
        "/rules/seasons/example?at=99",
        "/rules/seasons/example?at=-1",
        "/rules/siesta/figures/0.svg",
        "/rules/siesta/figures/99.svg",
    ],
)
def test_what_is_not_there_is_not_found(visitor: Visitor, path: str) -> None:
    assert visitor.open(path).status == 404
