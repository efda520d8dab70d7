"""A repeated move gets its first response, whatever happened since, except for the current players."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.accounts import change
from service.config.key_ring import KeyRing
from service.db.clock import now
from service.db.engines import session, transaction
from service.models import Answer, GameStatus
from service.play.clocks import enforce_deadline
from service.play.proposals import ask_back
from service.play.seats import resign
from tests.secret_keys import NEXT_KEY
from tests.service.api.program import Program, code, program_of
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table

Later = Callable[[Table, FakeClock], object]
"""What happens between the move and its repetition."""


def they_play_on(of: Table, _: FakeClock) -> None:
    for _move in range(3):
        of.play(of.whole_moves(1)[0])


def others_play_as_far(of: Table, _: FakeClock) -> None:
    other = table("dan", "eve", ruleset=of.game.ruleset)
    for _move in range(2):
        other.play(other.whole_moves(1)[0])
    assert other.game.version >= of.game.version


def somebody_has_another_name(of: Table, _: FakeClock) -> None:
    change(of.players[1].id, name="robert")


def somebody_resigns(of: Table, _: FakeClock) -> None:
    resign(of.id, of.players[0], now())


def all_others_resign(of: Table, _: FakeClock) -> None:
    for player in of.players[1:]:
        resign(of.id, player, now())
    assert of.game.status == GameStatus.FINISHED


def somebodys_mail_comes_back(of: Table, _: FakeClock) -> None:
    with transaction():
        of.players[1].unreachable_since = now()


def somebody_gets_more_time(of: Table, clock: FakeClock) -> None:
    assert enforce_deadline(of.id, clock.advance(days=3, seconds=1))  # no mail has gone out
    assert any(seat.credited_at for seat in of.game.seats)


def somebody_lets_time_pass(of: Table, clock: FakeClock) -> None:
    of.look()
    assert enforce_deadline(of.id, clock.advance(days=3, seconds=1))
    assert any(seat.left_by for seat in of.game.seats)


def first_sent(program: Program, of: Table) -> tuple[Callable[[], bytes], bytes]:
    """Return a function that repeats the game's first move, and its first response."""
    version = of.game.version
    move = of.whole_moves(1)[0]

    def send() -> bytes:
        answer = program.play(of.id, move, version=version)
        assert answer.status_code == 201, answer.text
        return answer.get_data()

    return send, send()


def check_same(again: bytes, first: bytes, now: bytes) -> None:
    """Check that a repeated response is the first one, with the game's current players."""
    told, was, game = json.loads(again), json.loads(first), json.loads(now)
    other = [name for name in was["game"] if told["game"].get(name) != was["game"][name]]
    assert other in ([], ["seats"]), "Say in moves.py how it stood after the move."
    assert told["game"]["seats"] == game["seats"]
    was["game"]["seats"] = game["seats"]
    assert told == was


@pytest.mark.parametrize("ruleset", ["seasons", "siesta", "tribes"])
@pytest.mark.parametrize(
    "later",
    [
        they_play_on,
        others_play_as_far,
        somebody_has_another_name,
        somebody_resigns,
        all_others_resign,
        somebodys_mail_comes_back,
        somebody_gets_more_time,
        somebody_lets_time_pass,
    ],
)
def test_it_is_answered_as_the_game_was_then(app: Flask, clock: FakeClock, ruleset: str, later: Later) -> None:
    of = table("ann", "bob", "cy", ruleset=ruleset)
    program = program_of(app.test_client(), of.mover.name)
    send, first = first_sent(program, of)
    assert send() == first
    later(of, clock)
    before = program.get(f"/games/{of.id}").get_data()
    check_same(send(), first, before)
    assert program.get(f"/games/{of.id}").get_data() == before


def test_the_last_one_of_a_game_is_too(app: Flask) -> None:
    of = table("ann", "bob", ruleset="dawn")
    programs = {name: program_of(app.test_client(), name) for name in ("ann", "bob")}
    send, first = first_sent(programs["ann"], of)
    while of.game.status == GameStatus.ACTIVE:
        send, first = first_sent(programs[of.mover.name], of)
    assert json.loads(first)["game"]["status"] == "finished"
    assert send() == first


def test_one_that_was_taken_back_is_too(app: Flask) -> None:
    of = table("ann", "bob", ruleset="siesta", grace_minutes=10)
    program = program_of(app.test_client(), "ann")
    send, first = first_sent(program, of)
    ask_back(of.id, of.players[0], now())
    check_same(send(), first, program.get(f"/games/{of.id}").get_data())


def test_a_move_in_other_words_is_the_same_and_another_one_is_not(app: Flask) -> None:
    of = table("ann", "bob")
    program, [move, other] = program_of(app.test_client(), "ann"), of.whole_moves(2)
    first = program.play(of.id, move, version=1).json
    assert program.play(of.id, f"  {move.upper()} ", version=1).json == first
    for another in (other, "nonsense", f"{move}, {move}"):
        again = program.play(of.id, another, version=1)
        assert code(again) == (409, "stale-version")
        assert (again.json or {})["happened"][0]["action"] == move


def test_nothing_is_kept_of_a_move_but_the_game(app: Flask) -> None:
    of = table("ann", "bob")
    send, first = first_sent(program_of(app.test_client(), "ann"), of)
    assert session().scalars(select(Answer)).all() == []
    app.config["KEY_RING"] = KeyRing(NEXT_KEY)
    assert send() == first
