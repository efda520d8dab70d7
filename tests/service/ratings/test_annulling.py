"""Annulling games: those who played them are told, people by one email each, programs by an event for each game."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.bots.accounts import create_bot
from service.db.engines import session
from service.erasure.departures import leave
from service.jobs.events import Filter, read
from service.language.errors import Conflict, Invalid, NotFound, Refused
from service.models import LONGEST_DECISION, Game, Notice
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from service.play.substitutes import take_over
from service.ratings.settling import MAILED, annul, games_rated_with
from service.ratings.verification import Recomputation
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import mailed
from tests.service.play.leaving import left
from tests.service.ratings.rated import means, no_newcomers, settle, why, won
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")
BECAUSE = "Eve played both sides."
KIND = "games-annulled"


def told(name: str) -> list[str]:
    """Return the texts of the emails to a player about annulled games."""
    return [" ".join(each.text.split()) for each in mailed(f"{name}@example.net", KIND)]


def test_each_player_gets_one_email_about_all_games_of_theirs(clock: FakeClock) -> None:
    games = [won("eve", "ann", clock), won("eve", "ann", clock), won("eve", "bob", clock)]

    annul([each.id for each in games], BECAUSE, clock())

    [to_ann], [to_bob], [to_eve] = told("ann"), told("bob"), told("eve")
    assert "annulled 2 rated games of yours" in to_ann
    assert "annulled a rated game of yours" in to_bob
    assert "annulled 3 rated games of yours" in to_eve
    assert all(f"Reason: {BECAUSE}" in each for each in (to_ann, to_bob, to_eve))
    assert [f"Seasons of the Sun with eve ({each.game.number})" in to_ann for each in games] == [True, True, False]


def test_an_email_lists_some_of_many_games_and_counts_the_others(clock: FakeClock) -> None:
    names = [f"ben{number}" for number in range(MAILED + 2)]
    no_newcomers(names, clock)
    games = [table("eve", name, rated=True) for name in names]
    for each in games:
        resign(each.id, person("eve"), clock())

    annul([each.id for each in games], BECAUSE, clock())

    [to_eve] = told("eve")
    assert to_eve.count("Seasons of the Sun with ben") == MAILED
    assert "And 2 more games." in to_eve


def test_programs_get_an_event_of_each_game_with_the_reason(clock: FakeClock) -> None:
    games = [won("eve", "ann", clock), won("eve", "ann", clock)]

    annul([each.id for each in games], BECAUSE, clock())

    news = read(person("ann"), 0, Filter(("game.annulled",)), 10).events
    assert [(each.game_id, each.data) for each in news] == [(each.id, {"reason": BECAUSE}) for each in games]


def test_a_bot_and_a_closed_account_get_no_email_and_who_was_replaced_gets_one(clock: FakeClock) -> None:
    rusty = create_bot(person("dan"), "rusty", {"seconds_per_move": 600, "auto_accept": True}, clock()).account
    against_bot = create_game(
        person("eve"), NewGame("seasons", [SeatWish(me=True), SeatWish(account=rusty.name)], rated=True), clock()
    )
    resign(against_bot.id, person("eve"), clock())
    closed = won("eve", "ann", clock)
    leave(person("ann"), clock())
    replaced = left(clock, rated=True)
    take_over(replaced.id, 0, person("fay"), clock())
    for name in ("fay", "bob", "cyd"):
        if replaced.game.status == "active":
            resign(replaced.id, person(name), clock())
    before = session().query(Notice).count()

    annul([against_bot.id, closed.id, replaced.id], BECAUSE, clock())

    wanted = select(Notice.email).where(Notice.kind == KIND).order_by(Notice.email)
    names = ("ada", "bob", "cyd", "eve", "fay")
    assert session().scalars(wanted).all() == [f"{name}@example.net" for name in names]
    assert session().query(Notice).count() == before + len(names)


@pytest.mark.parametrize(("wrong", "refusal"), [("twice", Conflict), ("unknown", NotFound)])
def test_if_one_game_cannot_be_annulled_none_is_and_nobody_is_told(
    clock: FakeClock, wrong: str, refusal: type[Refused]
) -> None:
    first, good = won("eve", "ann", clock), won("eve", "bob", clock)
    settle(clock)
    if wrong == "twice":
        annul([first.id], BECAUSE, clock())
    bad = first.id if wrong == "twice" else "no-such-game"

    with pytest.raises(refusal) as caught:
        annul([good.id, bad], BECAUSE, clock())

    assert caught.value.details == {"game": bad}
    assert why(good) is None
    assert told("bob") == []


def test_a_game_that_is_named_twice_is_annulled_once(clock: FakeClock) -> None:
    of = won("eve", "ann", clock)

    annul([of.id, of.id], BECAUSE, clock())

    assert session().get_one(Game, of.id, populate_existing=True).not_rated == "annulled"
    assert "annulled a rated game of yours" in told("ann")[0]


def test_all_games_of_a_player_are_named_also_those_that_wait_to_be_rated(clock: FakeClock) -> None:
    first, second = won("eve", "ann", clock), won("bob", "eve", clock)
    won("ann", "bob", clock)
    settle(clock)
    third = won("eve", "cyd", clock)

    assert games_rated_with("eve") == [first.id, second.id, third.id]
    annul([first.id], BECAUSE, clock())
    assert games_rated_with("eve") == [second.id, third.id]


def test_ratings_are_then_as_if_annulled_games_had_not_been_played(clock: FakeClock) -> None:
    kept, *wrong = won("ann", "bob", clock), won("eve", "ann", clock), won("eve", "bob", clock)
    settle(clock)

    annul([each.id for each in reversed(wrong)], BECAUSE, clock())
    settle(clock)

    assert [why(each) for each in (kept, *wrong)] == [None, "annulled", "annulled"]
    assert set(means()) == {"ann", "bob"}
    assert [*Recomputation().differences()] == []


def test_a_reason_that_is_too_long_is_refused(clock: FakeClock) -> None:
    of = won("eve", "ann", clock)

    with pytest.raises(Invalid) as caught:
        annul([of.id], "x" * (LONGEST_DECISION + 1), clock())

    assert (caught.value.code, why(of)) == ("bad-text", None)
