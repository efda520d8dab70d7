"""Setup, observation and checks of each flood, besides waiting times.

Each is a generator. It first yields data for the stranger, resumes in the middle of the flood, and again once that is
over; it returns the facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from functools import partial
from time import perf_counter

from benchmarks.strangers.browsers import GENERAL_ADDRESS, MailServer, box_of, letter
from benchmarks.strangers.by_mail import NAMED_BY_STRANGERS
from benchmarks.strangers.figures import Fact
from benchmarks.strangers.people import Player
from benchmarks.strangers.scene import PEOPLE_AT, Known, Scene
from service.notifications.inbound import fingerprint
from tests.journeys.mail_player import text_of

Told = dict[str, object]
Seen = Generator[Told, None, list[Fact]]
LATER = 20.0
"""Seconds to wait for a result."""
ASKED_AN_HOUR = 30
"""Most strangers in whose name one network may write to us, and who are asked to confirm."""
SOON = 2.0
_CODE = re.compile(r"^ {4}(\d{8})\s", re.MULTILINE)


def nothing(scene: Scene, player: Player) -> Seen:
    """Check nothing: the waiting times suffice."""
    del scene, player
    yield {}
    yield {}
    return []


def forged(scene: Scene, player: Player) -> Seen:
    """Check that the player's own emails are answered or held, and a move from their second address, too."""
    [friend] = scene.accounts(["friend-of-forged"])
    game = player.game_with(friend)
    game = player.move_by_api(friend, player.move_by_api(player.known, game))
    player.call(player.known, "PUT", f"games/{game['id']}/delivery", {"mode": "at-once"})
    mine = player.known.email
    turn = scene.until(lambda: scene.post.turn_mail(mine, game["id"], 0), LATER)
    yield {"victim": mine}
    written = {
        "her games": letter(mine, GENERAL_ADDRESS, "games"),
        "her new game": letter(mine, GENERAL_ADDRESS, "new siesta friend@example.net"),
    }
    if turn is not None:
        move = player.any_move(player.known, game["id"])
        written["her move from her second address"] = letter("me@second.example", box_of(turn), move, turn)
    server, marks = MailServer(scene.mail_port, PEOPLE_AT), {}
    for what, mail in written.items():
        raw, [box] = mail.as_bytes(), [mail["To"]]
        said = server.send(mail["From"], [str(box)], raw)
        marks[what] = fingerprint(str(mail["Message-ID"]), raw), said
    yield {}
    facts = []
    for what, (mark, said) in marks.items():
        outcome = scene.until(partial(scene.outcome, mark), LATER)
        facts.append(
            Fact(f"{what}: {said}, {outcome or 'not read'}", outcome in ("answered", "held", "played", "done"))
        )
    questions = len(scene.post.mails_to(mine, "confirm"))
    return [*facts, Fact(f"{questions} questions to her", turn is not None)]


def asking(scene: Scene, player: Player) -> Seen:
    """Count the strangers who received emails."""
    del player
    yield {}
    yield {}
    asked = sum("@invented" in recipient for recipient in scene.post.recipients())
    return [Fact(f"{asked} strangers were written to", asked <= ASKED_AN_HOUR)]


def newcomer(scene: Scene, player: Player) -> Seen:
    """Check that a confirmation executes the newcomer's order, and none in their name by others."""
    del player
    me = "newcomer@new.example"
    scene.write(me, GENERAL_ADDRESS, "new siesta level2")
    asked = scene.until(lambda: scene.post.mails_to(me, "confirm"), LATER)
    yield {"victim": me}
    yield {}
    if not asked:
        return [Fact("the newcomer was not asked", holds=False)]
    raw = letter(me, box_of(asked[0]), "Yes", asked[0]).as_bytes()
    MailServer(scene.mail_port, PEOPLE_AT).send(me, [box_of(asked[0])], raw)
    begun = scene.until(lambda: scene.post.mails_to(me, "your-turn", "general-mailbox", "digest"), LATER)
    _pass(scene, SOON)
    invited = sum(len(scene.post.mails_to(NAMED_BY_STRANGERS.format(number))) for number in range(9))
    return [
        Fact("their game has begun" if begun else "their game has not begun", bool(begun)),
        Fact(f"{invited} invitations by the stranger", invited == 0),
    ]


def connections(scene: Scene, player: Player) -> Seen:
    """Check that another mail server gets in."""
    del player
    yield {}
    said, _ = scene.write("somebody@other.example", "postmaster@sundial.localhost", "hello")
    yield {}
    return [Fact(f"another server: {said}", said == "250")]


def places(scene: Scene, player: Player) -> Seen:
    """Check that an account, and a visitor from elsewhere, can take the bot and the challenge."""
    author, host, other = scene.accounts(["author", "host", "other"])
    manifest = {"name": "robot", "auto_accept": True, "at_once": 10, "games": {"siesta": {}}}
    player.call(author, "POST", "bots", manifest)
    secret = player.call(author, "POST", "bots/robot/tokens", {"name": "bot", "scopes": ["games:read", "games:play"]})[
        "token"
    ]
    bot = Known("robot", "robot", "", secret)
    player.call(bot, "POST", "bots/me/heartbeat")
    challenge = _challenge(player, host)
    yield {"challenge": challenge}
    player.call(bot, "POST", "bots/me/heartbeat")
    yield {}
    facts = []
    for who, browser in (("an account", scene.browser(other.cookie)), ("a visitor", scene.browser())):
        played = browser.post("/play/bot", {"ruleset": "siesta", "days": "14"}).status_code
        taken = browser.post(f"/challenges/{challenge}/accept").status_code
        facts.append(Fact(f"{who}: bot {played}, challenge {taken}", played == taken == 200))  # noqa: PLR2004  # of HTTP
    return facts


