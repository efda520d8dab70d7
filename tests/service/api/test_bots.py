"""Bots over REST: making them, finding them, inviting them."""

from __future__ import annotations

from typing import Any

from service.bots.accounts import bot_named
from service.webhooks.deliveries import claim_deliveries, send_test
from service.webhooks.endpoints import create_webhook
from service.webhooks.outcomes import AttemptOutcome, note_outcome
from tests.service.api.makers import invite, made, names, program, told
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock, settings
from tests.workers.receiving import proven

__all__ = ["settings"]


def test_a_bot_that_says_nothing_plays_everything_with_everybody(ann: Program) -> None:
    bot = made(ann)
    shown = told(ann.get("/bots/rusty"))
    assert bot.items() <= shown.items()
    assert (shown["results"], shown["reliability"]["games_begun"], shown["median_answer_seconds"]) == ([], 0, None)
    expected = {"owner": "ann", "games": {}, "accepts": "everyone", "accounts": [], "free": True, "last_seen_at": None}
    assert {name: bot[name] for name in expected} == expected


def test_a_manifest_is_shown_as_it_was_given(ann: Program, bob: Program) -> None:
    manifest: dict[str, Any] = {
        "description": "Counts, and hopes.",
        "homepage": "https://bots.example.net/rusty",
        "author": "Ann",
        "games": {"seasons": {"seats": [2], "options": {"version": ["full"]}}, "dawn": {"seats": [], "options": {}}},
        "seconds_per_move": 600,
        "at_once": 3,
        "accepts": "accounts",
        "accounts": ["bob"],
        "auto_accept": True,
        "auto_agree": False,
    }
    bot = made(ann, **manifest)
    assert {name: bot[name] for name in manifest} == manifest
    assert told(bob.get("/bots/rusty"))["accounts"] is None


def test_the_name_of_somebody_else_is_refused(ann: Program, bob: Program) -> None:
    made(ann)
    assert code(bob.post("/bots", {"name": "rusty"})) == (409, "name-taken")
    assert code(ann.post("/bots", {"name": "bob"})) == (409, "name-taken")
    assert code(ann.post("/bots", {"name": "rusty"})) == (409, "name-taken")


def test_a_bot_whose_making_is_asked_for_again_is_made_once(ann: Program) -> None:
    key = {"Idempotency-Key": "my-first-bot"}
    first, again = (ann.post("/bots", {"name": "rusty"}, headers=key) for _ in range(2))
    assert told(again, 201) == told(first, 201)
    assert again.headers["Location"] == "/api/v1/bots/rusty"
    assert names(ann, mine="true") == ["rusty"]


def test_what_is_left_out_of_a_change_stays(ann: Program) -> None:
    made(ann, description="Slow.", games={"seasons": {}})
    changed = told(ann.call("PATCH", "/bots/rusty", json={"at_once": 1}))
    assert (changed["at_once"], changed["description"], list(changed["games"])) == (1, "Slow.", ["seasons"])
    changed = told(ann.call("PATCH", "/bots/rusty", json={"games": {"seasons": {"seats": [3]}, "dawn": {}}}))
    assert {name: terms["seats"] for name, terms in changed["games"].items()} == {"dawn": [], "seasons": [3]}


def test_a_bot_may_say_itself_what_it_plays_if_its_token_may(ann: Program) -> None:
    made(ann)
    told(program(ann, scopes=["bots"]).call("PATCH", "/bots/rusty", json={"at_once": 2}))
    refused = program(ann).call("PATCH", "/bots/rusty", json={"at_once": 3})
    assert code(refused) == (403, "missing-scope")
    assert told(ann.get("/bots/rusty"))["at_once"] == 2


def test_tokens_of_a_bot_are_made_listed_and_ended_by_its_owner(ann: Program) -> None:
    made(ann)
    rusty = program(ann)
    assert told(rusty.get("/me"))["name"] == "rusty"
    [token] = told(ann.get("/bots/rusty/tokens"))["tokens"]
    assert token["scopes"] == ["games:read", "games:play", "messages"]
    assert ann.call("DELETE", f"/bots/rusty/tokens/{token['id']}").status_code == 204
    assert code(rusty.get("/me")) == (401, "revoked-token")


def test_a_bot_is_found_by_what_it_plays_and_says(ann: Program) -> None:
    made(ann, "any")
    made(ann, "dawnlike", games={"dawn": {}}, description="Cautious, 100% sure.")
    assert names(ann) == ["any", "dawnlike"]
    assert names(ann, ruleset="seasons") == ["any"]
    assert names(ann, ruleset="dawn") == ["any", "dawnlike"]
    assert names(ann, q="CAUTIOUS") == ["dawnlike"]
    assert names(ann, q="awn") == ["dawnlike"]
    assert names(ann, q="0%") == ["dawnlike"]
    assert names(ann, q="%y") == []


def test_a_search_shows_only_bots_that_accept_the_asker(ann: Program, bob: Program, anybody: Program) -> None:
    made(ann, "for-all")
    made(ann, "for-ann", accepts="owner")
    made(ann, "for-bob", accepts="accounts", accounts=["bob"])
    assert names(ann) == ["for-all", "for-ann", "for-bob"]
    assert names(bob) == ["for-all", "for-bob"]
    assert names(anybody) == ["for-all"]
    assert names(bob, mine="true") == []
    assert names(ann, mine="true") == ["for-all", "for-ann", "for-bob"]
    assert code(anybody.get("/bots", query_string={"mine": "true"})) == (401, "unauthenticated")


