"""Tournaments on pages: the list, a new one, entries, the table, the rounds, and what the organiser does."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from flask import Flask

from service.accounts.accounts import account_named, change
from service.competitions.points import points_of_places
from service.db.engines import transaction
from service.models import System, Tournament
from tests.service.conftest import FakeClock
from tests.service.cups import begun, cup, fill, over
from tests.service.tables import person
from tests.service.web.html import parse
from tests.service.web.visitor import Visitor, sign_in

LARGE, MOST_BYTES = 1000, 90_000


@pytest.fixture
def olga(app: Flask) -> Visitor:
    person("olga")
    return sign_in(app, "olga")


@pytest.fixture
def ann(app: Flask) -> Visitor:
    person("ann")
    return sign_in(app, "ann")


@pytest.fixture
def stranger(app: Flask) -> Visitor:
    return Visitor(app)


def test_a_tournament_is_created_listed_entered_and_left(olga: Visitor, ann: Visitor, stranger: Visitor) -> None:
    form = olga.open("/tournaments/new?ruleset=dawn")
    page = olga.press(form, "Create tournament", title="Dawn Open", system="swiss", rounds="4", most="8")
    assert (page.heading, page.address) == ("Dawn Open", "/tournaments/1")
    assert "It starts when 8 players have entered." in page.text
    assert "Dawn Open DAWN 11/15 · Swiss system" in stranger.open("/tournaments").text
    assert "Sign in to enter" in stranger.open("/tournaments/1").text
    entered = ann.press(ann.open("/tournaments/1"), "Enter")
    assert "You are in." in entered.text
    left = ann.press(entered, "Withdraw from tournament")
    assert "Nobody has entered yet." in left.text


def test_refused_terms_are_shown_with_the_form_as_it_was(olga: Visitor) -> None:
    form = olga.open("/tournaments/new")
    page = olga.press(form, "Create tournament", title="Big", system="round-robin", most="1000")
    assert page.status == 422
    assert "Big" in [field.attributes.get("value") for field in page.tree.all("input")]


def test_the_terms_name_the_options_of_the_game_and_whether_late_entries_are_taken(stranger: Visitor) -> None:
    text = stranger.open(page_of(cup(ruleset="seasons", options={"version": "basic"}, late_entries=True))).text
    assert "Version Basic: no reroll" in text
    assert "Late entries yes" in text


def test_a_start_by_date_is_read_in_the_zone_of_the_organiser(olga: Visitor, stranger: Visitor) -> None:
    with transaction():
        change(account_named("olga").id, time_zone="Europe/Rome")
    form = olga.open("/tournaments/new")
    olga.press(form, "Create tournament", title="Dated", start="date", starts_at="2026-05-20T18:00")
    assert "It starts: Wed 20 May, 16:00" in stranger.open("/tournaments/1").text


def test_the_table_of_a_small_round_robin_goes_across_opponents(stranger: Visitor) -> None:
    page = stranger.open(page_of(over("ann", "bob", "cyd")))
    heads = [cell.text for cell in page.tree.one("thead").all("th")]
    assert heads[:5] == ["Player", "Rank", "Points", "against line 1", "against line 2"]
    assert len(list(page.tree.one("tbody").all("tr"))) == 3


def test_other_tables_go_across_rounds_and_name_the_line_of_the_opponent(stranger: Visitor) -> None:
    page = stranger.open(page_of(over("ann", "bob", system=System.KNOCK_OUT)))
    first, second = (row.text for row in page.tree.one("tbody").all("tr"))
    assert (first.split()[0], first.split()[-2:], second.split()[-2:]) == ("1", ["1*", "2"], ["0*", "1"])


def test_games_of_three_are_listed_by_round(stranger: Visitor) -> None:
    page = stranger.open(
        page_of(begun("ann", "bob", "cyd", system=System.TABLES, seats=3, rounds=1, ruleset="seasons", least_entries=3))
    )
    [board] = page.tree.one("main").all("ol")
    assert all(name in board.text for name in ("ann", "bob", "cyd"))
    assert board.text.endswith("goes on")


def test_rounds_link_to_their_games(stranger: Visitor) -> None:
    tournament = begun("ann", "bob", system=System.KNOCK_OUT)
    page = stranger.open(page_of(tournament))
    [game] = {link.attributes["href"] for link in page.tree.all("a") if "/games/" in link.attributes["href"]} - {
        "/games/new"
    }
    assert stranger.open(game).heading.startswith("Waiting for")


def test_the_organiser_pauses_and_resumes_and_everybody_reads_why(olga: Visitor, stranger: Visitor) -> None:
    address = page_of(begun("ann", "bob", "cyd"))
    page = olga.press(olga.open(address), "Pause tournament", reason="Server moves")
    assert "Paused" in page.text
    assert "Server moves" in stranger.open(address).text
    assert "Resume tournament" not in stranger.open(address).buttons
    assert "Pause tournament" in olga.press(page, "Resume tournament", reason="Moved").buttons


def test_the_organiser_removes_a_player_with_a_reason(olga: Visitor, ann: Visitor) -> None:
    address = page_of(begun("ann", "bob", "cyd"))
    olga.press(olga.open(address), "Remove", player="ann", reason="Two accounts")
    page = ann.open(address)
    assert "The organiser removed you." in page.text
    assert "Removed ann" in page.text
    assert "Two accounts" in page.text


def test_the_organiser_decides_a_game_that_stands_still(olga: Visitor, stranger: Visitor, clock: FakeClock) -> None:
    tournament = begun("ann", "bob", days_per_move=14, idle_days=3)
    board = f"{page_of(tournament)}/rounds/1/boards/1"
    too_early = olga.press(olga.open(board), "Decide game", place=["1", "2"], reason="No answer")
    assert too_early.status == 409
    clock.advance(days=4)
    olga.press(olga.open(board), "Decide game", place=["2", "1"], reason="No answer")
    page = stranger.open(page_of(tournament))
    assert "0 : 1 decided by the organiser No answer" in page.text
    assert stranger.open(board).address == "/sign-in"


def test_points_follow_from_places() -> None:
    assert points_of_places([1, 2]) == [2, 0]
    assert points_of_places([1, 1]) == [1, 1]
    assert points_of_places([1, 2, 2, 4]) == [6, 3, 3, 0]


def test_a_thousand_players_are_shown_in_pages_below_the_weight_of_a_page(stranger: Visitor) -> None:
    tournament = cup(system=System.SWISS, rounds=9, most_entries=LARGE)
    fill(tournament, LARGE)
    page = stranger.open(page_of(tournament))
    assert len(page.response.data) < MOST_BYTES
    assert "player-0101" not in page.tree.one("table").text
    assert "Next page" in [link.text for link in page.tree.all("a")]


def test_feeds_tell_start_results_and_the_table(stranger: Visitor) -> None:
    tournament = over("ann", "bob")
    news = stranger.client.get(f"{page_of(tournament)}/news.atom")
    assert news.mimetype == "application/atom+xml"
    titles = [title.text for title in parse(news.text.partition("?>")[2]).all("title")]
    assert titles[0] == "Autumn Cup"
    assert sorted(titles[1:]) == ["Finished", "Round 1: ann · bob", "The tournament has started"]
    again = stranger.client.get(f"{page_of(tournament)}/news.atom", headers={"If-None-Match": news.headers["ETag"]})
    assert again.status_code == 304


def test_the_calendar_has_the_start(stranger: Visitor, clock: FakeClock) -> None:
    tournament = cup("ann", starts_at=clock() + timedelta(days=9))
    dates = stranger.client.get(f"{page_of(tournament)}/dates.ics").text
    assert "DTSTART:20260513T120000Z" in dates
    assert "SUMMARY:Autumn Cup starts" in dates


def test_each_feed_escapes_a_title_in_its_own_way(stranger: Visitor, clock: FakeClock) -> None:
    tournament = cup("ann", title="Sun, Moon & <Stars>", starts_at=clock() + timedelta(days=9))
    dates = stranger.client.get(f"{page_of(tournament)}/dates.ics").text
    news = stranger.client.get(f"{page_of(tournament)}/news.atom").text
    assert "SUMMARY:Sun\\, Moon & <Stars> starts" in dates
    assert "<title>Sun, Moon &amp; &lt;Stars&gt;</title>" in news


def test_each_pairing_is_a_line_of_json_with_its_record(stranger: Visitor) -> None:
    tournament = over("ann", "bob", "cyd")
    lines = stranger.client.get(f"{page_of(tournament)}/games.ndjson")
    assert lines.mimetype == "application/x-ndjson"
    games = [game for game in map(json.loads, lines.text.splitlines()) if game["game"]]
    assert len(games) == 3
    for game in games:
        assert game["half_points"] == [2, 0]
        assert stranger.client.get(urlsplit(game["record"]).path).status_code == 200


def page_of(tournament: Tournament) -> str:
    """Return the path of a tournament's page."""
    return f"/tournaments/{tournament.number}"
