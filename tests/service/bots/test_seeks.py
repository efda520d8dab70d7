"""Playing a bot now: one after the other is asked, fairly, until one takes the seat; or nobody does, and it is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from service.bots.accounts import create_bot
from service.bots.manifests import default_manifest
from service.bots.retirement import retire_bot
from service.bots.seeks import (
    ANSWER_WITHIN,
    MOST_ASKED,
    NewSeek,
    ask_next_bot,
    bot_of_seek,
    seek_bot,
    seek_of,
    withdraw_seek,
)
from service.core.db import session, transaction
from service.core.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from service.mail.compose import facts_of
from service.models import (
    Account,
    Bot,
    BotSeek,
    Contributed,
    EndedBy,
    GameStatus,
    Notice,
    SeatState,
    SeekState,
    Visibility,
    Webhook,
)
from service.people.blocks import block
from service.people.visitors import new_visitor
from service.play.open_invitations import withdraw
from service.play.seats import decline, join, resign
from service.work.events import Filter, read
from tests.service.conftest import FakeClock
from tests.service.tables import person
from workers.jobs import seeks

pytestmark = pytest.mark.usefixtures("app")

JUST_LATE = ANSWER_WITHIN.total_seconds()


@pytest.fixture
def ada() -> Account:
    return person("ada")


@pytest.fixture
def bots(clock: FakeClock) -> Callable[..., Account]:
    """Makes a bot of Bob's that was seen just now."""

    def made(name: str, *, seen: bool = True, **manifest: Any) -> Account:
        bot = create_bot(person("bob"), name, {**default_manifest(), **manifest}, clock())  # type: ignore[typeddict-item]
        with transaction():
            bot.last_seen_at = clock() if seen else None
        return bot.account

    return made


def see(*names: str, at: FakeClock) -> None:
    """Let bots be seen now; all of them if none is named."""
    with transaction() as current:
        for bot in current.scalars(select(Bot)):
            if not names or bot.account.name in names:
                bot.last_seen_at = at()


def asked(seek: BotSeek) -> str | None:
    """Who is asked, or plays."""
    session().expire_all()
    bot = bot_of_seek(seek_of(seek.account, seek.id))
    return bot.name if bot else None


def state(seek: BotSeek) -> tuple[SeekState, GameStatus]:
    session().expire_all()
    now = seek_of(seek.account, seek.id)
    return now.state, now.game.status


def refused(do: Callable[[], object], kind: type[Refused] = Conflict) -> str:
    with pytest.raises(kind) as caught:
        do()
    return caught.value.code


ASKING = (SeekState.ASKING, GameStatus.INVITING)
PLAYING = (SeekState.PLAYING, GameStatus.ACTIVE)
NOBODY = (SeekState.NOBODY, GameStatus.CANCELLED)
WITHDRAWN = (SeekState.WITHDRAWN, GameStatus.CANCELLED)


