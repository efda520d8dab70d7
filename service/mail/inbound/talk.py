"""Answers to what was said at the table, and to the end of a game: all their lines are for the others there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from service.core.keys import SeatLink
from service.mail.commands import Blocked, Move, Reported, Request, Say, understand
from service.mail.doors import AtTable
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of
from service.mail.inbound.turns import PlayersMail, moves_in, unread
from service.mail.inbound.vain import likeness
from service.mail.lines import excerpt
from service.mail.personal import Lookup, Setting
from service.mail.quoted import own_lines
from service.mail.reading import Reading, Reply
from service.mail.talk import small_talk
from service.mail.wishes import One
from service.models import InboundMail, Outcome
from service.play.seating import lock_game, seat_of
from service.post.inbound import alike
from service.post.links import present_turn

MOST = 5
"""Mails of one player that are passed on to one table within `SHORTLY`: two machines at a table come to an end."""
SHORTLY = timedelta(minutes=5)


def pass_on(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Say what the seat's player has answered to the others; a mail from anybody else is held until they say yes."""
    game = lock_game(link.game_id)
    account = seat_of(game, link.seat).account
    if account is None or account.email is None:
        return Outcome.IGNORED
    turn, words = present_turn(game, link.seat), words_for_table(letter.reading)
    moves = moves_in(game, turn)
    meaning = meaning_of(mail, letter, AtTable(moves))
    return AtTableMail(turn, game, account, mail, letter, now, moves, meaning, words=words, box=link).see_to()


def words_for_table(reading: Reading) -> Sequence[str]:
    """What the writer says to the others."""
    if not isinstance(reading, Reply):
        return ()
    return small_talk([_without_say(line) for line in own_lines(reading, None, lambda _: False).said])


def _without_say(line: str) -> str:
    """The line without the word that would have it said in answer to a turn."""
    said = understand(line)
    return said.text if isinstance(said, Say) else line


@dataclass(frozen=True, kw_only=True)
class AtTableMail(PlayersMail):
    """One player's mail to the table, while the game is locked."""

    words: Sequence[str]
    box: SeatLink

    @property
    def spoken_at(self) -> SeatLink:
        """Where the mail was sent: to one alone, if it answers what that one has said alone."""
        return self.box

    @property
    def wrote(self) -> str:
        """All of it."""
        return excerpt(" / ".join(self.words)) or super().wrote

    def outcome(self) -> Outcome:
        """Say it; what is no more than a request is granted, and a move is asked about."""
        match self.meaning:
            case One(Request() | Reported() | Blocked() | Setting() | Lookup(), talk=()):
                return super().outcome()
            case One(Move(move), talk=talk):
                note = self.note("\n".join(map(_without_say, talk))) if talk and self.is_heard() else {}
                return self.ask_whether(move, **note)
        if not self.words:
            topic = unread(self.letter.reading)
            return self.refuse("nothing-to-say" if topic == "empty" else topic)
        return self._pass_on() if self.is_heard() else self.refuse("unheard")

    def _pass_on(self) -> Outcome:
        about = likeness(self.link, self.letter, "said")
        if len(alike(self.mail, about, SHORTLY, Outcome.DONE)) >= MOST:
            return self.refuse("too-fast")
        note = self.note("\n".join(self.words))
        return self.refuse("not-said", reason=note["because"], values={}) if "because" in note else Outcome.DONE
