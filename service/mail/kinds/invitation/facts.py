"""Values for an invitation to a game."""

from __future__ import annotations

import rules
from service.accounts.accounts import is_guest, person_behind
from service.db.engines import session
from service.language.catalogue import gettext
from service.mail.facts import Facts, game_of, table
from service.mail.headers import sender_named
from service.mail.marker import YES_OR_NO
from service.models import Account, Game, Notice
from service.notifications import links
from service.pictures import boards as pictures
from service.presentation.clock_words import agreed_time
from service.presentation.names import called
from service.presentation.option_words import options_of


def facts(notice: Notice) -> Facts:
    """Collect the host, the game, its terms and the ways to answer."""
    game = game_of(notice)
    values = table(game, notice.seat) | told(notice)
    return Facts(
        values,
        [pictures.for_mail(pictures.of_sample(game.ruleset))],
        reply_to=links.invitation_box(game, place_of(notice)),
        marker=YES_OR_NO,
        sender=sender_named(session().get_one(Account, game.creator_id)),
    )


def told(notice: Notice) -> dict[str, object]:
    """Collect the values of one invitation, alone or among several."""
    game = game_of(notice)
    ruleset = rules.game(game.ruleset)
    return {
        "host": _host(game, shows_address=notice.data.get("by_address", False)),
        "again": notice.data.get("again", False),
        "example": gettext("A %(game_name)s board in the middle of a game.", game_name=gettext(ruleset.name)),
        "summary": gettext(ruleset.summary),
        "designer": ruleset.designer,
        "options": options_of(game),
        "time": agreed_time(game),
        "link": links.invitation_link(game, place_of(notice)),
        "never_link": links.never_link(game, place_of(notice)),
    }


def place_of(notice: Notice) -> int:
    """Return the reader's place."""
    return next(seat.place for seat in game_of(notice).seats if seat.account_id == notice.account_id)


def _host(game: Game, *, shows_address: bool) -> str:
    """Return the host's name, with the address of the person behind it if that is shown and confirmed."""
    host = session().get_one(Account, game.creator_id)
    person = person_behind(host)
    address = person.email if shows_address and person.verified_at else None
    name = address if address and is_guest(person) else called(person)
    if person is host:
        return f"{name} ({address})" if address and address != name else name
    owner = f"{name}, {address}" if address and address != name else name
    return gettext("%(bot)s (a bot of %(owner)s)", bot=host.name, owner=owner)
