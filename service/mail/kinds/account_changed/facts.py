"""Values for the email about a change of an account's address or recovery codes."""

from __future__ import annotations

from rules.prose import N_
from service.language.catalogue import gettext
from service.mail.facts import Facts, recipient
from service.models import Notice
from service.notifications import links
from service.presentation.names import called
from service.security.keys import RowKey, RowPurpose

WORDS = {
    "address-asked": (
        N_("Your address is about to change"),
        N_("Someone signed in as %(name)s wants to change your account's address from %(old)s to %(new)s."),
        N_("If this wasn't you, stop the change within seven days. That also signs you out everywhere."),
    ),
    "address-changed": (
        N_("Your address has changed"),
        N_("The address of your account %(name)s is now %(new)s. We send your emails there."),
        N_(
            "If this wasn't you, undo the change within seven days. Your account then uses %(old)s again, and all "
            "browsers are signed out. Recovery codes stop working, and so do tokens and addresses added since."
        ),
    ),
    "address-restored": (
        N_("Your address was changed back"),
        N_("Someone who reads emails to your old address undid the change to %(new)s. All browsers are signed out."),
        N_("If this wasn't you, change the password of your old mailbox. Then sign in with your old address."),
    ),
    "codes-made": (
        N_("You have new recovery codes"),
        N_("Someone signed in as %(name)s made new recovery codes. The old ones no longer work."),
        N_("If this wasn't you, sign out everywhere and make new codes. Your settings have both."),
    ),
    "code-used": (
        N_("A recovery code was used"),
        N_("Someone signed in as %(name)s with a recovery code."),
        N_("If this wasn't you, sign out everywhere and make new codes. Your settings have both."),
    ),
}
"""Title, what happened, and what to do if it was somebody else, by topic."""
UNDO = {"address-asked": N_("Stop the change"), "address-changed": N_("Undo the change")}
"""The label of the link by which the old address ends a change."""


def facts(notice: Notice) -> Facts:
    """Collect what changed, and the link to the page that can undo it, or to the settings."""
    told = notice.data
    undo = RowKey(RowPurpose.ADDRESS_BEFORE, told["id"], told["nonce"]) if told["topic"] in UNDO else None
    title, text, otherwise = WORDS[told["topic"]]
    values = {"name": called(recipient(notice)), "old": told.get("old", ""), "new": told.get("new", "")}
    return Facts(
        {
            "title": gettext(title),
            "text": gettext(text, **values),
            "otherwise": gettext(otherwise, **values),
            "link": links.address_link(undo) if undo else links.my_addresses_link(),
            "label": gettext(UNDO.get(told["topic"], N_("Your settings"))),
            "home_link": links.home_link(),
        }
    )
