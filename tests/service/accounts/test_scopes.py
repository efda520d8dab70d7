"""Scopes: each can be given alone."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.accounts.scopes import MEANINGS
from service.models import Visibility
from tests.service import tables
from tests.service.api.makers import told
from tests.service.api.program import Match, code, match, program_of


@pytest.fixture
def table(client: FlaskClient) -> Match:
    return match(client)


def test_who_may_read_games_writes_nothing(client: FlaskClient, table: Match) -> None:
    reader = program_of(client, "ann", ("games:read",))

    assert reader.get(table.path).status_code == 200
    assert code(reader.post(f"{table.path}/messages", {"text": "Hello!"})) == (403, "missing-scope")
    assert code(reader.post(f"{table.path}/resign")) == (403, "missing-scope")


def test_who_may_not_read_games_reads_what_anybody_may_and_is_told_what_else_takes(client: FlaskClient) -> None:
    public = tables.table("ann", "bob", visibility=Visibility.PUBLIC)
    organiser = program_of(client, "ann", ("organise",))

    seen = organiser.get(f"/games/{public.id}")

    assert (seen.status_code, told(seen)["your_seat"]) == (200, None)
    assert code(organiser.get("/games?mine=true")) == (403, "missing-scope")
    assert code(organiser.get("/games/k3xw7mq2hd5t")) == (403, "missing-scope")
    terms = {"title": "Autumn", "ruleset": "siesta", "system": "knock-out"}
    created = told(organiser.post("/tournaments", terms), 201)
    assert told(organiser.get(f"/tournaments/{created['id']}"))["title"] == "Autumn"


def test_each_token_reads_what_it_may_do(client: FlaskClient, table: Match) -> None:
    entry = told(program_of(client, "ann", ("organise",)).get(""))

    named = {each["name"] for each in entry["operations"]}
    assert (entry["account"], entry["scopes"]) == ("ann", ["organise"])
    assert {"createNewTournament", "showTournament"} <= named
    assert "setUpGame" not in named


def test_who_may_play_reads_nothing(client: FlaskClient, table: Match) -> None:
    player = program_of(client, "ann", ("games:play",))

    assert code(player.get(f"{table.path}/messages")) == (403, "missing-scope")
    assert code(player.get(table.path)) == (403, "missing-scope")
    assert player.play(table.table.id, "place max-15", version=table.table.game.version).status_code == 201


def test_talk_can_be_kept_from_a_program_that_sees_the_game(client: FlaskClient, table: Match) -> None:
    table.ann.post(f"{table.path}/messages", {"text": "Between us."})
    reader = program_of(client, "ann", ("games:read",))

    assert code(reader.get(f"{table.path}/messages")) == (403, "missing-scope")
    assert "Between us." not in reader.get("/events").text
    assert "Between us." not in reader.get("/events/stream").text
    assert "Between us." in table.ann.get("/events").text
    assert "Between us." in program_of(client, "ann", ("games:read", "messages")).get("/events").text


def test_the_mail_address_is_for_who_may_change_the_account(client: FlaskClient, table: Match) -> None:
    seen = {
        scope: program_of(client, "ann", ("games:read", scope)).get("/me").json["email"]  # type: ignore[index]
        for scope in MEANINGS
    }

    assert {scope for scope, email in seen.items() if email == "ann@example.net"} == {"account"}
