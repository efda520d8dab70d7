"""Changing the secret key: old capabilities stay valid while the old key is a fallback."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.feeds import account_of_feed, carry_feed_keys_over, feed_token, renew_feed
from service.accounts.tokens import create_token
from service.config.environment import Config
from service.config.key_ring import KeyGone
from service.db.clock import now
from service.db.engines import session, transaction
from service.models import Account, Game, InboundMail, Notice, Webhook
from service.notifications import links
from service.notifications.boxes import box_at
from service.notifications.notices import add_notice
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of, renew_key
from service.security.keys import RowPurpose
from service.webhooks.endpoints import carry_secrets_over, create_webhook, rotate_secret, secret_of, secrets_of
from tests.secret_keys import KEY, NEXT_KEY
from tests.service.conftest import FakeClock
from tests.service.installations import running, with_keys
from tests.service.mail.inbound.correspondent import write
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor, sign_in

BEFORE, CHANGING, AFTER = (KEY,), (NEXT_KEY, KEY), (NEXT_KEY,)
URL = "https://bot.example.net/hook"


@dataclass(frozen=True)
class GivenOut:
    """All capabilities that people and programs hold, and their results if valid."""

    pages: dict[str, str]
    """What is headed like that, by its address."""
    boxes: list[str]
    """Local parts that mail is taken at."""
    cursor: str


@pytest.fixture
def of(settings: Config, clock: FakeClock) -> Table:
    """Create capabilities: Ada is to move; Bob has a held email that she did not write; Cyd is invited elsewhere."""
    with running(with_keys(settings, *BEFORE), clock):
        begun = table("ada", "bob")
        write("eve@example.net", links.turn_box(begun.game, 0), "place max-15")
        create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(email="cyd@example.net")]), now())
        with transaction():
            add_notice("digest", person("ada"), now(), now(), data={})
    return begun


def given_out(app: Flask, of: Table) -> GivenOut:
    """Everything that hangs on a secret key and needs no cookie."""
    ada = person("ada")
    held = session().scalars(select(InboundMail)).one()
    invited = session().scalars(select(Game).where(Game.id != of.id)).one()
    [digest] = session().scalars(select(Notice).where(Notice.kind == "digest"))
    pages = {
        links.turn_link(of.game, 0): "Your turn",
        links.invitation_link(invited, 1): "ada invites you to a game",
        links.approval_link(held): "Is this email yours?",
        links.unsubscribe_link(ada, "your-turn", of.id): "Stop these emails?",
    }
    boxes = [
        links.turn_box(of.game, 0),
        links.invitation_box(invited, 1),
        links.row_box(RowPurpose.APPROVAL, held),
        links.row_box(RowPurpose.ROUND_UP, digest),
        links.row_box(RowPurpose.BOUNCE, digest),
    ]
    cursor = app.test_client().get("/api/v1/games?mine=true&limit=1", headers=token(ada)).json or {}
    return GivenOut(pages, boxes, cursor["next_cursor"])


def token(account: Account) -> dict[str, str]:
    """Return the Authorization header of a program of the account."""
    return {"Authorization": f"Bearer {create_token(account, 'test', ['games:read'], now()).secret}"}


def headings(app: Flask, given: GivenOut) -> dict[str, str]:
    """How each page is headed by now."""
    return {address: Visitor(app).open(address).heading for address in given.pages}


def known(given: GivenOut) -> list[bool]:
    """Check whether each mailbox accepts email, in any case."""
    return [box_at(box.upper()) is not None for box in given.boxes]


def status(app: Flask, given: GivenOut) -> int:
    """Return the status of a list's next page."""
    path = f"/api/v1/games?mine=true&limit=1&cursor={given.cursor}"
    return app.test_client().get(path, headers=token(person("ada"))).status_code


def test_links_boxes_and_cursors_live_while_their_key_is_named_and_no_longer(
    settings: Config, clock: FakeClock, of: Table
) -> None:
    with running(with_keys(settings, *BEFORE), clock) as app:
        old = given_out(app, of)
        assert headings(app, old) == old.pages
    with running(with_keys(settings, *CHANGING), clock) as app:
        new = given_out(app, of)
        assert not new.pages.keys() & old.pages.keys()
        for given in (old, new):
            assert headings(app, given) == given.pages
            assert all(known(given))
            assert status(app, given) == 200
    with running(with_keys(settings, *AFTER), clock) as app:
        assert headings(app, new) == new.pages
        assert all(known(new))
        assert status(app, new) == 200
        assert {Visitor(app).open(address).status for address in old.pages} == {404}
        assert not any(known(old))
        assert status(app, old) == 400


