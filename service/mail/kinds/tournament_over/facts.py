"""Values for the email about the end of a tournament: the final table, and the reader's place."""

from __future__ import annotations

from service.competitions.tables import table_of
from service.mail.facts import Facts
from service.mail.tournament_facts import about, tournament_told
from service.models import Notice
from service.presentation.names import called
from service.presentation.tournament_words import points

LISTED = 10
"""Most lines of the table; the page has all."""


def facts(notice: Notice) -> Facts:
    """Collect the first lines of the table, and the reader's own."""
    rows = table_of(tournament_told(notice)).rows
    lines = [
        (each.row.place, called(each.entry.account), points(each.row.half_points), each.entry.account_id)
        for each in rows
    ]
    own = next((line for line in lines if line[3] == notice.account_id), None)
    return about(notice, lines=lines[:LISTED], own=own, players=len(lines), reader=notice.account_id)
