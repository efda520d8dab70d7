"""Games that wait for a public beacon: they start with its round, late if it is late, and never with a forged one."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from service.beacon.chain import randomness_of
from service.beacon.promises import promise_of
from service.beacon.reading import fetch_due, read_round
from service.beacon.source import BeaconSource
from service.db.engines import db
from service.language.errors import Conflict
from service.models import Contributed, Game, GameStatus
from service.play.beacons import bring
from service.play.games import SeatWish
from service.play.positions import log_of
from service.play.records import record_json
from service.play.seats import join, resign
from service.verification.beacon_proof import promised
from service.verification.verify import Verdict, check
from tests.beacon import CHAIN, OTHER_SECRET, Beacon, signed
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.workers.waiting_games import MINUTES, anew, anns, offer, status, wrong
from workers.cli.status import examine
from workers.jobs import beacons


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


def test_a_worker_that_has_read_a_game_before_sees_that_it_waits_no_more(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock, SeatWish(account=person("bob").name))
    clock.advance(minutes=MINUTES, seconds=10)
    assert anew(game).beacon_due_at is not None
    with db.engine.begin() as elsewhere:
        elsewhere.execute(update(Game).where(Game.id == game.id).values(status=GameStatus.FINISHED))

    assert not bring(game.id, signed(1), clock())
    beacons.run()
    assert beacon.asked == []


def test_none_is_offered_where_the_operator_has_set_none(app: Flask, clock: FakeClock) -> None:
    with pytest.raises(Conflict, match="no-beacon"):
        anns(clock)


@pytest.mark.parametrize(
    ("said", "trouble"),
    [
        ({"changes": {"round": 1}}, "nonsense"),
        ({"changes": {"randomness": "00" * 32}}, "forged"),
        ({"changes": {"signature": "xx" * 48}}, "forged"),
        ({"text": b"[" * 20000}, "nonsense"),
        ({"text": b"{}"}, "nonsense"),
        ({"text": b"null"}, "nonsense"),
        ({"text": b" " * 100_000}, "nonsense"),
        ({"status": 404}, "status"),
        ({"status": 302}, "status"),
        ({"status": 500}, "status"),
    ],
)
def test_what_is_no_such_round_is_not_taken_and_asked_for_again(
    clock: FakeClock, beacon: Beacon, said: dict[str, Any], trouble: str
) -> None:
    game = anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    vars(beacon).update(said)
    beacons.run()
    assert (status(game), anew(game).beacon_trouble) == ("inviting", trouble)
    vars(beacon).update(changes={}, text=None, status=200)
    clock.advance(minutes=2)
    beacons.run()
    assert (status(game), anew(game).beacon_trouble, anew(game).beacon_due_at) == ("active", None, None)


def test_what_another_key_has_signed_is_not_taken(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock)
    promise = promise_of(game)
    assert promise is not None
    forged = signed(promise.round, OTHER_SECRET)
    beacon.changes = {"signature": forged, "randomness": randomness_of(forged)}
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    assert (status(game), anew(game).beacon_trouble) == ("inviting", "forged")


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
    assert (status(game), anew(game).beacon_trouble) == ("inviting", "connection")
    [complaint] = [each for each in examine(clock()).complaints if "beacon" in each]
    assert complaint.startswith("2 games wait for a public beacon, the oldest since 2026-05-04 12:05 UTC (connection)")
    with Beacon(int(source.url.rpartition(":")[2])):
        clock.advance(minutes=1)
        beacons.run()
    assert (status(game), status(other)) == ("active", "active")
    assert not examine(clock()).beacons_late


def test_one_that_does_not_answer_is_left_after_its_time(clock: FakeClock, beacon: Beacon) -> None:
    game, other = anns(clock), anns(clock)
    clock.advance(minutes=MINUTES, seconds=10)
    beacon.hangs = True
    read = partial(read_round, beacon.source, resolve=lambda host: [host], allowed=(), within=0.2)
    assert not fetch_due(read, bring, clock, 100)
    assert {anew(game).beacon_trouble, anew(other).beacon_trouble} == {"timeout", None}
    assert len(beacon.asked) == 1


def test_an_operator_who_has_no_beacon_any_more_is_told_of_games_that_wait(
    app: Flask, clock: FakeClock, beacon: Beacon
) -> None:
    game = anns(clock)
    offer(app, None)
    clock.advance(minutes=MINUTES, seconds=10)
    beacons.run()
    assert (status(game), anew(game).beacon_trouble) == ("inviting", "not-set")


def test_a_name_that_leads_into_a_network_of_our_own_is_not_asked(clock: FakeClock, beacon: Beacon) -> None:
    game = anns(clock)
    port = beacon.server_address[1]
    clock.advance(minutes=MINUTES, seconds=10)
    named = BeaconSource(f"http://beacon.example.net:{port}", CHAIN)
    fetch_due(partial(read_round, named, resolve=lambda _: ["127.0.0.1"], allowed=()), bring, clock, 1)
    assert (anew(game).beacon_trouble, beacon.asked) == ("address", [])
