"""The scenes of screenshots: every page, and states of games, lists and settings that only occur in use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

import rules
from rules import AnyPosition
from service.accounts.accounts import new_visitor
from service.challenges.lobby import challenge_anybody
from service.challenges.terms import NewChallenge
from service.competitions.organising import remove
from service.config.settings import settings
from service.db import clock
from service.db.engines import transaction
from service.embedded.mailbox import mails_in
from service.models import Account, Game, GameStatus, System, Visibility
from service.notifications import links
from service.play.analyses import ask
from service.play.chat import post
from service.play.daily import begin, today
from service.play.games import NewGame, SeatWish, create_game
from service.play.held_moves import SentMove, hold_move
from service.play.matches.series import series_of
from service.play.plans import PlanWish, set_plan
from service.play.positions import position_of
from service.play.proposals import ask_back
from service.play.seat_links import accept_invitation
from service.play.seating import lock_game
from service.play.seats import resign
from service.play.timekeeping import Fast
from tests.browser.every_page import addresses
from tests.lives import drain
from tests.service.access.conftest import made_private
from tests.service.cups import begun, cup, fill, over
from tests.service.tables import Table, person, table
from tests.service.web.test_analyses import hastily
from workers.jobs.opponents import run_analysis
from workers.search.levels import choose_turn
from workers.transports.mailbox import Mailbox

LEVEL = 2
MORE = ("gil", "hal", "ida")
MIDDLE = {"seasons": 9, "siesta": 9, "springtime": 8, "springtime-puzzle": 4, "dawn": 12, "tribes": 12}
"""How many turns are played of each game before it is looked at."""


@dataclass(frozen=True)
class Scene:
    """A page and its viewer; None is a stranger."""

    name: str
    path: str
    viewer: Account | None = None


def scenes() -> list[Scene]:
    """Return all scenes, after creating their data."""
    private = made_private()
    quill = private.table.players[0]
    pages = [Scene(f"page {route}", path, quill) for route, path in addresses(private).items()]
    own = (*boards(), *endings(), *tables(), *clocks(), *second_thoughts(), *places(), *tournaments())
    return [*pages, *_relative(own)]


def boards() -> Iterator[Scene]:
    """Yield each game in the middle, as the player to move sees it and previews a move."""
    for ruleset in rules.games():
        of = table("ada", "ben", ruleset=ruleset)
        play(of, MIDDLE[ruleset])
        yield Scene(f"game {ruleset}", f"/games/{of.id}", of.mover)
        yield Scene(f"game {ruleset}, by link", turn_of(of.game))
    siesta = table("ada", "ben", ruleset="siesta")
    play(siesta, MIDDLE["siesta"])
    yield Scene("game siesta, preview", f"/games/{siesta.id}?pick={next_move(siesta.game)}", siesta.mover)
    yield Scene("game siesta, waiting", f"/games/{siesta.id}", waiting_at(siesta))
    yield Scene("game siesta, refused", f"/games/{siesta.id}?pick=sun+a1,+roof+l12", siesta.mover)


def endings() -> Iterator[Scene]:
    """Yield a game as its winner, its loser and others see it, and a resigned one."""
    over = table("ada", "ben", ruleset="springtime", visibility=Visibility.PUBLIC)
    play(over, 200)
    won, lost = ([seat.account for seat in over.game.seats if (seat.number in (over.game.winners or ())) is has]
                 for has in (True, False))  # fmt: skip
    yield Scene("over, won", f"/games/{over.id}", won[0])
    yield Scene("over, lost", f"/games/{over.id}", (lost or won)[-1])
    yield Scene("over, stranger", f"/games/{over.id}")
    ask(over.id, over.players[0], clock.now())
    while run_analysis(hastily):
        pass
    yield Scene("over, analysis", f"/games/{over.id}/analysis", over.players[0])
    given_up = table("ada", "ben")
    resign(given_up.id, given_up.players[1], clock.now())
    yield Scene("over, given up", f"/games/{given_up.id}", given_up.players[0])


def tables() -> Iterator[Scene]:
    """Games that gather, a series, talk, and a plan."""
    ada = person("ada")
    wish = [SeatWish(me=True), SeatWish(email="cleo@example.net"), SeatWish(open=True)]
    gathering = create_game(ada, NewGame("siesta", wish, visibility=Visibility.PUBLIC), clock.now())
    yield Scene("gathering, host", f"/games/{gathering.id}", ada)
    yield Scene("gathering, invited", links.invitation_link(gathering, 1))
    yield Scene("gathering, somebody else", f"/games/{gathering.id}", person("ben"))
    guests = [SeatWish(email=f"{name}@example.net") for name in ("dora", "eli")]
    waiting = create_game(ada, NewGame("tribes", [SeatWish(me=True), *guests], shuffle_seats=False), clock.now())
    if invited := links.read_link(links.invitation_link(waiting, 1).rpartition("/")[2]):
        accept_invitation(invited, clock.now())
    yield Scene("gathering, guest without a name", links.invitation_link(waiting, 1))
    with transaction():
        waiting.seats[2].undelivered_at = clock.now()
    yield Scene("gathering, invitation in vain", f"/games/{waiting.id}", ada)
    series = table("ada", "ben", first_to=3)
    resign(series.id, series.players[1], clock.now())
    yield Scene("series, first game over", f"/games/{series.id}", ada)
    goes_on = series_of(series.game)
    assert goes_on is not None
    spoken = table("ada", "ben", ruleset="siesta")
    play(spoken, 3)
    for speaker, said in ((0, "Have fun!"), (1, "You too. I will be slow this week."), (0, "No hurry at all.")):
        post(spoken.id, spoken.players[speaker], said, clock.now())
    yield Scene("talk", f"/games/{spoken.id}#talk", ada)
    planned = table("ada", "ben")
    planner = waiting_at(planned)
    set_plan(planned.id, planner, PlanWish("if anything then place max-10 or place max-8"), clock.now())
    yield Scene("plan", f"/games/{planned.id}?tab=plan", planner)
    yield Scene("analysis, a game that goes on", f"/games/{planned.id}/analysis", ada)


def clocks() -> Iterator[Scene]:
    """Yield a fast clock, and a near deadline."""
    fast = table("ada", "ben", ruleset="siesta", days_per_move=1, fast=Fast(minutes=15, seconds_per_move=20))
    play(fast, 3)
    yield Scene("fast clock", f"/games/{fast.id}", fast.mover)
    urgent = table("ada", "ben", ruleset="springtime", days_per_move=1)
    play(urgent, 4, at=clock.now() - timedelta(hours=20))
    yield Scene("deadline is near", f"/games/{urgent.id}", urgent.mover)


def second_thoughts() -> Iterator[Scene]:
    """Yield a held move, and a proposal to undo, as both players see it."""
    held = table("ada", "ben")
    play(held, 4)
    with transaction():
        game = lock_game(held.id)
        sent = SentMove(game.version, next_move(game), clock.now(), {"text": "Sorry, that was close.", "to": None})
        hold_move(game, links.present_turn(game, game.to_move or 0), sent, clock.now())
    yield Scene("held move", f"/games/{held.id}", held.mover)
    yield Scene("held move, by link", turn_of(held.game))
    of = table("ada", "ben", ruleset="siesta")
    play(of, 5)
    asker = waiting_at(of)
    ask_back(of.id, asker, clock.now())
    yield Scene("takeback, asker", f"/games/{of.id}", asker)
    yield Scene("takeback, asked", f"/games/{of.id}", of.mover)


def places() -> Iterator[Scene]:
    """Pages outside games, as different people see them."""
    ada, nora = person("ada"), person("nora")
    challenge_anybody(ada, NewChallenge("siesta"), clock.now())
    challenge_anybody(person("ben"), NewChallenge("springtime", fast=Fast(15, 20)), clock.now())
    over = Table(begin(ada, today(clock.now()), clock.now()).id, [ada])
    play(over, 100)
    with transaction():
        visitor = new_visitor(clock.now())
    for name, path in {
        "home": "/", "games": "/games", "lobby": "/lobby", "new game": "/games/new", "today": "/today",
        "bots": "/bots", "nowhere": "/nowhere", "player": "/players/ada", "tribes": "/games/new/tribes",
    }.items():  # fmt: skip
        yield Scene(f"place {name}, stranger", path)
        yield Scene(f"place {name}, newcomer", path, nora)
        yield Scene(f"place {name}, player", path, ada)
    yield Scene("place home, visitor", "/", visitor)
    yield Scene("place home, in Italian", "/?language=it")
    yield Scene("place home, in German", "/?language=de", ada)
    drain(Mailbox(settings().mailbox))
    kinds = dict[str, str]()
    for mail in mails_in(settings().mailbox):
        kinds.setdefault(re.sub(r"[\d#].*", "", str(mail.message["Subject"])), mail.number)
    for subject, number in kinds.items():
        yield Scene(f"mail {subject}", f"/mailbox/{number}/html")


def tournaments() -> Iterator[Scene]:
    """Yield tournaments before, during and after their games, as players and the organiser see them."""
    names, olga = ("ada", "ben", "cyd", "dee", "eva", "finn"), person("olga")
    waiting = cup(*names[:4], most_entries=16, late_entries=True, starts_at=clock.now() + timedelta(days=9))
    across, swiss = begun(*names), cup(system=System.SWISS, rounds=9, most_entries=1000)
    fill(swiss, 120)
    groups = begun(*names, *MORE, system=System.TABLES, seats=3, rounds=3, ruleset="seasons", least_entries=3)
    done = over(*names, title="Spring Cup of the Sun, the Moon and all the Stars", system=System.KNOCK_OUT)
    remove(across.id, olga, person("finn"), "Two accounts", clock.now())
    for name, shown in {"open": waiting, "round robin": across, "swiss": swiss, "groups": groups, "over": done}.items():
        yield Scene(f"tournament {name}, player", f"/tournaments/{shown.number}", person("ada"))
        yield Scene(f"tournament {name}, organiser", f"/tournaments/{shown.number}", olga)
    yield Scene("tournament, stranger in German", f"/tournaments/{across.number}?language=de")
    yield Scene("tournament, stranger in Italian", f"/tournaments/{waiting.number}?language=it")
    yield Scene("tournament, decide", f"/tournaments/{groups.number}/rounds/1/boards/1", olga)
    yield Scene("tournament, new", "/tournaments/new?ruleset=seasons", olga)
    yield Scene("tournaments", "/tournaments", olga)


def turn_of(game: Game) -> str:
    """Return the turn link emailed to the player to move."""
    assert game.to_move is not None
    return links.turn_link(game, game.to_move)


def waiting_at(of: Table) -> Account:
    """Return the other of two players."""
    return next(player for player in of.players if player.id != of.mover.id)


def next_move(game: Game) -> str:
    """Return a reasonable move."""
    ruleset, position = rules.game(game.ruleset), position_of(game)
    return ", ".join(map(str, _chosen(ruleset, position)))


def play(of: Table, turns: int, **when: object) -> None:
    """Play so many turns well enough, or until the game is over."""
    for _ in range(turns):
        if of.game.status != GameStatus.ACTIVE:
            return
        of.play(next_move(of.game), **when)  # type: ignore[arg-type]  # as they are given


def _chosen(ruleset: rules.Game, position: AnyPosition) -> list[object]:
    return list(choose_turn(position, ruleset.tactics, LEVEL, Random(1)))  # no secret


def _relative(found: Iterable[Scene]) -> list[Scene]:
    return [replace(scene, path=re.sub("^https?://[^/]*", "", scene.path)) for scene in found]
