"""Values for the daily digest: for each game the news, the board if there is room, and the ways to play."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

import rules
from rules import Seat
from service.language.catalogue import formatted, gettext
from service.language.time_zones import zone_of
from service.mail.facts import (
    Facts,
    Said,
    board,
    game_of,
    match_lines,
    news,
    picture_of,
    recipient,
    said_with_move,
    time_for,
    whole_game,
)
from service.mail.headers import address, picture_name, subject_for
from service.mail.kinds.game_over.facts import result_for
from service.models import Game, Notice
from service.notifications import links
from service.notifications.kinds import kind_named
from service.notifications.notices import gathered_in
from service.presentation.clock_words import LONG_DATE
from service.presentation.match_story import series_told
from service.presentation.names import name_of
from service.presentation.offers import moves_for_example
from service.presentation.outcomes import how_it_ended
from service.presentation.story import news_for
from service.security.keys import RowPurpose

MOST_BOARDS = 6
"""Boards in one email: Gmail clips HTML above 100 KB, and a phone shows only so much."""
MOST_NEWS = 6
"""Sentences about one game; its page has them all."""


@dataclass(frozen=True)
class Way:
    """The ways to play a turn: its link, its own email address, and the deadline."""

    link: str
    examples: list[str]
    address: str
    mailto: str
    deadline: str


@dataclass(frozen=True)
class Section:
    """A digest's section about one game."""

    headline: str
    others: str
    outcome: str
    news: list[str]
    more_news: int
    said: list[Said]
    board: dict[str, object] | None
    way: Way | None
    game_link: str


def facts(notice: Notice) -> Facts:
    """Collect the notices, turns first, with the boards of the first few."""
    told = sorted(gathered_in(notice), key=lambda each: not _is_of_a_turn(each))
    drawn = [each for each in told if game_of(each).setup is not None][:MOST_BOARDS]
    names = {each.id: picture_name(notice.message_id, number) for number, each in enumerate(drawn)}
    zone = zone_of(recipient(notice).time_zone)
    return Facts(
        {
            "games": [_section(each, names.get(each.id)) for each in told],
            "turns": sum(_is_of_a_turn(each) for each in told),
            "day": formatted(notice.created_at, LONG_DATE, zone),
            "home_link": links.home_link(),
        },
        [picture_of(game_of(each)) for each in drawn],
        reply_to=links.row_box(RowPurpose.ROUND_UP, notice),
        thread=f"digest.{notice.created_at.astimezone(zone).date()}",
    )


def _is_of_a_turn(notice: Notice) -> bool:
    return kind_named(notice.kind).of_turn


def _section(notice: Notice, picture: str | None) -> Section:
    game, seat = game_of(notice), notice.seat or 0
    lines = news(game, news_for(game, seat)) if game.setup is not None else []
    return Section(
        headline=gettext(kind_named(notice.kind).headline, game=gettext(rules.game(game.ruleset).name)),
        others=", ".join(name_of(game, other) for other in game.seats if other.number != seat),
        outcome=_outcome(notice, game, seat),
        news=lines[-MOST_NEWS:],
        more_news=max(0, len(lines) - MOST_NEWS),
        said=said_with_move(notice),
        board=board(game, recipient(notice)) | {"picture": picture} if picture else None,
        way=_way(notice, game, seat) if _is_of_a_turn(notice) else None,
        game_link=whole_game(game, seat),
    )


def _outcome(notice: Notice, game: Game, seat: Seat) -> str:
    match = match_lines(game)
    if notice.kind == "match-over" and match is not None:
        return match.outlook
    if game.ended_by is None:
        return ""
    return " ".join(filter(None, [result_for(game, seat), how_it_ended(game), *series_told(game)]))


def _way(notice: Notice, game: Game, seat: Seat) -> Way:
    box = address(links.turn_box(game, seat))
    subject = subject_for(game, recipient(notice))
    return Way(
        link=links.turn_link(game, seat),
        examples=moves_for_example(game)[:1],
        address=box,
        mailto=f"mailto:{box}?subject={quote(subject)}",
        deadline=time_for(recipient(notice), game.deadline) if game.deadline else "",
    )
