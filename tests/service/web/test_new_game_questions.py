"""The three questions of a new game: which game, against whom, at which pace."""

from __future__ import annotations

import pytest
from flask import Flask

import rules
from service.config.environment import Config
from service.db.engines import session
from service.models import Game, GameStatus, SeatState, Visibility
from service.play.seating import by_place
from service.play.timekeeping import Fast
from service.play.turn_clocks import terms_of
from service.presentation.names import names_at
from tests.service.web.visitor import Page, Visitor


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    return Visitor(app)


def set_up(visitor: Visitor, ruleset: str = "siesta", **chosen: str) -> Page:
    return visitor.press(visitor.open(f"/games/new/{ruleset}"), "Start game", **chosen)


def only_game() -> Game:
    return session().query(Game).one()


def test_a_friend_and_three_days_are_the_answers_if_nothing_is_chosen(visitor: Visitor) -> None:
    page = set_up(visitor)
    game = only_game()
    assert [seat.state for seat in by_place(game)] == [SeatState.TAKEN, SeatState.OPEN]
    assert (game.visibility, game.days_per_move) == (Visibility.PRIVATE, 3)
    assert page.copied


def test_every_game_can_be_changed_to_by_its_picture(visitor: Visitor) -> None:
    page = visitor.open("/games/new/siesta")
    [games] = [nav for nav in page.tree.all("nav") if nav.attributes["aria-label"] == "Which game?"]
    links = [link.attributes for link in games.all("a")]
    assert len(links) == len(rules.games())
    assert [link["href"] for link in links if "aria-current" in link] == ["/games/new/siesta"]


def test_the_computer_has_levels_with_names(visitor: Visitor) -> None:
    form = visitor.open("/games/new/siesta")
    shown = {option.text for option in form.tree.all("option")}
    assert {"Beginner · level 1", "Easy · level 2", "Medium · level 3", "Hard · level 4", "Expert · level 5"} <= shown
    set_up(visitor, **{"seat-1": "computer", "computer-1": "computer-4"})
    assert by_place(only_game())[1].ai_level == 4


def test_anybody_may_join_a_public_game(visitor: Visitor) -> None:
    page = set_up(visitor, **{"seat-1": "anybody"})
    assert only_game().visibility == Visibility.PUBLIC
    assert page.copied[0].endswith(f"/games/{only_game().id}")


def test_people_beside_each_other_start_at_once_and_without_an_address(visitor: Visitor) -> None:
    named = {"beside-1": "Zoë", "beside-2": ""}
    page = set_up(visitor, **{"seat-1": "beside", "seat-2": "beside"}, **named)
    game = only_game()
    assert game.status == GameStatus.ACTIVE
    assert set(names_at(game)) == {"Player 1", "Player 3", "Zoë"}
    assert page.heading.endswith("'s turn")
    assert "Chat" not in page.text


def test_one_press_on_the_first_page_starts_a_game_at_this_device(visitor: Visitor) -> None:
    page = visitor.press(visitor.open("/"), "Play side by side", ruleset="dawn")
    assert set(names_at(only_game())) == {"Player 1", "Player 2"}
    assert page.heading.endswith("'s turn")


@pytest.mark.parametrize(
    ("chosen", "days", "fast"),
    [
        ({"days": "7"}, 7, None),
        ({"days": "fast-15-20"}, 1, Fast(15, 20)),
        ({"days": "other", "days-other": "14"}, 14, None),
        ({"days": "other", "days-other": "fast-5-10"}, 1, Fast(5, 10)),
        ({"days": "1000"}, 3, None),
    ],
)
def test_the_pace_is_one_of_three_or_any_other(
    visitor: Visitor, chosen: dict[str, str], days: int, fast: Fast | None
) -> None:
    set_up(visitor, **chosen)
    game = only_game()
    assert (game.days_per_move, terms_of(game).fast) == (days, fast)


def test_the_rest_is_told_in_one_line(visitor: Visitor) -> None:
    assert "private · random order · vacations count" in visitor.open("/games/new/siesta").text
    springtime = visitor.open("/games/new/springtime").text
    assert "private · random order · vacations count · match of two games" in springtime


def test_springtime_is_a_pair_of_games_as_its_rule_sheet_recommends(visitor: Visitor) -> None:
    set_up(visitor, "springtime")
    assert only_game().match_id is not None


def test_a_refused_form_keeps_all_that_was_chosen(visitor: Visitor) -> None:
    chosen = {"seat-1": "beside", "beside-1": "a/b", "seat-2": "computer-3", "days": "other", "days-other": "14"}
    refused = set_up(visitor, **chosen)
    fields = [field.attributes for field in refused.tree.all("input")]
    ticked = {field["value"] for field in fields if "checked" in field}
    selected = {each.attributes["value"] for each in refused.tree.all("option") if "selected" in each.attributes}
    assert refused.status == 422
    assert {"beside", "other"} <= ticked
    assert {"computer-3", "14"} <= selected
    assert "a/b" in {field.get("value") for field in fields}
    assert session().query(Game).count() == 0
