"""Challenges to one player: an invitation; the same one between two players exists once."""

from __future__ import annotations

import pytest

from service.challenges.named import challenge_one
from service.challenges.terms import NewChallenge
from service.language.errors import Invalid, NotFound
from service.models import Account, GameStatus
from service.play.games import NewGame, SeatWish, create_game
from tests.service.challenges.asking import refused
from tests.service.conftest import FakeClock
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")
SIESTA = NewChallenge("siesta")
ADA, BOB = SeatWish(account="ada"), SeatWish(account="bob")


@pytest.fixture
def bob() -> Account:
    return person("bob")


def test_a_player_is_invited_and_the_computer_plays_at_once(ada: Account, bob: Account, clock: FakeClock) -> None:
    game = challenge_one(ada, BOB, SIESTA, clock())
    assert (game.status, {seat.account_id for seat in game.seats}) == (GameStatus.INVITING, {ada.id, bob.id})
    assert challenge_one(ada, SeatWish(ai=2), SIESTA, clock()).status == GameStatus.ACTIVE


def test_two_players_who_challenge_each_other_to_the_same_game_play_one(
    ada: Account, bob: Account, clock: FakeClock
) -> None:
    game = challenge_one(ada, BOB, SIESTA, clock())
    assert challenge_one(ada, BOB, SIESTA, clock()).id == game.id
    met = challenge_one(bob, ADA, SIESTA, clock())
    assert (met.id, met.status) == (game.id, GameStatus.ACTIVE)


@pytest.mark.parametrize(
    "other",
    [
        NewChallenge("dawn"),
        NewChallenge("siesta", least_days=5, most_days=5),
        NewChallenge("siesta", rated=True),
        NewChallenge("siesta", seats=3),
    ],
)
def test_another_game_is_another_challenge(ada: Account, bob: Account, clock: FakeClock, other: NewChallenge) -> None:
    game = challenge_one(ada, BOB, SIESTA, clock())
    assert challenge_one(bob, ADA, other, clock()).id != game.id


def test_an_invitation_with_other_clocks_is_not_the_same(ada: Account, bob: Account, clock: FakeClock) -> None:
    wish = NewGame("siesta", [SeatWish(me=True), BOB], weekends_off=True)
    game = create_game(ada, wish, clock())
    assert challenge_one(bob, ADA, SIESTA, clock()).id != game.id


@pytest.mark.parametrize(
    "wish",
    [
        NewChallenge(),
        NewChallenge("siesta", least_days=1),
        NewChallenge("siesta", at_once=2),
        NewChallenge("siesta", rating_from=1500),
    ],
)
def test_a_challenge_to_one_player_has_one_set_of_terms(
    ada: Account, bob: Account, clock: FakeClock, wish: NewChallenge
) -> None:
    assert refused(lambda: challenge_one(ada, BOB, wish, clock()), Invalid) == "no-challenge"


def test_nobody_of_an_unknown_name_is_challenged(ada: Account, clock: FakeClock) -> None:
    code = refused(lambda: challenge_one(ada, SeatWish(account="nobody"), SIESTA, clock()), NotFound)
    assert code == "no-such-account"
