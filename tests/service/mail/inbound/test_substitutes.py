"""Seats that are left are offered, taken over and asked for by mail."""

from __future__ import annotations

import pytest

from service.mail.commands import understand_general
from service.mail.new_games import NewGameIntent
from service.models import OnTimeout, Outcome
from service.notifications.links import talk_box
from service.play.games import NewGame, SeatWish
from service.play.seating import seat_of
from service.play.substitutes import take_over, volunteer, volunteers_for
from service.security.addresses import Named
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import mailed, write
from tests.service.tables import Table, person, table
from workers.jobs import clocks

pytestmark = pytest.mark.usefixtures("app")
EVE = "eve@example.net"


def left(clock: FakeClock) -> Table:
    """Start a game whose first player ran out of time; two volunteers were asked to take over."""
    for name in ("eve", "fay"):
        volunteer(person(name).id, ["seasons"], clock())
    of = table("ada", "bob", "cyd", on_timeout=OnTimeout.SUBSTITUTE)
    of.look()
    clock.advance(days=3, seconds=1)
    clocks.run()
    return of


def text_to(address: str, kind: str) -> str:
    return " ".join(mailed(address, kind)[-1].text.split())


def test_who_answers_yes_has_the_seat_and_the_mail_of_its_turn_is_the_answer(clock: FakeClock) -> None:
    of = left(clock)
    [asked] = mailed(EVE, "substitute-wanted")
    assert "ada ran out of time" in " ".join(asked.text.split())
    assert "reply with: words" not in asked.text  # nothing but yes or no is read there

    assert write(EVE, asked.box, "Yes, gladly!") == Outcome.DONE

    assert seat_of(of.game, 0).account_id == person("eve").id
    assert len(mailed(EVE, "your-turn")) == 1
    assert "eve took over for you" in text_to("ada@example.net", "seat-taken-over")
    assert "eve took over for an absent player" in text_to("bob@example.net", "seat-taken-over")


def test_who_comes_second_is_told_that_the_seat_is_taken(clock: FakeClock) -> None:
    left(clock)
    boxes = {name: mailed(f"{name}@example.net", "substitute-wanted")[0].box for name in ("eve", "fay")}
    write(EVE, boxes["eve"], "yes")
    assert write("fay@example.net", boxes["fay"], "yes") == Outcome.ANSWERED
    assert "No substitute is needed there." in text_to("fay@example.net", "general-mailbox")


def test_a_no_changes_nothing_and_says_how_to_be_asked_no_more(clock: FakeClock) -> None:
    of = left(clock)
    [asked] = mailed(EVE, "substitute-wanted")
    assert write(EVE, asked.box, "no") == Outcome.ANSWERED
    assert "substitute off" in text_to(EVE, "general-mailbox")
    assert seat_of(of.game, 0).account_id == of.players[0].id


def test_a_yes_from_another_address_is_held_until_the_one_who_was_asked_says_so(clock: FakeClock) -> None:
    of = left(clock)
    [asked] = mailed(EVE, "substitute-wanted")
    assert write("mallory@example.net", asked.box, "yes") == Outcome.HELD
    assert seat_of(of.game, 0).account_id == of.players[0].id


def test_who_was_replaced_hears_so_when_they_write_to_their_old_seat(clock: FakeClock) -> None:
    of = left(clock)
    box = talk_box(of.game, 0)
    take_over(of.id, 0, person("eve"), clock())
    assert write("ada@example.net", box, "back") == Outcome.ANSWERED
    assert mailed("ada@example.net", "general-mailbox")[-1].topic == "seat-lost"
    assert mailed(EVE, "confirm") == []


def test_nobody_is_asked_any_more_once_somebody_is_there(clock: FakeClock) -> None:
    of = left(clock)
    take_over(of.id, 0, person("eve"), clock())
    assert mailed("fay@example.net", "substitute-wanted") == []


def test_a_word_to_the_general_address_says_for_which_games_one_is_asked(clock: FakeClock) -> None:
    eve = person("eve")
    write(EVE, Named.GENERAL, "substitute chess")
    assert mailed(EVE, "general-mailbox")[-1].topic == "no-substitute"
    for wanted, games in (("substitute siesta, tribes", ["siesta", "tribes"]), ("ersatz für siesta", ["siesta"])):
        write(EVE, Named.GENERAL, wanted)
        [question] = mailed(EVE, "confirm")[-1:]
        write(EVE, question.box, "yes")
        assert volunteers_for(eve) == games
    write(EVE, Named.GENERAL, "substitute off")
    write(EVE, mailed(EVE, "confirm")[-1].box, "yes")
    assert volunteers_for(eve) == []


def test_a_table_is_set_up_by_mail_at_which_others_may_take_a_seat_over() -> None:
    for words in ("late substitute", "ritardo supplente", "verspätet ersatz"):
        intent = NewGame(
            "siesta", [SeatWish(me=True), SeatWish(email="bob@example.net")], on_timeout=OnTimeout.SUBSTITUTE
        )
        assert understand_general(f"new siesta bob@example.net {words}") == NewGameIntent(intent)
