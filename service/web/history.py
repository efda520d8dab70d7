"""One's own history: all games that one has played, private ones too, by opponent, game, result and day."""

from __future__ import annotations

from datetime import date

from flask import render_template, request

from service.accounts.accounts import account_named
from service.language.errors import NotFound
from service.models import GameStatus
from service.play.game_search import NOBODY, GameQuery, OwnResult, SortOrder, find_games
from service.play.games import rulesets
from service.web.formats import number_in
from service.web.frame.blueprints import pages
from service.web.frame.identity import player
from service.web.games import PAGE, read_place, written_place

FILTERS = ("opponent", "ruleset", "result", "rated", "seats", "from", "to")


@pages.get("/me/history")
def history() -> str:
    """List the viewer's finished games by the filters in the address, the latest end first."""
    games, following = find_games(player(), _search())
    return render_template(
        "history.html",
        asked=request.args,
        kept={name: request.args[name] for name in FILTERS if request.args.get(name)},
        games=games,
        next_page=written_place(following) if following else None,
        rulesets=rulesets(),
        seats=sorted({number for ruleset in rulesets().values() for number in ruleset.players}),
    )


def _search() -> GameQuery:
    """Read the filters; unreadable ones are left out."""
    asked = request.args
    return GameQuery(
        status=GameStatus.FINISHED,
        ruleset=asked.get("ruleset") or None,
        mine=True,
        opponent=_opponent(asked.get("opponent", "").strip()),
        result=asked.get("result", type=OwnResult),
        rated={"yes": True, "no": False}.get(asked.get("rated", "")),
        seats=number_in(asked.get("seats", "")),
        since=asked.get("from", type=date.fromisoformat),
        until=asked.get("to", type=date.fromisoformat),
        order=SortOrder.FINISHED,
        after=read_place(asked.get("after")),
        limit=PAGE,
    )


def _opponent(name: str) -> int | None:
    """Return the id of the account of that name, `NOBODY` for an unknown name, and None without one."""
    try:
        return account_named(name).id if name else None
    except NotFound:
        return NOBODY
