"""Lower bounds of a request's cost: minimal routes, served as Sundial is, and in other ways.

`/move` is the reference: one transaction that locks the row of a game, appends to its log and commits, and an answer of
a few bytes. `/core` does the same through SQLAlchemy's Core, `/empty` nothing at all, `/schema` only reads and writes
one schema through Flask-smorest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, LifoQueue

import psycopg
from flask import Flask, Response, jsonify, request
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields
from sqlalchemy import bindparam, column, create_engine, insert, select, table

from benchmarks.http.crowd import Chain
from benchmarks.http.crowd import request as http
from service.config.timeouts import WEB_THREADS
from service.server.asgi import Server

View = Callable[[], tuple[Response, int]]

DATABASE = "BARE_DATABASE_URL"
TABLES = """
CREATE TABLE bare_game (id int PRIMARY KEY, version int NOT NULL);
CREATE TABLE bare_log (number bigserial PRIMARY KEY, game_id int NOT NULL REFERENCES bare_game, action text NOT NULL);
INSERT INTO bare_game SELECT number, 0 FROM generate_series(0, 99) number;
"""
LOCK = "SELECT version FROM bare_game WHERE id = %s FOR UPDATE"
APPEND = "INSERT INTO bare_log (game_id, action) VALUES (%s, %s)"
GAME = table("bare_game", column("id"), column("version"))
LOG = table("bare_log", column("game_id"), column("action"))
CORE_LOCK = select(GAME.c.version).where(GAME.c.id == bindparam("id")).with_for_update()
CORE_APPEND = insert(LOG).values(game_id=bindparam("id"), action=bindparam("action"))


def chain(path: str, game: int = 0) -> Chain:
    """Build one request to a route of this app."""
    if path == "/empty":
        return [http("GET", path)]
    return [http("POST", path, {"game": game, "version": 1, "move": "place max-15"})]


class WishSchema(Schema):
    """Input and output of `/schema`."""

    game = fields.Integer(required=True, strict=True)
    version = fields.Integer(required=True, strict=True)
    move = fields.String(required=True)


class Connections:
    """LIFO pool of connections that grows as needed."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: LifoQueue[psycopg.Connection] = LifoQueue()

    @contextmanager
    def one(self) -> Iterator[psycopg.Connection]:
        """Lend a connection."""
        try:
            connection = self._idle.get_nowait()
        except Empty:
            connection = psycopg.connect(self._url)
        yield connection
        self._idle.put(connection)


def create_app(url: str = "") -> Flask:
    """Create the app; `url` is that of a PostgreSQL for psycopg."""
    url = url or os.environ[DATABASE]
    app = Flask(__name__)
    app.config.update(API_TITLE="Bare", API_VERSION="1", OPENAPI_VERSION="3.1.0", MAX_CONTENT_LENGTH=65536)
    app.add_url_rule("/empty", view_func=lambda: "", endpoint="empty")
    app.add_url_rule("/move", view_func=_by_psycopg(Connections(url)), endpoint="move", methods=["POST"])
    app.add_url_rule("/core", view_func=_by_core(url), endpoint="core", methods=["POST"])
    Api(app).register_blueprint(_with_schema())
    return app


def create_server() -> Server:
    """Create the app's server with Sundial's own settings."""
    return Server(create_app(), WEB_THREADS)


def _by_psycopg(connections: Connections) -> View:
    def play() -> tuple[Response, int]:
        wish = request.get_json()
        with connections.one() as connection:
            with connection.transaction():
                [version] = connection.execute(LOCK, [wish["game"]]).fetchone() or [None]
                connection.execute(APPEND, [wish["game"], wish["move"]])
            return jsonify(version=version), 201

    return play


def _by_core(url: str) -> View:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"), pool_size=WEB_THREADS)

    def play() -> tuple[Response, int]:
        wish = request.get_json()
        with engine.begin() as connection:
            version = connection.scalar(CORE_LOCK, {"id": wish["game"]})
            connection.execute(CORE_APPEND, {"id": wish["game"], "action": wish["move"]})
        return jsonify(version=version), 201

    return play


def _with_schema() -> Blueprint:
    blueprint = Blueprint("schema", __name__)

    def echo(wish: dict[str, object]) -> dict[str, object]:
        return wish

    described = blueprint.arguments(WishSchema)(blueprint.response(201, WishSchema)(echo))
    blueprint.add_url_rule("/schema", view_func=described, methods=["POST"])
    return blueprint
