"""ETags of a game: whenever an answer differs, so does its tag, and to learn that nothing has changed costs little."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from flask.testing import FlaskClient

from service.accounts.accounts import change
from service.config.environment import Config
from service.db import clock
from service.db.engines import session, transaction
from service.models import Account, Game, GameStatus, Visibility
from service.play.chat import post
from service.play.downtime_credit import extend_deadlines
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import join, resign
from tests.servers import Redis
from tests.service import installations
from tests.service.api.program import Match, Program, match, program_of
from tests.service.conftest import FakeClock
from tests.service.on_sqlite import ON_BOTH
from tests.service.statements import executed
from tests.service.tables import Table, person

PARTS = ("", "/board.svg", "/board.svg?at=0", "/board.txt", "/log", "/log?start=1", "/record")


def public_table() -> Table:
    """Create a public game of three with one open seat."""
    ann, bob = person("ann"), person("bob")
    seats = [SeatWish(me=True), SeatWish(account="bob"), SeatWish(email="cy@example.net")]
    wish = NewGame("seasons", seats, shuffle_seats=False, visibility=Visibility.PUBLIC)
    begun = create_game(ann, wish, clock.now())
    return Table(begun.id, [ann, bob, person("cy")])


class Changes:
    """Random changes to a game."""

    def __init__(self, table: Table, clock: FakeClock, seed: int) -> None:
        self._table, self._clock, self._random = table, clock, Random(seed)
        self._named = 0

    def happen(self) -> None:
        """Something that is possible now."""
        doing = {
            GameStatus.INVITING: [self._join, self._rename],
            GameStatus.ACTIVE: [self._play, self._play, self._play, self._rename, self._say, self._credit, self._extend,
                                self._bounce, self._resign],
        }.get(self._table.game.status, [self._rename, self._bounce])  # fmt: skip
        session().rollback()
        self._random.choice(doing)()
        self._clock.advance(seconds=1)

    def _anybody(self) -> Account:
        return session().get_one(Account, self._random.choice(self._table.players).id)

    def _join(self) -> None:
        join(self._table.id, self._anybody(), clock.now())

    def _play(self) -> None:
        if self._table.game.to_move is not None:
            self._table.play(self._table.whole_moves(1)[0])

    def _rename(self) -> None:
        self._named += 1
        change(self._anybody().id, name=f"called-{self._named}")

    def _say(self) -> None:
        post(self._table.id, self._anybody(), "Hello!", clock.now())

    def _credit(self) -> None:
        with transaction() as current:
            seat = current.get_one(Game, self._table.id).seats[0]
            seat.credited_at = clock.now()

    def _extend(self) -> None:
        with transaction():
            extend_deadlines(timedelta(minutes=5), clock.now())

    def _bounce(self) -> None:
        with transaction():
            account = self._anybody()
            account.unreachable_since = None if account.unreachable_since else clock.now()

    def _resign(self) -> None:
        if self._random.random() < 0.2:  # else no game gets far
            resign(self._table.id, self._anybody(), clock.now())


@pytest.mark.parametrize("seed", range(2))
def test_an_answer_that_differs_has_another_tag(client: FlaskClient, clock: FakeClock, seed: int) -> None:
    table = public_table()
    readers = [*(program_of(client, name) for name in ("ann", "bob", "cy", "eve")), Program(client)]
    changes, seen = Changes(table, clock, seed), dict[tuple[int, str, str], bytes]()
    known = dict[tuple[int, str], str]()
    for _ in range(8):
        changes.happen()
        for number, reader in enumerate(readers):
            for part in PARTS:
                path = f"/games/{table.id}{part}"
                answer = reader.get(path)
                if answer.status_code != 200:
                    continue
                tag = answer.headers["ETag"]
                assert seen.setdefault((number, part, tag), answer.data) == answer.data, part
                for each in {tag, known.get((number, part), tag)}:
                    again = reader.get(path, headers={"If-None-Match": each})
                    assert (again.status_code == 304) == (each == tag)
                known[number, part] = tag
    assert len(seen) > len(known)


@ON_BOTH
def test_what_has_not_changed_costs_one_statement_beside_that_of_who_asks(running: Match) -> None:
    for part in PARTS:
        path = f"/games/{running.table.id}{part}"
        tag = running.ann.get(path).headers["ETag"]
        with executed() as statements:
            assert running.ann.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert len(statements) == 2, statements


@ON_BOTH
def test_of_a_program_that_is_known_it_costs_one_statement(
    settings: Config, clock: FakeClock, redis_server: Redis
) -> None:
    with installations.running(replace(settings, redis_url=redis_server.url), clock) as app:
        begun = match(app.test_client())
        begun.ann.get(begun.path)
        tag = begun.ann.get(begun.path).headers["ETag"]
        with executed() as statements:
            assert begun.ann.get(begun.path, headers={"If-None-Match": tag}).status_code == 304
        assert len(statements) == 1, statements


def test_who_may_not_see_a_game_learns_nothing_by_its_tag(running: Match, client: FlaskClient) -> None:
    tag = running.ann.get(running.path).headers["ETag"]
    for stranger in (program_of(client, "eve"), Program(client)):
        for known in (tag, "*"):
            assert stranger.get(running.path, headers={"If-None-Match": known}).status_code == 404
