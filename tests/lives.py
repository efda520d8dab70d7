"""An account with traces in every table, and a search for them in all places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from typing import Any

from flask import Flask, current_app
from sqlalchemy import inspect, select, text

from service.accounts.accounts import account_of
from service.accounts.blocks import block
from service.accounts.favourites import add_favourite
from service.accounts.sessions import begin_session
from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.accounts.tokens import create_token
from service.api.views import as_listed
from service.bots.accounts import create_bot
from service.competitions.consents import agree
from service.competitions.entries import enter
from service.competitions.organising import rename
from service.competitions.tournaments import create_tournament
from service.config.environment import Config
from service.db import clock
from service.db.engines import db, session, transaction
from service.http.browsers import Device
from service.jobs.idempotency import remember
from service.models import Account, Departure, Game, GameStatus, Message, Notice, Outcome, Visibility
from service.notifications import links
from service.notifications.inbound import claim_inbound, close, receive
from service.play.chat import post
from service.play.games import NewGame, SeatWish, create_game
from service.security.addresses import NULL_SENDER
from service.security.encryption import Undecryptable, decrypt
from service.security.keys import RowPurpose
from service.webhooks.endpoints import create_webhook
from tests.service import installations
from tests.service.conftest import FakeClock
from tests.service.cups import planned
from tests.service.tables import Table, person, table
from tests.workers.post import Post
from workers.jobs import departures
from workers.jobs.notices import seal_due, send_due
from workers.transports import Transport

NAME, ADDRESS, BOT = "zygmunta", "zygmunta@example.net", "zygmuntas-bot"
FINDABLE = ("zygmunt",)
"""What all names and addresses of hers have in common."""


@dataclass
class Life:
    """The person's data: her account, her running, finished and open games, and other players."""

    account: Account
    running: Table
    finished: Table
    waiting: list[Game] = field(default_factory=list)

    @property
    def bob(self) -> Account:
        """Return a player of a game with her."""
        return self.running.players[1]


def drain(by: Transport | None = None) -> Post:
    """Write and send all due emails."""
    taken = Post()
    while seal_due(clock.now) or send_due(clock.now, by or taken):
        pass
    return taken


def lived() -> Life:
    """Create a life with a trace in every table that can have one."""
    now = clock.now()
    life = Life(person(NAME), table(NAME, "bob"), table("bob", NAME))
    account, bob = life.account, life.bob
    bot = create_bot(account, BOT, {"description": f"Made by {NAME}.", "author": NAME}, now)
    life.waiting = [
        _game(account, SeatWish(me=True), SeatWish(email="bob@example.net")),
        _game(bob, SeatWish(me=True), SeatWish(email=ADDRESS)),
        _game(bob, SeatWish(me=True), SeatWish(account=BOT)),
        _game(account, SeatWish(me=True), SeatWish(open=True)),
    ]
    create_token(account, f"laptop of {NAME}", ("games:read",), now)
    create_token(bot.account, "bot", ("games:read",), now)
    begin_session(account, Device("Firefox", "Linux", "203.0.113.*"), now)
    begin_session(account, Device("Safari", "iPhone", "198.51.100.*"), now)
    create_webhook(account, f"https://bot.example.net/{NAME}", (), now)
    organised = {"title": "Zygmunta's cup", "most_entries": 2}
    for held in (create_tournament(each, planned(**organised), now) for each in (account, bob)):
        enter(held.id, account, now)
        rename(held.id, held.organiser, f"Cup of {NAME}", "It is a cup.", now)
    block(account, bob, now)
    block(bob, account, now)
    add_favourite(account, bob, now)
    add_favourite(bob, account, now)
    agree(account, bob, now)
    agree(bob, account, now)
    request_sign_in(ADDRESS, Asker("203.0.113.1"), now)
    post(life.running.id, account, "Zygmunta says hello.", now)
    post(life.running.id, bob, "Hi!", now)
    _answers(life)
    drain()
    _mails(life)
    life.finished.play_to_the_end()
    drain()
    return life