def public(scene: Scene, player: Player) -> Seen:
    """Check that an account's game is on the first page of the list."""
    [host] = scene.accounts(["host"])
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"open": True}], "visibility": "public"}
    game = player.call(host, "POST", "games", wish)["id"]
    yield {}
    yield {}
    shown = game in scene.browser().get("/games").text
    listed = game in [each["id"] for each in player.call(host, "GET", "games?limit=20")["games"]]
    return [
        Fact(f"a player's game is {'' if shown else 'not '}on page one", shown),
        Fact(f"{'' if listed else 'not '}among the first 20 of the API", listed),
    ]


def words(scene: Scene, player: Player) -> Seen:
    """Check that emails contain no links of strangers, and count the emails."""
    [host] = scene.accounts(["host"])
    challenge = _challenge(player, host)
    yield {"challenge": challenge}
    yield {}
    _pass(scene, LATER)
    mails = scene.post.mails_to(host.email)
    links = sum("evil.example" in text_of(mail) for mail in mails)
    return [Fact(f"{len(mails)} mails to who was spoken to, {links} with a stranger's link", links == 0)]


def sign_ins(scene: Scene, player: Player) -> Seen:
    """Check that the right code signs its owner in, by API and in a fresh browser."""
    by_api, by_page = scene.accounts(["signs-in-by-api", "signs-in-by-page"])
    yield {"victims": [by_api.email, by_page.email]}
    program, browser = scene.program(), scene.browser()
    asked = program.post("sign-in", json={"email": by_api.email}).status_code
    page = browser.post("/sign-in", {"email": by_page.email}).status_code
    codes = {each.email: scene.until(partial(_code, scene, each), LATER) for each in (by_api, by_page)}
    token = program.post("tokens", json={"email": by_api.email, "code": codes[by_api.email], "name": "new"})
    browser.post("/sign-in/code", {"email": by_page.email, "code": codes[by_page.email]})
    is_in = by_page.name in browser.get("/me").text
    yield {}
    del player
    return [
        Fact(f"by API: asked {asked}, code {token.status_code} {token.json().get('code', '')}", token.is_success),
        Fact(f"in a browser: asked {page}, {'' if is_in else 'not '}signed in", is_in),
    ]


def names(scene: Scene, player: Player) -> Seen:
    """Check that names of visitors are free for accounts."""
    [somebody] = scene.accounts(["somebody"])
    yield {}
    yield {}
    del player
    answer = scene.program(somebody.token).patch("me", json={"name": "magnus1"})
    return [Fact(f"the name: {answer.status_code} {answer.json().get('code', 'is free')}", answer.is_success)]


def streams(scene: Scene, player: Player) -> Seen:
    """Check that others receive the events of their games at once."""
    [friend] = scene.accounts(["friend-who-listens"])
    game = player.game_with(friend)
    newest = player.call(friend, "GET", "events")["next"]
    yield {}
    player.move_by_api(player.known, game)
    begun, heard = perf_counter(), False
    while not heard:
        page = player.call(friend, "GET", f"events?after={newest}&wait=20")
        newest, heard = page["next"], any(event["type"] == "move.played" for event in page["events"])
    taken = perf_counter() - begun
    yield {}
    return [Fact(f"another player hears of a move after {taken:.1f} s", taken <= SOON)]


def exports(scene: Scene, player: Player) -> Seen:
    """Prepare an account with games to export."""
    [somebody] = scene.accounts(["exporter"])
    for _ in range(20):
        player.call(somebody, "POST", "games", {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]})
    yield {"token": somebody.token}
    yield {}
    return []


def _challenge(player: Player, host: Known) -> str:
    wish = {"to": {"anybody": True}, "ruleset": "siesta", "least_days": 3, "most_days": 7, "at_once": 5}
    return str(player.call(host, "POST", "challenges", wish)["id"])


def _code(scene: Scene, who: Known) -> str:
    mails = scene.post.mails_to(who.email, "sign-in")
    found = _CODE.search(text_of(mails[-1])) if mails else None
    return found[1] if found else ""


def _pass(scene: Scene, seconds: float) -> None:
    scene.until(lambda: False, seconds)


SEEN: dict[str, Callable[[Scene, Player], Seen]] = {
    "thinking": nothing,
    "cookies": nothing,
    "hints": nothing,
    "forged": forged,
    "asking": asking,
    "newcomer": newcomer,
    "connections": connections,
    "large": nothing,
    "places": places,
    "public": public,
    "words": words,
    "sign-ins": sign_ins,
    "names": names,
    "addresses": nothing,
    "streams": streams,
    "reading": nothing,
    "exports": exports,
}
