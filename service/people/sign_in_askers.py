"""Who may try the code of a sign-in, and how often: those who asked for the mail, each for themselves.

A code has eight digits, so what keeps it from being guessed is how many may try. One mail has ten askers with five
tries each, whatever addresses they come from. After these ten, each further network has one try, 200 networks at most.
The ten cannot use these up: so strangers who ask in its owner's name do not make the right code worthless. That is 250
tries. Another mail with another code is begun 20 minutes later at the earliest (see `sign_in`): 750 tries in an hour
against 100,000,000 codes. To find one takes 15 years on the average, day and night, from as many networks as one likes.
In each of these years the owner gets more than 26,000 mails that they have not asked for.

Nobody's wrong codes count for anybody else. A browser is known by a secret that it keeps, a program by its network.
Links have 160 random bits: anybody who has one may press it. Whether the code stays valid depends on the browser.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.core import rates
from service.core.keys import mark_of
from service.core.limits import Limit, limit
from service.core.settings import settings
from service.models import SignIn, SignInAsker

ASKERS, WRONG_CODES, ASKS = limit("sign-in-askers"), limit("sign-in-codes"), limit("sign-in-asks")
"""Who is refused to ask again has the mail: it was sent, and is good for a while."""
LATE, LATE_OF_AREA = limit("late-sign-in-codes"), limit("late-sign-in-codes-of-area")
LATE_TRIES = 1


@dataclass(frozen=True)
class Asker:
    """Who asks to be signed in: a browser, by a secret of its own, or without one a program; and in which network."""

    network: str
    browser: str = ""
    area: str = ""

    @property
    def mark(self) -> str:
        """What stands for it in the table."""
        return _mark(f"browser {self.browser}" if self.browser else f"address {self.network}")

    @property
    def place(self) -> str:
        """What stands for its network there."""
        return _mark(f"address {self.network}")

    @property
    def late_mark(self) -> str:
        """What stands for everybody in its network who finds no place."""
        return _mark(f"late {self.network}")


def note_ask(sign_in: SignIn, asker: Asker) -> bool:
    """Let whoever asks for the mail try its code; False once their network has asked often enough."""
    if sum(each.asks for each in sign_in.askers if each.place == asker.place) >= _most(ASKS):
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
    """How many there may be; without any limits still as many, for else codes could be guessed."""
    return rates.amount(row) or row.amount


def _mark(of: str) -> str:
    return mark_of(settings().secret_key, of)
