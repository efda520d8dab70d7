"""Who may try the code of a sign-in, and how often: those who asked for the mail, each for themselves.

A code has eight digits, so what keeps it from being guessed is how many may try. One mail has at most `MAX_ASKERS`
askers with `MAX_WRONG_CODES` tries each, whatever addresses they come from: 50 tries. Another mail with another code
is begun 20 minutes later at the earliest (see `sign_in`): 150 tries in an hour against 100,000,000 codes. Who tries day
and night, from as many machines as they like, needs 76 years on the average, in each of which the owner gets more than
26,000 mails that they have not asked for.

Nobody's wrong codes count for anybody else. A browser is known by a secret that it keeps, a program by its network
address. Links have 160 random bits: anybody who has one may press it. Whether the code
stays valid depends on the browser.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.core.keys import mark_of
from service.core.settings import settings
from service.models import SignIn, SignInAsker

MAX_ASKERS = 10
"""Browsers and programs that may try the code of one mail; for those who come later, its link is good."""
MAX_WRONG_CODES = 5
MAX_ASKS = 5
"""How often one network address may ask for one mail. Who is refused has it: it was sent, and is good for a while."""


@dataclass(frozen=True)
class Asker:
    """Who asks to be signed in: a browser, by a secret of its own, or without one a program; and at which address."""

    address: str
    browser: str = ""

    @property
    def mark(self) -> str:
        """What stands for it in the table."""
        return mark_of(settings().secret_key, f"browser {self.browser}" if self.browser else f"address {self.address}")

    @property
    def place(self) -> str:
        """What stands for its address there."""
        return mark_of(settings().secret_key, f"address {self.address}")


def note_ask(sign_in: SignIn, asker: Asker) -> bool:
    """Let whoever asks for the mail try its code; False once their address has asked often enough."""
    if sum(each.asks for each in sign_in.askers if each.place == asker.place) >= MAX_ASKS:
        return False
    known = _known(sign_in, asker) or _joined(sign_in, asker)
    if known is not None:
        known.asks += 1
    return True


def has_asked(sign_in: SignIn, asker: Asker) -> bool:
    """Tell whether the asker asked for the mail, and did not only try its code."""
    known = _known(sign_in, asker)
    return known is not None and known.asks > 0


def tries_of(sign_in: SignIn, asker: Asker) -> SignInAsker | None:
    """Where the asker's wrong codes are counted; None if there is no try left, or never was one.

    A program may have another address by the time that it knows the code; it is let in as long as there is room, and as
    long as nobody has pressed the link.
    """
    if sign_in.link_used_at is not None and not has_asked(sign_in, asker):
        return None
    known = _known(sign_in, asker) or (None if asker.browser else _joined(sign_in, asker))
    return known if known is not None and known.wrong_codes < MAX_WRONG_CODES else None


def _known(sign_in: SignIn, asker: Asker) -> SignInAsker | None:
    return next((each for each in sign_in.askers if each.mark == asker.mark), None)


def _joined(sign_in: SignIn, asker: Asker) -> SignInAsker | None:
    if len(sign_in.askers) >= MAX_ASKERS:
        return None
    joined = SignInAsker(mark=asker.mark, place=asker.place, asks=0, wrong_codes=0)
    sign_in.askers.append(joined)
    return joined
