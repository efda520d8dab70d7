"""A game with an impossible log: every interface refuses it with a reason; nothing is lost, and no time runs out."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from service.db.engines import db, session
from service.language.errors import Conflict
from service.models import GameStatus, InboundMail
from service.notifications import links
from service.play.clocks import enforce_deadline, overdue_games
from service.play.moves import accept_move
from tests.service.api.program import Match, code, match
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mail, process_all
from tests.service.web.visitor import Visitor

DAMAGE = {
    "an entry of another seat": "UPDATE log_entry SET seat = 1 WHERE number = 1",
    "an entry that is no action": "UPDATE log_entry SET action = 'nonsense' WHERE number = 1",
    "an action that was impossible": "UPDATE log_entry SET action = 'reroll 6 6 6' WHERE number = 1",
    "an entry that is missing": "DELETE FROM log_entry WHERE number = 2",
    "the turn of another seat": "UPDATE game SET to_move = 0",
}
REFUSED = (409, "damaged-game")


@pytest.fixture(params=DAMAGE)
def damaged(request: pytest.FixtureRequest, client: FlaskClient) -> Match:
    """Create a damaged game that no process has cached."""
    running = match(client)
    running.table.play("place max-15")
    with db.engine.begin() as connection:
        connection.execute(text(DAMAGE[request.param]))
        connection.execute(text("UPDATE game SET log_mark = 'unseen'"))
    session().rollback()
    return running


def test_no_move_is_written_and_the_operator_is_told_why(damaged: Match, caplog: pytest.LogCaptureFixture) -> None:
    game = damaged.table.game
    with pytest.raises(Conflict, match="damaged-game"):
        accept_move(game.id, seat=game.to_move or 0, version=2, move="place max-8", now=game.created_at)
    assert f"game {game.id} is damaged and stands still: " in caplog.text
    session().rollback()
    assert (damaged.table.game.version, damaged.table.game.log_length) == (2, 3)


def test_a_move_for_a_version_of_before_is_refused_as_one(client: FlaskClient) -> None:
    running = match(client)
    running.table.play("place max-15")
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE log_entry SET action = 'nonsense' WHERE number = 0"))
        connection.execute(text("UPDATE game SET log_mark = 'unseen'"))
    session().rollback()
    answer = running.ann.post(f"{running.path}/moves", {"version": 1, "move": "place max-8"})
    assert code(answer) == (409, "stale-version")


def test_programs_and_people_are_refused_with_a_reason(damaged: Match, app: Flask) -> None:
    to_move = damaged.table.game.to_move or 0
    mover = (damaged.ann, damaged.bob)[to_move]
    assert code(mover.post(f"{damaged.path}/moves", {"version": 2, "move": "place max-8"})) == REFUSED
    assert code(mover.get(f"{damaged.path}/legal-actions")) == REFUSED
    page = Visitor(app).post(links.turn_link(damaged.table.game, to_move), move="place max-8", version="2")
    assert page.status == 409
    assert "This is our fault" in page.text


def test_what_needs_no_position_can_be_looked_at(damaged: Match) -> None:
    assert damaged.ann.get(f"{damaged.path}/record").status_code == 200
    assert damaged.ann.get(f"{damaged.path}/log").status_code == 200
    assert damaged.ann.get("/games?mine=true").status_code == 200
    assert damaged.ann.get(f"{damaged.path}/board.svg?at=0").status_code == 200


def test_no_deadline_passes(damaged: Match, clock: FakeClock) -> None:
    damaged.table.look()
    clock.advance(days=3, seconds=1)
    assert overdue_games(clock()) == [damaged.table.id]
    assert enforce_deadline(damaged.table.id, clock())
    assert overdue_games(clock()) == []
    assert damaged.table.game.status == GameStatus.ACTIVE


def test_a_move_by_mail_waits_until_the_game_is_mended(damaged: Match) -> None:
    game, name = damaged.table.game, damaged.table.mover.name
    deliver(links.turn_box(game, game.to_move or 0), mail(f"{name}@example.net", "place max-8"))
    with pytest.raises(Conflict, match="damaged-game"):
        process_all()
    session().rollback()
    assert session().query(InboundMail.state).scalar() == "queued"
