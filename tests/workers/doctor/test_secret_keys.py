"""Items that depend on an older secret key are counted, so that its operator knows when to remove it."""

from __future__ import annotations

from sqlalchemy import create_engine

from service.config.environment import Config
from service.db.clock import now
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import join
from service.webhooks.endpoints import create_webhook, rotate_secret
from tests.secret_keys import KEY, NEXT_KEY
from tests.service.conftest import FakeClock
from tests.service.installations import running, with_keys
from tests.service.tables import Table, person, table
from tests.workers.post import Post
from workers.doctor.finding import Finding
from workers.doctor.secret_keys import secret_keys
from workers.jobs import secret_keys as job
from workers.jobs.notices import seal_due, send_due

NOTHING = "nothing depends on it; if you remove it, browsers that have not visited since the change must sign in again"


def send_all() -> None:
    """Compose and send what is due."""
    while seal_due(now):
        pass
    while send_due(now, Post()):
        pass


def look(settings: Config, clock: FakeClock, *keys: str) -> list[Finding]:
    """Return the doctor's findings about these keys."""
    ring = with_keys(settings, *keys).key_ring
    engine = create_engine(settings.database_url)
    with engine.connect() as connection:
        found = list(secret_keys(connection, ring, clock()))
    engine.dispose()
    return found


def test_with_one_key_there_is_nothing_to_say(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, KEY), clock):
        table("ada", "bob")
        send_all()
    assert [(found.is_well, found.text) for found in look(settings, clock, KEY)] == [
        (True, "nothing depends on a missing one")
    ]


def test_it_counts_what_would_end_with_an_older_key_until_nothing_does(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, KEY), clock):
        begun, waiting = table("ada", "bob"), invitation()
        webhook = create_webhook(person("ada"), "https://bot.example.net/hook", (), now())
        rotate_secret(person("ada"), webhook.id, now())
        send_all()
    mails = 2
    assert texts(settings, clock) == [hanging(turns=1, invitations=1, webhooks=2, mails=mails)]

    with running(with_keys(settings, NEXT_KEY, KEY), clock):
        job.run()
        join(waiting, person("cyd"), now())
        Table(begun.id, [person("ada")]).play_anything()
        send_all()
    assert texts(settings, clock) == [hanging(turns=0, invitations=0, webhooks=0, mails=mails)]

    clock.advance(days=30)
    assert texts(settings, clock) == [NOTHING]
    assert [found.text for found in look(settings, clock, NEXT_KEY)] == ["nothing depends on a missing one"]


def hanging(turns: int, invitations: int, webhooks: int, mails: int) -> str:
    """Return the finding about a key with so many dependents."""
    open_ones = f"turns {turns}, open invitations {invitations}, secrets of webhooks {webhooks}"
    return f"keep it; these depend on it: {open_ones}, emails of the last 30 days {mails}, feeds 0"


def texts(settings: Config, clock: FakeClock) -> list[str]:
    """Return the findings about the first key, with a second one."""
    found = look(settings, clock, NEXT_KEY, KEY)
    assert all(each.is_well for each in found)
    return [each.text for each in found]


def invitation() -> str:
    """Create a game that waits for Cyd; return its id."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="cyd@example.net")])
    return create_game(person("ada"), wish, now()).id


def test_what_hangs_on_a_key_that_is_set_nowhere_is_to_be_mended(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, KEY), clock):
        table("ada", "bob")
        send_all()

    [found] = look(settings, clock, NEXT_KEY)

    assert not found.is_well
    assert "turns 1" in found.text
    assert "unless it leaked, add it to SECRET_KEY_FALLBACKS" in found.text
    assert KEY not in found.text


def test_no_key_is_told(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, KEY), clock):
        table("ada", "bob")
        send_all()
    said = repr(look(settings, clock, NEXT_KEY, KEY))
    assert KEY not in said
    assert NEXT_KEY not in said
