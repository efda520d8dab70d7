"""The client's retries: which requests it repeats, and how long it waits."""

from __future__ import annotations

import pytest

from service.embedded.ports import free_port
from sundial_client import Patience, Problem, Sundial, Unreachable
from tests.clients.script import HANG_UP, Answer, Script

BUSY = Answer(503, {"code": "not-ready"}, {"Retry-After": "2"})
SLOWER = Answer(429, {"code": "rate-limited", "retry_after": 7}, {"Retry-After": "7"})
TOO_SLOW = Answer(408, {"code": "too-slow"})
LOST_IN_A_PROXY = Answer(502, b"<h1>Bad Gateway</h1>")


@pytest.mark.parametrize("failure", [BUSY, SLOWER, TOO_SLOW, LOST_IN_A_PROXY, HANG_UP, Answer(200, {}, lost=5)])
def test_a_move_whose_answer_fails_is_sent_again_as_it_was(script: Script, sundial: Sundial, failure: Answer) -> None:
    script.answers = [failure, failure, Answer(201, {"game": {"version": 18}, "log": []})]

    accepted = sundial.move("abc", 17, "sun c4")

    assert accepted["game"]["version"] == 18
    assert len(script.asked) == 3
    assert len({asked.headers["Idempotency-Key"] for asked in script.asked}) == 1
    assert [asked.body for asked in script.asked] == [{"version": 17, "move": "sun c4"}] * 3


def test_each_write_has_a_key_of_its_own(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(200, {})]

    sundial.join("abc")
    sundial.join("abc")

    assert len({asked.headers["Idempotency-Key"] for asked in script.asked}) == 2


def test_the_client_waits_at_least_as_long_as_it_is_asked_to(
    script: Script, sundial: Sundial, pauses: list[float]
) -> None:
    script.answers = [SLOWER, Answer(200, {"name": "ann"})]

    sundial.me()

    assert len(pauses) == 1
    assert 7 < pauses[0] < 8


def test_pauses_grow_until_patience_is_over(script: Script, sundial: Sundial, pauses: list[float]) -> None:
    script.answers = [HANG_UP]

    with pytest.raises(Unreachable):
        sundial.me()

    assert 5 <= len(pauses) < 12
    assert pauses[4] > pauses[0]
    assert sum(pauses) <= 30


def test_who_is_asked_to_wait_too_long_is_told_at_once(script: Script, sundial: Sundial, pauses: list[float]) -> None:
    script.answers = [Answer(429, {"code": "too-many-sign-ins"}, {"Retry-After": "900"})]

    with pytest.raises(Problem) as refusal:
        sundial.request_sign_in("ann@example.net")

    assert refusal.value.retry_after == 900
    assert pauses == []


def test_a_code_that_may_be_used_up_is_not_sent_again(script: Script, sundial: Sundial) -> None:
    script.answers = [HANG_UP]

    with pytest.raises(Unreachable):
        sundial.create_token("ann@example.net", "12345678", "laptop")

    assert len(script.asked) == 1


def test_a_code_that_was_surely_not_looked_at_is_sent_again(script: Script, sundial: Sundial) -> None:
    script.answers = [BUSY, Answer(201, {"token": "sdl_new"})]

    assert sundial.create_token("ann@example.net", "12345678", "laptop")["token"] == "sdl_new"


def test_a_webhook_whose_answer_was_lost_is_found_and_gets_a_new_secret(script: Script, sundial: Sundial) -> None:
    url = "https://bot.example.net/"
    mine = {"id": 5, "url": url}
    script.answers = [Answer(200, {"webhooks": []}), HANG_UP, Answer(200, {"webhooks": [mine]}), Answer(200, mine)]

    assert sundial.open_webhook(url)["id"] == 5

    assert [asked.line.removeprefix("POST /api/v1/") for asked in script.asked if "POST" in asked.line] == [
        "webhooks",
        "webhooks/5/rotate-secret",
    ]


def test_what_is_gone_after_an_answer_was_lost_has_been_deleted(script: Script, sundial: Sundial) -> None:
    script.answers = [HANG_UP, Answer(404, {"code": "not-found"})]

    sundial.revoke_token(7)

    assert [asked.line for asked in script.asked] == ["DELETE /api/v1/tokens/7"] * 2


def test_what_was_never_there_cannot_be_deleted(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(404, {"code": "not-found"})]

    with pytest.raises(Problem, match="not-found"):
        sundial.revoke_token(7)


def test_a_refusal_is_told_with_all_that_it_says(script: Script, sundial: Sundial) -> None:
    said = {"code": "beside-a-sun", "detail": "Suns are apart.", "advice": "Look.", "legal": ["sun c4"]}
    script.answers = [Answer(422, said | {"request_id": "r7"})]

    with pytest.raises(Problem, match=r"beside-a-sun: Suns are apart\.") as refusal:
        sundial.move("abc", 17, "sun c5")

    assert (refusal.value.advice, refusal.value.request_id) == ("Look.", "r7")
    assert refusal.value.body["legal"] == ["sun c4"]
    assert len(script.asked) == 1


def test_what_is_no_problem_document_is_told_by_its_status(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(404, b"<h1>Not Found</h1>")]

    with pytest.raises(Problem) as refusal:
        sundial.game("abc")

    assert refusal.value.code == "http-404"


def test_a_server_that_is_not_there_is_unreachable_after_all_patience(pauses: list[float]) -> None:
    with (
        Sundial(f"http://127.0.0.1:{free_port()}", patience=Patience(seconds=1), sleep=pauses.append) as sundial,
        pytest.raises(Unreachable),
    ):
        sundial.me()

    assert pauses


def test_the_token_is_sent(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(200, {})]

    sundial.me()

    assert script.asked[0].line == "GET /api/v1/me"
    assert script.asked[0].headers["Authorization"] == "Bearer sdl_secret"


def test_what_has_not_changed_is_not_sent_again(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(200, {"id": "abc"}, {"ETag": '"17"'}), Answer(304, b"", {"ETag": '"17"'})]

    first = sundial.game("abc")
    first["id"] = "what a program does to an answer stays with it"

    assert sundial.game("abc")["id"] == "abc"
    assert script.asked[1].headers["If-None-Match"] == '"17"'


def test_a_list_goes_on_until_its_last_page(script: Script, sundial: Sundial) -> None:
    pages = [{"games": [{"id": "a"}], "next_cursor": "x y"}, {"games": [{"id": "b"}], "next_cursor": None}]
    script.answers = [Answer(200, page) for page in pages]

    found = [game["id"] for game in sundial.games(mine=True)]

    assert found == ["a", "b"]
    lines = [asked.line for asked in script.asked]
    assert lines == ["GET /api/v1/games?mine=true", "GET /api/v1/games?mine=true&cursor=x+y"]
