"""A private game of Quill's and Wren's, and everybody whom it is no business of."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from service.accounts.blocks import block
from service.accounts.favourites import add_favourite
from service.accounts.scopes import SCOPES
from service.accounts.sessions import begin_session, sessions_of
from service.accounts.tokens import create_token, revoke_token
from service.accounts.vacations import Vacation, take_vacation
from service.bots.accounts import bot_of
from service.challenges.asking import challenge_bot
from service.challenges.lobby import MOST_AT_ONCE, challenge_anybody
from service.challenges.terms import NewChallenge
from service.competitions.batches import create_batch
from service.competitions.consents import agree
from service.competitions.entries import enter
from service.competitions.tournaments import Entrants, create_tournament
from service.config.environment import Config
from service.db import clock
from service.db.engines import session, transaction
from service.http.browsers import Device
from service.models import (
    Account,
    ApiToken,
    Block,
    Bot,
    BrowserSession,
    ChallengeGame,
    Favourite,
    Game,
    KeptBranch,
    OrganiserConsent,
    PushDevice,
    Visibility,
    Webhook,
    WebhookDelivery,
)
from service.play.chat import post
from service.play.games import NewGame, SeatWish, create_match
from service.play.what_if import BranchWish, keep_branch
from service.push.devices import register
from service.webhooks.deliveries import send_test
from service.webhooks.endpoints import create_webhook
from tests.push import Browser as PushBrowser
from tests.service.conftest import FakeClock, settings_for
from tests.service.cups import planned
from tests.service.installations import running
from tests.service.tables import Table, person, table
from tests.workers.receiving import proven

WEBHOOK = "https://bot.example.net/quill"
BOT = "quills-bot"
CSRF = "a token of this session"


@pytest.fixture
def settings(sqlite_settings: Config, furnished: Furnished) -> Config:
    """Use SQLite alone, because permissions do not depend on the database."""
    shutil.copy(furnished.file, sqlite_settings.home / furnished.file.name)
    return sqlite_settings


@dataclass(frozen=True)
class Private:
    """Things of Quill and Wren that nobody else may see."""

    table: Table
    match_id: str
    token_id: int
    session_id: int
    webhook_id: int
    delivery_id: int
    first_day: date
    """Of Quill's vacation."""
    message_id: int
    """Of what Wren has said."""
    challenge_id: str
    """Of Quill's, which anybody may accept."""
    branch_id: str
    """Of what Quill keeps of the game."""
    batch_id: str
    """Of games that Quill has organised."""
    tournament_id: str
    """Of Quill's, for people."""

    def fill(self, path: str) -> str:
        """Fill in a route's parameters with things of Quill and Wren, as far as possible."""
        known = {
            "game_id": self.table.id, "match_id": self.match_id, "token_id": self.token_id, "bot": BOT,
            "session_id": self.session_id, "webhook_id": self.webhook_id, "delivery_id": self.delivery_id,
            "name": "seasons", "ruleset_id": "seasons", "code": "not-found", "version": "0", "number": "1",
            "place": "1", "seat": "0", "player": "quill", "secret": "x" * 43, "token": "x" * 43, "person": "wren",
            "day": "2026-05-04", "first_day": self.first_day, "message_id": self.message_id,
            "challenge_id": self.challenge_id, "branch_id": self.branch_id, "at": "1",
            "batch_id": self.batch_id, "organiser": "wren",
            "line": "place max-15", "pool": "seasons",
            "tournament_id": self.tournament_id, "round_number": "1", "board": "1",
        }  # fmt: skip
        return re.sub(r"<(\w+)>", lambda found: str(known[found[1]]), path)

    def leaks_into(self, text: str) -> list[str]:
        """Return the private values found in a text."""
        secrets = ["quill@", "wren@", WEBHOOK, "198.51.100", self.table.game.commitment]
        return [secret for secret in secrets if secret in text]


@dataclass(frozen=True)
class Furnished:
    """An installation with all of that, and with strangers: to make it takes longer than to see whom it is shown."""

    file: Path
    private: Private
    players: list[int]
    strangers: dict[str, str | None]
    eves_session: str


