"""An evening on an installation: games of all rulesets by email, page and API, with everything that needs a secret."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from flask import Flask

from service.accounts.scopes import SCOPES
from service.accounts.sessions import begin_session
from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.db import clock
from service.http.browsers import Device
from service.mail.inbound.letter import open_letter
from service.models import Visibility
from service.notifications.links import join_link
from service.play.chat import post as say
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from tests.names import SOMEWHERE
from tests.service.api.program import Program
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mail
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor
from tests.workers.post import Post
from workers.jobs.inbound import process_due
from workers.jobs.notices import seal_due, send_due

RULESETS = ("seasons", "siesta", "springtime", "dawn", "tribes")
MOVES_SENT = 3
"""After so many moves of a game, its mails are sent once more: to compose one for each move takes minutes."""
LINK = re.compile(r"https?://[^\s<>\"]+")


class Reader:
    """Fake letter reader that parses emails in this process instead of a worker's child."""

    def open(self, raw: bytes, *, verify: bool) -> Any:
        """Parse an email."""
        return open_letter(raw)


@dataclass
class Evening:
    """Events of an evening, with all emails, responses and cookies that their recipients see."""

    app: Flask
    clock: FakeClock
    post: Post = field(default_factory=Post)
    seen: list[Any] = field(default_factory=list)
    keys: int = 0

    def send(self) -> None:
        """Let the workers send everything that is due."""
        while seal_due(self.clock) or send_due(self.clock, self.post):
            pass

    def read(self) -> None:
        """Let the workers process inbound email."""
        while process_due(self.clock, Reader()):  # type: ignore[arg-type]  # it is asked for nothing but `open`
            pass

    def letter(self, address: str, kind: str) -> EmailMessage:
        """Return the newest email of a kind to an address."""
        for letter in reversed(self.post.letters):
            message = message_from_bytes(letter.raw, policy=policy.default)
            if letter.recipient == address and message["X-Sundial-Mail"] == kind:
                assert isinstance(message, EmailMessage)
                return message
        raise LookupError(f"{address} got no {kind}")

    def answer(self, address: str, kind: str, text: str, writer: str | None = None) -> None:
        """Reply to an email as mail programs do, with a full quote."""
        message = self.letter(address, kind)
        box = str((message["Reply-To"] or message["From"]).addresses[0].username)
        deliver(box, mail(writer or address, f"{text}\r\n\r\n{quoted(message)}"))

    def make(self, program: Program, path: str, body: Any = None, **headers: str) -> dict[str, Any]:
        """Create something over the API and return the response."""
        answer = program.post(path, body, headers=headers)
        assert answer.status_code in (200, 201), answer.json
        self.seen.append(answer.json)
        told: dict[str, Any] = answer.json  # type: ignore[assignment]
        return told

    def make_safely(self, program: Program, path: str, body: Any) -> dict[str, Any]:
        """Create something with an Idempotency-Key, twice; check that both responses are equal."""
        self.keys += 1
        key = {"Idempotency-Key": f"key-{self.keys}"}
        told, again = (self.make(program, path, body, **key) for _ in range(2))
        assert told == again
        return told

    def signed_in(self, name: str) -> Program:
        """Return a program whose token was created with the code of a sign-in email."""
        email = f"{name}@example.net"
        program = Program(self.app.test_client())
        assert program.post("/sign-in", {"email": email}).status_code == 202
        self.send()
        code = re.findall(r"\b\d{8}\b", text_of(self.letter(email, "sign-in")))[0]
        made = program.post("/tokens", {"email": email, "code": code, "name": "laptop", "scopes": SCOPES})
        assert made.status_code == 201, made.json
        self.seen.append(made.json)
        return Program(program.client, made.json["token"])  # type: ignore[index]

    def browser(self, name: str) -> Visitor:
        """Return a browser that signed in with the link of a sign-in email."""
        self.clock.advance(minutes=2)
        email, visitor = f"{name}@example.net", Visitor(self.app)
        visitor.press(visitor.open("/sign-in"), "Email me a sign-in link", email=email)
        self.send()
        link = next(each for each in LINK.findall(text_of(self.letter(email, "sign-in"))) if "/sign-in/" in each)
        visitor.press(visitor.open(link), "Sign in")
        assert visitor.has_cookie()
        with visitor.client.session_transaction() as cookie:
            self.seen.append(dict(cookie))
        self.seen.append(visitor.client.get_cookie("sundial").value)  # type: ignore[union-attr]
        return visitor


