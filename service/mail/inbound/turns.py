"""Answers to mails about a turn: a move, or a word that asks for something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import rules
from rules import BadNotation
from rules.json_types import Json
from service.core.errors import Conflict, Invalid, TooMany
from service.core.keys import SeatLink
from service.core.refusals import EXPLANATIONS
from service.mail import unclear
from service.mail.commands import Command, Move, Request, Say, Word
from service.mail.doors import AtTurn
from service.mail.inbound.answered import mail_answered
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.inbound.owners import note_owner
from service.mail.inbound.pauses import pause_or_resume
from service.mail.inbound.vain import answer_in_vain, unless_prose
from service.mail.inbound.writing import answer_about
from service.mail.moves import Moves
from service.mail.reading import Empty, Reading, Reply, Unreadable
from service.mail.wishes import Doubtful, Meaning, One, Talk
from service.models import Account, Delivery, Game, GameStatus, InboundMail, Outcome
from service.play import chat
from service.play.looks import note_look
from service.play.moves import RuleRefused
from service.play.positions import position_of
from service.play.results import TimeIsUp
from service.play.seat_links import move_in_turn, turn_is_on, version_answered
from service.play.seating import lock_game, seat_of
from service.play.seats import resign
from service.post.inbound import hold
from service.post.notices import wanted_at
from service.post.preferences import choose_for_game


def play_turn(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Play what the seat's player has answered, or answer them; a mail from anybody else is held until they say yes."""
    game = lock_game(link.game_id)
    account = seat_of(game, link.seat).account
    if account is None or account.email is None:
        return Outcome.IGNORED
    is_on = turn_is_on(game, link)
    moves = Moves(rules.game(game.ruleset), position_of(game) if is_on else None)
    sent = mail_answered(letter, game, account) if is_on else None
    meaning = meaning_of(mail, letter, AtTurn(moves), sent)
    if letter.writer != account.email and mail.approved_at is None:
        return hold(mail, account, "sender", wrote(meaning), now)
    note_owner(account, letter, now)
    note_look(game, account, now)
    return _Answer(link, game, account, mail, letter, now, moves, meaning).outcome()


