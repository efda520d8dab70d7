"""Spam filters count nothing in our emails, as they arrive without a relay between: each kind, game and answer."""

from __future__ import annotations

import re
import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

import rules
from service.config.environment import Config
from service.notifications.dkim_keys import BITS, EXPONENT, Signer, record_of
from service.notifications.links import turn_box
from service.security.addresses import Named
from tests.gauntlet.mails import KINDS, play_scene
from tests.service.conftest import FakeClock, empty_home, settings_for
from tests.service.installations import running
from tests.service.mail.inbound.correspondent import write
from tests.service.mail.live_mails import ADA, TO_A_TURN, TO_GENERAL_ADDRESS
from tests.service.tables import table
from tests.spam_filters import ADDRESS, Rspamd, Verdict, ask_spamassassin
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due
from workers.transports import Letter

DOMAIN = "sundial-games.org"
HOST, SELECTOR = f"mail.{DOMAIN}", "june"
KEY = generate_private_key(EXPONENT, BITS)
SECRET = KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
RECORD = record_of(b64encode(KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode())
ZONE = {
    DOMAIN: {"A": [ADDRESS], "MX": [f"10 {HOST}."], "TXT": [f'"v=spf1 ip4:{ADDRESS} -all"']},
    HOST: {"A": [ADDRESS]},
    f"{SELECTOR}._domainkey.{DOMAIN}": {"TXT": [f'"{RECORD[:200]}" "{RECORD[200:]}"']},
    f"_dmarc.{DOMAIN}": {"TXT": ['"v=DMARC1; p=quarantine"']},
    f"{'.'.join(reversed(ADDRESS.split('.')))}.in-addr.arpa": {"PTR": [f"{HOST}."]},
}
DATE, KIND = re.compile(rb"^Date: .*\r$", re.MULTILINE), re.compile(rb"^X-Sundial-Mail: (.*)\r$", re.MULTILINE)
SPAM = 1.0
"""Points of SpamAssassin: a fifth of what makes an email spam."""


def scenes() -> Iterator[tuple[str, set[str], Callable[[FakeClock], None]]]:
    """Yield the name, the possible kinds and the scene of each email."""
    for kind in KINDS:
        yield kind, {kind}, partial(play_scene, kind)
    for ruleset in rules.games():
        yield f"first turn of {ruleset}", {"your_turn"}, partial(first_turn, ruleset)
    for state, words in TO_A_TURN.items():
        yield f"answer to {state}", {"answer"}, partial(to_a_turn, words)
    for state, words in TO_GENERAL_ADDRESS.items():
        yield f"general answer to {state}", {"general_mailbox", "confirm"}, partial(write_to_us, words)


def first_turn(ruleset: str, _: FakeClock) -> None:
    table("ada", "bob", ruleset=ruleset)


def to_a_turn(words: str, _: FakeClock) -> None:
    write(ADA, turn_box(table("ada", "bob").game, 0), words)


def write_to_us(words: str, _: FakeClock) -> None:
    table("ada", "bob")
    write(ADA, Named.GENERAL, words)


@pytest.fixture(scope="module")
def letters(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Letter]:
    """Send each email from an installation of its own, and let it arrive."""
    arrived: dict[str, Letter] = {}
    for name, kinds, scene in scenes():
        home = empty_home(tmp_path_factory, "with-filters")
        shutil.copy(migrated_sqlite, home / "sundial.sqlite")
        settings = settings_for(home, MAIL_DOMAIN=DOMAIN, PUBLIC_URL=f"https://{DOMAIN}")
        wanted = [letter for letter in sent(settings, scene) if kind_of(letter) in kinds]
        if wanted:
            arrived[name] = arriving(wanted[-1])
    return arrived


def sent(settings: Config, scene: Callable[[FakeClock], None]) -> list[Letter]:
    """Send what follows from a scene, as workers do."""
    clock, post = FakeClock(), Post()
    with running(settings, clock):
        scene(clock)
        seal_due(clock)
        send_due(clock, post)
    return post.letters


def kind_of(letter: Letter) -> str:
    """Return the folder of its kind."""
    found = KIND.search(letter.raw)
    assert found
    return found[1].decode().replace("-", "_")


def arriving(letter: Letter) -> Letter:
    """Date the email now, sign it, and add the header of the server that takes it."""
    date = format_datetime(datetime.now(UTC))
    signed = Signer(DOMAIN, SELECTOR, SECRET).signed(DATE.sub(f"Date: {date}\r".encode(), letter.raw, count=1))
    taken = f"by mx.example.net with ESMTPS id 4XyZ for <{letter.recipient}>; {date}"
    return replace(letter, raw=f"Received: from {HOST} ({HOST} [{ADDRESS}])\r\n {taken}\r\n".encode() + signed)


@pytest.fixture(scope="module")
def rspamd() -> Iterator[Rspamd]:
    server = Rspamd(ZONE)
    server.start()
    yield server
    server.stop()


def test_spamassassin_counts_at_most_a_point(letters: dict[str, Letter], tmp_path: Path) -> None:
    assert set(KINDS) <= letters.keys()
    verdicts = dict(zip(letters, ask_spamassassin(tmp_path, list(letters.values())), strict=True))
    assert above(SPAM, verdicts) == {}


def test_rspamd_counts_nothing_and_finds_the_signature_good(letters: dict[str, Letter], rspamd: Rspamd) -> None:
    verdicts = {name: rspamd.ask(letter, HOST) for name, letter in letters.items()}
    assert above(0, verdicts) == {}
    assert [name for name, verdict in verdicts.items() if "R_DKIM_ALLOW" not in verdict.rules] == []


def above(most: float, verdicts: dict[str, Verdict]) -> dict[str, Verdict]:
    """Return the emails with more points."""
    return {name: verdict for name, verdict in verdicts.items() if verdict.points > most}
