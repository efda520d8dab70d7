"""Imported games: a valid record is stored unchanged, is nobody's game here, and is deleted with its owner."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import func, select

import rules
from service.db import clock
from service.db.engines import session
from service.erasure.departures import leave
from service.language.errors import Conflict, Forbidden, Invalid, NotFound
from service.metrics.totals import count_totals, totals, totals_of
from service.models import Account, Event, Game, GameSeat, ImportedRecord, LogEntry, Notice, Signature, Visibility
from service.play.analyses import analyses_of, ask, check_open
from service.play.audits import fault_of
from service.play.game_search import GameQuery, find_games
from service.play.imports import import_record, remove_import
from service.play.positions import log_of, position_of
from service.play.records import import_of, signed_record
from service.play.seating import game_seen_by
from service.play.seats import resign
from service.play.track_records import track_record
from service.security.rates import Rates
from service.verification.record_signatures import public_key
from tests.service.conftest import FakeClock
from tests.service.foreign import (
    ELSEWHERE,
    KEY_ELSEWHERE,
    Record,
    begun,
    played,
    record_of,
    resigned,
    sealed,
    short_record,
)
from tests.service.play import matching
from tests.service.tables import person, table


@pytest.fixture
def ann(app: Flask) -> Account:
    """Return an account that imports games."""
    return person("ann")


def brought_in(owner: Account, record: Record, visibility: Visibility = Visibility.PRIVATE) -> Game:
    """Import a valid record."""
    return import_record(owner, record, visibility, clock.now())


def test_what_does_not_hold_leaves_nothing_behind(ann: Account) -> None:
    before = session().scalar(select(func.count()).select_from(Game))
    record = resigned()
    with pytest.raises(Invalid, match="unverified-record"):
        brought_in(ann, record | {"winners": [0, 1]})
    session().rollback()
    kinds = (ImportedRecord, Game)
    assert [session().scalar(select(func.count()).select_from(kind)) for kind in kinds] == [0, (before or 0) + 1]


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_game_from_elsewhere_is_kept_as_its_record_says(ann: Account, ruleset: str) -> None:
    names = ["inga", "otto", "ute", "vic"][: max(rules.game(ruleset).players)]
    here = played(begun(ruleset, *names))
    record = sealed(record_of(here))
    game = brought_in(ann, record)
    assert (game.id != here.id, game.scores, game.winners) == (True, here.scores, here.winners)
    assert (game.started_at, game.finished_at) == (log_of(here)[0].at, log_of(here)[-1].at)
    assert position_of(game).to_json() == position_of(here).to_json()
    assert [entry.action for entry in log_of(game)] == [entry.action for entry in log_of(here)]
    assert signed_record(game, log_of(game)) == record
    kept = import_of(game)
    assert kept is not None
    assert (kept.origin, kept.played_as, kept.signature) == (ELSEWHERE, here.id, Signature.UNKNOWN)
    assert kept.key == public_key(KEY_ELSEWHERE)
    assert {"signature", "chain", "commitment", "seating", "rules", "layout", "log", "chance", "result"} <= {
        *kept.verified
    }
    assert fault_of(game) is None


def test_a_record_comes_in_and_goes_out_as_it_was(ann: Account) -> None:
    record = resigned()
    game = brought_in(ann, record)
    assert signed_record(game, log_of(game)) == record
    kept = import_of(game)
    assert kept is not None
    assert (kept.format, kept.signature) == (record["format"], Signature.UNKNOWN)
    assert {"signature", "chain", "words"} <= set(kept.verified)
    assert fault_of(game) is None


def test_a_record_of_this_sundial_is_known_by_its_key(ann: Account) -> None:
    of = begun()
    of.play_anything()
    game = brought_in(ann, record_of(played(of)))
    kept = import_of(game)
    assert kept is not None
    assert kept.signature == Signature.KNOWN
    assert "key" in kept.verified


def test_the_operator_can_say_whose_keys_are_known(ann: Account) -> None:
    record = resigned()
    with pytest.raises(Invalid, match="unverified-record"):
        import_record(ann, record, Visibility.PRIVATE, clock.now(), {public_key("a third secret key")})
    game = import_record(ann, record, Visibility.PRIVATE, clock.now(), {public_key(KEY_ELSEWHERE)})
    kept = import_of(game)
    assert kept is not None
    assert kept.signature == Signature.KNOWN


@pytest.mark.parametrize("ours", ["http://127.0.0.1:8000", "http://127.0.0.1", "https://127.0.0.1/"])
def test_who_says_that_we_have_signed_it_needs_our_key(app: Flask, ann: Account, ours: str) -> None:
    app.config["SETTINGS"] = replace(app.config["SETTINGS"], public_url="http://127.0.0.1:8000")
    record = resigned()
    with pytest.raises(Invalid, match="unverified-record") as refused:
        brought_in(ann, sealed(record, origin=ours))
    assert refused.value.details["about"] == "key"


def test_the_same_record_twice_is_the_game_that_is_there(ann: Account) -> None:
    record = resigned()
    first = brought_in(ann, record)
    again = {**record, "places": [{**place, "account": "stranger"} for place in record["places"]]}
    assert brought_in(ann, again).id == first.id
    assert brought_in(ann, record, Visibility.PUBLIC).id == first.id
    assert brought_in(person("bob"), record).id != first.id


def test_the_same_record_at_the_same_time_is_one_game(app: Flask, ann: Account) -> None:
    record, number = resigned(), ann.id
    session().rollback()

    def bring() -> str:
        with app.app_context():
            return brought_in(session().get_one(Account, number), record).id

    with ThreadPoolExecutor(3) as threads:
        games = {each.result(60) for each in [threads.submit(bring) for _ in range(3)]}
    assert len(games) == 1


def test_it_is_nobodys_game_and_counts_nowhere(ann: Account) -> None:
    record = resigned()
    count_totals()
    before, there = totals_of(totals(), "games"), person("inga")
    results = track_record(there)
    events, notices = select(func.count()).select_from(Event), select(func.count()).select_from(Notice)
    told = session().scalar(events), session().scalar(notices)
    game = brought_in(ann, record, Visibility.PUBLIC)
    count_totals()
    assert totals_of(totals(), "games") == before
    assert track_record(there) == results
    assert (session().scalar(events), session().scalar(notices)) == told
    assert [seat.account_id for seat in game.seats] == [None, None]
    assert sorted(seat.recorded_name or "" for seat in game.seats) == ["inga", "otto"]
    assert game.number is None
    for viewer in (None, ann, there):
        assert game not in find_games(viewer, GameQuery())[0]
    assert find_games(ann, GameQuery(mine=True))[0] == []
    assert find_games(ann, GameQuery(imported=True))[0] == [game]
    assert find_games(there, GameQuery(imported=True))[0] == find_games(None, GameQuery(imported=True))[0] == []


def test_who_has_imported_it_sees_it_and_others_if_it_is_public(ann: Account) -> None:
    bob, record = person("bob"), resigned()
    private = brought_in(ann, record)
    assert game_seen_by(private.id, ann) is private
    for stranger in (None, bob, person("inga")):
        with pytest.raises(NotFound):
            game_seen_by(private.id, stranger)
    public = brought_in(bob, record, Visibility.PUBLIC)
    assert game_seen_by(public.id, None) is public


def test_it_can_be_analysed_by_who_has_imported_it(ann: Account) -> None:
    game = brought_in(ann, resigned(), Visibility.PUBLIC)
    check_open(game, None)
    asked = ask(game.id, ann, clock.now())
    assert analyses_of(asked)
    with pytest.raises(Forbidden):
        ask(game.id, person("bob"), clock.now())


def test_it_is_taken_out_again_with_all_that_hangs_on_it(ann: Account) -> None:
    record = resigned()
    kinds = (Game, GameSeat, LogEntry, ImportedRecord)
    session().rollback()
    before = [session().scalar(select(func.count()).select_from(kind)) for kind in kinds]
    game_id = brought_in(ann, record).id
    ask(game_id, ann, clock.now())
    with pytest.raises(NotFound):
        remove_import(game_id, person("bob"))
    remove_import(game_id, ann)
    assert [session().scalar(select(func.count()).select_from(kind)) for kind in kinds] == before
    with pytest.raises(NotFound):
        remove_import(game_id, ann)
    assert brought_in(ann, record).id != game_id


def test_a_game_that_was_played_here_cannot_be_taken_out(ann: Account) -> None:
    of = table("ann", "bob")
    with pytest.raises(NotFound):
        remove_import(of.id, ann)
    assert of.game.imported_at is None


def test_so_many_and_no_more(app: Flask, ann: Account) -> None:
    app.extensions["rates"] = Rates({"imports": 1})
    record = resigned()
    first = brought_in(ann, record)
    with pytest.raises(Conflict, match="too-many-imports"):
        brought_in(ann, sealed(record_of(played(begun("dawn", "kim", "lou")))))
    assert brought_in(ann, record).id == first.id


def test_who_leaves_takes_what_they_have_imported_along(ann: Account, clock: FakeClock) -> None:
    record = resigned()
    game_id = brought_in(ann, record, Visibility.PUBLIC).id
    leave(ann, clock())
    session().rollback()
    session().expire_all()
    assert session().get(Game, game_id) is None


def test_who_leaves_is_named_no_more_in_what_was_played_here(ann: Account, clock: FakeClock) -> None:
    of = begun()
    of.play_anything()
    record = record_of(played(of))
    record["places"][1]["first_account"] = "inga"
    ours, theirs = brought_in(ann, record).id, brought_in(person("bob"), sealed(record)).id
    leave(of.players[0], clock())
    session().rollback()
    session().expire_all()
    named = {game: {seat.recorded_name for seat in session().get_one(Game, game).seats} for game in (ours, theirs)}
    assert named == {ours: {None, "otto"}, theirs: {"inga", "otto"}}
    kept = session().get_one(Game, ours)
    assert "inga" not in json.dumps(signed_record(kept, log_of(kept)))
    assert fault_of(kept) is None
    assert brought_in(ann, signed_record(kept, log_of(kept))).id == ours


def test_an_audit_finds_what_is_not_as_the_record_says(ann: Account) -> None:
    game = brought_in(ann, resigned())
    kept = session().get_one(ImportedRecord, game.id)
    kept.document = kept.document.replace(game.commitment, "0" * 64)
    session().commit()
    assert fault_of(game) == "record: it is not the one that is shown"
    game.scores = [7, 7]
    session().commit()
    assert fault_of(game) == "scores: it should be [0, 0]"


def test_nobody_asks_what_is_best_on_a_board_that_is_still_played_on_here(ann: Account) -> None:
    match = matching.begin("springtime")
    played(matching.table(match, 1))
    first, _ = matching.games(match)
    here = brought_in(ann, record_of(first))
    with pytest.raises(Conflict, match="analysis-not-yet"):
        check_open(here, ann)
    resign(matching.games(match)[1].id, person("bob"), clock.now())
    check_open(here, ann)


def test_a_bot_brings_nothing_in(ann: Account) -> None:
    record, bot = resigned(), person("rusty")
    bot.owner_id = ann.id
    with pytest.raises(Forbidden, match="not-a-person"):
        brought_in(bot, record)


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_what_is_brought_in_once_more_is_the_game_that_it_was_whatever_else_was(ann: Account) -> None:
    records = [resigned(), short_record(), resigned()]
    made = [[brought_in(owner, record).id for record in records] for owner in (person("aaron"), ann, person("zed"))]

    assert len({each for of in made for each in of}) == 9
    assert [brought_in(ann, record).id for record in records] == made[1]
