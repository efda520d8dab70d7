"""Games that an organiser arranges, and decides when they are abandoned."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from service.accounts.blocks import block
from service.accounts.measures import suspend
from service.bots.accounts import create_bot
from service.bots.manifests import default_manifest
from service.db.engines import session, transaction
from service.language.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from service.models import Account, Contributed, EndedBy, Event, Game, GameStatus, Notice, SeatState
from service.play.adjudication import adjudicate
from service.play.arranged import arrange_game
from service.play.foreign_records import examined
from service.play.games import NewGame
from service.play.moves import accept_move, legal_actions
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.seats import resign
from service.presentation.outcomes import how_it_ended, result
from service.verification.verify import Verdict, check
from tests.service.conftest import FakeClock
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")

WEEK = timedelta(days=7)
SIESTA = NewGame("siesta", (), days_per_move=30)


@pytest.fixture
def club() -> Account:
    return person("club")


@pytest.fixture
def players() -> list[Account]:
    return [person(name) for name in ("cyd", "ann", "bob")]


@pytest.fixture
def game(club: Account, players: list[Account], clock: FakeClock) -> Game:
    return arrange_game(club, players, SIESTA, clock())


def refused(do: Callable[[], object], kind: type[Refused] = Conflict) -> str:
    with pytest.raises(kind) as caught:
        do()
    return caught.value.code


def verdicts(game: Game) -> dict[str, Verdict]:
    record = json.loads(json.dumps(signed_record(game, log_of(game))))
    return {finding.about: finding.verdict for finding in check(record)}


def test_the_players_sit_in_the_given_order_and_the_game_begins_at_once(game: Game, clock: FakeClock) -> None:
    assert [seat.account and seat.account.name for seat in game.seats] == ["cyd", "ann", "bob"]
    assert (game.status, game.started_at, game.shuffle_seats) == (GameStatus.ACTIVE, clock(), False)
    assert {(seat.state, seat.contributed) for seat in game.seats} == {(SeatState.TAKEN, Contributed.SERVER)}
    assert set(verdicts(game).values()) <= {Verdict.RIGHT, Verdict.LATER, Verdict.TRUST}


def test_the_first_player_gets_the_email_about_the_turn_and_nobody_an_invitation(game: Game) -> None:
    to_move = next(seat for seat in game.seats if seat.number == game.to_move)
    found = session().execute(select(Notice.kind, Notice.account_id).where(Notice.game_id == game.id))
    assert {tuple(row) for row in found} == {("your-turn", to_move.account_id), ("reminder", to_move.account_id)}


def test_who_is_suspended_closed_or_has_blocked_the_organiser_is_named(
    club: Account, players: list[Account], clock: FakeClock
) -> None:
    _, ann, bob = players
    suspend(ann, "spam", clock())
    with pytest.raises(Conflict) as caught:
        arrange_game(club, players, SIESTA, clock())
    assert (caught.value.code, caught.value.details) == ("not-seatable", {"name": "ann"})
    block(bob, club, clock())
    assert refused(lambda: arrange_game(club, [bob, club], SIESTA, clock())) == "invitations-unwanted"
    assert refused(lambda: arrange_game(club, [bob, bob], SIESTA, clock()), Invalid) == "seat-twice"
    suspend(club, "spam", clock())
    assert refused(lambda: arrange_game(club, players, SIESTA, clock()), Forbidden) == "suspended"
    assert session().scalars(select(Game)).all() == []


def test_a_bot_is_seated_whomever_it_accepts_but_only_if_it_plays_this_and_has_room(
    club: Account, players: list[Account], clock: FakeClock
) -> None:
    terms: Any = {"accepts": "owner", "at_once": 1, "games": {"siesta": {"seats": [], "options": {}}}}
    bot = create_bot(players[0], "rusty", {**default_manifest(), **terms}, clock()).account
    tribes = NewGame("tribes", ())
    assert refused(lambda: arrange_game(club, [bot, club], tribes, clock())) == "bot-not-this-game"
    assert arrange_game(club, [bot, club], SIESTA, clock()).status == GameStatus.ACTIVE
    assert refused(lambda: arrange_game(club, [bot, club], SIESTA, clock())) == "bot-full"


def test_an_abandoned_game_is_decided_with_a_reason_that_everybody_can_read(
    game: Game, club: Account, clock: FakeClock
) -> None:
    clock.advance(days=8)
    decided = adjudicate(game.id, club, [2, 4, 0], "Bob is away.", WEEK, clock())
    assert (decided.status, decided.ended_by, decided.winners) == (GameStatus.FINISHED, EndedBy.ADJUDICATION, [1])
    assert result(decided, 1) == "You won"
    assert how_it_ended(decided) == "The organiser decided the game: Bob is away."
    [told] = session().scalars(select(Event).where(Event.type == "game.finished"))
    assert (told.data["ended_by"], told.data["reason"]) == ("adjudication", "Bob is away.")
    kinds = session().scalars(select(Notice.kind).where(Notice.game_id == game.id, Notice.kind == "game-over")).all()
    assert len(kinds) == 3
    assert adjudicate(game.id, club, [2, 4, 0], "Bob is away.", WEEK, clock()).version == decided.version


@pytest.mark.parametrize(("half_points", "winners"), [([2, 2, 2], [0, 1, 2]), ([0, 0, 0], []), ([3, 3, 0], [0, 1])])
def test_the_best_win_together_and_nobody_without_points(
    game: Game, club: Account, clock: FakeClock, half_points: list[int], winners: list[int]
) -> None:
    clock.advance(days=8)
    assert adjudicate(game.id, club, half_points, "Unfinished.", WEEK, clock()).winners == winners


def test_the_record_of_a_decided_game_verifies_and_can_be_brought_in(
    game: Game, club: Account, clock: FakeClock
) -> None:
    clock.advance(days=8)
    decided = adjudicate(game.id, club, [2, 4, 0], "Bob is away.", WEEK, clock())
    assert verdicts(decided)["result"] == Verdict.TRUST
    record = json.loads(json.dumps(signed_record(decided, log_of(decided))))
    assert record["adjudicated"] == "Bob is away."
    assert examined(record).members["adjudicated"] == "Bob is away."
    for wrong in ({**record, "winners": [3]}, {name: record[name] for name in record if name != "adjudicated"}):
        assert next(each for each in check(wrong) if each.about == "result").verdict == Verdict.WRONG


def test_a_game_in_which_somebody_has_moved_lately_is_not_decided(game: Game, club: Account, clock: FakeClock) -> None:
    clock.advance(days=6)
    move = ""
    while not (found := legal_actions(game, move)).complete:
        move = ", ".join(filter(None, [move, found.actions[0]]))
    accept_move(game.id, seat=game.to_move or 0, version=game.version, move=move, now=clock())
    clock.advance(days=6)
    with pytest.raises(Conflict) as caught:
        adjudicate(game.id, club, [2, 0, 0], "Slow.", WEEK, clock())
    assert (caught.value.code, caught.value.details) == ("not-idle", {"until": "2026-05-17T12:00:00Z"})
    clock.advance(days=1)
    assert adjudicate(game.id, club, [2, 0, 0], "Slow.", WEEK, clock()).winners == [0]


def test_only_its_organiser_decides_a_game_and_only_once(
    game: Game, club: Account, players: list[Account], clock: FakeClock
) -> None:
    clock.advance(days=8)
    assert refused(lambda: adjudicate(game.id, players[1], [2, 0, 0], "Mine.", WEEK, clock()), NotFound) == "not-found"
    for points in ([2, 0], [2, 0, -1], [5, 0, 0], [4, 4, 4]):
        assert refused(lambda points=points: adjudicate(game.id, club, points, "So.", WEEK, clock()), Invalid) == (  # type: ignore[misc]
            "bad-points"
        )
    assert refused(lambda: adjudicate(game.id, club, [2, 0, 0], "x" * 201, WEEK, clock()), Invalid) == "bad-text"
    with transaction():
        for player in players[:2]:
            resign(game.id, player, clock())
    assert refused(lambda: adjudicate(game.id, club, [2, 0, 0], "Late.", WEEK, clock())) == "game-over"
