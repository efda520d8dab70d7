"""Yes or no to what somebody at the table proposes, or wants of its clocks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from service.core.keys import Purpose, SeatLink
from service.mail.commands import Consent, Word
from service.mail.doors import AtProposal
from service.mail.inbound.clocks import stop_or_start
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of
from service.mail.inbound.proposals import tried
from service.mail.inbound.talk import AtTableMail, words_for_table
from service.mail.inbound.turns import moves_in
from service.mail.wishes import One
from service.models import InboundMail, Outcome
from service.play import proposals
from service.play.proposals import open_proposal
from service.play.seating import lock_game, seat_of
from service.post.links import present_turn


def answer_proposal(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Agree to what the link's mail has asked, or not; what else is written goes to the table."""
    game = lock_game(link.game_id)
    account = seat_of(game, link.seat).account
    if account is None or account.email is None:
        return Outcome.IGNORED
    turn = present_turn(game, link.seat)
    moves = moves_in(game, turn)
    meaning = meaning_of(mail, letter, AtProposal(moves))
    words = words_for_table(letter.reading)
    return _Asked(turn, game, account, mail, letter, now, moves, meaning, words=words, box=link).see_to()


@dataclass(frozen=True, kw_only=True)
class _Asked(AtTableMail):
    """One player's answer to what is proposed, while the game is locked."""

    def outcome(self) -> Outcome:
        """Do as they say; else take it as words to the table."""
        match self.meaning:
            case One(Consent() as said, talk=talk):
                note = self.note("\n".join(talk)) if talk and self.is_heard() else {}
                return self._decide(agrees=said == Consent.YES, **note)
        return super().outcome()

    def _decide(self, *, agrees: bool, **note: str) -> Outcome:
        if self.box.purpose == Purpose.CLOCKS:
            return self._decide_on_clocks(agrees=agrees, **note)
        game, name = self.game, self.box.nonce
        topic, told = tried(lambda: proposals.answer(game.id, self.account, name, self.at, agrees=agrees))
        if topic:
            return self.refuse(topic, **told, **note)
        if not agrees:
            return self.tell("declined", **note)
        return self.tell("agreed" if open_proposal(game) is not None else "done", **note)

    def _decide_on_clocks(self, *, agrees: bool, **note: str) -> Outcome:
        if not agrees:
            return self.tell("clocks-declined", **note)
        topic, told = stop_or_start(Word.STOP_CLOCKS, self.game, self.account, self.at)
        return self.tell(topic, **told, **note)
