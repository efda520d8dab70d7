"""The event log: gapless numbers in the order of rows, and few statements for readers."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import insert, select, update

from service.db import clock
from service.db.engines import db, session, transaction
from service.jobs.events import BATCH, Filter, concerned, hold_counter, newest_number, number_events, read
from service.models import Counter, Event
from tests.service.stages.trouble import listening
from tests.service.statements import executed
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def seasons() -> Table:
    return table("ada", "bob")


def happen(often: int) -> None:
    """So much happens, without a game."""
    event = {"type": "game.joined", "data": {}, "at": clock.now()}
    with transaction() as current:
        current.execute(insert(Event), [event] * often)


def numbers() -> Sequence[int | None]:
    session().rollback()
    return session().scalars(select(Event.number).order_by(Event.id)).all()


def test_events_are_numbered_in_the_order_of_their_rows_and_without_gaps() -> None:
    happen(3)
    assert (number_events(), numbers()) == (3, [1, 2, 3])
    happen(2)
    assert (newest_number(), numbers()) == (5, [1, 2, 3, 4, 5])
    assert number_events() == 0


def test_what_is_more_than_a_batch_is_numbered_batch_by_batch() -> None:
    happen(BATCH + 1)
    assert [number_events() for _ in range(3)] == [BATCH, 1, 0]
    assert numbers() == list(range(1, BATCH + 2))


def test_a_thousand_events_are_numbered_with_three_statements() -> None:
    happen(1000)
    with executed() as statements:
        number_events()
    assert len(statements) == 3  # the counter is held, the rows are numbered, the counter rises


def test_a_reader_takes_few_statements_however_many_games_there_are(seasons: Table) -> None:
    others = [table("ada", "bob") for _ in range(5)]
    newest_number()
    ada = person("ada")
    with executed() as statements:
        page = read(ada, 1, Filter(), 100)

    assert {event.game_id for event in page.events} >= {other.id for other in others}
    assert {(event.ruleset, event.your_seat) for event in page.events} == {("seasons", 0)}
    assert len(statements) <= 3


def test_who_has_no_seat_is_told_of_none(seasons: Table) -> None:
    assert {event.your_seat for event in read(person("eve"), 0, Filter(game_id=seasons.id), 100).events} == {None}
    assert {event.your_seat for event in read(seasons.players[1], 0, Filter(), 100).events} == {1}


def test_those_are_concerned_whose_tables_something_has_happened_at_since_then_until_then(seasons: Table) -> None:
    first = newest_number()
    siesta = table("cyd", "dan", ruleset="siesta")
    second = newest_number()
    happen(1)
    seasons.play_anything()

    assert concerned(first, second) == ({player.id for player in siesta.players}, {siesta.id})
    assert concerned(second, newest_number()) == ({player.id for player in seasons.players}, {seasons.id})
    assert concerned(second, second) == (set(), set())


def test_who_asks_while_somebody_else_numbers_is_told_of_what_has_a_number_by_then(app: Flask) -> None:
    happen(3)

    def number_elsewhere() -> None:
        with app.app_context():
            number_events()

    def between(*_statement: object) -> None:
        if not numbered:
            numbered.append(True)
            with ThreadPoolExecutor(1) as elsewhere:
                elsewhere.submit(number_elsewhere).result()

    numbered = list[bool]()
    with listening(db.engine, "after_cursor_execute", between):
        assert newest_number() == 3


def test_whoever_holds_the_counter_reads_what_others_have_counted_meanwhile() -> None:
    with transaction() as current:
        held = hold_counter(current)
        known = held.value
    with db.engine.begin() as elsewhere:
        elsewhere.execute(update(Counter).where(Counter.name == "event").values(value=known + 7))

    with transaction() as current:
        assert hold_counter(current) is held
        assert held.value == known + 7
