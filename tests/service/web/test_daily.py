"""The daily puzzle: playable without an address, the same for all, and tied to the cookie."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import func, select

from rules.games.springtime.puzzle_layout import daily, daily_layout
from service.db.clock import now
from service.db.engines import session
from service.models import Account, DailyGame, Game, GameStatus
from service.play.daily import DayPlayed, begin, days_played, longest_streak, streak, today
from service.play.moves import accept_move, in_time, legal_actions
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.service.web.visitor import Page, Visitor


def begun(visitor: Visitor, square: str = "e5") -> Page:
    """Place today's first flower; return the page."""
    return visitor.press(visitor.open(f"{todays_path()}?pick={square}"), "Plant")


def todays_path() -> str:
    return f"/today/{today(now())}"


def play(played: DailyGame, move: str) -> None:
    game = played.game
    in_time(accept_move(game.id, seat=0, version=game.version, move=move, now=now()))


def play_on(played: DailyGame) -> None:
    """To the end, with the first move that there is each time."""
    while played.game.status == GameStatus.ACTIVE:
        play(played, legal_actions(played.game).actions[0])


def shared(page: Page) -> str:
    """Return the text to share."""
    return next(each.text for each in page.tree.all("pre") if each.attributes.get("class") == "share")


def count(table: type[Account | Game | DailyGame]) -> int:
    return session().scalar(select(func.count()).select_from(table)) or 0


def test_a_stranger_plays_the_first_move_with_two_presses_and_no_address(visitor: Visitor) -> None:
    front = visitor.open("/")
    preview = visitor.press(front, "e5")
    played = visitor.press(preview, "Plant")

    assert "Plant your first flower on e5?" in preview.text
    game = session().scalars(select(Game)).one()
    assert (played.status, played.address) == (200, f"/games/{game.id}")
    assert (game.log_length, game.given_layout) == (1, daily_layout(today(now())))


def test_who_has_begun_goes_on_with_that_game(visitor: Visitor) -> None:
    preview = visitor.open(f"{todays_path()}?pick=e5")
    first = visitor.press(preview, "Plant")

    assert visitor.press(preview, "Plant").address == first.address
    assert visitor.open("/today").address == first.address
    assert (count(Account), count(Game), count(DailyGame)) == (1, 1, 1)


def test_a_finished_puzzle_is_told_to_others_without_the_way(visitor: Visitor) -> None:
    begun(visitor, "a1")
    [played] = session().scalars(select(DailyGame))
    play_on(played)

    page = visitor.open("/today")

    text = shared(page)
    assert text.startswith(f"Sundial {played.day} ·")
    assert text.endswith(f"/today/{played.day}")
    assert text.count("🌱") == (played.game.scores or [0])[0] < 9


def test_the_page_of_the_game_itself_says_what_can_be_told(visitor: Visitor) -> None:
    begun(visitor, "a1")
    [played] = session().scalars(select(DailyGame))
    going_on = visitor.open(f"/games/{played.game_id}")
    assert "share" not in [each.attributes.get("class") for each in going_on.tree.all("pre")]
    play_on(played)

    assert shared(visitor.open(f"/games/{played.game_id}")) == shared(visitor.open("/today"))


def test_the_proof_of_today_leads_to_a_perfect_game(visitor: Visitor) -> None:
    day = today(now())
    first, *_ = daily(day).proof
    begun(visitor, first)
    [played] = session().scalars(select(DailyGame))
    for move in daily(day).proof[1:]:
        play(played, move)

    page = visitor.open("/today")

    assert "All 27 flowers: perfect" in page.text
    assert "27/27" in shared(page)
    assert "1 day in a row" in visitor.open("/today/days").text


def test_days_in_a_row_count_if_they_were_played_to_the_end_on_the_day() -> None:
    day = date(2026, 5, 4)

    def on(back: int, *, is_over: bool = True, is_in_time: bool = True) -> DayPlayed:
        return DayPlayed(day - timedelta(back), "g", 20, is_over, is_in_time)

    assert streak([], day) == 0
    assert streak([on(0), on(1), on(3)], day) == 2
    assert streak([on(1), on(2)], day) == 2
    assert streak([on(0, is_over=False), on(1)], day) == 1
    assert streak([on(0), on(1, is_in_time=False), on(2)], day) == 1


def test_the_puzzle_of_an_earlier_day_is_played_later_and_makes_no_streak(visitor: Visitor, clock: FakeClock) -> None:
    day = today(now()) - timedelta(3)
    ann = person("ann")
    begin(ann, day, now())
    assert [each.is_in_time for each in days_played(ann)] == [False]


