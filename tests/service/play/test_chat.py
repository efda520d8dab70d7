"""Chat: who may write and read, and which emails contain it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.db.clock import now
from service.db.engines import session
from service.jobs.events import Filter, read
from service.language.errors import Conflict, Forbidden, Invalid, NotFound, TooMany
from service.mail.compose import compose
from service.models import Account, Notice, Visibility
from service.notifications.digests import claim_notices
from service.notifications.preferences import stop_mail
from service.play.chat import messages_of, post
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")


def mails_to(account: Account) -> list[Notice]:
    written = select(Notice).where(Notice.kind == "message", Notice.account_id == account.id)
    return list(session().scalars(written.order_by(Notice.id)))


def texts(seasons: Table, reader: Account) -> list[str]:
    return [message.text for message in messages_of(seasons.id, reader, 0, 100)[0]]


def test_the_table_hears_what_a_player_says_in_order() -> None:
    seasons = table("ada", "bob")
    ada, bob = seasons.players

    post(seasons.id, ada, "Good luck!", now())
    post(seasons.id, bob, "  You too.\r\nIt is late. \n", now())

    assert texts(seasons, ada) == texts(seasons, bob) == ["Good luck!", "You too.\nIt is late."]
    assert [message.seat for message in messages_of(seasons.id, ada, 0, 100)[0]] == [0, 1]


def test_the_others_get_a_mail_and_the_speaker_gets_none() -> None:
    seasons = table("ada", "bob", "cyd")
    ada, bob, cyd = seasons.players

    post(seasons.id, ada, "Good luck!", now())

    assert [len(mails_to(each)) for each in (ada, bob, cyd)] == [0, 1, 1]


def test_what_is_said_before_the_mail_is_written_comes_in_one_mail() -> None:
    seasons = table("ada", "bob")
    ada, bob = seasons.players
    post(seasons.id, ada, "One", now())
    post(seasons.id, ada, "Two", now())

    [mail] = mails_to(bob)

    text = compose(mail).decode()
    assert text.index("One") < text.index("Two")


def test_what_is_said_while_a_mail_is_being_written_gets_a_mail_of_its_own() -> None:
    seasons = table("ada", "bob")
    ada, bob = seasons.players
    post(seasons.id, ada, "One", now())
    claim_notices(now())

    post(seasons.id, ada, "Two", now())

    assert len(mails_to(bob)) == 2


def test_who_wants_no_messages_by_mail_gets_none() -> None:
    seasons = table("ada", "bob")
    ada, bob = seasons.players
    stop_mail(bob.id, "message")

    post(seasons.id, ada, "Good luck!", now())

    assert mails_to(bob) == []


def test_programs_are_told_by_an_event() -> None:
    seasons = table("ada", "bob")
    ada, bob = seasons.players

    post(seasons.id, ada, "Good luck!", now())

    [event] = read(bob, 0, Filter(("message.posted",)), 10).events
    assert (event.data["seat"], event.data["text"]) == (0, "Good luck!")


def test_strangers_neither_hear_nor_speak() -> None:
    seasons = table("ada", "bob")
    with pytest.raises(NotFound):
        post(seasons.id, person("eve"), "Hello", now())
    with pytest.raises(NotFound):
        messages_of(seasons.id, person("eve"), 0, 10)


def test_who_only_watches_neither_hears_nor_speaks() -> None:
    game = create_game(
        person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], visibility=Visibility.PUBLIC), now()
    )
    with pytest.raises(Forbidden, match="not-a-player"):
        post(game.id, person("eve"), "Hello", now())
    with pytest.raises(Forbidden, match="not-a-player"):
        messages_of(game.id, person("eve"), 0, 10)


def test_before_the_game_has_begun_there_is_no_table_to_talk_at() -> None:
    ada = person("ada")
    game = create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")]), now())
    with pytest.raises(Conflict, match="not-started"):
        post(game.id, ada, "Hello", now())


def test_a_table_is_left_two_weeks_after_the_end(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    ada, bob = seasons.players
    resign(seasons.id, ada, now())
    clock.advance(days=14)
    post(seasons.id, bob, "Thanks for the game", now())
    clock.advance(seconds=1)
    with pytest.raises(Conflict, match="game-over"):
        post(seasons.id, bob, "Anybody here?", now())


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1001, "a\x00b", "a\x1bb", "evil\u202etxt"])
def test_what_cannot_be_shown_is_not_said(text: str) -> None:
    seasons = table("ada", "bob")
    with pytest.raises(Invalid, match="bad-message"):
        post(seasons.id, seasons.players[0], text, now())


def test_nobody_talks_without_end(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    ada = seasons.players[0]
    for number in range(30):
        post(seasons.id, ada, str(number), now())
    clock.advance(minutes=59)

    with pytest.raises(TooMany) as refused:
        post(seasons.id, ada, "once more", now())

    clock.advance(seconds=refused.value.details["retry_after"])
    post(seasons.id, ada, "once more", now())
    assert len(texts(seasons, ada)) == 30 + 1


def test_who_has_said_too_much_is_told_the_second_from_which_on_they_may(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    ada = seasons.players[0]
    for number in range(30):
        post(seasons.id, ada, str(number), now())
    for seconds in (1, 2):
        clock.advance(seconds=1)
        with pytest.raises(TooMany) as refused:
            post(seasons.id, ada, "once more", now())
        assert refused.value.details["retry_after"] == 3600 - seconds + 1
