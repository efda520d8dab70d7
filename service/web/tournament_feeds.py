"""Feeds of a tournament for everybody: news (Atom), dates (iCalendar), and its pairings as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import Response

from service.competitions.organising import log_of
from service.competitions.tables import pairing_json, table_of
from service.competitions.tournaments import tournament_of
from service.config.settings import settings
from service.language.catalogue import gettext, ngettext
from service.models import Tournament, TournamentState
from service.notifications.links import tournament_link
from service.presentation.names import called
from service.presentation.tournament_words import STATES, done_by_organiser, points, result
from service.web.feed_formats import LENGTH, FeedEntry, calendar_of, news_of, served
from service.web.frame.blueprints import pages
from service.web.tournament_tables import accounts_in, names_on
from service.web.tournaments import PATH

NEWEST = 50
"""Most entries of the news."""
LINES = "application/x-ndjson"
RANKED = 10
"""Players named in the news of the final table."""


@pages.get(f"{PATH}/news.atom")
def tournament_news(number: int) -> Response:
    """Serve start, results, the organiser's decisions and the table as an Atom feed."""
    tournament = tournament_of(str(number))
    entries = sorted(_news(tournament), key=lambda entry: (entry.updated, entry.id), reverse=True)[:NEWEST]
    return news_of(_feed(tournament), tournament.title, tournament.created_at, tournament_link(tournament), entries)


@pages.get(f"{PATH}/dates.ics")
def tournament_dates(number: int) -> Response:
    """Serve the announced start as a calendar; a start that waits for players has no date."""
    tournament = tournament_of(str(number))
    start = tournament.starts_at if tournament.state != TournamentState.CANCELLED else None
    title, link = gettext("%(title)s starts", title=tournament.title), tournament_link(tournament)
    event = FeedEntry(_feed(tournament), title, "", tournament.created_at, link, start and start + LENGTH)
    return calendar_of(tournament.title, [event])


@pages.get(f"{PATH}/games.ndjson")
def tournament_games(number: int) -> Response:
    """Serve each pairing as a line of JSON, with the address of its record."""
    table, games = table_of(tournament_of(str(number))), f"{settings().public_url}/api/v1/games"
    names = {player: account.name for player, account in accounts_in(table).items()}
    lines = [
        pairing_json(each, names) | {"record": f"{games}/{each.game_id}/record" if each.game_id else None}
        for each in table.pairings
    ]
    return served("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode(), LINES)


def _news(tournament: Tournament) -> Iterator[FeedEntry]:
    feed, link, table = _feed(tournament), tournament_link(tournament), table_of(tournament)
    if tournament.started_at is not None:
        players = ngettext("%(num)d player", "%(num)d players", len(table.rows))
        yield FeedEntry(f"{feed}/start", gettext("The tournament has started"), players, tournament.started_at, link)
    accounts = accounts_in(table)
    for met in table.pairings:
        if met.settled_at is not None:
            title = gettext("Round %(round)d: %(names)s", round=met.round, names=names_on(met, accounts))
            at = f"{settings().public_url}/games/{met.game_id}" if met.game_id else link
            yield FeedEntry(f"{feed}/{met.round}/{met.board}", title, result(met.half_points), met.settled_at, at)
    for each in log_of(tournament):
        yield FeedEntry(f"{feed}/log/{each.id}", done_by_organiser(each), each.reason, each.at, link)
    if tournament.finished_at is not None:
        lines = [f"{row.row.place}. {called(row.entry.account)} {points(row.row.half_points)}" for row in table.rows]
        state = gettext(STATES[tournament.state])
        yield FeedEntry(f"{feed}/end", state, "\n".join(lines[:RANKED]), tournament.finished_at, link)


def _feed(tournament: Tournament) -> str:
    return f"tournaments/{tournament.id}"