def test_a_bot_that_takes_its_seat_at_once_plays_at_once(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", auto_accept=True)
    seek = seek_bot(ada, NewSeek("siesta", days_per_move=5), clock())
    assert (state(seek), asked(seek)) == (PLAYING, "rusty")
    assert (seek.game.ruleset, seek.game.days_per_move, seek.game.visibility) == ("siesta", 5, Visibility.PRIVATE)
    assert {seat.contributed for seat in seek.game.seats} == {Contributed.SERVER}


def test_another_is_asked_and_the_game_begins_when_it_joins(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty = bots("rusty")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    assert (state(seek), asked(seek)) == (ASKING, "rusty")
    join(seek.game_id, rusty, clock())
    assert (state(seek), asked(seek)) == (PLAYING, "rusty")
    clock.advance(seconds=JUST_LATE)
    assert not seeks.run()
    assert state(seek) == PLAYING


def test_where_one_declines_the_next_is_asked_by_the_same_game(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty, sparky = bots("rusty"), bots("sparky")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    decline(seek.game_id, rusty, clock())
    assert state(seek) == ASKING
    seeks.run()
    assert asked(seek) == "sparky"
    join(seek.game_id, sparky, clock())
    assert state(seek) == PLAYING
    assert session().scalars(select(Notice).where(Notice.kind == "game-over")).all() == []


def test_who_does_not_answer_in_time_has_no_seat_any_more_and_rests_for_an_hour(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty = bots("rusty")
    bots("sparky")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    clock.advance(seconds=JUST_LATE - 1)
    seeks.run()
    assert asked(seek) == "rusty"
    clock.advance(seconds=1)
    seeks.run()
    assert asked(seek) == "sparky"
    refused(lambda: join(seek.game_id, rusty, clock()), NotFound)
    see(at=clock)
    other = seek_bot(person("cyd"), NewSeek("siesta"), clock())
    assert asked(other) == "sparky"
    clock.advance(hours=1)
    see(at=clock)
    assert asked(seek_bot(person("dan"), NewSeek("siesta"), clock())) == "rusty"


def test_the_one_that_was_asked_longest_ago_comes_first_and_those_that_begin_at_once_before_all(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    for name in ("rusty", "sparky", "tilly"):
        bots(name)
    people = [person(name) for name in ("cyd", "dan", "eve", "fay")]
    order = []
    for each in people:
        order.append(asked(seek_bot(each, NewSeek("siesta"), clock())))
        clock.advance(seconds=1)
    assert order == ["rusty", "sparky", "tilly", "rusty"]
    bots("zippy", auto_accept=True)
    assert asked(seek_bot(ada, NewSeek("siesta"), clock())) == "zippy"


@pytest.mark.parametrize(
    ("manifest", "wish"),
    [
        ({"games": {"dawn": {"seats": [], "options": {}}}}, {}),
        ({"games": {"siesta": {"seats": [3], "options": {}}}}, {}),
        ({"games": {"siesta": {"seats": [2], "options": {}}}}, {"seats": 3}),
        ({"seconds_per_move": 5 * 24 * 3600}, {}),
        ({"accepts": "owner"}, {}),
        ({"seen": False}, {}),
    ],
)
def test_nobody_is_asked_for_what_is_not_in_the_manifest_and_who_is_not_there(
    ada: Account, bots: Callable[..., Account], clock: FakeClock, manifest: dict[str, Any], wish: dict[str, Any]
) -> None:
    bots("rusty", auto_accept=True, **manifest)
    assert refused(lambda: seek_bot(ada, NewSeek("siesta", **wish), clock())) == "no-bot-available"
    assert session().scalars(select(BotSeek)).all() == []


def test_one_that_has_as_many_games_as_it_plays_is_paused_retired_or_blocks_is_not_asked(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    full, paused, retired, blocking = (bots(name, at_once=1) for name in ("full", "paused", "retired", "blocking"))
    seek_bot(person("cyd"), NewSeek("siesta"), clock())
    with transaction() as current:
        current.get_one(Bot, paused.id).paused_at = clock()
    retire_bot(person("bob"), retired.name, clock())
    block(blocking, ada, clock())
    assert full.name == "full"
    assert refused(lambda: seek_bot(ada, NewSeek("siesta"), clock())) == "no-bot-available"


def test_a_bot_that_is_called_by_a_webhook_that_works_is_there(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty = bots("rusty", seen=False, auto_accept=True)
    webhook = Webhook(account_id=rusty.id, url="https://bot.example.net/", types=[], secret_salt="x", cursor=0)
    webhook.created_at = webhook.verified_at = clock()
    with transaction() as current:
        current.add(webhook)
    assert state(seek_bot(ada, NewSeek("siesta"), clock())) == PLAYING
    with transaction():
        webhook.failing_since = clock()
    assert refused(lambda: seek_bot(person("cyd"), NewSeek("siesta"), clock())) == "no-bot-available"


def test_the_same_two_play_one_such_game_at_a_time(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", auto_accept=True)
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    assert refused(lambda: seek_bot(ada, NewSeek("siesta"), clock())) == "no-bot-available"
    resign(seek.game_id, ada, clock())
    assert state(seek_bot(ada, NewSeek("siesta"), clock())) == PLAYING


def test_one_seek_at_a_time(ada: Account, bots: Callable[..., Account], clock: FakeClock) -> None:
    bots("rusty")
    bots("sparky")
    seek_bot(ada, NewSeek("siesta"), clock())
    assert refused(lambda: seek_bot(ada, NewSeek("dawn"), clock())) == "seek-under-way"


def test_when_all_were_asked_in_vain_there_is_no_game_and_a_mail_says_so(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    for number in range(MOST_ASKED + 1):
        bots(f"bot-{number}")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    for _ in range(MOST_ASKED):
        assert state(seek) == ASKING
        clock.advance(seconds=JUST_LATE)
        seeks.run()
        see(at=clock)
    assert (state(seek), seek_of(ada, seek.id).asked) == (NOBODY, MOST_ASKED)
    assert seek_of(ada, seek.id).game.ended_by == EndedBy.DECLINED
    [notice] = session().scalars(select(Notice).where(Notice.kind == "game-over"))
    assert (notice.email, notice.data) == ("ada@example.net", {"no_bot": True})
    assert facts_of(notice).values["ending"].startswith("No bot has taken the seat")


def test_events_tell_its_owner_how_it_stands(ada: Account, bots: Callable[..., Account], clock: FakeClock) -> None:
    rusty = bots("rusty")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    decline(seek.game_id, rusty, clock())
    seeks.run()
    told = [event.data for event in read(ada, 0, Filter(("seek.changed",)), 100).events]
    assert told == [{"seek": seek.id, "state": "asking"}, {"seek": seek.id, "state": "nobody"}]


def test_any_game_is_one_that_most_of_those_play_who_are_there(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", games={"dawn": {"seats": [], "options": {}}, "siesta": {"seats": [], "options": {}}})
    bots("sparky", games={"siesta": {"seats": [], "options": {}}})
    assert seek_bot(ada, NewSeek(), clock()).game.ruleset == "siesta"


def test_the_computer_takes_the_seats_that_are_left_over(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", auto_accept=True)
    seek = seek_bot(ada, NewSeek("siesta", seats=3, level=2), clock())
    assert state(seek) == PLAYING
    assert sorted(seat.ai_level or 0 for seat in seek.game.seats) == [0, 0, 2]


def test_it_is_withdrawn_once_and_the_bot_has_no_invitation_any_more(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty = bots("rusty")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    refused(lambda: withdraw_seek(seek.id, person("cyd"), clock()), NotFound)
    for _ in range(2):
        withdraw_seek(seek.id, ada, clock())
        assert state(seek) == WITHDRAWN
    assert refused(lambda: join(seek.game_id, rusty, clock())) == "game-over"
    assert [event.data["state"] for event in read(ada, 0, Filter(("seek.changed",)), 9).events] == [
        "asking",
        "withdrawn",
    ]
    assert session().scalars(select(Notice).where(Notice.kind == "game-over")).all() == []


def test_a_game_that_has_begun_is_not_withdrawn(ada: Account, bots: Callable[..., Account], clock: FakeClock) -> None:
    bots("rusty", auto_accept=True)
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    assert refused(lambda: withdraw_seek(seek.id, ada, clock())) == "game-started"


def test_who_leaves_the_game_wants_no_bot_any_more(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    decline(seek.game_id, ada, clock())
    assert state(seek) == WITHDRAWN


def test_who_does_not_want_to_wait_for_one_takes_its_invitation_back_and_the_next_is_asked(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty")
    bots("sparky")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    place = next(seat.place for seat in seek.game.seats if seat.state == SeatState.INVITED)
    withdraw(seek.game_id, place, ada, clock())
    seeks.run()
    assert asked(seek) == "sparky"


def test_a_bot_that_is_retired_while_it_is_asked_has_declined(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty")
    bots("sparky")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    retire_bot(person("bob"), "rusty", clock())
    seeks.run()
    assert asked(seek) == "sparky"


def test_two_workers_ask_one_bot(ada: Account, bots: Callable[..., Account], clock: FakeClock) -> None:
    for name in ("rusty", "sparky", "tilly"):
        bots(name)
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    clock.advance(seconds=JUST_LATE)
    assert [ask_next_bot(seek.game_id, clock()) for _ in range(2)] == [True, False]
    assert (asked(seek), seek_of(ada, seek.id).asked) == ("sparky", 2)


def test_a_worker_that_dies_while_it_asks_has_done_nothing_and_another_does_it(
    ada: Account, bots: Callable[..., Account], clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots("rusty")
    bots("sparky")
    seek = seek_bot(ada, NewSeek("siesta"), clock())
    clock.advance(seconds=JUST_LATE)
    with monkeypatch.context() as killed:
        killed.setattr("service.bots.seeks.begin_if_complete", die)
        with pytest.raises(KeyboardInterrupt):
            ask_next_bot(seek.game_id, clock())
    assert (asked(seek), seek_of(ada, seek.id).asked) == ("rusty", 1)
    seeks.run()
    assert (asked(seek), seek_of(ada, seek.id).asked) == ("sparky", 2)


def die(*_: object) -> None:
    raise KeyboardInterrupt


def test_visitors_play_bots_and_bots_seek_none(bots: Callable[..., Account], clock: FakeClock) -> None:
    rusty = bots("rusty", auto_accept=True)
    assert state(seek_bot(new_visitor(clock()), NewSeek("siesta"), clock())) == PLAYING
    assert refused(lambda: seek_bot(rusty, NewSeek("siesta"), clock()), Forbidden) == "not-a-person"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (NewSeek(options={"version": "full"}), "no-seek"),
        (NewSeek("siesta", seats=1), "no-seek"),
        (NewSeek("siesta", seats=9), "bad-setup"),
        (NewSeek("siesta", {"nonsense": "yes"}), "bad-setup"),
    ],
)
def test_what_no_bot_can_be_asked_for_is_refused(ada: Account, clock: FakeClock, wish: NewSeek, code: str) -> None:
    assert refused(lambda: seek_bot(ada, wish, clock()), Invalid) == code
