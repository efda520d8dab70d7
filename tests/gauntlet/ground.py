"""The gauntlet's installation: a fresh Sundial with web and mail servers from the Procfile, and some players.

No worker runs, so nothing changes by itself; emails are processed by hand.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from flask import Flask

from service.accounts.sessions import sessions_of
from service.accounts.tokens import token_numbered
from service.app import in_context
from service.config.environment import Config
from service.config.key_ring import key_ring, new_salt
from service.db.clock import now
from service.embedded.ports import free_port, is_free
from service.jobs.events import number_events
from service.models import InboundMail
from service.notifications import links
from service.security.keys import sign_in_keys
from service.server.app import create_app
from tests.names import anywhere
from tests.openapi import document
from tests.playing import KNOBS, SUNDIAL
from tests.service.access.conftest import CSRF, Private, Untouched, made_private, strangers_to, token_of
from tests.service.conftest import migrate, settings_for
from tests.service.server.good import cookie_of
from tests.service.tables import person
from tests.waiting import eventually
from tests.web_server import HOST, PATIENCE, WebServer, web_server


@dataclass(frozen=True)
class Ground:
    """A Sundial that is being attacked; the caller is in the context of `app`."""

    app: Flask
    web: WebServer
    mail_port: int
    mail_output: Path
    private: Private
    strangers: Mapping[str, str | None]
    owner: str
    owner_cookie: str
    stranger_cookies: Mapping[str, str]

    @property
    def database(self) -> Path:
        """Its file."""
        settings: Config = self.app.config["SETTINGS"]
        return settings.home / "sundial.sqlite"

    @cached_property
    def described(self) -> dict[str, object]:
        """The description of its API."""
        found: dict[str, object] = yaml.load(document(), yaml.CSafeLoader)
        return found

    @cached_property
    def untouched(self) -> Untouched:
        """Return the state that strangers must not change."""
        return Untouched(self.private)

    @cached_property
    def keys(self) -> dict[str, str]:
        """A token of every purpose that links have, by the beginning of its path."""
        game, quill = self.private.table.game, self.private.table.players[0]
        [session, *_] = sessions_of(quill.id, now())
        found = [
            links.turn_link(game, 0), links.invitation_link(game, 1), links.unsubscribe_link(quill, "reminder"),
            links.session_link(session), links.token_link(token_numbered(self.private.token_id)),
            links.approval_link(InboundMail(id=1, nonce="aaaaaaaa")),
            links.join_link(game.id, "a" * 24),
            links.sign_in_link(sign_in_keys(key_ring(), new_salt(key_ring())).secret),
        ]  # fmt: skip
        paths = [urlsplit(link).path for link in found]
        return {path.rsplit("/", 1)[0]: path.rsplit("/", 1)[1] for path in paths}

    def printed(self) -> str:
        """All that both servers have printed."""
        return self.web.output() + self.mail_output.read_text()


@contextmanager
def fresh_ground() -> Iterator[Ground]:
    """Start a Sundial in a home of its own, removed at the end."""
    home = Path(tempfile.mkdtemp(prefix="sundial-gauntlet-"))
    settings = settings_for(home)
    migrate(settings)
    try:
        with (
            in_context(create_app(settings)) as app,
            web_server(settings) as web,
            _mail_server(settings) as (port, output),
        ):
            app.config["RESOLVE"] = anywhere
            yield _peopled(app, web, port, output)
    finally:
        shutil.rmtree(home)


def _peopled(app: Flask, web: WebServer, mail_port: int, mail_output: Path) -> Ground:
    private = made_private()
    quill, strangers = private.table.players[0], strangers_to(private)
    number_events()
    cookies = {"other player": cookie_of(app, person("eve")), "nobody": _cookie_of_nobody(app)}
    return Ground(app, web, mail_port, mail_output, private, strangers, token_of(quill), cookie_of(app, quill), cookies)


def _cookie_of_nobody(app: Flask) -> str:
    browser = app.test_client()
    with browser.session_transaction() as held:
        held["csrf"] = CSRF
    kept = browser.get_cookie("sundial")
    assert kept is not None
    return f"sundial={kept.value}"


@contextmanager
def _mail_server(settings: Config) -> Iterator[tuple[int, Path]]:
    port, output = free_port(), settings.home / "inbound.txt"
    env = {name: value for name, value in os.environ.items() if name not in KNOBS}
    env |= {"SUNDIAL_HOME": str(settings.home), "SECRET_KEY": settings.secret_key, "INBOUND_SMTP_PORT": str(port)}
    with output.open("wb") as transcript:
        process = subprocess.Popen([SUNDIAL, "inbound"], env=env, stdout=transcript, stderr=subprocess.STDOUT)
    try:
        assert eventually(lambda: not is_free(port, HOST), PATIENCE), output.read_text()
        yield port, output
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
