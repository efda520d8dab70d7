"""Request bodies of API operations, for tests of refusals."""

from __future__ import annotations

from typing import Any

from tests.service.foreign import short_record

BODIES: dict[str, dict[str, Any]] = {
    "POST /api/v1/sign-in": {"email": "eve@example.net"},
    "POST /api/v1/tokens": {"email": "quill@example.net", "code": "00000000"},
    "POST /api/v1/bots": {"name": "eves-other-bot"},
    "PATCH /api/v1/bots/<bot>": {"description": "Eve's now.", "paused": True},
    "POST /api/v1/webhooks": {"url": "https://bot.example.net/eve"},
    "PATCH /api/v1/webhooks/<webhook_id>": {"url": "https://bot.example.net/eve", "enabled": False},
    "POST /api/v1/me/vacations": {"first_day": "2026-06-01", "last_day": "2026-06-02"},
    "POST /api/v1/challenges": {"to": {"anybody": True}, "ruleset": "seasons"},
    "POST /api/v1/tournaments": {"title": "Eve's", "ruleset": "siesta", "system": "round-robin"},
    "PATCH /api/v1/tournaments/<tournament_id>": {"title": "Eve's now", "reason": "Eve wants it."},
    "DELETE /api/v1/tournaments/<tournament_id>/entries/<player>": {"reason": "Eve wants it."},
    "POST /api/v1/tournaments/<tournament_id>/pairings/<round_number>/<board>/adjudicate": {
        "half_points": [2, 0],
        "reason": "Eve says so.",
    },
    "POST /api/v1/games": {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]},
    "POST /api/v1/me/imports": {"record": short_record()},
    "POST /api/v1/matches": {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]},
    "POST /api/v1/game-batches": {"games": [{"ruleset": "seasons", "players": ["quills-bot", "mallorys-bot"]}]},
    "POST /api/v1/games/<game_id>/adjudicate": {"half_points": [2, 0], "reason": "Eve wants it."},
    "PUT /api/v1/me/substitute": {"rulesets": ["seasons"]},
    "POST /api/v1/games/<game_id>/take-over": {"seat": 0},
    "PUT /api/v1/games/<game_id>/delivery": {"mode": None},
    "POST /api/v1/games/<game_id>/proposal": {"id": "k3xw7mq2", "agrees": True},
    "PUT /api/v1/games/<game_id>/plan": {"text": "if anything then place max-10"},
    "POST /api/v1/games/<game_id>/branches": {"name": "eve's"},
    "PATCH /api/v1/games/<game_id>/branches/<branch_id>": {"name": "eve's"},
    "POST /api/v1/games/<game_id>/messages": {"text": "Hello!"},
    "POST /api/v1/games/<game_id>/messages/<message_id>/report": {"why": "abuse"},
    "POST /api/v1/games/<game_id>/moves": {"version": 1, "move": "place max-15"},
    "POST /api/v1/games/<game_id>/previews": {"version": 1, "move": "place max-15"},
}
"""What a request has to hold so that nothing but the principal is wrong with it."""
HEADERS = {"POST /api/v1/game-batches": {"Idempotency-Key": "eves"}}
"""What its headers have to hold for that."""
