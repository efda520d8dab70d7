"""Games whose dice wait for a public beacon: they begin with what it brings, late where it is late, and with no lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from service.audit import fault_of
from service.core.beacon.chain import SIGNATURE_DIGITS, randomness_of
from service.core.beacon.source import BeaconSource
from service.core.db import session
from service.core.errors import Conflict, Forbidden, Invalid
from service.models import BeaconWait, Contributed, Game, Visibility, WorkState
from service.play.beacons import LEASE, PATIENCE, Trouble, begin_without_beacon, bring, claim_waits
from service.play.chance.promises import promise_of
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.imports import import_record
from service.play.matches import standing
from service.play.positions import log_of
from service.play.records import record_json
from service.play.rematches import rematch
from service.play.seats import decline, join, resign
from service.play.signed_records import signed_record
from service.promised import promised
from service.verify import Verdict, check
from tests.beacon import CHAIN, OTHER_SECRET, Beacon, signed
from tests.service.conftest import FakeClock
from tests.service.foreign import record_of, sealed
from tests.service.tables import person
from workers.beacon_reader import BeaconReader
from workers.cli.status import examine
from workers.jobs import beacons

MINUTES = 5


@pytest.fixture
def beacon(app: Flask) -> Iterator[Beacon]:
    """A beacon that is there, and that tables are offered."""
    with Beacon() as server:
        offer(app, server.source)
        yield server


def offer(app: Flask, source: BeaconSource | None) -> None:
    app.config["SETTINGS"] = replace(app.config["SETTINGS"], beacon=source)


def anns(clock: FakeClock, *others: SeatWish, **more: Any) -> Game:
    """A game of ann's that waits for the beacon, against the computer unless others are named."""
    seats = [SeatWish(me=True), *(others or [SeatWish(ai=1)])]
    return create_game(person("ann"), NewGame("seasons", seats, beacon_minutes=MINUTES, **more), clock())


def anew(game: Game) -> Game:
    """The game as it is by now."""
    session().rollback()
    return session().get_one(Game, game.id, populate_existing=True)


def wait_of(game: Game) -> BeaconWait:
    session().rollback()
    return session().get_one(BeaconWait, game.id, populate_existing=True)


def status(game: Game) -> str:
    return anew(game).status


def wrong(game: Game) -> list[str]:
    """What checks find wrong about the record of a game that is over."""
    record = record_json(anew(game), log_of(game))
    found = [*check(record), *promised(record)]
    return [each.text for each in found if each.verdict == Verdict.WRONG]


def test_a_game_waits_for_its_round_and_begins_with_what_that_brings(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock)
    promise = promise_of(game)
    assert promise is not None
    assert clock() + timedelta(minutes=MINUTES) < promise.at <= clock() + timedelta(minutes=MINUTES, seconds=3)
    clock.advance(minutes=MINUTES)
    assert not beacons.run()
    assert (status(game), beacon.asked) == ("inviting", [])
    clock.advance(seconds=10)
    beacons.run()
    assert status(game) == "active"
    assert beacon.asked == [f"/{CHAIN.hash}/public/{promise.round}"]
    kept = promise_of(anew(game))
    assert kept is not None
    assert kept.signature == signed(promise.round)
    resign(game.id, person("ann"), clock())
    assert not wrong(game)


