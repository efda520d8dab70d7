"""Requests with an Idempotency-Key: done once, however often they are sent."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.config.key_ring import KeyRing
from service.db.engines import session
from service.models import Game, Notice
from tests.secret_keys import NEXT_KEY
from tests.service.api.program import Match, Program, code
from tests.service.conftest import settings

__all__ = ["settings"]


WISH = {"ruleset": "seasons", "seats": [{"me": True}, {"email": "cy@example.net"}]}


def test_a_request_with_a_key_is_done_once(ann: Program) -> None:
    headers = {"Idempotency-Key": "create-1"}
    first, again = (ann.post("/games", WISH, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert first.headers["Location"] == again.headers["Location"]
    assert session().scalar(select(func.count()).select_from(Game)) == 1


def test_an_answer_that_cannot_be_read_any_more_is_not_given_by_doing_it_again(app: Flask, ann: Program) -> None:
    headers = {"Idempotency-Key": "create-1"}
    assert ann.post("/games", WISH, headers=headers).status_code == 201
    app.config["KEY_RING"] = KeyRing(NEXT_KEY)
    assert code(ann.post("/games", WISH, headers=headers)) == (409, "answer-lost")
    assert session().scalar(select(func.count()).select_from(Game)) == 1


def test_a_key_is_good_for_one_request_of_one_account(ann: Program, bob: Program) -> None:
    headers = {"Idempotency-Key": "one"}
    first = ann.post("/games", WISH, headers=headers).json
    assert first
    assert code(ann.post("/games", {**WISH, "days_per_move": 5}, headers=headers)) == (422, "idempotency-key-reused")
    theirs = bob.post("/games", WISH, headers=headers).json
    assert theirs
    assert theirs["id"] != first["id"]


@pytest.mark.usefixtures("bob")
def test_another_operation_with_the_same_key_is_another_request(ann: Program) -> None:
    headers = {"Idempotency-Key": "one"}
    wishes = [WISH, WISH | {"seats": [{"me": True}, {"account": "bob"}]}]
    games = [ann.post("/games", wish, headers=headers if wish is WISH else {}).json or {} for wish in wishes]
    withdrawn = [ann.post(f"/games/{game['id']}/decline", headers=headers) for game in (games[0], games[1], games[0])]
    assert [answer.status_code for answer in withdrawn] == [200, 200, 200]
    assert [answer.headers.get("Idempotent-Replayed") for answer in withdrawn] == [None, None, "true"]
    assert withdrawn[0].json == withdrawn[2].json != withdrawn[1].json
    assert ann.post("/games", WISH, headers=headers).json == games[0]


def test_a_key_in_quotes_is_the_same_key(ann: Program) -> None:
    first, again, other = (
        ann.post("/games", WISH, headers={"Idempotency-Key": key}) for key in ("one", '"one"', r'"on\"e"')
    )
    assert first.json == again.json != other.json


def test_an_answer_that_comes_again_says_so(ann: Program, running: Match) -> None:
    headers = {"Idempotency-Key": "again"}
    games = [ann.post("/games", WISH, headers=headers) for _ in range(2)]
    moves = [running.ann.play(running.table.id, "place max-15", version=1) for _ in range(2)]
    for first, again in (games, moves):
        assert first.json == again.json
        assert "Idempotent-Replayed" not in first.headers
        assert again.headers["Idempotent-Replayed"] == "true"


def test_the_same_body_in_another_order_is_the_same_request(ann: Program) -> None:
    headers = {"Idempotency-Key": "order"}
    first = ann.post("/games", WISH, headers=headers)
    assert ann.post("/games", dict(reversed(WISH.items())), headers=headers).json == first.json


def test_what_was_refused_may_be_sent_again_with_its_key(running: Match) -> None:
    headers = {"Idempotency-Key": "try"}
    assert code(running.bob.play(running.table.id, "place max-5", version=2, headers=headers))[0] == 409
    running.ann.play(running.table.id, "place max-15", version=1)
    assert running.bob.play(running.table.id, "place max-5", version=2, headers=headers).status_code == 201


def test_a_key_that_is_no_key_is_refused(ann: Program) -> None:
    for key in ("", "x" * 256, "two words", "\xe9"):
        answer = ann.post("/games", WISH, headers={"Idempotency-Key": key})
        assert code(answer) == (422, "bad-request")
        assert answer.json
        assert answer.json["errors"][0]["pointer"] == "/Idempotency-Key"


def test_many_copies_of_a_request_at_once_make_one_game_and_one_invitation(ann: Program) -> None:
    app = ann.client.application

    def send(_: int) -> tuple[int, str]:
        answer = Program(app.test_client(), ann.token).post("/games", WISH, headers={"Idempotency-Key": "rush"})
        assert answer.json
        return answer.status_code, answer.json["id"]

    with ThreadPoolExecutor(8) as threads:
        answers = set(threads.map(send, range(16)))

    assert len(answers) == 1
    assert session().scalar(select(func.count()).select_from(Notice).where(Notice.kind == "invitation")) == 1
