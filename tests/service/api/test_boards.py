"""The boards of a game: their forms, their colours, and when there is none."""

from __future__ import annotations

import sys

import pytest
from flask import Flask

from rules.canvas import NIGHT, PAPER
from service.pictures import boards as pictures
from service.pictures.boards import PAINTER
from service.pictures.painter import Painter
from tests.service.api.program import Match, Program, code
from tests.service.conftest import settings

pytestmark = pytest.mark.real_pictures
__all__ = ["settings"]

OPEN = {"ruleset": "seasons", "seats": [{"me": True}, {"open": True}], "visibility": "public"}


def test_the_board_is_there_in_three_forms_at_any_point_of_the_log(running: Match) -> None:
    running.ann.play(running.table.id, "place max-15")
    forms = {"svg": "image/svg+xml", "png": "image/png", "txt": "text/plain"}
    for form, media_type in forms.items():
        boards = [running.bob.get(f"{running.path}/board.{form}?at={at}") for at in (0, 3)]
        assert [board.mimetype for board in boards] == [media_type] * 2
        assert boards[0].get_data() != boards[1].get_data()
        assert running.bob.get(f"{running.path}/board.{form}").get_data() == boards[1].get_data()
    now = running.bob.get(f"{running.path}/board.txt").get_data(as_text=True)
    assert now == pictures.text(running.table.game) + "\n"


def test_a_board_is_drawn_for_dark_screens_or_goes_by_the_screen(running: Match) -> None:
    def board(form: str, style: str = "") -> bytes:
        return running.ann.get(f"{running.path}/board.{form}{f'?style={style}' if style else ''}").get_data()

    assert board("png") == board("png", "light") != board("png", "dark")
    assert NIGHT[PAPER].encode() in board("svg", "dark")
    assert b"prefers-color-scheme" not in board("svg", "dark") + board("svg", "light")
    assert b"<style>@media screen and (prefers-color-scheme:dark)" in board("svg")
    refused = running.ann.get(f"{running.path}/board.png?style=sepia")
    assert code(refused) == (422, "bad-request")


def test_a_board_beyond_the_log_is_not_there(running: Match) -> None:
    answer = running.ann.get(f"{running.path}/board.svg?at=2")
    assert code(answer) == (404, "no-such-position")
    assert answer.json
    assert answer.json["log_length"] == 1


def test_a_game_that_has_not_begun_has_no_board_and_no_position(ann: Program) -> None:
    game = ann.post("/games", OPEN).json
    assert game
    assert (game["position"], game["setup"], game["scores"]) == (None, None, None)
    for form in ("svg", "png", "txt"):
        assert code(ann.get(f"/games/{game['id']}/board.{form}")) == (404, "not-started")
    assert code(ann.get(f"/games/{game['id']}/legal-actions")) == (409, "not-started")
    assert code(ann.post(f"/games/{game['id']}/moves", {"version": 0, "move": "x"})) == (409, "not-started")


def test_a_picture_can_run_nothing_and_is_taken_for_nothing_else(running: Match) -> None:
    for form in ("svg", "png", "txt"):
        board = running.ann.get(f"{running.path}/board.{form}")
        assert board.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in board.headers["Content-Security-Policy"]
        assert "sandbox" in board.headers["Content-Security-Policy"]


def test_a_picture_that_cannot_be_drawn_may_be_asked_for_again(app: Flask, running: Match) -> None:
    app.config[PAINTER] = Painter(program=[sys.executable, "-c", "pass"])
    answer = running.ann.get(f"{running.path}/board.png")
    assert code(answer) == (503, "not-ready")
    assert int(answer.headers["Retry-After"]) > 0
