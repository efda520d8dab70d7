"""Data exports: complete, without other people's data, and without secrets."""

from __future__ import annotations

import json
import mailbox
import re
import tracemalloc
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, insert, select

from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.config.key_ring import key_ring
from service.db import clock
from service.db.engines import db, session, transaction
from service.models import Account, Envelope, Game, GameSeat, Model
from service.play.chat import post as say
from service.play.games import NewGame, SeatWish, create_game
from service.presentation.exports import GAMES, export_lines, export_part
from service.security.keys import read_seat_link
from service.verification.verify import Verdict, check
from tests.lived import migrated_postgres, migrated_sqlite
from tests.lives import BOT, NAME, Life, found
from tests.service.tables import person, table
from workers.jobs.notices import seal_due

__all__ = ["migrated_postgres", "migrated_sqlite"]

API = "/api/v1/me/export"


@pytest.fixture
def life(app: Flask) -> Life:
    """Zygmunta's."""
    return found()


def got(client: FlaskClient, account: Account, path: str) -> str:
    """Download over the API."""
    secret = create_token(account, "export", SCOPES, clock.now(), is_told=False).secret
    answer = client.get(path, headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 200
    return answer.text


def exported(client: FlaskClient, account: Account) -> dict[str, Any]:
    """Return the parsed export."""
    found: dict[str, Any] = json.loads(got(client, account, API))
    return found


def test_all_that_is_kept_of_a_person_is_in_the_export(client: FlaskClient, life: Life) -> None:
    told = exported(client, life.account)
    assert (told["format"], told["account"]["name"], told["account"]["email"]) == (
        "sundial-export-1",
        NAME,
        "zygmunta@example.net",
    )
    assert [token["name"] for token in told["tokens"]] == [f"laptop of {NAME}", "export"]
    assert [each["system"] for each in told["sessions"]] == ["Linux", "iPhone"]
    assert [each["used_at"] for each in told["sign_ins"]] == [None]
    assert [each["url"] for each in told["webhooks"]] == [f"https://bot.example.net/{NAME}"]
    assert [each["name"] for each in told["blocks"]] == ["bob"]
    assert [each["name"] for each in told["favourites"]] == ["bob"]
    assert [each["name"] for each in told["organisers"]] == ["bob"]
    assert [(each["name"], each["author"], len(each["tokens"])) for each in told["bots"]] == [(BOT, NAME, 1)]
    assert [each["outcome"] for each in told["mails_received"]] == ["played"]
    assert len(told["games"]) == 6
    assert {game["as"] for game in told["games"]} == {NAME, BOT}


def test_games_come_with_moves_that_verify_and_with_what_was_said(client: FlaskClient, life: Life) -> None:
    games = {game["id"]: game for game in exported(client, life.account)["games"]}
    over = games[life.finished.id]
    assert {finding.verdict for finding in check(over["record"])} == {Verdict.RIGHT}
    assert len(over["record"]["log"]) == over["log_length"] > 10
    said = [(each["account"], each["text"]) for each in games[life.running.id]["messages"]]
    assert said == [(NAME, "Zygmunta says hello."), ("bob", "Hi!")]
    assert games[life.running.id]["seed"] is None


def secrets() -> list[str]:
    """All that the tables keep of secrets."""
    columns = {"hash", "salt", "link_hash", "previous_salt", "join_salt"}
    return [
        str(value)
        for table in Model.metadata.sorted_tables
        for column in table.columns
        if column.name in columns
        for value in session().scalars(select(column).where(column.is_not(None)))
    ]


def test_nothing_in_it_opens_a_door(app: Flask, client: FlaskClient, life: Life) -> None:
    texts = [got(client, life.account, path) for path in (API, f"{API}.mbox")]
    assert len(secrets()) > 5
    for text in texts:
        assert [secret for secret in secrets() if secret in text] == []
        tokens = re.findall(r"[a-z0-9]{30,}", text)
        assert [token for token in tokens if read_seat_link(token, key_ring())] == []
        assert re.findall(r"/(?:t|i|j|a|s|k|f|sign-in|unsubscribe)/\w{10,}", text) == []
    assert not re.search(r"\b\d{4} ?\d{4}\b(?!.*[+:])", "".join(re.findall(r"code.*", texts[1])))


def test_the_mails_are_an_mbox_also_those_whose_text_is_gone(client: FlaskClient, life: Life, tmp_path: Path) -> None:
    table(life.account.name, "cyd")
    seal_due(clock.now)
    theirs = select(Envelope).where(Envelope.account_id == life.account.id).order_by(Envelope.id)
    envelopes = session().scalars(theirs).all()
    assert {bool(envelope.encrypted) for envelope in envelopes} == {True, False}
    path = tmp_path / "mails"
    path.write_text(got(client, life.account, f"{API}.mbox"))
    with closing(mailbox.mbox(path)) as box:
        mails = list(box)
    assert [mail["Message-ID"] for mail in mails] == [envelope.message_id for envelope in envelopes]
    assert {mail["To"] for mail in mails} == {"zygmunta@example.net"}
    assert "[left out]" in str(mails[0].get_payload())
    assert any("cyd" in str(mail.get_payload()) for mail in mails)


def test_nobody_elses_is_in_it(client: FlaskClient, life: Life) -> None:
    eve = exported(client, person("eve"))
    assert (eve["games"], eve["bots"], eve["blocks"], eve["webhooks"]) == ([], [], [], [])
    assert NAME not in json.dumps(eve)


def test_bots_have_no_export_of_their_own(client: FlaskClient, life: Life) -> None:
    bot = session().scalars(select(Account).where(Account.name == BOT)).one()
    secret = create_token(bot, "export", SCOPES, clock.now(), is_told=False).secret
    for path in (API, f"{API}.mbox"):
        answer = client.get(path, headers={"Authorization": f"Bearer {secret}"})
        assert (answer.status_code, (answer.json or {})["code"]) == (403, "not-a-person")


def test_many_games_come_in_parts_of_few_statements(client: FlaskClient, app: Flask) -> None:
    ann = person("ann")
    for _ in range(2 * GAMES + 1):
        create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock.now())
    part, at, sizes, statements = export_part(ann, 0, clock.now()), 0, list[int](), list[str]()
    event.listen(db.engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
    while part.following is not None:
        sizes.append(len(part.data))
        at = part.following
        part = export_part(ann, at, clock.now())
    assert at == 2 * GAMES
    assert len(sizes) == 2
    assert len(statements) < 20
    assert len({game["id"] for game in exported(client, ann)["games"]}) == 2 * GAMES + 1


def test_as_lines_it_holds_what_the_document_does(client: FlaskClient, life: Life) -> None:
    document = exported(client, life.account)

    secret = create_token(life.account, "lines", SCOPES, clock.now(), is_told=False).secret
    headers = {"Authorization": f"Bearer {secret}", "Accept": "application/x-ndjson"}
    answer = client.get(API, headers=headers)

    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson")
    about, *games, end = map(json.loads, answer.text.splitlines())
    assert games == document["games"]
    assert end == {"games": 6}
    assert about.keys() == document.keys() - {"games"}
    assert about["account"] == document["account"]


FILLED = 3
"""Times as much as is held for few games once caches are full; what grew with the games would be nine times."""


def test_no_part_of_five_hundred_games_takes_more_memory_than_one_of_few(app: Flask) -> None:
    ann = person("ann")
    few, many = GAMES + 1, 500
    games = [
        create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock.now()) for _ in range(few)
    ]
    peak_of_all_parts(ann, few)  # what is kept from then on is not that of these games
    of_few = peak_of_all_parts(ann, few)
    copy(games[-1].id, many - few)
    assert peak_of_all_parts(ann, many) < FILLED * of_few