def test_what_the_beacon_brings_changes_the_dice(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    resign(game.id, person("ann"), clock())
    record = record_json(anew(game), log_of(game))
    assert not [each for each in check(record) if each.verdict == Verdict.WRONG]
    other = signed(promise_of(anew(game)).round + 1)  # type: ignore[union-attr]  # it was promised one
    changed = {**record, "beacon": {**record["beacon"], "signature": other, "randomness": randomness_of(other)}}
    assert {each.about for each in check(changed) if each.verdict == Verdict.WRONG} & {"log", "seating"}
    assert [each.text for each in promised(changed) if each.verdict == Verdict.WRONG] == [
        "it should be the chain has signed that round"
    ]


def test_a_round_that_comes_before_everybody_is_there_is_kept_for_them(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock, SeatWish(account=person("bob").name))
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    assert status(game) == "inviting"
    join(game.id, person("bob"), clock())
    assert status(game) == "active"
    assert len(beacon.asked) == 1


def test_words_count_until_the_round_is_near_and_then_the_server_makes_them_up(
    clock: FakeClock, beacon: Beacon
) -> None:
    game = anns(clock, SeatWish(account=person("bob").name), SeatWish(account=person("cyd").name))
    join(game.id, person("bob"), clock(), "old boots")
    clock.advance(minutes=MINUTES)
    join(game.id, person("cyd"), clock(), "tuesday rain")
    said = {seat.place: (seat.contributed, seat.contribution) for seat in anew(game).seats}
    assert said[1] == (Contributed.OWN, "old boots")
    assert said[2][0] == Contributed.SERVER
    assert said[2][1] != "tuesday rain"


def test_none_is_offered_where_the_operator_has_set_none(app: Flask, clock: FakeClock) -> None:
    with pytest.raises(Conflict, match="no-beacon"):
        anns(clock)


@pytest.mark.parametrize(
    ("said", "trouble"),
    [
        ({"changes": {"round": 1}}, Trouble.NONSENSE),
        ({"changes": {"randomness": "00" * 32}}, Trouble.FORGED),
        ({"changes": {"signature": "xx" * 48}}, Trouble.FORGED),
        ({"text": b"[" * 20000}, Trouble.NONSENSE),
        ({"text": b"{}"}, Trouble.NONSENSE),
        ({"text": b"null"}, Trouble.NONSENSE),
        ({"text": b" " * 100_000}, Trouble.NONSENSE),
        ({"status": 404}, Trouble.STATUS),
        ({"status": 302}, Trouble.STATUS),
        ({"status": 500}, Trouble.STATUS),
    ],
)
def test_what_is_no_such_round_is_not_taken_and_asked_for_again(
    clock: FakeClock, beacon: Beacon, said: dict[str, Any], trouble: Trouble
) -> None:
    game = anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    vars(beacon).update(said)
    beacons.run()
    assert (status(game), wait_of(game).trouble) == ("inviting", trouble)
    vars(beacon).update(changes={}, text=None, status=200)
    clock.advance(minutes=2)
    beacons.run()
    assert (status(game), wait_of(game).trouble, wait_of(game).state) == ("active", None, WorkState.DONE)


def test_what_another_key_has_signed_is_not_taken(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock)
    promise = promise_of(game)
    assert promise is not None
    forged = signed(promise.round, OTHER_SECRET)
    beacon.changes = {"signature": forged, "randomness": randomness_of(forged)}
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    assert (status(game), wait_of(game).trouble) == ("inviting", Trouble.FORGED)


def test_a_beacon_that_is_away_delays_the_beginning_and_is_asked_again_at_most_a_minute_later(
    app: Flask, clock: FakeClock
) -> None:
    with Beacon() as gone:
        source = gone.source
    offer(app, source)
    game, other = anns(clock), anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    for _ in range(8):
        beacons.run()
        clock.advance(minutes=1)
    assert (status(game), wait_of(game).trouble) == ("inviting", Trouble.CONNECTION)
    [complaint] = [each for each in examine(clock()).complaints if "beacon" in each]
    assert complaint.startswith("2 games wait for a public beacon, the oldest since 2026-05-04 12:05 UTC (connection)")
    with Beacon(int(source.url.rpartition(":")[2])):
        clock.advance(minutes=1)
        beacons.run()
    assert (status(game), status(other)) == ("active", "active")
    assert not examine(clock()).beacons.games


def test_one_that_does_not_answer_is_left_after_its_time(clock: FakeClock, beacon: Beacon) -> None:
    game, other = anns(clock), anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    beacon.hangs = True
    reader = BeaconReader(beacon.source, lambda host: [host], finish_within=0.2)
    assert not beacons.fetch(reader, 100)
    assert {wait_of(game).trouble, wait_of(other).trouble} == {Trouble.TIMEOUT, None}
    assert len(beacon.asked) == 1


def test_an_operator_who_has_no_beacon_any_more_is_told_of_games_that_wait(
    app: Flask, clock: FakeClock, beacon: Beacon
) -> None:
    game = anns(clock)
    offer(app, None)
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    assert (status(game), wait_of(game).trouble) == ("inviting", Trouble.NOT_SET)


def test_a_name_that_leads_into_a_network_of_our_own_is_not_asked(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock)
    port = beacon.source.port
    clock.advance(minutes=MINUTES, seconds=10)
    named = BeaconSource(f"http://beacon.example.net:{port}", CHAIN)
    beacons.fetch(BeaconReader(named, lambda _: ["127.0.0.1"]), 1)
    assert (wait_of(game).trouble, beacon.asked) == (Trouble.ADDRESS, [])


def test_what_a_killed_worker_held_is_fetched_by_another(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    [held] = claim_waits(clock(), 5)
    beacons.run()
    assert (status(game), beacon.asked) == ("inviting", [])
    clock.advance(seconds=LEASE.total_seconds() + 1)
    beacons.run()
    assert status(game) == "active"
    promise = promise_of(game)
    assert promise is not None
    version = anew(game).version
    assert not bring(held, signed(promise.round), clock())
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
    assert (wait_of(game).state, beacon.asked) == (WorkState.SUPERSEDED, [])
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
    assert (status(game), wait_of(game).state, beacon.asked) == ("cancelled", WorkState.SUPERSEDED, [])


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
