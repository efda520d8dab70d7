"""Bot search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, or_, select

from service.bots.invitations import accepts, count_of_games
from service.db.engines import session
from service.models import Account, Bot, BotGame

MAX_PAGE = 100


@dataclass(frozen=True)
class BotQuery:
    """The filters and page of a bot search, sorted by name; `text` is searched in name and description."""

    ruleset: str | None = None
    free: bool = False
    text: str = ""
    name: str | None = None
    """The name of the only bot to find."""
    after: str | None = None
    """The name of the last bot of the previous page."""
    limit: int = 20


def find_bots(asker: Account | None, search: BotQuery) -> tuple[Sequence[tuple[Bot, int]], bool]:
    """Return a page of the bots that accept the asker, each with its number of games; and whether there are more."""
    limit = min(search.limit, MAX_PAGE)
    found = select(Bot, count_of_games()).join(Bot.account).where(Bot.retired_at.is_(None), accepts(asker))
    page = session().execute(found.where(*_conditions(search)).order_by(Account.name).limit(limit + 1)).all()
    return [(bot, games) for bot, games in page[:limit]], len(page) > limit


def _conditions(search: BotQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if search.ruleset is not None:
        conditions.append(or_(~Bot.games.any(), Bot.games.any(BotGame.ruleset == search.ruleset)))
    if search.free:
        conditions += [Bot.paused_at.is_(None), count_of_games() < Bot.at_once]
    if search.text:
        text = search.text.lower()
        words = Account.name, func.lower(Bot.description)
        conditions.append(or_(*(word.contains(text, autoescape=True) for word in words)))
    if search.name is not None:
        conditions.append(Account.name == search.name)
    if search.after is not None:
        conditions.append(Account.name > search.after)
    return conditions
