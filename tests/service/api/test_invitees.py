"""Invited players are private until they accept: an address does not reveal an account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from service.db import clock
from service.db.engines import session, transaction
from service.models import Account, GameSeat, Notice, SeatState
from service.webhooks.deliveries import fan_out
from tests.service.api.program import Program, code, program_of
from tests.service.conftest import settings
from tests.service.tables import person

__all__ = ["settings"]

BOB, STRANGER = "bob@example.net", "stranger@example.net"


@pytest.fixture
def watcher(client: FlaskClient) -> Program:
    return program_of(client, "will")


def created(host: Program, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = host.post("/games", {"ruleset": "seasons", "seats": [{"me": True}, *seats], **more})
    assert answer.status_code == 201, answer.json
    assert answer.json is not None
    made: dict[str, Any] = answer.json
    return made


def seats(reader: Program, game: dict[str, Any]) -> list[dict[str, Any]]:
    answer = reader.get(f"/games/{game['id']}").json
    assert answer is not None
    found: list[dict[str, Any]] = answer["seats"]
    return found


def told(seat: dict[str, Any]) -> dict[str, Any]:
    """Return the invited player's fields of a seat."""
    return {name: seat[name] for name in ("state", "account", "invited", "reachable")}


def test_an_address_that_is_known_here_looks_like_any_other(ann: Program, bob: Program) -> None:
    known, unknown = created(ann, {"email": BOB}), created(ann, {"email": STRANGER})

    assert told(known["seats"][1]) == {"state": "invited", "account": None, "invited": BOB, "reachable": True}
    assert told(unknown["seats"][1]) == {**told(known["seats"][1]), "invited": STRANGER}
    assert told(seats(ann, known)[1]) == told(known["seats"][1])


def test_mails_that_came_back_do_not_tell_that_an_address_is_known(ann: Program, bob: Program) -> None:
    with transaction() as current:
        current.get_one(Account, person("bob").id).unreachable_since = clock.now()

    game = created(ann, {"email": BOB})

    assert seats(ann, game)[1]["reachable"] is True
    assert seats(bob, game)[1]["reachable"] is False


def test_the_invited_see_themselves_and_the_others_at_the_table_see_nobody(
    ann: Program, bob: Program, watcher: Program, client: FlaskClient
) -> None:
    game = created(ann, {"email": BOB}, {"email": "cy@example.net"}, visibility="public")
    cy = program_of(client, "cy")

    shown = {name: seats(reader, game) for name, reader in (("bob", bob), ("cy", cy), ("will", watcher))}

    assert [seat["account"] for seat in shown["bob"]] == ["ann", "bob", None]
    assert [seat["account"] for seat in shown["cy"]] == ["ann", None, "cy"]
    assert [seat["account"] for seat in shown["will"]] == ["ann", None, None]
    assert {seat["invited"] for table in shown.values() for seat in table} == {None}


def test_who_is_invited_by_name_is_known_to_whoever_named_them_and_to_nobody_else(
    ann: Program, bob: Program, watcher: Program
) -> None:
    game = created(ann, {"account": "BOB"}, visibility="public")

    assert told(game["seats"][1]) == {"state": "invited", "account": "bob", "invited": "BOB", "reachable": True}
    assert [seat["account"] for seat in seats(watcher, game)] == ["ann", None]


def test_a_host_who_does_not_play_sees_whom_they_have_invited(ann: Program, bob: Program) -> None:
    wish = {"ruleset": "seasons", "seats": [{"email": BOB}, {"email": STRANGER}], "visibility": "public"}
    made = ann.post("/games", wish).json
    assert made is not None
    assert [seat["invited"] for seat in made["seats"]] == [BOB, STRANGER]
    assert [seat["invited"] for seat in seats(ann, made)] == [BOB, STRANGER]


def test_who_has_accepted_is_shown_to_all_and_the_address_typed_is_kept_for_the_host_alone(
    ann: Program, bob: Program, watcher: Program
) -> None:
    game = created(ann, {"email": BOB}, {"email": STRANGER}, visibility="public")
    assert bob.post(f"/games/{game['id']}/join", {}).status_code == 200

    for reader in (ann, bob, watcher):
        assert told(seats(reader, game)[1]) == {
            "state": "taken",
            "account": "bob",
            "invited": None,
            "reachable": True,
        }
    stored = session().get_one(GameSeat, (game["id"], 1), populate_existing=True)
    assert (stored.state, stored.invited_as) == (SeatState.TAKEN, BOB)
    for reader in (bob, watcher):
        assert BOB not in reader.get(f"/games/{game['id']}").text


