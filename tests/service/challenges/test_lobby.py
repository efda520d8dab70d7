"""Challenges to anybody: accepted by hand, or matched by another; absent players' challenges are hidden."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import select, update

from service.accounts.blocks import block
from service.accounts.measures import suspend
from service.challenges.challenges import delete_challenge
from service.challenges.lobby import (
    challenge_anybody,
    meet_all,
    open_challenges,
    own_challenges,
    take_back_all,
    take_up,
)
from service.challenges.terms import NewChallenge
from service.db.engines import db, session, transaction
from service.language.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from service.models import Account, Challenge, Contributed, EndedBy, Game, GameSeat, GameStatus, Notice
from service.play.moves import legal_actions
from service.play.seating import seat_number
from service.play.seats import resign
from service.play.timekeeping import Fast
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from workers.jobs import challenges, clocks

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def ada() -> Account:
    return person("ada")


@pytest.fixture
def bob() -> Account:
    return person("bob")


def stands(owner: Account, now: datetime, ruleset: str = "siesta", **wish: Any) -> str:
    """Create a challenge that matches none; return its id."""
    made, game = challenge_anybody(owner, NewChallenge(ruleset, **wish), now)
    assert game is None
    return made.id


def refused(do: Callable[[], object], kind: type[Refused] = Conflict) -> str:
    with pytest.raises(kind) as caught:
        do()
    return caught.value.code


def names(game: Game) -> set[str]:
    return {seat.account.name for seat in game.seats if seat.account is not None}


def test_whoever_takes_a_challenge_up_has_a_game_that_begins_at_once(
    ada: Account, bob: Account, clock: FakeClock
) -> None:
    challenge = stands(ada, clock(), most_days=5)
    [listed] = open_challenges(bob, clock())
    game = take_up(listed.challenge.id, bob, clock())
    assert (listed.challenge.id, names(game)) == (challenge, {"ada", "bob"})
    assert (game.status, game.ruleset, game.days_per_move) == (GameStatus.ACTIVE, "siesta", 5)
    assert {seat.contributed for seat in game.seats} == {Contributed.SERVER}


def test_it_stands_on_and_is_free_again_when_its_game_is_over(ada: Account, bob: Account, clock: FakeClock) -> None:
    challenge, cyd = stands(ada, clock()), person("cyd")
    game = take_up(challenge, bob, clock())
    assert open_challenges(cyd, clock()) == []
    assert refused(lambda: take_up(challenge, cyd, clock())) == "challenge-busy"
    resign(game.id, bob, clock())
    assert [each.challenge.id for each in open_challenges(cyd, clock())] == [challenge]
    assert names(take_up(challenge, cyd, clock())) == {"ada", "cyd"}


def test_as_many_games_go_on_as_it_allows(ada: Account, bob: Account, clock: FakeClock) -> None:
    challenge = stands(ada, clock(), at_once=2)
    take_up(challenge, bob, clock())
    take_up(challenge, person("cyd"), clock())
    assert refused(lambda: take_up(challenge, person("dan"), clock())) == "challenge-busy"
    assert own_challenges(ada)[0].games == 2


def test_the_same_two_play_one_such_game_at_a_time(ada: Account, bob: Account, clock: FakeClock) -> None:
    challenge = stands(ada, clock(), at_once=5)
    take_up(challenge, bob, clock())
    assert refused(lambda: take_up(challenge, bob, clock())) == "playing-already"


def test_challenges_that_fit_meet_and_the_game_has_days_that_do_for_both(
    ada: Account, bob: Account, clock: FakeClock
) -> None:
    stands(ada, clock(), least_days=1, most_days=5)
    _, game = challenge_anybody(bob, NewChallenge("siesta", least_days=2, most_days=3), clock())
    assert game is not None
    assert (names(game), game.days_per_move) == ({"ada", "bob"}, 3)
    assert [each.games for owner in (ada, bob) for each in own_challenges(owner)] == [1, 1]


@pytest.mark.parametrize(
    "other",
    [
        NewChallenge("seasons"),
        NewChallenge("siesta", least_days=4, most_days=9),
        NewChallenge("siesta", fast=Fast(15, 20)),
    ],
)
def test_challenges_that_do_not_fit_do_not_meet(
    ada: Account, bob: Account, clock: FakeClock, other: NewChallenge
) -> None:
    stands(ada, clock())
    _, game = challenge_anybody(bob, other, clock())
    assert game is None


def test_options_have_to_be_the_same(ada: Account, bob: Account, clock: FakeClock) -> None:
    stands(ada, clock(), "seasons", options={"version": "full"})
    _, game = challenge_anybody(bob, NewChallenge("seasons", {"version": "basic"}), clock())
    assert game is None


def test_fast_challenges_meet_in_a_fast_game(ada: Account, bob: Account, clock: FakeClock) -> None:
    fast = Fast(15, 20)
    stands(ada, clock(), fast=fast)
    _, game = challenge_anybody(bob, NewChallenge("siesta", fast=fast), clock())
    assert game is not None
    assert game.fast_clock == {"minutes": 15, "seconds_per_move": 20}


def test_those_that_could_not_meet_before_do_by_themselves_later(ada: Account, bob: Account, clock: FakeClock) -> None:
    cyd = person("cyd")
    game = take_up(stands(ada, clock()), cyd, clock())
    assert own_challenges(ada)[0].games == 1
    stands(bob, clock())
    assert not challenges.run()
    resign(game.id, cyd, clock())
    challenges.run()
    assert [each.games for owner in (ada, bob) for each in own_challenges(owner)] == [1, 1]
    assert meet_all(clock()) == 0


def test_both_players_who_are_paired_later_get_an_email(ada: Account, bob: Account, clock: FakeClock) -> None:
    cyd = person("cyd")
    game = take_up(stands(ada, clock()), cyd, clock())
    stands(bob, clock())
    resign(game.id, cyd, clock())
    assert meet_all(clock()) == 1
    of_it = Notice.game_id != game.id, Notice.kind.in_(["accepted", "your-turn"])
    told = session().scalars(select(Notice.email).where(*of_it).order_by(Notice.email)).all()
    assert told == ["ada@example.net", "bob@example.net"]


def test_all_of_ones_challenges_are_deleted_at_once(ada: Account, bob: Account, clock: FakeClock) -> None:
    for name in ("siesta", "dawn"):
        stands(ada, clock(), name)
    other = stands(bob, clock(), "tribes")
    assert [take_back_all(ada), take_back_all(ada)] == [2, 0]
    assert [each.challenge.id for each in open_challenges(None, clock())] == [other]


def test_of_two_workers_that_look_one_begins_the_game(ada: Account, bob: Account, clock: FakeClock) -> None:
    game = take_up(stands(ada, clock()), person("cyd"), clock())
    stands(bob, clock())
    resign(game.id, ada, clock())
    assert [meet_all(clock()) for _ in range(2)] == [1, 0]


def test_who_lets_the_time_run_out_is_offered_to_nobody_any_more(ada: Account, bob: Account, clock: FakeClock) -> None:
    challenge = stands(ada, clock())
    game = take_up(challenge, bob, clock())
    at = Table(game.id, [bob])
    while at.game.to_move != seat_number(at.game, ada):
        at.play(at.whole_moves(1)[0])
    at.look()
    clock.advance(days=4)
    clocks.run()
    assert at.game.status == GameStatus.FINISHED
    assert open_challenges(bob, clock()) == []
    assert refused(lambda: take_up(challenge, bob, clock())) == "challenge-busy"
    assert own_challenges(ada)[0].rests


def test_who_blocks_another_is_not_met_and_not_found(ada: Account, bob: Account, clock: FakeClock) -> None:
    challenge = stands(ada, clock())
    block(bob, ada, clock())
    assert open_challenges(bob, clock()) == []
    refused(lambda: take_up(challenge, bob, clock()), NotFound)
    _, game = challenge_anybody(bob, NewChallenge("siesta"), clock())
    assert game is None


def test_who_blocks_somebody_else_meets_all_others(ada: Account, bob: Account, clock: FakeClock) -> None:
    cyd = person("cyd")
    block(bob, cyd, clock())
    block(cyd, ada, clock())
    challenge = stands(ada, clock())
    assert [each.challenge.id for each in open_challenges(bob, clock())] == [challenge]
    assert names(take_up(challenge, bob, clock())) == {"ada", "bob"}


def test_challenges_of_the_suspended_are_not_offered(ada: Account, bob: Account, clock: FakeClock) -> None:
    stands(ada, clock())
    suspend(ada, "for a test", clock())
    assert open_challenges(bob, clock()) == []
    assert refused(lambda: challenge_anybody(ada, NewChallenge("dawn"), clock()), Forbidden) == "suspended"


def test_one_takes_up_none_of_ones_own(ada: Account, clock: FakeClock) -> None:
    challenge = stands(ada, clock())
    assert open_challenges(ada, clock()) == []
    assert refused(lambda: take_up(challenge, ada, clock())) == "own-challenge"


def test_a_challenge_that_was_taken_back_is_gone_and_its_games_go_on(
    ada: Account, bob: Account, clock: FakeClock
) -> None:
    challenge = stands(ada, clock())
    game = take_up(challenge, bob, clock())
    refused(lambda: delete_challenge(challenge, bob, clock()), NotFound)
    delete_challenge(challenge, ada, clock())
    refused(lambda: take_up(challenge, person("cyd"), clock()), NotFound)
    assert Table(game.id, [bob]).game.status == GameStatus.ACTIVE
    assert legal_actions(Table(game.id, [bob]).game).actions


def test_the_same_challenge_stands_once_and_there_are_not_too_many(ada: Account, clock: FakeClock) -> None:
    stands(ada, clock())
    assert refused(lambda: stands(ada, clock(), least_days=1)) == "challenge-stands"
    for minutes in range(1, 10):
        stands(ada, clock(), fast=Fast(minutes, 0))
    assert refused(lambda: stands(ada, clock(), "dawn")) == "challenges-enough"


@pytest.mark.parametrize("wish", [NewChallenge("springtime-puzzle"), NewChallenge("siesta", least_days=4, most_days=3)])
def test_what_is_no_game_for_two_strangers_cannot_be_asked_for(
    ada: Account, clock: FakeClock, wish: NewChallenge
) -> None:
    assert refused(lambda: challenge_anybody(ada, wish, clock()), Invalid) == "no-challenge"


def test_games_that_each_of_two_plays_with_others_keep_them_from_none(
    ada: Account, bob: Account, clock: FakeClock
) -> None:
    cyd, dan = person("cyd"), person("dan")
    for days in range(1, 4):
        for owner, minutes in ((cyd, days), (dan, days + 10)):
            take_up(stands(owner, clock(), fast=Fast(minutes, 0)), person(f"guest-{minutes}"), clock())

    challenge = stands(cyd, clock())
    assert challenge in [each.challenge.id for each in open_challenges(dan, clock())]
    assert names(take_up(challenge, dan, clock())) == {"cyd", "dan"}


def test_blocks_between_others_keep_nobody_from_a_challenge(clock: FakeClock) -> None:
    people = [person(name) for name in ("ann", "ada", "bob", "cyd")]
    first, ada, bob, last = people
    for one, other in ((first, last), (last, first), (first, bob), (last, bob), (ada, first), (ada, last)):
        block(one, other, clock())
    challenge = stands(ada, clock())

    assert [each.challenge.id for each in open_challenges(bob, clock())] == [challenge]
    assert [open_challenges(each, clock()) for each in (first, last)] == [[], []]
    assert names(take_up(challenge, bob, clock())) == {"ada", "bob"}


def test_who_would_meet_somebody_else_sees_a_challenge_as_it_is_by_then(
    ada: Account, bob: Account, clock: FakeClock
) -> None:
    challenge = stands(ada, clock(), at_once=2)
    with db.engine.begin() as elsewhere:
        elsewhere.execute(update(Challenge).values(most_days=5))

    assert take_up(challenge, bob, clock()).days_per_move == 5


def test_who_has_lost_by_time_elsewhere_is_still_offered(ada: Account, bob: Account, clock: FakeClock) -> None:
    challenge = stands(ada, clock(), at_once=5)
    lost = [table("ada", f"other-{number}").id for number in range(3)]
    take_up(challenge, bob, clock())
    take_up(challenge, person("cyd"), clock())
    lost += [table("ada", f"other-{number}").id for number in range(3, 6)]
    with transaction() as current:
        current.execute(update(GameSeat).where(GameSeat.game_id.in_(lost)).values(left_by=EndedBy.TIME))
        others = update(GameSeat).where(GameSeat.game_id.not_in(lost), GameSeat.account_id != ada.id)
        current.execute(others.values(left_by=EndedBy.TIME))

    assert [(each.rests, each.games) for each in own_challenges(ada)] == [(False, 2)]
