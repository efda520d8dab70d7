"""Values for an email with several invitations: each host, game and ways to answer."""

from __future__ import annotations

from urllib.parse import quote

from service.mail.facts import Facts, game_of, recipient, table
from service.mail.headers import address, subject_for
from service.mail.kinds.invitation import facts as invitation
from service.models import Notice
from service.notifications import links
from service.notifications.notices import gathered_in
from service.security.keys import RowPurpose


def facts(notice: Notice) -> Facts:
    """Collect the invitations, the oldest first."""
    told = gathered_in(notice)
    return Facts(
        {"invitations": [_told(each) for each in told], "home_link": links.home_link()},
        reply_to=links.row_box(RowPurpose.ROUND_UP, notice),
        thread="invitations",
    )


def _told(notice: Notice) -> dict[str, object]:
    game = game_of(notice)
    values = table(game, notice.seat) | invitation.told(notice)
    box = address(links.invitation_box(game, invitation.place_of(notice)))
    subject = subject_for(game, recipient(notice))
    return values | {"address": box, "mailto": f"mailto:{box}?subject={quote(subject)}"}
