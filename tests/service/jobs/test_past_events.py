"""Old events: not shown any more, requests for them are told so, and links to their turns still work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy import select

from service.db.clock import now
from service.db.engines import session, transaction
from service.jobs import retention
from service.jobs.events import Filter, horizon, newest_number, read
from service.language.errors import Forgotten
from service.models import Event, Game, SwitchedOff, Webhook
from service.play.clocks import games_near_deadline, tell_of_deadline
from service.play.games import NewGame, SeatWish, create_match
from service.play.seat_links import past_turn
from service.play.seats import resign
from service.security.keys import Purpose, SeatLink
from service.webhooks import retention as of_webhooks
from service.webhooks.deliveries import fan_out
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.workers.receiving import endpoint, now_of, send

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def seasons() -> Table:
    return table("ada", "bob")


def told(of: Table, after: int = 0) -> list[str]:
    """Return the types of all events that a player sees."""
    return [event.type for event in read(of.players[0], after, Filter(), 100).events]


def forget(limit: int = 500) -> int:
    session().rollback()
    newest_number()
    return retention.events.apply(now(), limit)


def stored() -> Sequence[str]:
    session().rollback()
    return session().scalars(select(Event.type).order_by(Event.number)).all()


def link_of(game: Game, began: int) -> SeatLink:
    """Return the link to the turn that started with that event of its kind."""
    turns = select(Event).where(Event.game_id == game.id, Event.type == "turn.started").order_by(Event.version)
    turn = session().scalars(turns).all()[began]
    return SeatLink(Purpose.TURN, game.id, turn.data["seat"], turn.version or 0, turn.turn_nonce or "")


def end(of: Table) -> None:
    resign(of.id, of.players[0], now())


def test_events_are_told_for_ninety_days(seasons: Table, clock: FakeClock) -> None:
    end(seasons)
    everything = told(seasons)
    clock.advance(days=89, hours=23)
    assert (forget(), told(seasons)) == (0, everything)

    clock.advance(hours=1)
    assert forget() == len(everything)
    assert told(seasons) == []


def test_who_comes_back_later_is_told_that_something_is_forgotten_and_where_to_go_on(
    seasons: Table, clock: FakeClock
) -> None:
    seen = read(seasons.players[0], 0, Filter(), 1).following
    last = newest_number()
    clock.advance(days=90)
    table("ada", "carl")
    forget()

    with pytest.raises(Forgotten, match="events-forgotten") as refusal:
        told(seasons, after=seen)

    assert refusal.value.details == {"after": last}
    assert told(seasons, after=last) == told(seasons)
    assert told(seasons)[-1] == "turn.started"


def test_who_has_missed_nothing_goes_on_after_an_event_however_old(seasons: Table, clock: FakeClock) -> None:
    last = newest_number()
    table("eve", "carl")
    clock.advance(days=91)
    forget()

    assert horizon() > last
    assert told(seasons, after=last) == []


def test_who_has_only_missed_what_is_still_there_is_told_of_it(seasons: Table, clock: FakeClock) -> None:
    last = newest_number()
    table("eve", "carl")
    clock.advance(days=91)
    forget()
    later = table("ada", "bob")

    assert horizon() > last
    assert told(later, after=last) == [event.type for event in read(later.players[0], horizon(), Filter(), 100).events]
    assert told(later, after=last)[-1] == "turn.started"


def test_numbers_go_on_when_all_events_are_forgotten(seasons: Table, clock: FakeClock) -> None:
    end(seasons)
    last = newest_number()
    clock.advance(days=91)
    forget()
    with transaction():
        for event in session().scalars(select(Event)):
            session().delete(event)

    table("carl", "dora")

    assert newest_number() > last
    assert min(filter(None, session().scalars(select(Event.number)))) == last + 1


def test_a_batch_at_a_time_is_forgotten(seasons: Table, clock: FakeClock) -> None:
    end(seasons)
    count = len(told(seasons))
    clock.advance(days=91)

    assert forget(limit=2) == 2
    assert horizon() == 2
    assert len(told(seasons)) == count - 2
    assert forget() == count - 2
    assert forget() == 0


def test_the_link_of_a_turn_long_over_still_says_what_came_of_it(seasons: Table, clock: FakeClock) -> None:
    seasons.play("place max-15")
    first = link_of(seasons.game, 0)
    end(seasons)
    before = past_turn(seasons.game, first)
    assert before is not None
    assert before.played
    clock.advance(days=91)
    forget()

    assert set(stored()) == {"turn.started", "game.finished"}
    assert past_turn(seasons.game, first) == before


def test_whether_a_match_went_on_elsewhere_is_known_when_its_events_are_forgotten(clock: FakeClock) -> None:
    ada = person("ada")
    wish = NewGame("dawn", [SeatWish(me=True), SeatWish(ai=1)])
    match = create_match(ada, wish, clock(), simultaneous=True)
    first, second = session().scalars(select(Game).where(Game.match_id == match.id).order_by(Game.match_round))
    link = link_of(first, 0)
    clock.advance(minutes=1)
    resign(first.id, ada, clock())
    before = past_turn(first, link)
    clock.advance(days=91)
    forget()

    assert second.finished_at is not None
    assert past_turn(first, link) == before


def test_what_a_turn_under_way_needs_is_kept(seasons: Table, clock: FakeClock) -> None:
    clock.advance(days=2, hours=1)
    assert tell_of_deadline(seasons.id, clock())
    with transaction():
        game = session().get_one(Game, seasons.id)
        assert game.deadline is not None
        game.deadline += timedelta(days=90)
    clock.advance(days=90)

    assert forget() > 0
    assert "deadline.near" in stored()
    assert games_near_deadline(clock()) == []


def test_an_endpoint_that_lies_behind_is_told_of_everything_first(seasons: Table, clock: FakeClock) -> None:
    webhook = endpoint()
    cursor = now_of(webhook).cursor
    seasons.play_anything()
    clock.advance(days=91)
    forget()
    assert horizon() == cursor

    fan_out()
    assert (forget(), horizon()) == (0, cursor)

    send()
    of_webhooks.deliveries.apply(clock())
    assert (forget(), horizon()) == (2, newest_number())


def test_only_what_an_endpoint_has_asked_for_is_held_back_for_it(seasons: Table, clock: FakeClock) -> None:
    cursor = now_of(endpoint(types=("turn.started",))).cursor
    seasons.play_anything()
    clock.advance(days=91)
    fan_out()
    forget()

    assert horizon() == cursor + 1


def test_an_endpoint_that_is_switched_off_holds_nothing_back(seasons: Table, clock: FakeClock) -> None:
    webhook = endpoint()
    with transaction():
        session().get_one(Webhook, webhook.id).switched_off = SwitchedOff.BY_OWNER
    end(seasons)
    clock.advance(days=91)
    forget()

    assert horizon() == newest_number()


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_of_a_batch_the_last_is_forgotten_as_well_and_nothing_after_it(
    seasons: Table, clock: FakeClock, limit: int
) -> None:
    end(seasons)
    newest_number()
    everything = stored()
    clock.advance(days=91)

    assert forget(limit) == limit
    assert stored() == everything[limit:]


def test_the_last_of_a_batch_waits_for_an_endpoint_that_is_still_to_be_told_of_it(
    seasons: Table, clock: FakeClock
) -> None:
    cursor = now_of(endpoint()).cursor
    seasons.play_anything()
    clock.advance(days=91)

    assert forget(cursor) == cursor
    assert (forget(1), horizon()) == (0, cursor)


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_what_goes_on_elsewhere_keeps_no_event_of_a_game_that_is_over(clock: FakeClock) -> None:
    tables = sorted((table("ada", f"bob-{number}") for number in range(3)), key=lambda each: each.id)
    _, over, _ = tables
    over.play_anything()
    end(over)
    newest_number()
    clock.advance(days=91)
    for each in tables:
        if each is not over:
            each.play_anything()
    forget()

    left = session().scalars(select(Event.type).where(Event.game_id == over.id)).all()
    assert set(left) == {"turn.started", "game.finished"}