def test_a_long_list_comes_in_pages(ann: Program) -> None:
    for number in range(3):
        made(ann, f"bot-{number}")
    first = told(ann.get("/bots", query_string={"limit": 2}))
    rest = told(ann.get("/bots", query_string={"limit": 2, "cursor": first["next_cursor"]}))
    assert [bot["name"] for bot in first["bots"] + rest["bots"]] == ["bot-0", "bot-1", "bot-2"]
    assert rest["next_cursor"] is None
    assert code(ann.get("/bots", query_string={"cursor": "made-up"})) == (400, "bad-cursor")


def test_a_bot_joins_what_it_is_invited_to(ann: Program, bob: Program) -> None:
    made(ann)
    game = told(invite(bob, "rusty"), 201)
    assert game["status"] == "inviting"
    assert told(program(ann).post(f"/games/{game['id']}/join"))["status"] == "active"


def test_a_bot_that_accepts_all_sits_down_at_once(ann: Program, bob: Program) -> None:
    made(ann, auto_accept=True)
    game = told(invite(bob, "rusty"), 201)
    assert game["status"] == "active"
    events = told(program(ann).get("/events"))["events"]
    assert [event["type"] for event in events][:3] == ["game.invited", "game.joined", "game.started"]


def test_whom_it_lists_its_owner_and_other_bots_of_its_owner_may_invite_it(ann: Program, bob: Program) -> None:
    made(ann, accepts="accounts", accounts=["bob"])
    made(ann, "sprocket")
    for asker in (ann, bob, program(ann, "sprocket")):
        assert told(invite(asker, "rusty"), 201)["status"] == "inviting"


def test_a_bot_with_enough_games_is_full_until_one_is_over(ann: Program, bob: Program) -> None:
    made(ann, at_once=1)
    game = told(invite(bob, "rusty"), 201)
    assert code(invite(bob, "rusty")) == (409, "bot-full")
    assert names(bob, free="true") == []
    bot = told(bob.get("/bots/rusty"))
    assert (bot["free"], bot["games_under_way"]) == (False, 1)
    told(program(ann).post(f"/games/{game['id']}/decline"))
    assert names(bob, free="true") == ["rusty"]
    told(invite(bob, "rusty"), 201)


def test_a_paused_bot_is_not_invited_until_it_goes_on(ann: Program, bob: Program) -> None:
    made(ann)
    paused = told(ann.call("PATCH", "/bots/rusty", json={"paused": True}))
    assert (paused["paused_by"], paused["paused_at"]) == ("owner", "2026-05-04T12:00:00Z")
    assert code(invite(bob, "rusty")) == (409, "bot-paused")
    assert names(bob, free="true") == []
    assert told(ann.call("PATCH", "/bots/rusty", json={"paused": False}))["paused_at"] is None
    told(invite(bob, "rusty"), 201)


def test_a_retired_bot_leaves_its_tables_and_cannot_be_invited(ann: Program, bob: Program) -> None:
    made(ann, auto_accept=True)
    rusty = program(ann)
    running = told(invite(bob, "rusty"), 201)
    assert ann.call("DELETE", "/bots/rusty").status_code == 204
    assert code(rusty.get("/me")) == (401, "revoked-token")
    assert told(bob.get(f"/games/{running['id']}"))["ended_by"] == "resignation"
    assert code(invite(bob, "rusty")) == (404, "no-such-account")
    assert names(ann) == []
    assert told(bob.get("/bots/rusty"))["retired_at"]
    assert code(ann.post("/bots/rusty/tokens")) == (404, "not-found")
    assert code(ann.call("PATCH", "/bots/rusty", json={})) == (404, "not-found")


def test_a_retired_bot_comes_back_under_its_name(ann: Program, bob: Program) -> None:
    made(ann, description="Slow.")
    ann.call("DELETE", "/bots/rusty")
    assert code(bob.post("/bots", {"name": "rusty"})) == (409, "name-taken")
    back = made(ann, description="Faster.")
    assert (back["description"], back["retired_at"], back["free"]) == ("Faster.", None, True)
    told(invite(bob, "rusty"), 201)


def test_any_request_of_a_bot_shows_that_it_is_there(ann: Program, clock: FakeClock) -> None:
    made(ann)
    rusty = program(ann)
    rusty.get("/games")
    assert told(ann.get("/bots/rusty"))["last_seen_at"] == "2026-05-04T12:00:00Z"
    clock.advance(seconds=59)
    rusty.get("/events")
    assert told(ann.get("/bots/rusty"))["last_seen_at"] == "2026-05-04T12:00:00Z"
    clock.advance(seconds=1)
    assert told(rusty.post("/bots/me/heartbeat"))["last_seen_at"] == "2026-05-04T12:01:00Z"


def test_a_bot_whose_webhook_takes_an_event_is_there(ann: Program, clock: FakeClock) -> None:
    made(ann)
    bot = bot_named("rusty")
    webhook = proven(create_webhook(bot.account, "https://bot.example.net/", (), clock()))
    for trouble, seen in ("status", None), (None, "2026-05-04T12:00:00Z"):
        send_test(bot.account, webhook.id, clock())
        [delivery] = claim_deliveries(clock(), 1)
        note_outcome(delivery, AttemptOutcome(200, trouble, 1), clock(), 0)
        assert told(ann.get("/bots/rusty"))["last_seen_at"] == seen
