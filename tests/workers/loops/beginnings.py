"""Ways to make a Sundial send email to an address, which then replies."""

from __future__ import annotations

from service.accounts.accounts import account_of, confirm
from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.db import clock
from service.db.engines import transaction
from service.models import Account, Game
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import accept_move, legal_actions
from service.play.seats import join, resign
from tests.service.mail.inbound.correspondent import mail
from tests.sink import Received
from tests.workers.loops.sundial import Sundial


def a_turn(address: str, sundial: Sundial) -> None:
    """Create a game of a friend and the address, which is to move."""
    _game(address)


def a_turn_that_is_over(address: str, sundial: Sundial) -> None:
    """Play the turn elsewhere while its email is in transit."""
    game = _game(address)
    sundial.work()
    accept_move(game.id, seat=0, version=game.version, move=legal_actions(game).actions[0], now=clock.now())


def an_invitation(address: str, sundial: Sundial) -> None:
    """Invite a stranger."""
    create_game(_friend(address), _wish(address), clock.now())


def a_sign_in(address: str, sundial: Sundial) -> None:
    """Somebody asks for a code in the address's name."""
    request_sign_in(address, Asker("192.0.2.1"), clock.now())


def the_end_of_a_game(address: str, sundial: Sundial) -> None:
    """Resign as the friend."""
    resign(_game(address).id, _friend(address), clock.now())


def forged(address: str, sundial: Sundial, text: str = "good morning") -> Received:
    """Send an email to the general address with a forged sender."""
    return Received(address, (f"play@{sundial.domain}",), mail(address, text))


def owner(address: str) -> Account:
    """Create a confirmed account with that address."""
    with transaction():
        account = account_of(address, clock.now())
        confirm(account, clock.now())
    return account


def _friend(address: str) -> Account:
    return owner(f"friend.of.{address.partition('@')[0][:30]}@example.net")


def _wish(address: str) -> NewGame:
    return NewGame(ruleset="seasons", seats=[SeatWish(me=True), SeatWish(email=address)], shuffle_seats=False)


def _game(address: str) -> Game:
    friend = _friend(address)
    game = create_game(owner(address), _wish(str(friend.email)), clock.now())
    return join(game.id, friend, clock.now())
