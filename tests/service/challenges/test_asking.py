"""Challenges to bots: they are asked one after the other until one joins; or none does, and the player learns it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from service.accounts.blocks import block
from service.bots.accounts import retire_bot
from service.challenges.asking import challenge_bot
from service.challenges.candidates import DECLINED_FOR
from service.challenges.terms import NewChallenge
from service.db.engines import session, transaction
from service.language.errors import Conflict, NotFound
from service.models import (
    Account,
    Bot,
    Challenge,
    Contributed,
    Notice,
    Visibility,
    Webhook,
)
from service.play.seats import decline, join, resign
from tests.service.challenges.asking import ASKING, JUST_LATE, PLAYING, asked, game_of, refused, see, state
from tests.service.conftest import FakeClock
from tests.service.tables import person
from workers.jobs import bot_challenges

pytestmark = pytest.mark.usefixtures("app")


def test_a_bot_that_takes_its_seat_at_once_plays_at_once(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", auto_accept=True)
    challenge = challenge_bot(ada, NewChallenge("siesta", least_days=5, most_days=5), clock())
    assert (state(challenge), asked(challenge)) == (PLAYING, "rusty")
    assert (game_of(challenge).ruleset, game_of(challenge).days_per_move, game_of(challenge).visibility) == (
        "siesta",
        5,
        Visibility.PRIVATE,
    )
    assert {seat.contributed for seat in game_of(challenge).seats} == {Contributed.SERVER}


def test_another_is_asked_and_the_game_begins_when_it_joins(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty = bots("rusty")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    assert (state(challenge), asked(challenge)) == (ASKING, "rusty")
    join(game_of(challenge).id, rusty, clock())
    assert (state(challenge), asked(challenge)) == (PLAYING, "rusty")
    clock.advance(seconds=JUST_LATE)
    assert not bot_challenges.run()
    assert state(challenge) == PLAYING


def test_where_one_declines_the_next_is_asked_by_the_same_game(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty, sparky = bots("rusty"), bots("sparky")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    decline(game_of(challenge).id, rusty, clock())
    assert state(challenge) == ASKING
    bot_challenges.run()
    assert asked(challenge) == "sparky"
    join(game_of(challenge).id, sparky, clock())
    assert state(challenge) == PLAYING
    assert session().scalars(select(Notice).where(Notice.kind == "game-over")).all() == []


def test_a_bot_that_has_declined_is_not_asked_the_same_by_that_player_for_a_day(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty, cyd = bots("rusty"), person("cyd")

    def ask(owner: Account, days: int = 3) -> str:
        see(at=clock)
        try:
            challenge = challenge_bot(owner, NewChallenge("siesta", least_days=days, most_days=days), clock())
        except Conflict as conflict:
            return conflict.code
        decline(game_of(challenge).id, rusty, clock())
        bot_challenges.run()
        return "asked"

    assert [ask(ada), ask(ada)] == ["asked", "no-bot-available"]
    assert [ask(ada, days=5), ask(cyd)] == ["asked", "asked"]
    clock.advance(seconds=DECLINED_FOR.total_seconds())
    assert ask(ada) == "asked"


def test_who_does_not_answer_in_time_has_no_seat_any_more_and_rests_for_an_hour(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty = bots("rusty")
    bots("sparky")
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    clock.advance(seconds=JUST_LATE - 1)
    bot_challenges.run()
    assert asked(challenge) == "rusty"
    clock.advance(seconds=1)
    bot_challenges.run()
    assert asked(challenge) == "sparky"
    refused(lambda: join(game_of(challenge).id, rusty, clock()), NotFound)
    see(at=clock)
    other = challenge_bot(person("cyd"), NewChallenge("siesta"), clock())
    assert asked(other) == "sparky"
    clock.advance(hours=1)
    see(at=clock)
    assert asked(challenge_bot(person("dan"), NewChallenge("siesta"), clock())) == "rusty"


def test_the_one_that_was_asked_longest_ago_comes_first_and_those_that_begin_at_once_before_all(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    for name in ("rusty", "sparky", "tilly"):
        bots(name)
    people = [person(name) for name in ("cyd", "dan", "eve", "fay")]
    order = []
    for each in people:
        order.append(asked(challenge_bot(each, NewChallenge("siesta"), clock())))
        clock.advance(seconds=1)
    assert order == ["rusty", "sparky", "tilly", "rusty"]
    bots("zippy", auto_accept=True)
    assert asked(challenge_bot(ada, NewChallenge("siesta"), clock())) == "zippy"


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
    assert refused(lambda: challenge_bot(ada, NewChallenge("siesta", **wish), clock())) == "no-bot-available"
    assert session().scalars(select(Challenge)).all() == []


def test_one_that_has_as_many_games_as_it_plays_is_paused_retired_or_blocks_is_not_asked(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    full, paused, retired, blocking = (bots(name, at_once=1) for name in ("full", "paused", "retired", "blocking"))
    challenge_bot(person("cyd"), NewChallenge("siesta"), clock())
    with transaction() as current:
        current.get_one(Bot, paused.id).paused_at = clock()
    retire_bot(person("bob"), retired.name, clock())
    block(blocking, ada, clock())
    assert full.name == "full"
    assert refused(lambda: challenge_bot(ada, NewChallenge("siesta"), clock())) == "no-bot-available"


def test_a_bot_that_is_called_by_a_webhook_that_works_is_there(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    rusty = bots("rusty", seen=False, auto_accept=True)
    webhook = Webhook(account_id=rusty.id, url="https://bot.example.net/", types=[], secret_salt="x", cursor=0)
    webhook.created_at = webhook.verified_at = clock()
    with transaction() as current:
        current.add(webhook)
    assert state(challenge_bot(ada, NewChallenge("siesta"), clock())) == PLAYING
    with transaction():
        webhook.failing_since = clock()
    assert refused(lambda: challenge_bot(person("cyd"), NewChallenge("siesta"), clock())) == "no-bot-available"


def test_the_same_two_play_one_such_game_at_a_time(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty", auto_accept=True)
    challenge = challenge_bot(ada, NewChallenge("siesta"), clock())
    assert refused(lambda: challenge_bot(ada, NewChallenge("siesta"), clock())) == "no-bot-available"
    resign(game_of(challenge).id, ada, clock())
    assert state(challenge_bot(ada, NewChallenge("siesta"), clock())) == PLAYING


def test_one_seek_at_a_time(ada: Account, bots: Callable[..., Account], clock: FakeClock) -> None:
    bots("rusty")
    bots("sparky")
    challenge_bot(ada, NewChallenge("siesta"), clock())
    assert refused(lambda: challenge_bot(ada, NewChallenge("dawn"), clock())) == "asking-already"
