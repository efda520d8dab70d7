"""Answers to mails about a turn: a move, or a word that asks for something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from rules import BadNotation
from service.actions import messages
from service.actions.accounts import confirm
from service.actions.inbound import hold
from service.actions.looks import note_look
from service.actions.moves import RuleRefused
from service.actions.notices import wanted_at
from service.actions.policies import choose_for_game
from service.actions.seat_links import move_by_link, version_answered
from service.actions.seats import resign
from service.actions.turns import lock_game, seat_of
from service.errors import Conflict, Invalid, TooMany
from service.keys import SeatLink
from service.mail.commands import Command, Move, Request, Say, Word, understand
from service.mail.inbound.letter import Letter
from service.mail.inbound.pauses import pause_or_resume
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_about, wrote
from service.mail.reading import Answer, Empty
from service.models import Account, Delivery, Game, GameStatus, InboundMail, Outcome
from service.refusals import EXPLANATIONS


def take_up(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Play what the seat's player has answered, or answer them; a mail from anybody else is held until they say yes."""
    game = lock_game(link.game_id)
    account = seat_of(game, link.seat).account
    if account is None or account.email is None:
        return Outcome.IGNORED
    if letter.writer != account.email and mail.approved_at is None:
        return hold(mail, account, "sender", wrote(letter), now)
    confirm(account, now)
    note_look(game, account, now)
    return _Answer(link, game, account, mail, letter, now).outcome()


@dataclass(frozen=True)
class _Answer:
    """One player's mail about one game, while the game is locked."""

    link: SeatLink
    game: Game
    account: Account
    mail: InboundMail
    letter: Letter
    now: datetime

    @property
    def at(self) -> datetime:
        """When the player has spoken."""
        return self.mail.approved_at or self.mail.received_at

    def outcome(self) -> Outcome:
        """Do what the mail says."""
        match self.letter.reading:
            case Answer(text):
                return self._do(understand(text))
            case Empty():
                return self._refuse("empty")
        return self._refuse("unreadable")

    def _do(self, command: Command) -> Outcome:
        match command:
            case Request():
                return self._grant(command)
            case Say(text):
                return self._say(text)
            case Move(text):
                return self._play(text)

    def _grant(self, request: Request) -> Outcome:
        match request:
            case Request(Word.RESIGN, confirmed=True):
                return self._resign()
            case Request(Word.RESIGN) if self.game.status != GameStatus.ACTIVE:
                return self._tell("turn-over")
            case Request(Word.MUTE | Word.UNMUTE as word):
                return self._mute(Delivery.OFF if word == Word.MUTE else None)
            case Request(Word.PAUSE | Word.RESUME):
                return self._tell(**pause_or_resume(request, self.account, self.now))
        return self._tell(request.word)

    def _play(self, move: str) -> Outcome:
        """Play in the turn that the mail answers: the time it came is the time of the move."""
        version = version_answered(self.game, self.link)
        try:
            accepted = move_by_link(self.link, version=version, move=move, now=self.at)
        except RuleRefused as refused:
            told = {"reason": refused.sentence.template, "values": dict(refused.sentence.values)}
            answer = self._refuse if refused.code == BadNotation.code else self._tell  # no machine writes a move
            return answer("refused", legal=refused.details["legal"], **told)
        except Conflict as conflict:
            if conflict.code == "damaged-game":
                raise  # a fault of ours: the mail is kept, and read again later
            return self._refuse("too-late" if conflict.code == "deadline-passed" else "turn-over")
        if not accepted.repeated and self._hears_of_it_anyway():
            return Outcome.PLAYED
        self._tell("played")
        return Outcome.PLAYED

    def _say(self, text: str) -> Outcome:
        """Say it to the others, and tell the writer what they hear: one line of a mail is read."""
        try:
            messages.post(self.game.id, self.account, text, self.at)
        except (Invalid, Conflict, TooMany) as refused:
            notes: Sequence[str] = getattr(refused, "__notes__", ())
            return self._tell("not-said", reason=notes[0] if notes else EXPLANATIONS[refused.code].title, values={})
        return self._tell("said")

    def _mute(self, delivery: Delivery | None) -> Outcome:
        """Send no mails about this game any more, or again what there is to tell."""
        choose_for_game(self.game.id, self.account, delivery, self.now)
        return self._tell("muted" if delivery else "unmuted")

    def _hears_of_it_anyway(self) -> bool:
        """Whether another mail will say at once how the game stands after the move."""
        seats = self.game.seats
        goes_on = self.game.status == GameStatus.ACTIVE and self.game.to_move == self.link.seat
        alone = not any(seat.is_played_by_a_person for seat in seats if seat.number != self.link.seat)
        kind = "your-turn" if goes_on or alone else "game-over"
        over = self.game.status != GameStatus.ACTIVE
        comes_at_once = wanted_at(kind, self.account, self.now, self.game) == self.now
        return (goes_on or alone or over) and comes_at_once and kind not in self.account.muted

    def _resign(self) -> Outcome:
        try:
            resign(self.game.id, self.account, self.at)
        except Conflict:
            return self._tell("turn-over")
        return self._tell("resigned") if self.game.status == GameStatus.ACTIVE else Outcome.DONE

    def _refuse(self, topic: str, **told: object) -> Outcome:
        return answer_in_vain(self.mail, self.letter, self.now, partial(self._tell, topic, **told))

    def _tell(self, topic: str, **told: object) -> Outcome:
        return answer_about(self.game, self.link.seat, self.account, self.letter, self.now, topic=topic, **told)
