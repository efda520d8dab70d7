"""Every page: one for each route with its preconditions, and the variants of some."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from playwright.sync_api import BrowserContext, Page
from sqlalchemy import select

import rules
from service.accounts.addresses import add_address, ask_for_change
from service.accounts.sessions import begin_session, sessions_of
from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.config.settings import settings
from service.db import clock
from service.db.engines import session
from service.embedded.mailbox import mails_in
from service.http.browsers import Device
from service.models import Account, ApiToken, Game, InboundMail, Outcome
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from service.web.frame.identity import SESSION
from tests.lives import drain
from tests.service.access.conftest import Private
from tests.service.access.pages import PAGES
from tests.service.api.test_oauth_codes import CHALLENGE
from tests.service.cups import begun
from tests.service.mail.inbound.correspondent import write
from tests.service.tables import table
from tests.service.web.visitor import mailed
from tests.site import Site
from workers.transports.mailbox import Mailbox

NO_PAGE = re.compile(
    r"\.(?:svg|png|ico|js|json|ndjson|yaml|ics|atom|mbox|txt|webmanifest)$|api-catalog$|/board$"
    r"|/record$|/html$|^/live$|oauth-authorization-server$"
)


def waiting(private: Private, *others: SeatWish) -> Game:
    """Create a game of Quill's that waits for other players."""
    wish = NewGame("seasons", [SeatWish(me=True), *others])
    return create_game(private.table.players[0], wish, clock.now())


def held_mail(private: Private) -> str:
    """Return the link that asks whether an email is Quill's."""
    assert write("eve@example.net", links.turn_box(private.table.game, 0), "place max-15") == Outcome.HELD
    session().rollback()
    return links.approval_link(session().scalars(select(InboundMail)).one())


def newest_mail() -> str:
    """Send everything due to the local mailbox, and return the address of its newest email."""
    drain(Mailbox(settings().mailbox))
    return f"/mailbox/{mails_in(settings().mailbox)[0].number}"


def address_to_confirm(account: Account) -> str:
    """Let an account ask for a new address and a further one; return the link to the new one."""
    add_address(account, "quill@work.example", clock.now())
    ask_for_change(account, "quill@new.example", clock.now())
    return str(mailed("new-address")["link"])


def held_by_link(private: Private) -> dict[str, str]:
    """Return the addresses of pages behind links."""
    game, quill = private.table.game, private.table.players[0]
    asked, still_open = waiting(private, SeatWish(email="zoe@example.net")), waiting(private, SeatWish(open=True))
    turn, key = links.turn_link(game, 0), join_key_of(still_open)
    [signed_in, *_] = sessions_of(quill.id, clock.now())
    request_sign_in("quill@example.net", Asker("203.0.113.1"), clock.now())
    wish = {
        "response_type": "code", "client_id": "engine", "redirect_uri": "http://127.0.0.1:9999/back",
        "scope": "games:read", "code_challenge": CHALLENGE, "code_challenge_method": "S256",
    }  # fmt: skip
    assert key
    running = f"/tournaments/{begun('rose', 'dora', 'nina', organiser='quill').number}"
    return {
        "/tournaments/<number>": running,
        "/tournaments/<number>/rounds/<round_number>/boards/<board>": f"{running}/rounds/1/boards/1",
        "/t/<token>": turn,
        "/t/<token>/game": f"{turn}/game",
        "/t/<token>/resign": f"{turn}/resign",
        "/i/<token>": links.invitation_link(asked, 1),
        "/i/<token>/never": links.never_link(asked, 1),
        "/j/<token>": links.join_link(still_open.id, key),
        "/games/<game_id>/join-link": f"/games/{still_open.id}/join-link",
        "/a/<token>": held_mail(private),
        "/e/<token>": address_to_confirm(quill),
        "/s/<token>": links.session_link(signed_in),
        "/k/<token>": links.token_link(session().get_one(ApiToken, private.token_id)),
        "/unsubscribe/<token>": links.unsubscribe_link(quill, "your-turn"),
        "/sign-in/<secret>": mailed("sign-in")["link"],
        "/mailbox/<number>": newest_mail(),
        "/docs/<name>": "/docs/index.html",
        "/oauth/authorize": f"/oauth/authorize?{urlencode(wish)}",
    }


def addresses(private: Private) -> dict[str, str]:
    """One of each route that is looked at, by its route, and the faces that some have besides."""
    held = held_by_link(private)
    paths = [route.removeprefix("GET ") for route in PAGES if route.startswith("GET ")]
    found = {path: held.get(path) or private.fill(path) for path in paths} | faces(private, held["/t/<token>"])
    relative = {name: re.sub("^https?://[^/]*", "", address) for name, address in found.items()}
    return {name: path for name, path in relative.items() if not NO_PAGE.search(path)}


def faces(private: Private, turn: str) -> dict[str, str]:
    """Return variants of pages: a preview, an open part, an earlier turn, the end; and a turn of each ruleset."""
    own = f"/games/{private.table.id}"
    over = table("quill", "wren", ruleset="springtime-puzzle")
    over.play_to_the_end()
    found = {"preview": f"{turn}?pick=place+max-15"}
    found |= {"plan": f"{own}?tab=plan", "replay": f"{own}?at=1"}
    found |= {"over": f"/games/{over.id}", "over, replay": f"/games/{over.id}?at=3"}
    found |= {"tournament that takes entries": "/tournaments/1"}
    found |= {"list": "/games?status=active", "nowhere": "/nowhere"}
    for ruleset in rules.games():
        began = table("quill", "wren", ruleset=ruleset).game
        found[f"turn, {ruleset}"] = links.turn_link(began, began.to_move or 0)
        found[f"rules, {ruleset}"] = f"/rules/{ruleset}"
    return found


def known(context: BrowserContext, site: Site, private: Private) -> Page:
    """Open the first page of a browser signed in as Quill."""
    let_in(context, site, private.table.players[0])
    return context.new_page()


def opened(context: BrowserContext, site: Site, viewer: Account, path: str) -> Page:
    """Open a page as that account."""
    let_in(context, site, viewer)
    page = context.new_page()
    page.goto(f"{site.address}{path}")
    return page


def let_in(context: BrowserContext, site: Site, account: Account) -> None:
    """Let a browser be one that this person has signed in with."""
    context.add_cookies([{"name": "sundial", "value": cookie_of(site, account), "url": site.address}])


def cookie_of(site: Site, account: Account) -> str:
    """Begin a session of this person, and return its cookie."""
    client = site.app.test_client()
    with client.session_transaction() as cookie:
        cookie[SESSION] = begin_session(account, Device(), clock.now())
    value = client.get_cookie("sundial")
    assert value
    return value.value
