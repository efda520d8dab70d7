"""Ends of challenges to bots: no bot, withdrawn, or a bot that leaves; and refusals."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from service.accounts.accounts import new_visitor
from service.bots.accounts import retire_bot
from service.challenges.asking import MOST_ASKED, ask_next_bot, asked_challenge, challenge_bot
from service.challenges.challenges import delete_challenge
from service.challenges.terms import NewChallenge
from service.db.engines import session
from service.jobs.events import Filter, read
from service.language.errors import Forbidden, Invalid, NotFound
from service.mail.compose import facts_of
from service.models import (
    Account,
    EndedBy,
    Notice,
    SeatState,
)
from service.play.invitations import withdraw
from service.play.seats import decline, join
from tests.service.challenges.asking import (
    ASKING,
    JUST_LATE,
    NOBODY,
    PLAYING,
    WITHDRAWN,
    asked,
    game_of,
    refused,
    see,
    state,
)
from tests.service.conftest import FakeClock
from tests.service.tables import person
from workers.jobs import bot_challenges

pytestmark = pytest.mark.usefixtures("app")


def test_when_all_were_asked_in_vain_there_is_no_game_and_a_mail_says_so(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    for number in range(MOST_ASKED + 1):
        bots(f"bot-{number}")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    for _ in range(MOST_ASKED):
        assert state(challenge) == ASKING
        clock.advance(seconds=JUST_LATE)
        bot_challenges.run()
        see(at=clock)
    assert (state(challenge), asked_challenge(ada, challenge.id).asked) == (NOBODY, MOST_ASKED)
    assert game_of(challenge).ended_by == EndedBy.DECLINED
    [notice] = session().scalars(select(Notice).where(Notice.kind == "game-over"))
    assert (notice.email, notice.data) == ("ada@example.net", {"no_bot": True})
    assert facts_of(notice).values["result"].startswith("No bot accepted")


def test_events_tell_its_owner_how_it_stands(ada: Account, bots: Callable[..., Account], clock: FakeClock) -> None:
    rusty = bots("rusty")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    decline(game_of(challenge).id, rusty, clock())
    bot_challenges.run()
    told = [event.data for event in read(ada, 0, Filter(("challenge.changed",)), 100).events]
    assert told == [{"challenge": challenge.id, "state": "asking"}, {"challenge": challenge.id, "state": "nobody"}]


def test_any_game_is_one_that_most_of_those_play_who_are_there(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", games={"dawn": {"seats": [], "options": {}}, "siesta": {"seats": [], "options": {}}})
    bots("sparky", games={"siesta": {"seats": [], "options": {}}})
    assert game_of(challenge_bot(ada, NewChallenge(), clock())).ruleset == "siesta"


def test_the_computer_takes_the_seats_that_are_left_over(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", auto_accept=True)
    challenge = challenge_bot(ada, NewChallenge("siesta", seats=3, level=2), clock())
    assert state(challenge) == PLAYING
    assert sorted(seat.ai_level or 0 for seat in game_of(challenge).seats) == [0, 0, 2]


def test_it_is_withdrawn_once_and_the_bot_has_no_invitation_any_more(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty = bots("rusty")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    refused(lambda: delete_challenge(challenge.id, person("cyd"), clock()), NotFound)
    for _ in range(2):
        delete_challenge(challenge.id, ada, clock())
        assert state(challenge) == WITHDRAWN
    assert refused(lambda: join(game_of(challenge).id, rusty, clock())) == "game-over"
    assert [event.data["state"] for event in read(ada, 0, Filter(("challenge.changed",)), 9).events] == [
        "asking",
        "withdrawn",
    ]
    assert session().scalars(select(Notice).where(Notice.kind == "game-over")).all() == []


def test_a_game_that_has_begun_is_not_withdrawn(ada: Account, bots: Callable[..., Account], clock: FakeClock) -> None:
    bots("rusty", auto_accept=True)
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    assert refused(lambda: delete_challenge(challenge.id, ada, clock())) == "game-started"


def test_who_leaves_the_game_wants_no_bot_any_more(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    decline(game_of(challenge).id, ada, clock())
    assert state(challenge) == WITHDRAWN


def test_who_does_not_want_to_wait_for_one_takes_its_invitation_back_and_the_next_is_asked(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty")
    bots("sparky")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    place = next(seat.place for seat in game_of(challenge).seats if seat.state == SeatState.INVITED)
    withdraw(game_of(challenge).id, place, ada, clock())
    bot_challenges.run()
    assert asked(challenge) == "sparky"


def test_a_bot_that_is_retired_while_it_is_asked_has_declined(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty")
    bots("sparky")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    retire_bot(person("bob"), "rusty", clock())
    bot_challenges.run()
    assert asked(challenge) == "sparky"


def test_two_workers_ask_one_bot(ada: Account, bots: Callable[..., Account], clock: FakeClock) -> None:
    for name in ("rusty", "sparky", "tilly"):
        bots(name)
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    clock.advance(seconds=JUST_LATE)
    assert [ask_next_bot(game_of(challenge).id, clock()) for _ in range(2)] == [True, False]
    assert (asked(challenge), asked_challenge(ada, challenge.id).asked) == ("sparky", 2)


def test_a_worker_that_dies_while_it_asks_has_done_nothing_and_another_does_it(
    ada: Account, bots: Callable[..., Account], clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots("rusty")
    bots("sparky")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    clock.advance(seconds=JUST_LATE)
    with monkeypatch.context() as killed:
        killed.setattr("service.challenges.asking.begin_if_complete", die)
        with pytest.raises(KeyboardInterrupt):
            ask_next_bot(game_of(challenge).id, clock())
    assert (asked(challenge), asked_challenge(ada, challenge.id).asked) == ("rusty", 1)
    bot_challenges.run()
    assert (asked(challenge), asked_challenge(ada, challenge.id).asked) == ("sparky", 2)


def die(*_: object) -> None:
    raise KeyboardInterrupt


def test_visitors_play_bots_and_bots_seek_none(bots: Callable[..., Account], clock: FakeClock) -> None:
    rusty = bots("rusty", auto_accept=True)
    assert state(challenge_bot(new_visitor(clock()), NewChallenge("siesta"), clock())) == PLAYING
    assert refused(lambda: challenge_bot(rusty, NewChallenge("siesta"), clock()), Forbidden) == "not-a-person"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (NewChallenge(options={"version": "full"}), "no-challenge"),
        (NewChallenge("siesta", seats=1), "no-challenge"),
        (NewChallenge("siesta", seats=9), "bad-setup"),
        (NewChallenge("siesta", {"nonsense": "yes"}), "bad-setup"),
    ],
)
def test_what_no_bot_can_be_asked_for_is_refused(ada: Account, clock: FakeClock, wish: NewChallenge, code: str) -> None:
    assert refused(lambda: challenge_bot(ada, wish, clock()), Invalid) == code
