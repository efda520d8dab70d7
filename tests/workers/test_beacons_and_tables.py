"""Games that wait for a beacon, and other events: dead workers, matches, series, cancelled games."""

from __future__ import annotations

from functools import partial

import pytest
from flask import Flask
from sqlalchemy import select

from service.beacon.chain import SIGNATURE_DIGITS
from service.beacon.promises import PATIENCE, promise_of
from service.beacon.reading import FIRST_PAUSE, fetch_due, read_round
from service.db.engines import session
from service.language.errors import Conflict, Forbidden, Invalid
from service.models import Game, Visibility
from service.play.audits import fault_of
from service.play.beacons import begin_without_beacon, bring
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.imports import import_record
from service.play.matches.standing import standing
from service.play.positions import log_of
from service.play.records import record_json, signed_record
from service.play.rematches import rematch
from service.play.seats import decline, join, resign
from service.verification.beacon_proof import promised
from service.verification.verify import Verdict
from tests.beacon import Beacon, signed
from tests.service.conftest import FakeClock
from tests.service.foreign import record_of, sealed
from tests.service.tables import person
from tests.workers.waiting_games import MINUTES, anew, anns, offer, status, wrong
from workers.jobs import beacons


class Killed(BaseException):
    """The worker is no more."""


def killed(*_: object) -> None:
    raise Killed


def test_what_a_killed_worker_held_is_fetched_by_another(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    with pytest.raises(Killed):
        fetch_due(partial(read_round, beacon.source, resolve=lambda host: [host], allowed=()), killed, clock, 5)
    beacons.run()
    assert (status(game), len(beacon.asked)) == ("inviting", 1)
    clock.advance(seconds=FIRST_PAUSE.total_seconds())
    beacons.run()
    assert status(game) == "active"
    promise = promise_of(game)
    assert promise is not None
    version = anew(game).version
    assert not bring(game.id, signed(promise.round), clock())
    assert anew(game).version == version


def test_the_host_begins_without_a_beacon_that_stays_away_and_the_record_says_so(
    clock: FakeClock, beacon: Beacon
) -> None:
    bob = person("bob")
    game = anns(clock, SeatWish(account=bob.name))
    join(game.id, bob, clock())
    promise = promise_of(game)
    assert promise is not None
    with pytest.raises(Forbidden, match="not-the-host"):
        begin_without_beacon(game.id, bob, clock())
    with pytest.raises(Conflict, match="beacon-awaited"):
        begin_without_beacon(game.id, person("ann"), clock())
    clock.time = promise.at + PATIENCE
    begin_without_beacon(game.id, person("ann"), clock())
    begin_without_beacon(game.id, person("ann"), clock())
    assert status(game) == "active"
    beacons.run()
    assert (anew(game).beacon_due_at, beacon.asked) == (None, [])
    resign(game.id, person("ann"), clock())
    assert not wrong(game)
    found = [each.text for each in promised(record_json(anew(game), log_of(game))) if each.verdict == Verdict.TRUST]
    assert any(text.startswith("the game began without it") for text in found)


def test_a_game_that_waits_for_none_cannot_begin_without(app: Flask, clock: FakeClock) -> None:
    seats = [SeatWish(me=True), SeatWish(open=True)]
    game = create_game(person("ann"), NewGame("seasons", seats), clock())
    with pytest.raises(Conflict, match="no-beacon"):
        begin_without_beacon(game.id, person("ann"), clock())


def test_nothing_is_fetched_for_a_game_that_was_called_off(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock, SeatWish(account=person("bob").name))
    decline(game.id, person("bob"), clock())
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    assert (status(game), anew(game).beacon_due_at, beacon.asked) == ("cancelled", None, [])


@pytest.mark.parametrize("simultaneous", [True, False])
def test_all_games_of_a_match_take_in_the_same_round(clock: FakeClock, beacon: Beacon, *, simultaneous: bool) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], beacon_minutes=MINUTES)
    match = create_match(person("ann"), wish, clock(), simultaneous=simultaneous)
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    games = standing(match).games
    assert [game.status for game in games] == ["active"] * (2 if simultaneous else 1)
    if simultaneous:
        assert games[0].beacon == games[1].beacon
        resign(games[0].id, person("ann"), clock())
        assert [wrong(game) for game in standing(match).games] == [[], []]
    assert len(beacon.asked) == 1


def test_each_game_of_a_series_waits_for_a_round_of_its_own(clock: FakeClock, beacon: Beacon) -> None:
    bob = person("bob")
    first = anns(clock, SeatWish(account=bob.name), first_to=2)
    join(first.id, bob, clock())
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    resign(first.id, bob, clock())
    session().rollback()
    following = session().scalars(select(Game).where(Game.rematch_of == first.id)).one()
    assert following.status == "inviting"
    clock.advance(minutes=2)
    beacons.run()
    assert status(following) == "active"


def test_a_rematch_waits_for_a_round_of_its_own_as_long_as_one_is_offered(
    app: Flask, clock: FakeClock, beacon: Beacon
) -> None:
    game = anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    resign(game.id, person("ann"), clock())
    again = rematch(game.id, person("ann"), clock())
    promise, before = promise_of(again), promise_of(game)
    assert promise is not None
    assert before is not None
    assert promise.round > before.round
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    resign(again.id, person("ann"), clock())
    offer(app, None)
    assert rematch(again.id, person("ann"), clock()).beacon is None


def test_a_record_with_a_round_comes_in_elsewhere_with_all_that_it_was_promised(
    clock: FakeClock, beacon: Beacon
) -> None:
    game = anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    resign(game.id, person("ann"), clock())
    record = sealed(record_of(anew(game)))
    brought = import_record(person("ida"), record, Visibility.PRIVATE, clock())
    assert fault_of(brought) is None
    assert signed_record(brought, log_of(brought)) == record
    there, here = promise_of(anew(game)), promise_of(brought)
    assert there is not None
    assert here is not None
    assert (here.chain, here.round, here.signature) == (there.chain, there.round, there.signature)
    forged = sealed({**record, "beacon": {**record["beacon"], "signature": "a" * SIGNATURE_DIGITS}})
    with pytest.raises(Invalid, match="unverified-record"):
        import_record(person("ida"), forged, Visibility.PRIVATE, clock())
