"""Scenes that cause each kind of email: a function named after each folder of `service/mail/kinds`."""

from __future__ import annotations

from datetime import timedelta

from service.accounts.addresses import add_address, ask_for_change
from service.accounts.sessions import begin_session
from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.accounts.tokens import create_token
from service.backups import release, set_back
from service.bots.accounts import create_bot
from service.bots.turns import see_to_bot
from service.competitions.organising import cancel
from service.competitions.rounds import TRIES, go_on_with, note_failure
from service.erasure.departures import leave
from service.http.browsers import Device
from service.models import Delivery, OnTimeout
from service.notifications.links import turn_box
from service.notifications.preferences import choose
from service.play.chat import post
from service.play.clocks import call_for_the_last_time, enforce_deadline
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.pauses import wish_pause
from service.play.plans import PlanWish, set_plan
from service.play.proposals import ask_back
from service.play.seats import join, resign
from service.play.substitutes import take_over, volunteer
from service.ratings.settling import annul
from service.security.addresses import Named
from service.webhooks.deliveries import claim_deliveries
from service.webhooks.endpoints import create_webhook
from service.webhooks.outcomes import AttemptOutcome, note_outcome
from tests.names import SOMEWHERE
from tests.service.conftest import FakeClock
from tests.service.cups import begun, cup, over
from tests.service.mail.inbound.correspondent import write
from tests.service.tables import Table, person, table
from workers.jobs import invitations as unanswered
from workers.jobs import plans
from workers.jobs.notices import seal_due

ADA, EVE = "ada@example.net", "eve@example.net"
OWNERS = {"new_address": "cyd@example.net"}
"""The address by which a recipient signs in, if an email goes to another one of theirs."""
SOMEBODY = Asker("192.0.2.1")


def sign_in(clock: FakeClock) -> None:
    """Ada wants to sign in."""
    request_sign_in(ADA, SOMEBODY, clock())


def new_sign_in(clock: FakeClock) -> None:
    """Sign Ada in on her phone, too."""
    for device in (Device("Firefox", "Linux", "192.0.2.*"), Device("Safari", "iPhone", "198.51.100.*")):
        begin_session(person("ada"), device, clock())


def new_address(clock: FakeClock) -> None:
    """Let Cyd add the address of her email from work."""
    add_address(person("cyd"), "cyd@work.example", clock())


def account_changed(clock: FakeClock) -> None:
    """Let Ada change her address."""
    ask_for_change(person("ada"), "ada@new.example", clock())


def farewell(clock: FakeClock) -> None:
    """Delete Ada's account."""
    leave(person("ada"), clock())


def new_token(clock: FakeClock) -> None:
    """Create a token of Ada's."""
    create_token(person("ada"), "laptop", ["games:read", "games:play"], clock())


def invitation(clock: FakeClock) -> None:
    """Invite Ada to a game of Bob's."""
    create_game(person("bob"), NewGame("seasons", [SeatWish(me=True), SeatWish(email=ADA)]), clock())


def accepted(clock: FakeClock) -> None:
    """Let Bob join a game of Ada's that waits for Cyd."""
    others = [SeatWish(email=f"{name}@example.net") for name in ("bob", "cyd")]
    game = create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), *others]), clock())
    join(game.id, person("bob"), clock())


def invitation_unanswered(clock: FakeClock) -> None:
    """Leave an invitation of Ada's without an answer for a week."""
    create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(email=EVE)]), clock())
    clock.advance(days=7)
    unanswered.run()


def invitations(clock: FakeClock) -> None:
    """Invite Ada so often that the last invitations reach her a day later, together."""
    for host in ("bob", "cyd", "dee", "fay", "gil"):
        create_game(person(host), NewGame("seasons", [SeatWish(me=True), SeatWish(email=ADA)]), clock())
    seal_due(clock)
    clock.advance(days=1)


def your_turn(clock: FakeClock) -> None:
    """Start a game with Ada's turn."""
    table("ada", "bob")


def message(clock: FakeClock) -> None:
    """Let Bob write a message in Ada's game."""
    seasons = table("ada", "bob")
    post(seasons.id, seasons.players[1], "Good luck!", clock())


def reminder(clock: FakeClock) -> None:
    """Leave Ada a day for her turn."""
    table("ada", "bob")
    clock.advance(days=2)


def last_call(clock: FakeClock) -> None:
    """Leave Ada two hours for her turn."""
    seasons = table("ada", "bob")
    clock.advance(days=2, hours=22)
    call_for_the_last_time(seasons.id, clock())


def digest(clock: FakeClock) -> None:
    """Give Ada a daily digest, and start two games with her turn."""
    choose(person("ada").id, clock(), Delivery.DIGEST)
    for opponent in ("bob", "cyd"):
        table("ada", opponent)
    clock.advance(hours=6)


def answer(clock: FakeClock) -> None:
    """Send an email of Ada's that is not a move."""
    write(ADA, turn_box(table("ada", "bob").game, 0), "place nowhere")


def confirm(clock: FakeClock) -> None:
    """Let somebody else reply to Ada's email."""
    write(EVE, turn_box(table("ada", "bob").game, 0), "place max-15")


