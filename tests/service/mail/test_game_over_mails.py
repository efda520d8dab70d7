"""The mail that a game is over leads to what was best in it, and says it where that is worked out by then."""

from __future__ import annotations

import email
import email.policy

import pytest
from sqlalchemy import select

from rules.json_types import Json
from service.db.engines import session
from service.mail.compose import compose
from service.models import Notice
from service.play.analyses import ask, claim_analyses, keep
from tests.service.conftest import FakeClock
from tests.service.tables import table

pytestmark = pytest.mark.usefixtures("app")

FOUND: dict[str, Json] = {
    "seat": 0,
    "played": "place max-8",
    "moves": [
        {"move": "place max-15", "chances": [0.9, 0.1], "scores": [9.0, 8.0]},
        {"move": "place max-8", "chances": [0.3, 0.7], "scores": [7.0, 8.0]},
    ],
}


def told() -> str:
    """Return the text of the first email that the game is over."""
    notice = session().scalars(select(Notice).where(Notice.kind == "game-over")).first()
    assert notice is not None
    body = email.message_from_bytes(compose(notice), policy=email.policy.default).get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def test_it_leads_to_the_analysis_and_has_the_turning_points_once_they_are_there(clock: FakeClock) -> None:
    seasons = table("ann", "bob")
    seasons.play_to_the_end()
    ask(seasons.id, seasons.players[0], clock(), at=1)

    before = told()
    [row] = claim_analyses(clock())
    keep(row, FOUND, clock())
    after = told()

    assert f"/games/{seasons.id}/analysis" in before
    assert "Turning points" not in before
    assert "\n\nTurning points:\n* ann played place max-8 (30 % to win). Better: place max-15 (90 %).\n" in after