def found() -> Life:
    """Load the life from the app's database."""
    named = {account.name: account for account in session().scalars(select(Account))}
    games = session().scalars(select(Game).order_by(Game.created_at, Game.id)).all()
    said = session().scalars(select(Message.game_id)).first()
    players = [named[NAME], named["bob"]]
    finished = next(game.id for game in games if game.status == GameStatus.FINISHED)
    waiting = [game for game in games if game.status == GameStatus.INVITING]
    return Life(named[NAME], Table(str(said), players), Table(finished, players[::-1]), waiting)


def live_in(settings: Config) -> None:
    """Let her live in an installation with empty tables."""
    with running(settings):
        lived()


@contextmanager
def running(settings: Config, clock: FakeClock | None = None) -> Iterator[Flask]:
    """Run the app of an installation, and disconnect from its database afterwards."""
    with installations.running(settings, clock or FakeClock()) as app:
        yield app


def _game(creator: Account, *seats: SeatWish) -> Game:
    return create_game(creator, NewGame("seasons", seats, visibility=Visibility.PRIVATE), clock.now())


def _answers(life: Life) -> None:
    with transaction():
        for account in (life.account, life.bob):
            body = [as_listed(life.running.game, 0), {}]
            remember(f"account {account.id}", "key", "request", body, clock.now())


def _mails(life: Life) -> None:
    """One from her, one from Bob that quotes her, one that is held, one that came back."""
    game, now = life.running.game, clock.now()
    boxes = [
        links.turn_box(game, 0),
        links.turn_box(game, 1),
        links.turn_box(game, 1),
        links.row_box(RowPurpose.BOUNCE, session().get_one(Notice, 1)),
    ]
    senders = [ADDRESS, "bob@example.net", "bob@elsewhere.example", NULL_SENDER]
    for number, (box, sender) in enumerate(zip(boxes, senders, strict=True)):
        raw = f"Subject: Re\r\n\r\n> {NAME} has moved, as {ADDRESS}.\r\n{number}".encode()
        receive([box], sender=sender, raw=raw, mark=f"mail {number}", now=now)
    for mail in (*claim_inbound(now, limit=10), *claim_inbound(now, limit=10)):  # of games, and others
        with transaction():
            close(mail, Outcome.HELD if "elsewhere" in mail.sender else Outcome.PLAYED)


def finish() -> None:
    """Let the workers do all that a departure still needs, however long they wait between."""
    for _ in range(30):
        departures.run()
        drain()
        if session().scalars(select(Departure).where(Departure.due_at.is_not(None))).first() is None:
            return
        advance(minutes=5)
    raise AssertionError("it is never done")


def advance(**span: float) -> None:
    """Let time pass by the clock of the app."""
    clock: FakeClock = current_app.config["CLOCK"]
    clock.advance(**span)


def hits(*findable: str) -> list[tuple[str, str]]:
    """Return every table and column in which a trace of her is found, with the value."""
    wanted = findable or FINDABLE
    found = []
    with db.engine.connect() as connection:
        for name in inspect(connection).get_table_names():
            for row in connection.execute(text(f'SELECT * FROM "{name}"')).mappings():  # noqa: S608  # our own tables
                for column, value in row.items():
                    if any(each in _readable(value) for each in wanted):
                        found.append((f"{name}.{column}", _readable(value)[:200]))
    return found


def _readable(value: Any) -> str:
    """Return a value as somebody with the database and its secret key could read it, with emails parsed."""
    if isinstance(value, memoryview | bytes):
        raw = _decrypted(bytes(value))
        parts = [part.get_payload(decode=True) for part in message_from_bytes(raw).walk() if not part.is_multipart()]
        return b"\n".join([raw, *(part for part in parts if isinstance(part, bytes))]).decode(errors="replace").lower()
    return str(value).lower()


def _decrypted(value: bytes) -> bytes:
    try:
        return decrypt(value)
    except Undecryptable:
        return value


def anybody(address: str) -> Account:
    """Whoever has that address now."""
    return account_of(address, clock.now())
