"""Metrics for operators, and who may read them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import update

from service.config.environment import Config
from service.db.engines import transaction
from service.metrics.backlog import kinds_of_work
from service.metrics.totals import count_totals, totals
from service.models import Notice, WorkState
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.rounds import games_of
from service.play.seats import decline, join, never, resign
from tests.service.api.program import Match
from tests.service.conftest import FakeClock, settings
from tests.service.tables import person
from tests.workers.outbox import drain_by
from tests.workers.post import Post
from workers.jobs.notices import seal_due

__all__ = ["settings"]

LOCAL = {"base_url": "http://127.0.0.1:8000"}


def metrics(client: FlaskClient) -> dict[str, float]:
    """Every sample by its name and labels."""
    answer = client.get("/metrics", **LOCAL)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.get_data(as_text=True))
    return {" ".join([s.name, *s.labels.values()]): s.value for family in families for s in family.samples}


def test_moves_games_and_work_are_counted(running: Match, client: FlaskClient, clock: FakeClock) -> None:
    before = metrics(client)
    assert running.ann.play(running.table.id, "place max-15").status_code == 201
    clock.advance(minutes=7)
    after = metrics(client)
    assert after["sundial_events move.played"] == before.get("sundial_events move.played", 0) + 1
    assert after["sundial_games seasons active"] == 1
    assert after["sundial_work notice queued"] > 0
    assert after["sundial_work_late_seconds notice"] >= 7 * 60
    assert after["sundial_work_late_seconds envelope"] == 0
    assert after["sundial_mails_sent"] == 0


def test_once_totals_were_counted_what_waits_or_failed_is_of_the_moment_and_the_rest_as_old_as_the_count(
    running: Match, client: FlaskClient, clock: FakeClock
) -> None:
    uncounted = totals()
    count_totals()
    assert totals() == uncounted

    before = metrics(client)
    assert running.ann.play(running.table.id, "place max-15").status_code == 201
    create_game(person("cat"), NewGame("seasons", [SeatWish(me=True), SeatWish(account="ann")]), clock())
    with transaction() as current:
        about_the_turn = update(Notice).where(Notice.kind == "your-turn", Notice.state == WorkState.QUEUED)
        failed = len(current.scalars(about_the_turn.values(state=WorkState.FAILED).returning(Notice.id)).all())
    after = metrics(client)
    assert after["sundial_work notice failed"] == failed > 0
    assert after["sundial_work notice queued"] + failed > before["sundial_work notice queued"]
    assert after["sundial_work notice superseded"] == before["sundial_work notice superseded"]
    assert "sundial_events move.played" not in after
    assert "sundial_games seasons inviting" not in after

    count_totals()
    counted = metrics(client)
    assert counted["sundial_games seasons inviting"] == 1
    assert counted["sundial_events move.played"] == 1
    assert counted["sundial_work notice superseded"] > before["sundial_work notice superseded"]


def test_what_there_is_no_more_counts_nothing(running: Match, client: FlaskClient, clock: FakeClock) -> None:
    count_totals()
    resign(running.table.id, person("ann"), clock())
    count_totals()

    assert metrics(client)["sundial_games seasons active"] == 0
    assert metrics(client)["sundial_games seasons finished"] == 1


def test_invitations_are_counted_by_what_became_of_them(app: Flask, clock: FakeClock) -> None:
    ann, bob = person("ann"), person("bob")
    invited = [SeatWish(me=True), SeatWish(email="eve@example.net")]
    games = [create_game(person(f"host{number}"), NewGame("seasons", invited), clock()) for number in range(5)]
    by_name = NewGame("seasons", [SeatWish(me=True), SeatWish(account="bob")])
    join(create_game(ann, by_name, clock()).id, bob, clock())
    decline(create_game(ann, by_name, clock()).id, bob, clock())
    never(create_game(ann, by_name, clock()).id, bob, clock())
    create_game(bob, NewGame("seasons", [SeatWish(me=True), SeatWish(account="ann")]), clock())
    resign(games[0].id, person("host0"), clock())
    seal_due(clock)

    told = metrics(app.test_client())

    assert {name.partition(" ")[2]: told[name] for name in told if name.startswith("sundial_invitations")} == {
        "open": 1, "open-stranger": 4, "put-off": 1, "accepted": 1, "over": 3,
    }  # fmt: skip
    assert told["sundial_blocks"] == 1


def test_invitations_to_a_match_count_once(client: FlaskClient, clock: FakeClock) -> None:
    bob = person("bob")
    wish = NewGame("dawn", [SeatWish(me=True), SeatWish(account=bob.name)])
    match = create_match(person("ann"), wish, clock(), simultaneous=True)
    join(games_of(match.id)[0].id, bob, clock())
    told = metrics(client)
    assert told["sundial_games dawn active"] == 2
    assert told["sundial_invitations accepted"] == 1


def test_mails_are_counted_once_a_mail_server_took_them(running: Match, client: FlaskClient) -> None:
    post = Post()
    drain_by(post)
    assert metrics(client)["sundial_mails_sent"] == len(post.letters) > 0


def test_every_kind_of_work_is_watched(client: FlaskClient) -> None:
    assert {"notice", "envelope", "inbound_mail", "opponent_turn"} <= {kind.__tablename__ for kind in kinds_of_work()}
    for kind in kinds_of_work():
        assert f"sundial_work_late_seconds {kind.__tablename__}" in metrics(client)


def test_nothing_tells_of_a_person_or_a_game(running: Match, client: FlaskClient) -> None:
    told = client.get("/metrics", **LOCAL).get_data(as_text=True)
    assert "ann" not in told
    assert "example.net" not in told
    assert running.table.id not in told


@pytest.mark.parametrize(
    ("address", "headers"),
    [("192.0.2.1", {}), ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}), ("127.0.0.1", {"Host": "sundial.example"})],
)
def test_only_the_machine_itself_may_look(client: FlaskClient, address: str, headers: dict[str, str]) -> None:
    answer = client.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address}, **LOCAL)
    assert answer.status_code == 404


@pytest.mark.parametrize(("authorization", "status"), [("Bearer s3cret", 200), ("Bearer other", 404), ("é", 404)])
def test_with_a_token_of_the_operators_anybody_who_has_it_may_look(
    app: Flask, settings: Config, authorization: str, status: int
) -> None:
    app.config["SETTINGS"] = replace(settings, metrics_token="s3cret")
    assert app.test_client().get("/metrics", headers={"Authorization": authorization}).status_code == status
    assert app.test_client().get("/metrics", **LOCAL).status_code == 404
