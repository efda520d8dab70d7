"""The home page: an introduction for strangers, or the sections of the viewer's games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import render_template, request

from rules.prose import N_
from service.language.errors import NotFound
from service.models import Account, Game, GameStatus, SeatState
from service.play.daily import daily_ruleset
from service.play.game_search import GameQuery, Place, SortOrder, find_games
from service.play.games import rulesets
from service.play.inbox import unread_of
from service.web.daily import todays
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer
from service.web.games import read_place, written_place
from service.web.me import name_to_ask_for

SHOWN = 50
RECENT = 5
"""Number of finished games shown among the other sections; their own page shows more."""
WATCHED = GameQuery(status=GameStatus.ACTIVE, limit=6)
"""Running games shown to strangers."""
YOUR_TURN, INVITED, OVER = "your-turn", "invited", "over"
PARTS: Mapping[str, tuple[str, GameQuery]] = {
    YOUR_TURN: (N_("Your turn"), GameQuery(status=GameStatus.ACTIVE, to_move=True, order=SortOrder.DEADLINE)),
    "running": (
        N_("Other players' turn"),
        GameQuery(status=GameStatus.ACTIVE, to_move=False, order=SortOrder.DEADLINE),
    ),
    INVITED: (N_("Invitations"), GameQuery(status=GameStatus.INVITING, seat=SeatState.INVITED)),
    "to-begin": (
        N_("Waiting for you to start"),
        GameQuery(status=GameStatus.INVITING, seat=SeatState.TAKEN, awaited=True),
    ),
    "waiting": (N_("Waiting for players"), GameQuery(status=GameStatus.INVITING, seat=SeatState.TAKEN, awaited=False)),
    OVER: (N_("Finished games"), GameQuery(status=GameStatus.FINISHED, mine=True, order=SortOrder.FINISHED)),
}
"""The sections of the viewer's games by their name in addresses, most urgent first."""


@dataclass(frozen=True)
class ListedPart:
    """Some of a section's games; `next_page` is the cursor of the rest, if there is more."""

    name: str
    heading: str
    games: Sequence[Game]
    next_page: str | None

    @property
    def says_turn(self) -> bool:
        """Whether each game says whose turn it is; under the first heading it is always the viewer's."""
        return self.name != YOUR_TURN


@pages.get("/")
def home() -> str:
    """Show the viewer's games, or an introduction to strangers."""
    account = viewer()
    if account is None:
        watched, _ = find_games(None, WATCHED)
        return render_template("welcome.html", rulesets=rulesets(), puzzle=todays(), watched=watched)
    if "show" in request.args:
        part = _asked_part(account)
        return render_template("home_part.html", part=part, unread=unread_of(account, part.games))
    found = [_part(account, name, RECENT if name == OVER else SHOWN) for name in PARTS]
    parts = [part for part in found if part.games]
    is_below_others = any(part.name == INVITED for part in parts[1:])
    return render_template(
        "home.html",
        account=account,
        name_asked=name_to_ask_for(account),
        parts=parts,
        unread=unread_of(account, [game for part in parts for game in part.games]),
        invited=INVITED if is_below_others else None,
        has_puzzle=daily_ruleset() is not None,
    )


def _asked_part(account: Account) -> ListedPart:
    """Return the requested section from its cursor; raises NotFound if either does not exist."""
    name, after = request.args["show"], read_place(request.args.get("after"))
    if name not in PARTS:
        raise NotFound
    return _part(account, name, SHOWN, after)


def _part(account: Account, name: str, limit: int, after: Place | None = None) -> ListedPart:
    heading, search = PARTS[name]
    games, following = find_games(account, replace(search, after=after, limit=limit))
    return ListedPart(name, heading, games, written_place(following) if following else None)