def test_who_has_declined_stays_unknown(ann: Program, bob: Program) -> None:
    game = created(ann, {"email": BOB})
    bob.post(f"/games/{game['id']}/decline")

    assert told(seats(ann, game)[1]) == {"state": "invited", "account": None, "invited": BOB, "reachable": True}


@pytest.mark.parametrize("of", ["", "?mine=true", "?status=inviting"])
def test_lists_tell_no_more(ann: Program, bob: Program, watcher: Program, of: str) -> None:
    created(ann, {"email": BOB}, visibility="public")
    for reader, accounts in ((ann, ["ann", None]), (bob, ["ann", "bob"]), (watcher, ["ann", None])):
        listed = (reader.get(f"/games{of}").json or {})["games"]
        assert [seat["account"] for game in listed for seat in game["seats"]] == (
            [] if reader is watcher and of == "?mine=true" else accounts
        )


def test_matches_tell_no_more(ann: Program, bob: Program, watcher: Program) -> None:
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"email": BOB}], "visibility": "public"}
    made = ann.post("/matches", wish).json
    assert made is not None
    shown = {reader: reader.get(f"/matches/{made['id']}").json or {} for reader in (ann, bob, watcher)}

    assert [place["account"] for place in made["places"]] == ["ann", None]
    assert [shown[reader]["places"][1]["account"] for reader in shown] == [None, "bob", None]
    assert [shown[reader]["places"][1]["invited"] for reader in shown] == [BOB, None, None]
    assert [shown[reader]["games"][0]["seats"][1]["account"] for reader in shown] == [None, "bob", None]
    assert "bob" not in json.dumps(ann.get("/matches").json).replace(BOB, "")


def test_no_other_door_names_who_is_invited(ann: Program, bob: Program, watcher: Program) -> None:
    ann.post("/webhooks", {"url": "https://bot.example.net/hook"})
    game = created(ann, {"email": BOB}, visibility="public")
    fan_out()

    for path in ("/record", "/log", "/deliveries", "/legal-actions", "/board.txt"):
        for reader in (ann, watcher):
            assert "bob" not in reader.get(f"/games/{game['id']}{path}").get_data(as_text=True)
    assert "bob" not in ann.get("/events").get_data(as_text=True)
    assert "bob" not in ann.get("/webhooks/1/deliveries").get_data(as_text=True)


def test_a_name_and_an_address_of_one_account_do_not_betray_each_other(ann: Program, bob: Program) -> None:
    same = created(ann, {"account": "bob"}, {"email": BOB})
    other = created(ann, {"account": "bob"}, {"email": STRANGER})

    assert [told(seat) for seat in same["seats"]][:2] == [told(seat) for seat in other["seats"]][:2]
    assert told(same["seats"][2]) == {**told(other["seats"][2]), "invited": BOB}
    turned = created(ann, {"email": BOB}, {"account": "bob"})
    assert [seat["account"] for seat in turned["seats"]] == ["ann", None, "bob"]
    mails = session().scalars(select(Notice.game_id).where(Notice.kind == "invitation", Notice.email == BOB)).all()
    assert set(mails) == {same["id"], other["id"], turned["id"]}
    assert len(mails) == 3
    assert [seat["account"] for seat in seats(bob, same)] == ["ann", "bob", None]


@pytest.mark.parametrize(
    "twice",
    [
        [{"email": BOB}, {"email": " Bob@Example.net"}],
        [{"email": STRANGER}, {"email": STRANGER}],
        [{"account": "bob"}, {"account": "BOB"}],
        [{"account": "bob"}, {"email": BOB}, {"email": BOB}],
        [{"email": "ann@example.net"}, {"email": BOB}],
        [{"account": "ann"}, {"email": BOB}],
    ],
)
def test_who_is_written_twice_in_the_same_way_or_invites_themselves_is_refused(
    ann: Program, bob: Program, twice: list[dict[str, Any]]
) -> None:
    wish = {"ruleset": "siesta", "seats": [{"me": True}, *twice]}
    assert code(ann.post("/games", wish)) == (422, "seat-twice")


def test_the_first_answer_is_the_same_when_the_request_is_sent_again(ann: Program, bob: Program) -> None:
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"email": BOB}]}
    first, again = (ann.post("/games", wish, headers={"Idempotency-Key": "k"}).json for _ in range(2))
    assert first == again
    assert first is not None
    assert told(first["seats"][1])["invited"] == BOB