def test_a_move_by_an_old_link_is_played_while_its_key_is_named(settings: Config, clock: FakeClock, of: Table) -> None:
    with running(with_keys(settings, *BEFORE), clock):
        link, box = links.turn_link(of.game, 0), links.turn_box(of.game, 0)
        version = str(of.game.version)
    with running(with_keys(settings, *CHANGING), clock) as app:
        assert Visitor(app).post(link, move="place max-15", version=version, at_once="yes").heading == "Waiting for bob"
        assert write("ada@example.net", box, "place max-15") == "played"
    with running(with_keys(settings, *AFTER), clock) as app:
        assert Visitor(app).post(link, move="place max-15", version=version).status == 404


def test_a_browser_stays_signed_in_and_its_cookie_is_renewed(settings: Config, clock: FakeClock, of: Table) -> None:
    with running(with_keys(settings, *BEFORE), clock) as app:
        first = cookie_of(sign_in(app, "ada"))
        assert is_signed_in(app, first)
    with running(with_keys(settings, *CHANGING), clock) as app:
        visitor = with_cookie(app, first)
        assert visitor.open("/me").heading == "ada"
        second = cookie_of(visitor)
        assert second != first
        visitor.open("/me")
        assert cookie_of(visitor) == second
    with running(with_keys(settings, *AFTER), clock) as app:
        assert is_signed_in(app, second)
        assert not is_signed_in(app, first)


def test_pages_that_look_at_no_cookie_renew_none(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, *BEFORE), clock) as app:
        first = cookie_of(sign_in(app, "ada"))
    with running(with_keys(settings, *CHANGING), clock) as app:
        answer = with_cookie(app, first).client.get("/healthz")
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False)


def cookie_of(visitor: Visitor) -> str:
    found = visitor.client.get_cookie("sundial")
    assert found is not None
    return found.value


def with_cookie(app: Flask, value: str) -> Visitor:
    visitor = Visitor(app)
    visitor.client.set_cookie("sundial", value)
    return visitor


def is_signed_in(app: Flask, value: str) -> bool:
    return with_cookie(app, value).open("/me").heading == "ada"


def webhook() -> Webhook:
    return session().scalars(select(Webhook).execution_options(populate_existing=True)).one()


def test_the_secret_of_a_webhook_does_not_change_with_the_key(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, *BEFORE), clock):
        create_webhook(person("ada"), URL, (), now())
        old = secret_of(rotate_secret(person("ada"), webhook().id, now()))
        both = secrets_of(webhook(), now())
        assert both[0] == old
    with running(with_keys(settings, *CHANGING), clock):
        assert secrets_of(webhook(), now()) == both
        carry_secrets_over()
        assert secrets_of(webhook(), now()) == both
        salts = webhook().secret_salt, webhook().previous_secret_salt
        carry_secrets_over()
        assert (webhook().secret_salt, webhook().previous_secret_salt) == salts
    with running(with_keys(settings, *AFTER), clock):
        assert secrets_of(webhook(), now()) == both


def test_the_address_of_feeds_does_not_change_with_the_key(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, *BEFORE), clock):
        renew_feed(person("ada").id)
        first = feed_token(person("ada"))
        assert first is not None
    with running(with_keys(settings, *CHANGING), clock):
        assert account_of_feed(first).id == person("ada").id
        carry_feed_keys_over()
    with running(with_keys(settings, *AFTER), clock):
        assert feed_token(person("ada")) == first
        assert account_of_feed(first).id == person("ada").id


def test_a_secret_whose_key_is_gone_is_not_made_up_and_can_be_made_anew(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, *BEFORE), clock):
        create_webhook(person("ada"), URL, (), now())
    with running(with_keys(settings, *AFTER), clock):
        carry_secrets_over()
        with pytest.raises(KeyGone):
            secrets_of(webhook(), now())
        new = secret_of(rotate_secret(person("ada"), webhook().id, now()))
        assert secrets_of(webhook(), now()) == [new]


def test_a_key_to_join_whose_secret_key_is_gone_is_not_made_up_and_can_be_made_anew(
    settings: Config, clock: FakeClock
) -> None:
    with running(with_keys(settings, *BEFORE), clock):
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)])
        made = create_game(person("ada"), wish, now())
        assert join_key_of(made) is not None
    with running(with_keys(settings, *AFTER), clock):
        game = session().get_one(Game, made.id)
        assert join_key_of(game) is None
        renew_key(game.id, person("ada"))
        assert join_key_of(game) is not None
