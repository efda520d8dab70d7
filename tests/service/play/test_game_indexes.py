"""Lists of games among ten thousand: the database uses an index for every filter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

import rules
from service.config import environment
from service.db.engines import db, session
from service.models import Account, GameStatus
from service.play.clocks import overdue_games
from service.play.game_search import GameQuery, OwnResult, SortOrder, find_games
from service.play.head_to_head import head_to_head, last_game_together
from tests.service.conftest import FakeClock
from tests.service.statements import Statement, executed
from tests.service.tables import person
from tests.service.web.visitor import sign_in

GAMES, PLAYERS, OWN = 10_000, 400, 53
FILL = """
INSERT INTO account (id, name, email, verified_at, time_zone, muted, delivery, board_words, moves_held,
                     page_options, idle_minutes, digest_hour, quiet_from, quiet_to, created_at, nonce)
SELECT 1000 + n, 'player-' || n, 'player-' || n || '@example.net', :now, 'UTC', '[]', 'at-once', false, 'some',
       '[]', 30, 18, 0, 0, :now, left(md5(n::text), 8)
FROM generate_series(1, :players) n;
INSERT INTO game (id, ruleset, rules_version, options, setup, status, version, turn, log_length, to_move, deadline,
                  days_per_move, shuffle_seats, visibility, seed, commitment, creator_id, created_at, finished_at,
                  rated, had_hints)
SELECT 'g' || lpad(n::text, 11, '0'), 'springtime', '1', '{}', CAST(:setup AS jsonb),
       CASE WHEN n <= :own THEN 'active' ELSE (ARRAY['active', 'finished', 'inviting', 'finished'])[1 + n % 4] END,
       1, 1, 0, 0, CAST(:now AS timestamptz) + n * interval '1 minute', 3, false,
       (ARRAY['private', 'public', 'private'])[1 + n % 3],
       decode(repeat('00', 32), 'hex'), repeat('c', 64), 1001, CAST(:now AS timestamptz) - n * interval '1 hour', :now,
       false, false
FROM generate_series(1, :games) n;
INSERT INTO game_seat (game_id, place, number, state, for_anybody, account_id)
SELECT 'g' || lpad(n::text, 11, '0'), place, place, 'taken', false,
       CASE WHEN n <= :own AND place = 0 THEN :ann ELSE 1001 + (n * 7 + place) % :players END
FROM generate_series(1, :games) n, generate_series(0, 1) place;
"""  # fmt: skip


@pytest.fixture
def settings(postgres_settings: environment.Config) -> environment.Config:
    """Use PostgreSQL alone, because production uses it for large installations."""
    return postgres_settings


@pytest.fixture
def filled(app: Flask, clock: FakeClock) -> Flask:
    """Fill an installation with many games, some of them Ann's."""
    setup = json.dumps(rules.game("springtime").new_setup(2, {}, Random(1)))
    values = {"now": clock(), "setup": setup, "games": GAMES, "players": PLAYERS, "own": OWN, "ann": person("ann").id}
    with db.engine.begin() as connection:
        for statement in FILL.split(";\n"):
            if statement.strip():
                known = {name: value for name, value in values.items() if f":{name}" in statement}
                connection.execute(text(statement.replace("::text", "\\:\\:text")), known)
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))
    return app


def about_games(statements: Sequence[Statement]) -> list[Statement]:
    """Return the statements that read games."""
    return [(said, values) for said, values in statements if said.startswith("SELECT") and "\nFROM game " in said]


def plans(statements: Sequence[Statement]) -> list[str]:
    """How the database goes about each of the statements."""
    with db.engine.connect() as connection:
        return [
            "\n".join(line for [line] in connection.exec_driver_sql(f"EXPLAIN {statement}", values))
            for statement, values in statements
        ]


def assert_by_index(statements: Sequence[Statement]) -> None:
    found = about_games(statements)
    assert found
    for plan in plans(found):
        assert "Seq Scan on game" not in plan, plan


def test_the_first_page_of_somebody_with_many_games(filled: Flask) -> None:
    ann = sign_in(filled, "ann")

    with executed() as statements:
        page = ann.open("/")

    assert len([anchor for anchor in page.tree.all("a") if anchor.attributes.get("class") == "whole"]) == 50
    assert len(about_games(statements)) <= 10
    assert_by_index(statements)


@pytest.mark.parametrize("order", [SortOrder.CREATED, SortOrder.DEADLINE])
@pytest.mark.parametrize(
    "search", [{}, {"status": GameStatus.ACTIVE}, {"status": GameStatus.FINISHED}, {"ruleset": "springtime"}]
)
def test_public_games(filled: Flask, order: SortOrder, search: dict[str, Any]) -> None:
    first, _ = find_games(None, GameQuery(order=order, **search))
    after = order.place_of(first[-1]) if first else None
    with executed() as statements:
        for viewer in (None, person("ann")):
            find_games(viewer, GameQuery(order=order, after=after, **search))

    assert_by_index(statements)


def test_what_is_due_next(filled: Flask, clock: FakeClock) -> None:
    ann = person("ann")
    clock.advance(hours=1)
    with executed() as statements:
        found, _ = find_games(ann, GameQuery(to_move=True, order=SortOrder.DEADLINE))
        overdue_games(clock())

    assert found[0].id == "g00000000001"
    assert_by_index(statements)


@pytest.mark.parametrize(
    "search",
    [{"opponent": 1001}, {"result": OwnResult.WON}, {"rated": False}, {"seats": 2}, {"since": date(2026, 1, 1)}],
)
def test_ones_own_history(filled: Flask, search: dict[str, Any]) -> None:
    ann = person("ann")
    with executed() as statements:
        find_games(ann, GameQuery(mine=True, order=SortOrder.FINISHED, **search))
        head_to_head(ann, session().get_one(Account, 1001))
        last_game_together(ann, session().get_one(Account, 1001))

    assert_by_index(statements)
