"""Replies to chat messages, proposals, clock requests and the end of a game.

Yes and no answer a proposal or a clock request. All other lines are sent to the other players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from service.mail.command_table import Command
from service.mail.commands import Consent, Move, Request, Say, understand
from service.mail.inbound.answering import likeness
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import unsigned, words_said
from service.mail.inbound.turns import PlayersMail, moves_in, unread
from service.mail.intents import One
from service.mail.lines import excerpt
from service.mail.proposals import stop_or_start, tried
from service.mail.reply_grammars import AtProposal, AtTable
from service.models import InboundMail, Outcome
from service.notifications.inbound import alike
from service.notifications.links import present_turn
from service.play import proposals
from service.play.proposals import open_proposal
from service.play.seating import lock_game, seat_of
from service.security.keys import Purpose, SeatLink

MOST = 5
"""Emails of one player that are passed on to one game within `SHORTLY`; it stops loops between two machines."""
SHORTLY = timedelta(minutes=5)


def pass_on(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Send the player's reply to the other players, or accept or decline the proposal.

    An email from another address is held until the player confirms it.
    """
    game = lock_game(link.game_id)
    account = seat_of(game, link.seat).account
    if account is None or account.email is None:
        return Outcome.IGNORED
    turn = present_turn(game, link.seat)
    moves = moves_in(game, turn)
    is_asked = link.purpose in (Purpose.PROPOSAL, Purpose.CLOCKS)
    letter, meaning = unsigned(account, mail, letter, AtProposal(moves) if is_asked else AtTable(moves))
    of_a_player = _Asked if is_asked else _ToTable
    words = [_without_say(line) for line in words_said(letter.reading)]
    return of_a_player(turn, game, account, mail, letter, now, moves, meaning, words=words, box=link).see_to()


def _without_say(line: str) -> str:
    """Remove the word "say" that a reply about a turn needs."""
    said = understand(line)
    return said.text if isinstance(said, Say) else line


@dataclass(frozen=True, kw_only=True)
class _ToTable(PlayersMail):
    """One player's email to the other players; the game is locked."""

    words: Sequence[str]
    """The lines to send to the other players."""
    box: SeatLink

    @property
    def spoken_at(self) -> SeatLink:
        """Return the link of the address: a private message is answered privately."""
        return self.box

    @property
    def wrote(self) -> str:
        """Return an excerpt of the whole text."""
        return excerpt(" / ".join(self.words)) or super().wrote

    def outcome(self) -> Outcome:
        """Send the text to the other players; run a lone command, and ask about a move."""
        match self.meaning:
            case One(Request(command), talk=()) if command is not Command.PLAN:
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


@dataclass(frozen=True, kw_only=True)
class _Asked(_ToTable):
    """One player's reply to a proposal or a clock request; the game is locked."""

    def outcome(self) -> Outcome:
        """Accept or decline; any other text is sent to the other players."""
        match self.meaning:
            case One(Consent() as said, talk=talk):
                note = self.note("\n".join(talk)) if talk and self.is_heard() else {}
                return self._decide(agrees=said == Consent.YES, **note)
        return super().outcome()

    def _decide(self, *, agrees: bool, **note: str) -> Outcome:
        game, name = self.game, self.box.nonce
        if self.box.purpose == Purpose.CLOCKS and not agrees:
            return self.tell("clocks-declined", **note)
        if self.box.purpose == Purpose.CLOCKS:
            topic, told = stop_or_start(Command.STOP_CLOCKS, game, self.account, self.at)
            return self.tell(topic, **told, **note)
        topic, told = tried(lambda: proposals.answer(game.id, self.account, name, self.at, agrees=agrees))
        if topic:
            return self.refuse(topic, **told, **note)
        if not agrees:
            return self.tell("declined", **note)
        return self.tell("agreed" if open_proposal(game) is not None else "done", **note)
