"""The stream by which an open page hears that it is to look again."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, json
from sqlalchemy import update

from service.db.engines import transaction
from service.models import Game, Visibility
from service.notifications.links import turn_link
from service.play.chat import post
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from tests.service.web.visitor import Visitor, returning, sign_in


@pytest.fixture
def of(app: Flask) -> Table:
    """Ann and Bob, Ann to move."""
    return table("ann", "bob")


def frame(visitor: Visitor, query: str = "", last: int | None = None) -> tuple[dict[str, Any] | None, int]:
    """Return the stream's first event, if any, and its position."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    answer = visitor.client.get(f"/live?session={session_of(visitor)}&{query}", headers=headers)
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines() if line)
    return None if fields.get("event") == "alive" else json.loads(fields["data"]), int(fields["id"])


def session_of(visitor: Visitor) -> str:
    """Under which session the pages of that browser are drawn."""
    script = next(each for each in visitor.open("/help").tree.all("script") if "data-session" in each.attributes)
    return script.attributes["data-session"]


def test_a_page_hears_which_of_ones_games_have_changed_and_in_how_many_it_is_ones_turn(app: Flask, of: Table) -> None:
    bob = returning(app, "bob@example.net")
    first, seen = frame(bob, f"game={of.id}&version={of.game.version}")
    silent, _ = frame(bob, last=seen)

    of.play("place max-15")
    told, _ = frame(bob, last=seen)

    assert first == {"games": [], "to_move": 0, "inbox": 0}
    assert silent is None
    assert told == {"games": [of.id], "to_move": 1, "inbox": 0}


def test_a_page_that_has_seen_more_than_a_restored_database_holds_begins_anew(app: Flask, of: Table) -> None:
    shown = of.game.version
    of.play("place max-15")

    told, seen = frame(returning(app, "bob@example.net"), f"game={of.id}&version={shown}", last=999_999_999)

    assert told == {"games": [of.id], "to_move": 1, "inbox": 0}
    assert seen < 999_999_999


def test_a_page_hears_at_once_of_what_has_happened_while_it_was_on_its_way(app: Flask, of: Table) -> None:
    shown = of.game.version
    of.play("place max-15")

    told, _ = frame(returning(app, "bob@example.net"), f"game={of.id}&version={shown}")

    assert told == {"games": [of.id], "to_move": 1, "inbox": 0}


def test_who_watches_hears_of_moves_and_not_of_talk(app: Flask, of: Table, clock: FakeClock) -> None:
    with transaction() as current:
        current.execute(update(Game).values(visibility=Visibility.PUBLIC))
    eve, query = returning(app, "eve@example.net"), f"game={of.id}"
    _, seen = frame(eve, query)

    post(of.id, of.players[0], "hello", clock())
    talk, _ = frame(eve, query, seen)
    of.play("place max-15")
    move, _ = frame(eve, query, seen)

    assert talk is None
    assert move == {"games": [of.id], "to_move": 0, "inbox": 0}


def test_while_nothing_happens_a_page_hears_what_its_browser_tells_it(app: Flask, of: Table) -> None:
    bob = returning(app, "bob@example.net")
    _, seen = frame(bob)

    answer = bob.client.get(f"/live?session={session_of(bob)}", headers={"Last-Event-ID": str(seen)})

    fields = dict(line.split(": ", 1) for line in answer.text.splitlines() if line)
    assert (fields["event"], bool(fields["data"])) == ("alive", True)


def test_a_page_of_a_session_that_is_over_hears_nothing(app: Flask, of: Table) -> None:
    ann = returning(app, "ann@example.net")
    before = session_of(ann)
    assert ann.client.get(f"/live?session={before}").status_code == 200

    ann.press(ann.open("/me"), "Sign out")
    assert ann.client.get(f"/live?session={before}").status_code == 401
    sign_in(app, "bob", ann)
    assert ann.client.get(f"/live?session={before}").status_code == 401


def test_there_is_no_stream_of_a_private_game_for_others_nor_for_nobody(
    app: Flask, of: Table, visitor: Visitor
) -> None:
    eve = returning(app, "eve@example.net")
    assert eve.client.get(f"/live?session={session_of(eve)}&game={of.id}").status_code == 404
    assert visitor.client.get("/live").status_code == 401


@pytest.mark.parametrize("last", ["yesterday", "-1", "9" * 40, "²"])
def test_an_odd_last_event_is_none(app: Flask, of: Table, last: str) -> None:
    bob = returning(app, "bob@example.net")

    odd = [("Last-Event-ID", last.encode().decode("latin-1"))]
    answer = bob.client.get(f"/live?session={session_of(bob)}", headers=odd)

    assert answer.status_code == 200
    assert "data: " in answer.text


def test_each_page_says_in_its_title_in_how_many_games_it_is_ones_turn(app: Flask, of: Table, visitor: Visitor) -> None:
    table("ann", "bob")
    ann, bob = returning(app, "ann@example.net"), returning(app, "bob@example.net")

    assert "<title>(2) Help · Sundial</title>" in ann.client.get("/help").text
    assert "<title>(2) Seasons of the Sun · Sundial</title>" in ann.client.get(f"/games/{of.id}").text
    missing = ann.client.get("/nowhere")
    assert (missing.status_code, "<title>(2) " in missing.text) == (404, True)
    assert "<title>Help · Sundial</title>" in bob.client.get("/help").text
    assert "<title>Help · Sundial</title>" in visitor.client.get("/help").text


def test_strangers_and_pages_that_a_link_opens_hear_nothing(app: Flask, of: Table, visitor: Visitor) -> None:
    ann = returning(app, "ann@example.net")

    assert "live.js" in ann.client.get("/help").text
    assert "live.js" not in visitor.client.get("/help").text
    assert "live.js" not in ann.client.get(turn_link(of.game, 0)).text
