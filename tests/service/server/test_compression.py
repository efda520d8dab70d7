"""Response compression: what is compressed, for whom, and conditional requests with it."""

from __future__ import annotations

import gzip

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.web.assets import asset
from tests.service.api.conftest import ann, bob, running
from tests.service.api.program import Match
from tests.service.tables import table
from tests.service.web.visitor import Visitor, returning

__all__ = ["ann", "bob", "running"]

UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}


def get(client: FlaskClient, path: str, **headers: str) -> TestResponse:
    return client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


@pytest.mark.parametrize("coding", ["br", "gzip"])
@pytest.mark.parametrize("path", ["/help", "/api/v1/openapi.json", "/api/v1/rulesets/dawn"])
def test_pages_and_json_come_packed_to_whoever_can_unpack_them(client: FlaskClient, path: str, coding: str) -> None:
    plain, packed = get(client, path), get(client, path, Accept_Encoding=coding)
    assert packed.headers["Content-Encoding"] == coding
    assert UNPACK[coding](packed.get_data()) == plain.get_data()
    assert len(packed.get_data()) < len(plain.get_data()) / 2
    assert "Content-Encoding" not in plain.headers
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.vary
        assert answer.content_length == len(answer.get_data())


def test_brotli_is_sent_where_both_are_taken(client: FlaskClient) -> None:
    assert get(client, "/help", Accept_Encoding="gzip, deflate, br, zstd").headers["Content-Encoding"] == "br"
    assert get(client, "/help", Accept_Encoding="gzip, br;q=0").headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in get(client, "/help", Accept_Encoding="zstd, identity").headers


def test_what_is_short_or_packed_already_comes_as_it_is(running: Match, client: FlaskClient) -> None:
    for path in ("/healthz", "/api/v1/me"):
        assert "Content-Encoding" not in get(client, path, Accept_Encoding="br").headers
    png = running.ann.get(f"{running.path}/board.png", headers={"Accept-Encoding": "br"})
    assert (png.status_code, png.headers.get("Content-Encoding")) == (200, None)
    svg = running.ann.get(f"{running.path}/board.svg", headers={"Accept-Encoding": "br"})
    assert svg.headers["Content-Encoding"] == "br"


def test_a_head_says_what_a_get_would(client: FlaskClient) -> None:
    wanted = get(client, "/api/v1/rulesets/dawn", Accept_Encoding="br")
    head = client.head("/api/v1/rulesets/dawn", headers={"Accept-Encoding": "br"})
    assert head.get_data() == b""
    for name in ("Content-Encoding", "Content-Length"):
        assert head.headers[name] == wanted.headers[name]


def test_etags_differ_by_coding_and_each_of_them_is_understood(running: Match) -> None:
    plain = running.ann.get(running.path)
    packed = running.ann.get(running.path, headers={"Accept-Encoding": "br"})
    assert packed.headers["ETag"] == plain.headers["ETag"][:-1] + ':br"'
    for known in (plain, packed):
        for accepted in ({}, {"Accept-Encoding": "br"}):
            again = running.ann.get(running.path, headers={"If-None-Match": known.headers["ETag"], **accepted})
            assert (again.status_code, again.headers["ETag"]) == (304, known.headers["ETag"])


@pytest.mark.parametrize("accepted", [{}, {"Accept-Encoding": "br"}])
def test_a_move_answers_the_state_that_was_read_packed_or_not(running: Match, accepted: dict[str, str]) -> None:
    etag = running.ann.get(running.path, headers=accepted).headers["ETag"]
    played = running.ann.play(running.table.id, "place max-15", headers={"If-Match": etag, **accepted})
    assert played.status_code == 201
    stale = running.bob.play(running.table.id, "place max-13", headers={"If-Match": etag, **accepted})
    assert stale.status_code == 412


def test_a_page_with_a_cookie_is_packed_only_when_its_own_site_or_reader_asks(app: Flask) -> None:
    visitor = Visitor(app)
    visitor.client.set_cookie("sundial", "x")
    for site, packed in (
        ("same-origin", "br"),
        ("none", "br"),
        ("cross-site", None),
        ("same-site", None),
        (None, None),
    ):
        headers = {"Accept-Encoding": "br"} | ({"Sec-Fetch-Site": site} if site else {})
        answer = visitor.client.get("/help", headers=headers)
        assert answer.headers.get("Content-Encoding") == packed, site
        assert "Accept-Encoding" in answer.vary


def test_files_are_kept_for_ever_and_an_old_page_still_finds_them(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context():
        address = asset("page.css")
    now = get(client, address, Accept_Encoding="br")
    assert (now.status_code, now.headers["Content-Encoding"]) == (200, "br")
    assert now.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    old = get(client, "/static/0123456789ab/page.css", Accept_Encoding="br")
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")
    assert old.get_data() == now.get_data()
    again = get(client, address, Accept_Encoding="br", If_None_Match=now.headers["ETag"])
    assert (again.status_code, again.headers["ETag"]) == (304, now.headers["ETag"])


def test_the_page_of_a_game_takes_an_eighth_of_its_bytes(app: Flask) -> None:
    game = table("ann", "bob", ruleset="dawn")
    visitor = returning(app, str(game.mover.email))
    plain, packed = (
        len(visitor.client.get(f"/games/{game.id}", headers=headers).get_data())
        for headers in ({}, {"Accept-Encoding": "br", "Sec-Fetch-Site": "same-origin"})
    )
    assert plain > 40_000
    assert packed < plain / 7, (plain, packed)
