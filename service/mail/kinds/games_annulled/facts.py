"""Values for the email about annulled games: which ones, and the operators' reason."""

from __future__ import annotations

from service.language.catalogue import ngettext
from service.mail.facts import Facts, recipient, whole_game
from service.mail.headers import subject_for
from service.models import Notice
from service.notifications import links
from service.play.seating import game_anew, seat_number


def facts(notice: Notice) -> Facts:
    """Collect the name and the link of each listed game, and what was done and why."""
    reader, number = recipient(notice), notice.data["number"]
    games = [game_anew(each) for each in notice.data["games"]]
    return Facts(
        {
            "title": ngettext("A rated game was annulled", "%(num)d rated games were annulled", number),
            "text": ngettext(
                "The operators of this server annulled a rated game of yours.",
                "The operators of this server annulled %(num)d rated games of yours.",
                number,
            ),
            "games": [(subject_for(game, reader), whole_game(game, seat_number(game, reader))) for game in games],
            "more": number - len(games),
            "reason": notice.data["reason"],
            "home_link": links.home_link(),
        }
    )
