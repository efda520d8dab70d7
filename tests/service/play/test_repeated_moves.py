"""A move that is sent again is answered as at first, byte for byte, whatever has become of the game since."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import select

from service.core import clock as clocks
from service.core.db import session, transaction
from service.core.encryption import decrypt
from service.core.key_ring import KeyRing
from service.models import Answer, GameStatus
from service.people.accounts import change
from service.play.clocks import enforce_deadline
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
    resign(of.id, of.players[0], clocks.now())


def all_others_resign(of: Table, _: FakeClock) -> None:
    for player in of.players[1:]:
        resign(of.id, player, clocks.now())
    assert of.game.status == GameStatus.FINISHED


def somebodys_mail_comes_back(of: Table, _: FakeClock) -> None:
    with transaction():
        of.players[1].unreachable_since = clocks.now()


def somebody_gets_more_time(of: Table, clock: FakeClock) -> None:
    assert enforce_deadline(of.id, clock.advance(days=3, seconds=1))  # no mail has gone out
    assert any(seat.credited_at for seat in of.game.seats)


def somebody_lets_time_pass(of: Table, clock: FakeClock) -> None:
    of.look()
    assert enforce_deadline(of.id, clock.advance(days=3, seconds=1))
    assert any(seat.left_by for seat in of.game.seats)


def first_sent(program: Program, of: Table) -> tuple[Callable[[], bytes], bytes]:
    """How to send the first move of the table again, and what it was answered at first."""
    version = of.game.version
    move = of.whole_moves(1)[0]

    def send() -> bytes:
        answer = program.play(of.id, move, version=version)
        assert answer.status_code == 201, answer.text
        return answer.get_data()

    return send, send()


def check_same(again: bytes, first: bytes) -> None:
    """It is the first answer, to the byte."""
    told, was = json.loads(again), json.loads(first)
    other = [name for name in was["game"] if told["game"].get(name) != was["game"][name]]
    assert not other, "Say in moves.py how it stood after the move."
    assert again == first


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
    check_same(send(), first)
    later(of, clock)
    before = program.get(f"/games/{of.id}").get_data()
    check_same(send(), first)
    assert program.get(f"/games/{of.id}").get_data() == before


def test_one_that_was_played_after_somebody_had_left_is_too(app: Flask, clock: FakeClock) -> None:
    of = table("ann", "bob", "cy")
    resign(of.id, of.players[2], clocks.now())
    send, first = first_sent(program_of(app.test_client(), "ann"), of)
    resign(of.id, of.players[1], clocks.now())
    check_same(send(), first)


def test_the_last_one_of_a_game_is_too(app: Flask) -> None:
    of = table("ann", "bob", ruleset="dawn")
    programs = {name: program_of(app.test_client(), name) for name in ("ann", "bob")}
    send, first = first_sent(programs["ann"], of)
    while of.game.status == GameStatus.ACTIVE:
        send, first = first_sent(programs[of.mover.name], of)
    change(of.players[0].id, name="anna")
    assert json.loads(first)["game"]["status"] == "finished"
    check_same(send(), first)


def test_kept_is_how_the_seats_stood_and_no_more(app: Flask) -> None:
    of = table("ann", "bob")
    first_sent(program_of(app.test_client(), "ann"), of)
    [kept] = [decrypt(each) for each in session().scalars(select(Answer.encrypted))]
    told = {"ai": None, "left_by": None, "stood_in_at": None, "credited_at": None, "reachable": True}
    assert json.loads(kept) == [{"account": name, **told} for name in ("ann", "bob")]


def test_one_whose_names_cannot_be_read_any_more_is_told_what_has_happened(app: Flask) -> None:
    of = table("ann", "bob")
    program, [move] = program_of(app.test_client(), "ann"), of.whole_moves(1)
    assert program.play(of.id, move, version=1).status_code == 201
    app.config["KEY_RING"] = KeyRing(NEXT_KEY)
    again = program.play(of.id, move, version=1)
    assert code(again) == (409, "stale-version")
    assert (again.json or {})["happened"][0]["action"] == move