def copy(game_id: str, times: int) -> None:
    """Lay more games with the rows of that one, which has not begun: to set each up takes twenty times as long."""
    ids = [f"copy{number}" for number in range(times)]
    with transaction() as current:
        [game] = current.execute(select(*Game.__table__.c).where(Game.id == game_id)).mappings()
        seats = current.execute(select(*GameSeat.__table__.c).where(GameSeat.game_id == game_id)).mappings().all()
        numbers = count(int(game["number"]) + 1)
        current.execute(insert(Game), [{**game, "id": each, "number": next(numbers)} for each in ids])
        current.execute(insert(GameSeat), [{**seat, "game_id": each} for each in ids for seat in seats])


def peak_of_all_parts(owner: Account, games: int) -> int:
    """Return the peak memory of making all games' lines, each part in a session of its own."""
    lines, at = 0, 0
    db.session.remove()
    tracemalloc.start()
    while True:
        part = export_lines(owner, at, clock.now())
        lines += part.data.count(b"\n")
        db.session.remove()
        if part.following is None:
            break
        at = part.following
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert lines == games + 2
    return peak


def test_what_two_players_said_to_each_other_alone_is_in_no_export_but_theirs(client: FlaskClient) -> None:
    seasons = table("ada", "bob", "cyd")
    say(seasons.id, seasons.players[0], "Psst", clock.now(), to=1)

    parts = [export_part(each, 0, clock.now()).data.decode() for each in seasons.players]

    games = [{game["id"]: game for game in json.loads(part)["games"]} for part in parts]
    said = [of_one[seasons.id]["messages"] for of_one in games]
    assert [[(each["text"], each["to"]) for each in of_one] for of_one in said] == [[("Psst", 1)], [("Psst", 1)], []]
