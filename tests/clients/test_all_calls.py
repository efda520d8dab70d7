"""The client can ask for all that the OpenAPI document has."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable

import pytest

from sundial_client import Problem, Sundial
from tests.clients.script import Answer, Script
from tests.service.api.document import DOCUMENT

PATHS = DOCUMENT["paths"]
METHODS = ("get", "post", "put", "patch", "delete")
OPERATIONS = {f"{method.upper()} {path}" for path, told in PATHS.items() for method in METHODS if method in told}
FOR_OTHERS = {"GET /healthz", "GET /readyz", "GET /metrics", "GET /api/v1/problems/{code}"}
"""For whoever watches a server, and for people."""
LISTS = (
    "rulesets",
    "games",
    "log",
    "messages",
    "turns",
    "matches",
    "tokens",
    "sessions",
    "webhooks",
    "deliveries",
    "events",
    "bots",
    "blocks",
    "favourites",
    "challenges",
    "invitations",
    "branches",
    "organisers",
    "tournaments",
)
EMPTY = Answer(200, {"next_cursor": None, "next": 1} | {name: [] for name in LISTS})
CALLS: list[Callable[[Sundial], object]] = [
    lambda sundial: sundial.request_sign_in("ann@example.net"),
    lambda sundial: sundial.create_token("ann@example.net", "12345678", "laptop"),
    lambda sundial: sundial.tokens(),
    lambda sundial: sundial.revoke_token(7),
    lambda sundial: sundial.sessions(),
    lambda sundial: sundial.end_session(7),
    lambda sundial: sundial.end_sessions(),
    lambda sundial: sundial.entry(),
    lambda sundial: sundial.me(),
    lambda sundial: sundial.change_me(time_zone="Europe/Berlin"),
    lambda sundial: sundial.export(),
    lambda sundial: sundial.export_mails(),
    lambda sundial: sundial.export_lines(),
    lambda sundial: sundial.delete_me(),
    lambda sundial: sundial.blocks(),
    lambda sundial: sundial.block("eve"),
    lambda sundial: sundial.lift_block("eve"),
    lambda sundial: sundial.favourites(),
    lambda sundial: sundial.add_favourite("bob"),
    lambda sundial: sundial.drop_favourite("bob"),
    lambda sundial: sundial.organisers(),
    lambda sundial: sundial.agree_to("club"),
    lambda sundial: sundial.end_consent("club"),
    lambda sundial: sundial.create_batch([{"ruleset": "siesta", "players": ["ann", "bob"]}]),
    lambda sundial: sundial.batch("k3xw7mq2k3xw"),
    lambda sundial: sundial.adjudicate("abc", [2, 0], "Bob is away."),
    lambda sundial: sundial.rematch("abc"),
    lambda sundial: list(sundial.challenges("siesta")),
    lambda sundial: list(sundial.own_challenges()),
    lambda sundial: sundial.challenge({"anybody": True}, ruleset="siesta", most_days=5),
    lambda sundial: sundial.own_challenge("k3xw7mq2k3xw"),
    lambda sundial: sundial.accept_challenge("k3xw7mq2k3xw"),
    lambda sundial: sundial.decline_challenge("k3xw7mq2k3xw"),
    lambda sundial: sundial.delete_challenge("k3xw7mq2k3xw"),
    lambda sundial: list(sundial.tournaments("open")),
    lambda sundial: sundial.tournament("k3xw7mq2hd5t"),
    lambda sundial: sundial.create_tournament("Autumn", "siesta", "round-robin"),
    lambda sundial: sundial.change_tournament("k3xw7mq2hd5t", "paused", reason="A break."),
    lambda sundial: sundial.enter_tournament("k3xw7mq2hd5t"),
    lambda sundial: sundial.leave_tournament("k3xw7mq2hd5t"),
    lambda sundial: sundial.remove_player("k3xw7mq2hd5t", "bob", "Unfair play."),
    lambda sundial: sundial.decide_pairing("k3xw7mq2hd5t", (1, 2), [2, 0], "Nobody moves."),
    lambda sundial: sundial.make_table_final("k3xw7mq2hd5t"),
    lambda sundial: list(sundial.left_seats("siesta")),
    lambda sundial: sundial.take_over("abc", 1),
    lambda sundial: sundial.substitutes_in(),
    lambda sundial: sundial.substitute_in(["siesta"]),
    lambda sundial: sundial.import_game({"format": "sundial-record-1"}),
    lambda sundial: list(sundial.imports()),
    lambda sundial: sundial.remove_import("k3xw7mq2k3xw"),
    lambda sundial: sundial.vacations(),
    lambda sundial: sundial.take_vacation("2026-08-01", "2026-08-14"),
    lambda sundial: sundial.end_vacation("2026-08-01"),
    lambda sundial: sundial.delivery("abc"),
    lambda sundial: sundial.choose_delivery("abc", "off"),
    lambda sundial: sundial.player("ann"),
    lambda sundial: sundial.rating_history("ann"),
    lambda sundial: sundial.leaders("seasons"),
    lambda sundial: sundial.bots(free=True),
    lambda sundial: sundial.bot("rusty"),
    lambda sundial: sundial.create_bot("rusty"),
    lambda sundial: sundial.change_bot("rusty", paused=True),
    lambda sundial: sundial.retire_bot("rusty"),
    lambda sundial: sundial.create_bot_token("rusty", "laptop"),
    lambda sundial: sundial.bot_tokens("rusty"),
    lambda sundial: sundial.revoke_bot_token("rusty", 7),
    lambda sundial: sundial.heartbeat(),
    lambda sundial: sundial.rulesets(),
    lambda sundial: sundial.ruleset("dawn"),
    lambda sundial: sundial.create_game("dawn", [{"me": True}, {"ai": 1}]),
    lambda sundial: sundial.games(),
    lambda sundial: sundial.records(),
    lambda sundial: sundial.game("abc"),
    lambda sundial: sundial.proposal("abc"),
    lambda sundial: sundial.take_back("abc"),
    lambda sundial: sundial.offer_draw("abc"),
    lambda sundial: sundial.answer_proposal("abc", "k3xw7mq2", agrees=True),
    lambda sundial: sundial.plan("abc"),
    lambda sundial: sundial.set_plan("abc", "if anything then place max-10"),
    lambda sundial: sundial.drop_plan("abc"),
    lambda sundial: sundial.what_if("abc", "c4 / e7", at=3),
    lambda sundial: list(sundial.branches("abc")),
    lambda sundial: sundial.keep_branch("abc", "my corner", "c4 / e7"),
    lambda sundial: sundial.branch("abc", "k3xw7mq2k3xw"),
    lambda sundial: sundial.change_branch("abc", "k3xw7mq2k3xw", name="the edge"),
    lambda sundial: sundial.drop_branch("abc", "k3xw7mq2k3xw"),
    lambda sundial: sundial.clock("abc"),
    lambda sundial: sundial.analysis("abc", at=4),
    lambda sundial: sundial.ask_for_analysis("abc", at=4),
    lambda sundial: sundial.stop_clocks("abc"),
    lambda sundial: sundial.start_clocks("abc"),
    lambda sundial: sundial.join("abc"),
    lambda sundial: sundial.join_offer("abc", "key"),
    lambda sundial: sundial.begin_without_beacon("abc"),
    lambda sundial: sundial.join_link("abc"),
    lambda sundial: sundial.renew_join_link("abc"),
    lambda sundial: sundial.withdraw_join_link("abc"),
    lambda sundial: sundial.invitations("abc"),
    lambda sundial: sundial.remind("abc", 1),
    lambda sundial: sundial.withdraw_invitation("abc", 1),
    lambda sundial: sundial.decline("abc"),
    lambda sundial: sundial.resignation("abc"),
    lambda sundial: sundial.resign("abc"),
    lambda sundial: sundial.come_back("abc"),
    lambda sundial: sundial.legal_actions("abc"),
    lambda sundial: sundial.move("abc", 17, "c4"),
    lambda sundial: sundial.preview("abc", 17, "c4"),
    lambda sundial: sundial.log("abc"),
    lambda sundial: sundial.record("abc"),
    lambda sundial: sundial.position("abc", at=3),
    lambda sundial: sundial.board("abc"),
    lambda sundial: sundial.picture("abc"),
    lambda sundial: sundial.picture("abc", "png", at=3, style="dark"),
    lambda sundial: sundial.say("abc", "Hello."),
    lambda sundial: sundial.report("abc", 1, "spam"),
    lambda sundial: sundial.messages("abc"),
    lambda sundial: sundial.deliveries("abc"),
    lambda sundial: sundial.create_match("dawn", [{"me": True}, {"open": True}]),
    lambda sundial: sundial.matches(),
    lambda sundial: sundial.match("xyz"),
    lambda sundial: sundial.webhooks(),
    lambda sundial: sundial.webhook(1),
    lambda sundial: sundial.create_webhook("https://bot.example.net/"),
    lambda sundial: sundial.change_webhook(1, enabled=False),
    lambda sundial: sundial.rotate_webhook_secret(1),
    lambda sundial: sundial.delete_webhook(1),
    lambda sundial: sundial.challenge_webhook(1),
    lambda sundial: sundial.test_webhook(1),
    lambda sundial: sundial.webhook_deliveries(1),
    lambda sundial: sundial.redeliver(1, 2),
    lambda sundial: sundial.latest_event(),
]


def takes_key(operation: str) -> bool:
    """Whether an operation can be repeated by its Idempotency-Key."""
    method, path = operation.lower().split(" ")
    return {"$ref": "#/components/parameters/Idempotency-Key"} in PATHS[path][method].get("parameters", [])


def operation(line: str) -> str:
    """Return the document's operation for a request line; raises ValueError if there is none."""
    asked = line.partition("?")[0]
    found = [each for each in OPERATIONS if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", each), asked)]
    return min(found, key=lambda each: each.count("{"))  # `me` stands before a name


def test_all_that_there_is_can_be_asked_for(script: Script, sundial: Sundial) -> None:
    script.answers = [EMPTY]
    for call in CALLS:
        found = call(sundial)
        if isinstance(found, Iterable):
            deque(found, maxlen=0)  # a list is asked for once somebody reads it
    script.answers = [Answer(401, {"code": "revoked-token"})]
    with pytest.raises(Problem):
        next(sundial.stream(after=0))

    called = {operation(asked.line) for asked in script.asked}
    assert OPERATIONS - FOR_OTHERS - called == set(), "give the Python client a method, and call it in CALLS here"
    assert called & FOR_OTHERS == set(), "these are for others, as is said here"
    unkeyed = {operation(asked.line) for asked in script.asked if "Idempotency-Key" not in asked.headers}
    assert [each for each in unkeyed if takes_key(each)] == []
