"""Brute-force protection of sign-in codes: who may try a code, and how often.

A code has eight digits, so its protection is the number of tries. One email has ten askers with five tries each, from
any address. After these ten, each further network has one try, 200 networks at most. The ten cannot use these up, so
strangers who ask in the owner's name do not make the right code worthless. That is 250 tries. A new code is made after
20 minutes at the earliest (see `sign_in`): 750 tries an hour against 100,000,000 codes. To find one takes 15 years on
average, day and night, from any number of networks. In each of these years the owner gets more than 26,000 unrequested
emails.

Wrong codes count only for the one who tried. A browser is identified by a secret that it keeps, a program by its
network. Links have 160 random bits, so anybody who has one may use it. Whether the code stays valid depends on the
browser.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.config.limits import Limit, limit
from service.config.settings import settings
from service.models import SignIn, SignInAsker
from service.security import rates
from service.security.keys import mark_of

ASKERS, WRONG_CODES, ASKS = limit("sign-in-askers"), limit("sign-in-codes"), limit("sign-in-asks")
"""A network that is refused further requests has the email: it was sent, and is still valid."""
LATE, LATE_OF_AREA = limit("late-sign-in-codes"), limit("late-sign-in-codes-of-area")
LATE_TRIES = 1


@dataclass(frozen=True)
class Asker:
    """The browser that asks to sign in, by a secret of its own, or without one a program; with its network."""

    network: str
    browser: str = ""
    area: str = ""

    @property
    def mark(self) -> str:
        """Its keyed hash in the table."""
        return _mark(f"browser {self.browser}" if self.browser else f"address {self.network}")

    @property
    def place(self) -> str:
        """The keyed hash of its network."""
        return _mark(f"address {self.network}")

    @property
    def late_mark(self) -> str:
        """The keyed hash for all of its network beyond the limit of askers."""
        return _mark(f"late {self.network}")


def note_ask(sign_in: SignIn, asker: Asker) -> bool:
    """Record a request for the email, which allows tries of its code; False once the network has asked too often."""
    if sum(each.asks for each in sign_in.askers if each.place == asker.place) >= _most(ASKS):
        return False
    known = _known(sign_in, asker) or _joined(sign_in, asker)
    if known is not None:
        known.asks += 1
    return True


def has_asked(sign_in: SignIn, asker: Asker) -> bool:
    """Check whether the asker requested the email, and did not only try its code."""
    known = _known(sign_in, asker)
    return known is not None and known.asks > 0


def tries_of(sign_in: SignIn, asker: Asker) -> SignInAsker | None:
    """Return the row that counts the asker's wrong codes; None if no try is left or allowed.

    A program may have another address when it sends the code. It is accepted while there is room, and before the link
    is used.
    """
    if sign_in.link_used_at is not None and not has_asked(sign_in, asker):
        return None
    known = _known(sign_in, asker) or (None if asker.browser else _joined(sign_in, asker))
    if known is None:
        return None
    return known if known.wrong_codes < (_most(WRONG_CODES) if known.area is None else LATE_TRIES) else None


def _known(sign_in: SignIn, asker: Asker) -> SignInAsker | None:
    found = {each.mark: each for each in sign_in.askers}
    return found.get(asker.mark) or found.get(asker.late_mark)


def _joined(sign_in: SignIn, asker: Asker) -> SignInAsker | None:
    mark, area = asker.mark, None
    late = [each.area for each in sign_in.askers if each.area is not None]
    if len(sign_in.askers) - len(late) >= _most(ASKERS):
        mark, area = asker.late_mark, _mark(f"area {asker.area or asker.network}")
        if len(late) >= _most(LATE) or late.count(area) >= _most(LATE_OF_AREA):
            return None
    joined = SignInAsker(mark=mark, place=asker.place, area=area, asks=0, wrong_codes=0)
    sign_in.askers.append(joined)
    return joined


def _most(row: Limit) -> int:
    """Return a limit's amount; without limits, the default still holds, because codes could be guessed."""
    return rates.amount(row) or row.amount


def _mark(of: str) -> str:
    return mark_of(settings().secret_key, of)