def general_mailbox(clock: FakeClock) -> None:
    """Let Ada ask which games wait for her."""
    table("ada", "bob")
    write(ADA, Named.GENERAL, "games")


def game_over(clock: FakeClock) -> None:
    """Let Bob resign."""
    seasons = table("ada", "bob")
    resign(seasons.id, seasons.players[1], clock())


def match_over(clock: FakeClock) -> None:
    """Let Ada resign a match."""
    ada = person("ada")
    match = create_match(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock())
    resign(standing(match).games[0].id, ada, clock())


def more_time(clock: FakeClock) -> None:
    """Pass Ada's deadline without having sent an email about her turn."""
    seasons = table("ada", "bob")
    clock.advance(days=seasons.game.days_per_move, seconds=1)
    enforce_deadline(seasons.id, clock())


def stand_in(clock: FakeClock) -> None:
    """Let Ada run out of time in a game where the computer plays on."""
    seasons = table("ada", "bob", on_timeout=OnTimeout.COMPUTER)
    seasons.look()
    clock.advance(days=3, seconds=1)
    enforce_deadline(seasons.id, clock())


def substitute_wanted(clock: FakeClock) -> None:
    """Abandon Bob's seat in a game that Ada would take over."""
    volunteer(person("ada").id, ["seasons"], clock())
    _left_by_bob(clock)


def seat_taken_over(clock: FakeClock) -> None:
    """Let Dee take over Bob's seat in Ada's game."""
    seasons = _left_by_bob(clock, "ada")
    take_over(seasons.id, 0, person("dee"), clock())


def _left_by_bob(clock: FakeClock, other: str = "cyd") -> Table:
    seasons = table("bob", other, on_timeout=OnTimeout.SUBSTITUTE)
    seasons.look()
    clock.advance(days=3, seconds=1)
    enforce_deadline(seasons.id, clock())
    return seasons


def restored(clock: FakeClock) -> None:
    """Restore a game with Ada's turn from a backup one hour old."""
    table("ada", "bob")
    backed_up_at = clock()
    set_back(backed_up_at, clock.advance(hours=1))
    release(clock())


def webhook_off(clock: FakeClock) -> None:
    """Answer Ada's webhook with 410."""
    create_webhook(person("ada"), f"https://{SOMEWHERE}/sundial?key=of-the-bot", [], clock())
    [challenge] = claim_deliveries(clock(), limit=1)
    note_outcome(challenge, AttemptOutcome(status=410, trouble="status", milliseconds=20), clock(), chance=0)


def bot_paused(clock: FakeClock) -> None:
    """Pass the deadline of Ada's bot after its reminder."""
    ada = person("ada")
    rusty = create_bot(ada, "rusty", {"seconds_per_move": 600, "auto_accept": True}, clock()).account
    seats = [SeatWish(account=rusty.name), SeatWish(me=True)]
    game = create_game(person("bob"), NewGame("seasons", seats, shuffle_seats=False), clock())
    for _ in range(2):
        clock.advance(minutes=70)
        see_to_bot(game.id, clock())


def proposal(clock: FakeClock) -> None:
    """Let Bob ask Ada to undo his move."""
    siesta = table("bob", "ada", ruleset="siesta")
    [move] = siesta.whole_moves(1)
    siesta.play(move)
    ask_back(siesta.id, siesta.players[0], clock())


def clocks(clock: FakeClock) -> None:
    """Let Bob propose to pause the clocks."""
    at = table("bob", "ada")
    wish_pause(at.id, at.players[0], clock())


def plan_played(clock: FakeClock) -> None:
    """Answer Bob's move with Ada's conditional moves."""
    seasons = table("bob", "ada")
    wish = PlanWish("if anything then place max-10 or place max-8 or place max-5")
    set_plan(seasons.id, seasons.players[1], wish, clock())
    seasons.play_anything()
    plans.run()


def games_annulled(clock: FakeClock) -> None:
    """Annul a game that Ada lost to Bob."""
    seasons = table("bob", "ada", rated=True)
    resign(seasons.id, seasons.players[1], clock())
    annul([seasons.id], "One person played both sides.", clock())


def tournament_began(clock: FakeClock) -> None:
    """Start a tournament that Ada has entered."""
    begun("ada", "bob", "cyd")
    clock.advance(minutes=1)


def tournament_over(clock: FakeClock) -> None:
    """Play a tournament of Ada's to its end."""
    over("ada", "bob")
    clock.advance(minutes=1)


def tournament_cancelled(clock: FakeClock) -> None:
    """Let Olga cancel a tournament that Ada has entered."""
    cancel(cup("ada", most_entries=8).id, person("olga"), "The hall is closed", clock())


def tournament_confirm(clock: FakeClock) -> None:
    """Ask Ada whether she still wants to play in a tournament that she entered weeks ago."""
    tournament = cup("ada", most_entries=8, starts_at=clock() + timedelta(days=30))
    clock.advance(days=28)
    go_on_with(tournament.id, clock())


def tournament_stuck(clock: FakeClock) -> None:
    """Fail three times to go on with a tournament of Ada's."""
    tournament = begun("bob", "cyd", organiser="ada")
    for _ in range(TRIES):
        note_failure(tournament.id, clock())