@pytest.mark.parametrize("name", ["2026-05-05", "2025-12-31", "tomorrow", "20260504", "2026-5-4"])
def test_a_day_to_come_and_what_is_no_day_have_no_puzzle(visitor: Visitor, name: str) -> None:
    assert visitor.open(f"/today/{name}").status == 404


def test_looking_makes_nothing(visitor: Visitor) -> None:
    for path in ("/", "/today", "/today/days", f"{todays_path()}?pick=e5", f"{todays_path()}?pick=nonsense"):
        assert visitor.open(path).status == 200
    assert (count(Account), count(Game)) == (0, 0)


def test_a_first_move_against_the_rules_makes_nothing_and_says_why(visitor: Visitor) -> None:
    preview = visitor.open(f"{todays_path()}?pick=e5")

    refused = visitor.press(preview, "Plant", move="z9")

    assert refused.status == 422
    assert "z9" in refused.response.text
    assert (count(Account), count(Game)) == (0, 0)


def test_the_archive_goes_back_month_by_month_and_says_how_one_has_done(visitor: Visitor) -> None:
    day = today(now())
    begun(visitor, "a1")
    [played] = session().scalars(select(DailyGame))
    play_on(played)

    page = visitor.open("/today/days")
    months = {
        link.attributes["rel"]: link.attributes["href"] for link in page.tree.all("a") if "rel" in link.attributes
    }
    before = visitor.open(months["prev"])

    assert "Puzzles finished 1" in page.text
    assert "Longest streak 1" in page.text
    assert f"{day:%B %Y}" in [heading.text for heading in page.tree.all("h2")]
    assert "next" not in months
    last = day.replace(day=1) - timedelta(1)
    assert f"/today/{last}" in [link.attributes["href"] for link in before.tree.all("a")]
    for wrong in ("2025-12", "9999-01", "x", ""):
        assert visitor.open(f"/today/days?month={wrong}").status == 404


def test_the_longest_row_of_days_may_be_over() -> None:
    day = date(2026, 5, 4)
    played = [DayPlayed(day - timedelta(back), "g", 20, is_over=True, is_in_time=True) for back in (0, 3, 4, 5, 9)]

    assert (streak(played, day), longest_streak(played), longest_streak([])) == (1, 3, 0)


def test_a_puzzle_can_be_tried_again_and_its_first_result_stands(visitor: Visitor) -> None:
    begun(visitor, "a1")
    [played] = session().scalars(select(DailyGame))
    play_on(played)
    flowers = (played.game.scores or [0])[0]

    practice = visitor.press(visitor.open("/today"), "Try again")

    assert practice.address != f"/games/{played.game_id}"
    assert practice.text.count("Practice: does not count") >= 1
    assert "Practice: does not count" in visitor.open("/").text
    assert visitor.press(visitor.open("/today"), "Continue practice").address == practice.address
    again = session().get_one(Game, practice.address.removeprefix("/games/"))
    assert again.setup == played.game.setup
    while again.status == GameStatus.ACTIVE:
        move = legal_actions(again).actions[-1]
        in_time(accept_move(again.id, seat=0, version=again.version, move=move, now=now()))

    result = visitor.open(practice.address)
    assert "Practice: does not count" in result.text
    assert "Rematch" not in result.buttons
    assert "share" not in [each.attributes.get("class") for each in result.tree.all("pre")]
    assert f"{flowers}/27" in shared(visitor.open("/today"))
    [account] = session().scalars(select(Account))
    assert [each.flowers for each in days_played(account)] == [flowers]
    assert visitor.press(result, "Try again").address not in (practice.address, f"/games/{played.game_id}")


def test_a_puzzle_is_tried_again_only_after_its_first_result(visitor: Visitor) -> None:
    first = begun(visitor)
    csrf = next(each for each in first.tree.all("input") if each.attributes.get("name") == "csrf").attributes["value"]
    assert visitor.post(f"{todays_path()}/again", csrf=csrf).address == first.address
    assert visitor.post("/today/2026-01-01/again", csrf=csrf).address == "/today/2026-01-01"


def test_the_home_page_says_how_far_the_puzzle_of_today_is(visitor: Visitor) -> None:
    begun(visitor, "a1")
    assert "Continue" in [link.text for link in visitor.open("/").tree.all("a")]
    [played] = session().scalars(select(DailyGame))
    play_on(played)
    over = visitor.open("/")
    assert "Try again" in over.buttons
    assert f"{(played.game.scores or [0])[0]} of 27" in over.text