@dataclass(frozen=True)
class _Answer:
    """One player's mail about one game, while the game is locked."""

    link: SeatLink
    game: Game
    account: Account
    mail: InboundMail
    letter: Letter
    now: datetime
    moves: Moves
    meaning: Meaning[Command]

    @property
    def at(self) -> datetime:
        """When the player has spoken."""
        return self.mail.approved_at or self.mail.received_at

    def outcome(self) -> Outcome:
        """Do what the mail says."""
        match self.meaning:
            case One(wish, _, beside, talk):
                return self._do(wish, "\n".join(said.text for said in beside), "\n".join(talk))
            case Doubtful(wishes):
                return self._ask(wishes)
            case Talk(text):
                return self._play(text)
        return self._refuse(_topic(self.letter.reading))

    def _do(self, command: Command, beside: str, talk: str) -> Outcome:
        match command:
            case Move(text):
                return self._play(text, "\n".join(filter(None, [beside, talk if self._is_heard() else ""])))
            case Say(text):
                return self._say("\n".join(filter(None, [text, beside])))
            case Request():
                note = self._note(beside) if beside else {}
                return self._grant(command, **note)

    def _ask(self, wishes: Sequence[Command]) -> Outcome:
        """Ask which of the wishes is meant, unless none could be granted any more."""
        if self.moves.position is None and all(isinstance(wish, Move) for wish in wishes):
            return self._refuse("turn-over")
        refusals = [self.moves.refusal(wish.text) if isinstance(wish, Move) else None for wish in wishes]
        return self._refuse(**unclear.about([wish.text for wish in wishes], refusals))

    def _grant(self, request: Request, **told: Json) -> Outcome:
        match request:
            case Request(Word.RESIGN, confirmed=True):
                return self._resign(**told)
            case Request(Word.RESIGN) if self.game.status != GameStatus.ACTIVE:
                return self._tell("turn-over", **told)
            case Request(Word.MUTE | Word.UNMUTE as word):
                return self._mute(Delivery.OFF if word == Word.MUTE else None, **told)
            case Request(Word.PAUSE | Word.RESUME):
                return self._tell(**pause_or_resume(request, self.account, self.now) | told)
        return self._tell(request.word, **told)

    def _play(self, move: str, beside: str = "") -> Outcome:
        """Play in the turn that the mail answers: the time it came is the time of the move. Then say what is beside."""
        version = version_answered(self.game, self.link)
        unsaid: dict[str, Json] = {"note": "unsaid"} if beside else {}
        try:
            result = move_in_turn(self.game, self.link, version=version, move=move, now=self.at)
        except RuleRefused as refused:
            sentence = refused.sentence
            told: dict[str, Json] = {"reason": sentence.template, "values": dict(sentence.values), **unsaid}
            answer = self._refuse if refused.code == BadNotation.code else self._tell  # no machine writes a move
            return answer("refused", legal=refused.details["legal"], **told)
        except Conflict as conflict:
            if conflict.code == "damaged-game":
                raise  # a fault of ours: the mail is kept, and read again later
            return self._refuse("turn-over", **unsaid)
        if isinstance(result, TimeIsUp):
            return self._refuse("too-late", **unsaid)
        note = self._note(beside) if beside and not result.repeated else {}
        if not result.repeated and "because" not in note and self._hears_of_it_anyway():
            return Outcome.PLAYED
        self._tell("played", **note)
        return Outcome.PLAYED

    def _say(self, text: str) -> Outcome:
        """Say it to the others, and tell the writer what they hear: no more than the lines that begin so."""
        refusal = self._post(text)
        return self._tell("not-said", reason=refusal, values={}) if refusal else self._tell("said")

    def _note(self, text: str) -> dict[str, str]:
        """Say it to the others; what the answer to the wish beside it tells of that."""
        refusal = self._post(text)
        return {"note": "not-said", "because": refusal} if refusal else {"note": "said"}

    def _post(self, text: str) -> str | None:
        """Say it to the others; why not, if it cannot be said."""
        try:
            chat.post(self.game.id, self.account, text, self.at)
        except (Invalid, Conflict, TooMany) as refused:
            return refused.sentence.template if refused.sentence else EXPLANATIONS[refused.code].title
        return None

    def _mute(self, delivery: Delivery | None, **told: Json) -> Outcome:
        """Send no mails about this game any more, or again what there is to tell."""
        choose_for_game(self.game.id, self.account, delivery, self.now)
        return self._tell("muted" if delivery else "unmuted", **told)

    def _is_heard(self) -> bool:
        """Whether somebody else is at the table who hears what is said there."""
        return any(seat.is_played_by_a_person for seat in self.game.seats if seat.number != self.link.seat)

    def _hears_of_it_anyway(self) -> bool:
        """Whether another mail will say at once how the game stands after the move."""
        goes_on = self.game.status == GameStatus.ACTIVE and self.game.to_move == self.link.seat
        alone = not self._is_heard()
        kind = "your-turn" if goes_on or alone else "game-over"
        over = self.game.status != GameStatus.ACTIVE
        comes_at_once = wanted_at(kind, self.account, self.now, self.game) == self.now
        return (goes_on or alone or over) and comes_at_once and kind not in self.account.muted

    def _resign(self, **told: Json) -> Outcome:
        try:
            resign(self.game.id, self.account, self.at)
        except Conflict:
            return self._tell("turn-over", **told)
        hears_of_it = self.game.status != GameStatus.ACTIVE and "because" not in told
        return Outcome.DONE if hears_of_it else self._tell("resigned", **told)

    def _refuse(self, topic: str, **told: Json) -> Outcome:
        meant = " / ".join(self.meaning.texts)
        line = meant if isinstance(self.meaning, Doubtful) else unless_prose(meant)
        return answer_in_vain(self.mail, self.letter, self.now, partial(self._tell, topic, **told), line)

    def _tell(self, topic: str, **told: Json) -> Outcome:
        told = {"topic": topic, "wrote": wrote(self.meaning)} | told
        return answer_about(self.game, self.link.seat, self.account, self.letter, self.now, **told)


def _topic(reading: Reading) -> str:
    """What there is to say to a mail that says nothing."""
    match reading:
        case Reply() | Empty():
            return "empty"
        case Unreadable("too-long"):
            return "too-long"
    return "unreadable"