def text_of(message: EmailMessage) -> str:
    """Return the text part of an email."""
    body = message.get_body(("plain",))
    assert body is not None
    content: str = body.get_content()
    return content


def quoted(message: EmailMessage) -> str:
    """Quote an email below a reply."""
    lines = text_of(message).splitlines()
    return "\r\n".join([f"On {message['Date']} {message['From']} wrote:", *(f"> {line}" for line in lines)])


def play_whole_games(evening: Evening) -> list[Table]:
    """Play a game of every ruleset to its end, with chat, and one move by email."""
    played = []
    for ruleset in RULESETS:
        game = table("ada", "bob", ruleset=ruleset)
        evening.send()
        say(game.id, game.players[0], "Good luck!", clock.now())
        move = game.whole_moves(1)[0]
        assert game.mover.email is not None
        evening.answer(game.mover.email, "your-turn", move)
        evening.read()
        play_on(evening, game)
        evening.clock.advance(hours=1)
        evening.send()
        played.append(game)
    return played


def play_on(evening: Evening, game: Table) -> None:
    """Play to the end."""
    for number in range(1000):
        if game.game.status != "active":
            return
        game.play(game.whole_moves(1)[0])
        if number < MOVES_SENT:
            evening.send()
    raise AssertionError("the game does not end")


def have_programs(evening: Evening) -> None:
    """Bots, tokens, webhooks, and games that are set up over REST, each with an Idempotency-Key."""
    ada = evening.signed_in("ada")
    evening.make_safely(ada, "/bots", {"name": "rusty", "auto_accept": True})
    evening.make(ada, "/bots/rusty/tokens", {"name": "the bot's"})
    hook = evening.make(ada, "/webhooks", {"url": f"https://{SOMEWHERE}/hook"})
    evening.make(ada, f"/webhooks/{hook['id']}/rotate-secret")
    evening.make_safely(ada, "/games", {"ruleset": "seasons", "seats": [{"me": True}, {"account": "rusty"}]})
    evening.make_safely(ada, "/games", {"ruleset": "seasons", "seats": [{"me": True}, {"open": True}]})


def leave_things_lying(evening: Evening) -> None:
    """Leave unfinished work: emails that are queued, encrypted, sent, unread, held and stored."""
    games = [table("ada", "bob"), table("cyd", "dee")]
    create_game(person("bob"), wish(SeatWish(email="fay@example.net")), clock.now())
    evening.browser("ada")
    begin_session(person("ada"), Device("Safari", "iPhone", "198.51.100.*"), clock.now())
    evening.send()
    message = evening.letter("ada@example.net", "your-turn")
    evening.answer("ada@example.net", "your-turn", "place nowhere")
    evening.answer("cyd@example.net", "your-turn", games[1].whole_moves(1)[0], writer="eve@example.net")
    deliver("postmaster", mail("ada@example.net", f"What is this?\r\n\r\n{quoted(message)}"))
    evening.read()
    evening.send()
    evening.answer("fay@example.net", "invitation", "perhaps tomorrow")
    evening.read()
    evening.answer("ada@example.net", "your-turn", games[0].whole_moves(1)[0])
    sign_in_to_join(evening)
    request_sign_in("hal@example.net", Asker("192.0.2.7"), clock.now())
    seal_some(evening)
    request_sign_in("ida@example.net", Asker("192.0.2.7"), clock.now())


def sign_in_to_join(evening: Evening) -> None:
    """Sign in from a private game's join link, which leads back there."""
    game = create_game(person("bob"), wish(SeatWish(open=True)), clock.now())
    link = join_link(game.id, join_key_of(game) or "")
    evening.seen.append(link)
    stranger = Visitor(evening.app)
    asked = stranger.press(stranger.open(link), "Email me a sign-in link")
    stranger.press(asked, "Email me a sign-in link", email="gil@example.net")


def seal_some(evening: Evening) -> None:
    """Let a worker die between composing and sending."""
    seal_due(evening.clock)


def wish(other: SeatWish) -> NewGame:
    """Return the terms of a private game of Seasons with another player."""
    return NewGame("seasons", [SeatWish(me=True), other], visibility=Visibility.PRIVATE)