@pytest.fixture(scope="session")
def furnished(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Furnished:
    """Create a furnished installation that nobody changes: each test has a copy."""
    file = tmp_path_factory.mktemp("furnished") / migrated_sqlite.name
    shutil.copy(migrated_sqlite, file)
    with running(settings_for(file.parent), FakeClock()):
        private = made_private()
        strangers = strangers_to(private)
        secret = begin_session(person("eve"), Device(), clock.now())
        return Furnished(file, private, [player.id for player in private.table.players], strangers, secret)


@pytest.fixture
def private(app: Flask, furnished: Furnished) -> Private:
    """Create a running game, a match, a token, a bot, and a webhook with a delivery."""
    with transaction() as current:
        players = [current.get_one(Account, number) for number in furnished.players]
    return replace(furnished.private, table=Table(furnished.private.table.id, players))


def made_private() -> Private:
    """All of that, in the installation under way."""
    running = table("quill", "wren")
    quill = running.players[0]
    wish = NewGame("dawn", [SeatWish(me=True), SeatWish(email="wren@example.net")], visibility=Visibility.PRIVATE)
    match = create_match(quill, wish, clock.now(), simultaneous=False)
    webhook = proven(create_webhook(quill, WEBHOOK, (), clock.now()))
    delivery = send_test(quill, webhook.id, clock.now())
    _let_be_seen(bot_of(quill, BOT, clock.now()))
    block(quill, running.players[1], clock.now())
    add_favourite(quill, running.players[1], clock.now())
    first_day = (clock.now() + timedelta(days=60)).date()
    take_vacation(quill.id, Vacation(first_day, first_day), clock.now())
    token = create_token(quill, "laptop", SCOPES, clock.now()).token
    begin_session(quill, Device("Firefox", "Linux", "198.51.100.*"), clock.now())
    [signed_in] = sessions_of(quill.id, clock.now())
    register(signed_in, PushBrowser().given, clock.now())
    said = post(running.id, running.players[1], "quill@ and wren@ only", clock.now())
    stands, _ = challenge_anybody(quill, NewChallenge("siesta", at_once=MOST_AT_ONCE), clock.now())
    challenge_bot(quill, NewChallenge("siesta"), clock.now())
    kept = keep_branch(running.id, quill, BranchWish("quill@ thinks"), clock.now())
    agree(running.players[1], quill, clock.now())
    agree(quill, running.players[1], clock.now())
    both = [SeatWish(account="quill"), SeatWish(account="wren")]
    batch = create_batch(quill, [NewGame("seasons", both)], clock.now())
    terms = planned(title="Quill's", entrants=Entrants.PEOPLE)
    held = create_tournament(quill, terms, clock.now())
    enter(held.id, quill, clock.now())
    ids = match.id, token.id, signed_in.id, webhook.id, delivery.id, first_day, said.id, stands.id, kept.id
    return Private(running, *ids, batch.id, held.id)


def _let_be_seen(bot: Account) -> None:
    """Mark the bot as online, for challenges."""
    with transaction() as current:
        current.get_one(Bot, bot.id).last_seen_at = clock.now()


@pytest.fixture
def strangers(furnished: Furnished) -> dict[str, str | None]:
    """Return the tokens of all strangers by their kind; None is no token."""
    return furnished.strangers


def strangers_to(private: Private) -> dict[str, str | None]:
    """Return the strangers' tokens for the current installation."""
    quill, eve, now = private.table.players[0], person("eve"), clock.now()
    revoked = create_token(quill, "lost", SCOPES, now)
    revoke_token(quill.id, revoked.token.id, now)
    expired = create_token(quill, "old", SCOPES, now - timedelta(days=2), now - timedelta(days=1))
    return {
        "other player": token_of(eve),
        "other bot": token_of(bot_of(person("mallory"), "mallorys-bot", clock.now())),
        "nobody": None,
        "revoked token": revoked.secret,
        "expired token": expired.secret,
        "made-up token": "sdl_" + "a" * 43,
    }


def token_of(account: Account, *scopes: str) -> str:
    """Create a token with these scopes, or with all."""
    return create_token(account, "test", scopes or SCOPES, clock.now()).secret


@pytest.fixture
def browsers(app: Flask, furnished: Furnished) -> dict[str, FlaskClient]:
    """Return the browsers of all strangers, each with a session that can send forms."""
    sessions = {"other player": {"session": furnished.eves_session}, "nobody": {}}
    found = {name: app.test_client() for name in sessions}
    for name, held in sessions.items():
        with found[name].session_transaction() as cookie:
            cookie.update(held, csrf=CSRF)
    return found


class Untouched:
    """Whether anything of Quill's and Wren's is as it was."""

    def __init__(self, private: Private) -> None:
        self._private = private
        self._before = self._look()

    def holds(self) -> bool:
        """Check that nothing has changed."""
        return self._look() == self._before

    def _look(self) -> list[object]:
        session().expire_all()
        wanted = select(ChallengeGame.game_id)
        """What comes of Quill's challenge."""
        games = session().scalars(select(Game).where(Game.id.not_in(wanted)).order_by(Game.id)).all()
        tokens = session().scalars(select(ApiToken).order_by(ApiToken.id)).all()
        signed_in = session().scalars(select(BrowserSession).order_by(BrowserSession.id)).all()
        webhooks = session().scalars(select(Webhook).order_by(Webhook.id)).all()
        bots = session().scalars(select(Bot).order_by(Bot.account_id)).all()
        blocks = session().scalars(select(Block)).all()
        favourites = session().scalars(select(Favourite)).all()
        agreed = select(OrganiserConsent).order_by(OrganiserConsent.account_id)
        theirs = [player.id for player in self._private.table.players]
        to_them = select(Webhook.id).where(Webhook.account_id.in_(theirs))
        sent = select(WebhookDelivery.id, WebhookDelivery.state).where(WebhookDelivery.webhook_id.in_(to_them))
        return [
            [(game.id, game.version) for game in games if {seat.account_id for seat in game.seats} & set(theirs)],
            [(bot.account_id, bot.description, bot.paused_at) for bot in bots if bot.account.owner_id in theirs],
            [(each.account_id, each.blocked_id) for each in blocks if each.account_id in theirs],
            [(each.account_id, each.favourite_id) for each in favourites if each.account_id in theirs],
            [(each.account_id, each.organiser_id) for each in session().scalars(agreed) if each.account_id in theirs],
            [player.vacations for player in self._private.table.players],
            [(each.account_id, each.name) for each in session().scalars(select(KeptBranch))],
            [(token.id, token.revoked_at) for token in tokens if token.account_id in theirs],
            [(each.id, each.ended_at) for each in signed_in if each.account_id in theirs],
            [each.session_id for each in session().scalars(select(PushDevice)) if each.account_id in theirs],
            [
                (each.id, each.url, each.secret_salt, each.switched_off)
                for each in webhooks
                if each.account_id in theirs
            ],
            [tuple(delivery) for delivery in session().execute(sent.order_by(WebhookDelivery.id))],
        ]


@pytest.fixture
def untouched(private: Private) -> Untouched:
    """Record the state before requests."""
    return Untouched(private)
