"""Values for the email about the end of a tournament: the final table, and the reader's place."""

from __future__ import annotations

from service.mail.facts import Facts
from service.mail.tournament_facts import about, accounts_told
from service.models import Notice
from service.presentation.names import called
from service.presentation.tournament_words import points


def facts(notice: Notice) -> Facts:
    """Collect the first lines of the table, and the reader's own."""
    listed, own = notice.data["lines"], notice.data["own"]
    accounts = accounts_told([account for _, account, _ in listed])
    lines = [(place, called(accounts[account]), points(made), account) for place, account, made in listed]
    return about(notice, lines=lines, own=own, players=notice.data["players"], reader=notice.account_id)
