"""Replies to emails about a turn: a move or a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from sqlalchemy import select

import rules
from rules import BadNotation
from rules.json_types import Json
from rules.nearness import only_near
from service.accounts.addresses import is_from
from service.db.engines import session
from service.language.errors import Conflict, Forbidden
from service.mail import unclear
from service.mail.about_you import answer_at_table
from service.mail.command_table import Command
from service.mail.commands import (
    ABOUT_ONESELF,
    LOOKED_UP,
    Consent,
    Move,
    Request,
    Say,
    Told,
    TurnIntent,
    near_request,
)
from service.mail.compose import texts_of
from service.mail.conduct import block_by_mail, report_by_mail
from service.mail.inbound.addressees import addressed, as_held, say
from service.mail.inbound.answering import (
    answer_about,
    answer_general,
    answer_in_vain,
    hold_mail,
    note_owner,
    unless_prose,
)
from service.mail.inbound.invitations import tell_former
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import unsigned, words_said, wrote
from service.mail.intents import Doubtful, Meaning, One, Talk
from service.mail.lines import excerpt
from service.mail.moves import Moves
from service.mail.pauses import pause_or_resume
from service.mail.plans import plan_by_mail
from service.mail.proposals import ask_for_rematch, propose_by_mail, stop_or_start
from service.mail.quoted import SentMail
from service.mail.reading import Empty, Reading, Reply, Unreadable
from service.mail.reply_grammars import AtTurn
from service.mail.usage import word_misused
from service.mail.vacation_dates import Away
from service.mail.vacations import take_by_mail
from service.models import Account, Delivery, Game, GameStatus, HeldMove, Holding, InboundMail, Notice, Outcome
from service.notifications.boxes import local_part_of
from service.notifications.inbound import ask_whether
from service.notifications.kinds import kinds_telling_turns
from service.notifications.links import without_proof
from service.notifications.notices import wanted_at
from service.notifications.preferences import choose_for_game
from service.notifications.questions import OTHER_SENDER
from service.play import chat
from service.play.held_moves import SentMove, hold_move
from service.play.held_turns import held_of, stop
from service.play.moves import RuleRefused, TimeIsUp
from service.play.positions import position_of
from service.play.seat_links import move_in_turn, turn_is_on, version_answered
from service.play.seating import lock_game, seat_of
from service.play.seats import resign, return_to_seat
from service.play.seen_turns import mark_turn_seen
from service.security.keys import SeatLink


def play_turn(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Play the move in the player's reply, or answer it; hold an email from another address until they confirm it."""
    game = lock_game(link.game_id)
    account = seat_of(game, link.seat).account
    if account is None or account.email is None:
        return Outcome.IGNORED
    moves = moves_in(game, link)
    sent = _mail_answered(letter, game, account) if moves.position is not None else None
    letter, meaning = unsigned(account, mail, letter, AtTurn(moves), sent)
    return PlayersMail(link, game, account, mail, letter, now, moves, meaning).see_to()


def moves_in(game: Game, turn: SeatLink) -> Moves:
    """Return the game's moves, with the current position if that turn is still under way."""
    return Moves(rules.game(game.ruleset), position_of(game) if turn_is_on(game, turn) else None)


def _mail_answered(letter: Letter, game: Game, account: Account) -> SentMail | None:
    """Return our email about this turn that the player quotes, or None if there is nothing to compare with the quote.

    It is the email that In-Reply-To or References name, else the last one. None also for an answer of ours: its text is
    erased once it is sent.
    """
    if not (isinstance(letter.reading, Reply) and letter.reading.below):
        return None
    theirs = select(Notice).where(Notice.account_id == account.id, Notice.game_id == game.id)
    sent = (
        session().scalars(theirs.where(Notice.kind.in_([*kinds_telling_turns(), "answer"])).order_by(Notice.id)).all()
    )
    names = map(without_proof, letter.answers)
    named = [notice for name in names for notice in sent if notice.message_id == name]
    answered = next(iter(named), sent[-1] if sent else None)
    if answered is None or (answered.kind == "answer" and not answered.encrypted):
        return None
    return SentMail(*texts_of(answered))


@dataclass(frozen=True)
class PlayersMail:
    """One player's email about one game; the game is locked. `asked` is the email of the move in question, if any."""

    link: SeatLink
    game: Game
    account: Account
    mail: InboundMail
    letter: Letter
    now: datetime
    moves: Moves
    meaning: Meaning[TurnIntent]
    asked: InboundMail | None = None
    is_stopped: bool = False
    """Whether the email has stopped a held move."""

    @property
    def at(self) -> datetime:
        """Return the time of the player's move."""
        return self.mail.approved_at or self.mail.received_at

    @property
    def spoken_at(self) -> SeatLink:
        """Return the link that decides who receives the chat message in the email."""
        return self.link

    @property
    def wrote(self) -> str:
        """Return an excerpt of the player's text for the answer."""
        return wrote(self.meaning)

    def see_to(self) -> Outcome:
        """Process the email if its player wrote it; else hold it until the player confirms it."""
        if not is_from(self.account, self.letter.writer) and self.mail.approved_at is None:
            lost = tell_former(self.link, self.letter, self.wrote, self.now)
            return lost or hold_mail(self.mail, self.account, self.letter, OTHER_SENDER, self.wrote, self.now)
        note_owner(self.account, self.letter, self.now)
        mark_turn_seen(self.game, self.account, self.now)
        return self.outcome()

    def outcome(self) -> Outcome:
        """Process the parsed email; one that may take a held move back stops it first."""
        if self._may_stop_held() and turn_is_on(self.game, self.link) and stop(self.game, self.link.seat) is not None:
            return replace(self, is_stopped=True).outcome()
        match self.meaning:
            case One(intent, _, beside, talk):
                return self._do_all(intent, beside, talk)
            case Doubtful(intents):
                return self._ask(intents)
            case Talk(text) if not self.is_stopped or self.moves.is_near(text):
                return self._play(text)
            case Talk():
                return self.tell("unheld")
        return self.refuse(unread(self.letter.reading))

    def _may_stop_held(self) -> bool:
        """Check whether the email may mean a held move not to be played: it is unclear, or answers the question.

        Moves replace it; commands about it are run like others.
        """
        match self.meaning:
            case One(Move() | Consent.YES | Request(Command.TAKEBACK | Command.UNSAY)):
                return False
            case One():
                return self.asked is not None
        return not self.is_stopped

    def _do_all(self, intent: TurnIntent, beside: Sequence[TurnIntent], talk: Sequence[str]) -> Outcome:
        """Run the intent, then those beside it. Text beside conditional moves may be part of them and is not sent."""
        plans = [each for each in beside if isinstance(each, Request)]
        said = "\n".join(each.text for each in beside if not isinstance(each, Request))
        is_secret = bool(plans) or (isinstance(intent, Request) and intent.command is Command.PLAN)
        outcome = self._do(intent, said, "" if is_secret else "\n".join(talk))
        for plan in plans if outcome == Outcome.PLAYED or not isinstance(intent, Move | Consent) else ():
            self._grant(plan)
        return outcome

    def _do(self, command: TurnIntent, beside: str, talk: str) -> Outcome:
        aloud = "\n".join(filter(None, [beside, talk if self.is_heard() else ""]))
        match command:
            case Move(text):
                return self._play(text, aloud)
            case Say(text):
                note = self.note("\n".join(filter(None, [text, beside])))
                reason: dict[str, Json] = {"reason": note["because"], "values": {}} if "because" in note else {}
                return self.tell(note["note"], **reason)
            case Consent.YES if self.asked is not None and self.asked.asked_move:
                held = held_of(self.game, self.link.seat)
                if held is not None and held.move != self.asked.asked_move:
                    return self._ask([Move(self.asked.asked_move), Move(held.move)])
                return self._play(self.asked.asked_move, aloud, version=self.asked.asked_version)
            case Consent():
                return self.tell("not-meant")
        note = self.note(beside) if beside else {}
        return self._grant(command, **note)

    def _grant(self, asked: Request | Away, **note: Json) -> Outcome:
        about: Told = "turn-over", {}
        match asked:
            case Request(Command.RESIGN, "yes"):
                return self._resign(**note)
            case Request(Command.BACK):
                return self._come_back(**note)
            case Request(Command.GAMES):
                return answer_general(self.account, self.letter, self.now, topic="games", wrote=self.wrote)
            case Away():
                about = take_by_mail(asked, self.account, self.now)
            case Request(command) if command is not Command.RESIGN or self.game.status == GameStatus.ACTIVE:
                about = _DONE.get(command, _answer)(self, asked)
        topic, told = about
        return self.tell(topic, **told | note)

    def _resign(self, **told: Json) -> Outcome:
        try:
            resign(self.game.id, self.account, self.at)
        except Conflict:
            return self.tell("turn-over", **told)
        hears_of_it = self.game.status != GameStatus.ACTIVE and "because" not in told
        return Outcome.DONE if hears_of_it else self.tell("resigned", **told)

    def _come_back(self, **told: Json) -> Outcome:
        try:
            return_to_seat(self.game.id, self.account, self.at)
        except (Conflict, Forbidden):
            return self.refuse("not-back", **told)
        return self.tell("back", **told)

    def _ask(self, intents: Sequence[TurnIntent]) -> Outcome:
        """Ask which of the intents is meant, unless none is possible any more."""
        if self.moves.position is None and all(isinstance(intent, Move) for intent in intents):
            return self.refuse("turn-over")
        refusals = [self.moves.refusal(intent.text) if isinstance(intent, Move) else None for intent in intents]
        told = unclear.about(intents, refusals)
        match intents:
            case [Move(move)] if self.moves.can_be_played(move):
                return self._in_vain(partial(self.ask_whether, move, **told))
        box = {"box": local_part_of(self.mail.recipient)} if self.asked else {}
        return self.refuse(**told, **box)

    def ask_whether(self, move: str, **told: Json) -> Outcome:
        """Ask whether the move was meant; yes plays it as long as the position is unchanged."""
        box = ask_whether(self.mail, self.account, self.game, move)
        topic = str(told.pop("topic", "asked"))
        return self.tell(topic, **told, meant=move, box=box)

    def _play(self, move: str, beside: str = "", version: int | None = None) -> Outcome:
        """Play in the turn that the email answers, at its time of arrival; then send the other text as chat."""
        unsaid: dict[str, Json] = {"note": "unsaid"} if beside else {}
        named = version_answered(self.game, self.link) if version is None else version
        earlier = held_of(self.game, self.link.seat)
        is_replaced = earlier is not None and earlier.move != move
        try:
            if version is None and self._waits(move, earlier):
                sent = SentMove(named, move, self.at, as_held(beside, self.spoken_at, self.game, self.account))
                held = hold_move(self.game, self.link, sent, self.now)
                if held is not None:
                    return self._tell_held(held, replaced=is_replaced)
            result = move_in_turn(self.game, self.link, version=named, move=move, now=self.at)
        except RuleRefused as refused:
            return self._explain(move, refused, **unsaid)
        except Conflict as conflict:
            if conflict.code == "damaged-game":
                raise  # our own fault: the email is kept and retried
            if version is not None:
                return self.refuse("question-over", **unsaid)
            is_prose = isinstance(self.meaning, Talk) and not unless_prose(move)
            return self._explain_talk(move) or self.refuse("no-move" if is_prose else "turn-over", **unsaid)
        if isinstance(result, TimeIsUp):
            return self.refuse("too-late", **unsaid)
        note = self.note(beside, with_move=True) if beside and not result.repeated else {}
        if result.repeated or is_replaced or "because" in note or self._is_news(said=bool(note)):
            self.tell("played", **note, replaced=is_replaced, **({"wrote": excerpt(beside)} if note else {}))
        return Outcome.PLAYED

    @property
    def _says_more(self) -> bool:
        """Check whether the email has other words beside the move."""
        return isinstance(self.meaning, One) and self.meaning.is_held

    def _waits(self, move: str, earlier: HeldMove | None) -> bool:
        """Check whether a move is held: its player wants that, or the email says more. Sent again alone, it is not."""
        if self._says_more or self.account.moves_held != Holding.EVERY:
            return self._says_more and self.account.moves_held != Holding.NONE
        return earlier is None or earlier.move != move

    def _tell_held(self, held: HeldMove, *, replaced: bool) -> Outcome:
        """Ask whether the held move is to be played, and say when it will be."""
        words, beside = (self.meaning.talk, self.meaning.beside) if isinstance(self.meaning, One) else ((), ())
        about: dict[str, Json] = {"wrote": excerpt(" / ".join(words)) or self.wrote}
        if any(isinstance(each, Request) for each in beside):
            about["note"] = "unplanned"
        elif held.talk:
            about["note"] = "held" if held.talk["to"] is None else "held-alone"
        return self.tell(
            "held" if self._says_more else "held-wished",
            **about,
            held=held.move,
            until=held.due_at.isoformat(),
            replaced=replaced,
            box=ask_whether(self.mail, self.account, self.game, held.move),
        )

    def _explain(self, move: str, refused: RuleRefused, **unsaid: Json) -> Outcome:
        """Explain the refusal and list similar legal moves; ask if exactly one of them can be meant."""
        found, is_unread = self.moves.near(move), refused.code == BadNotation.code
        why = refused.sentence
        told: dict[str, Json] = {"reason": why.template, "values": dict(why.values), **unsaid}
        is_talk = is_unread and not self.moves.is_near(move)
        if is_talk and (explained := self._explain_talk(move, **unsaid)) is not None:
            return explained
        if (meant := only_near(found)) is not None:
            ask = partial(self.ask_whether, meant, **told)
            return self._in_vain(ask) if is_unread else ask()
        if is_talk:
            near = near_request(move)
            return self.refuse(**unclear.near(near) | unsaid) if near else self.refuse("no-move", **unsaid)
        answer = self.refuse if is_unread else self.tell  # no machine writes a move
        return answer("refused", legal=[near.move for near in found], **told)

    def _explain_talk(self, text: str, **unsaid: Json) -> Outcome | None:
        """Send text that names its recipient, or explain the command it begins with; None for any other text."""
        if addressed(text, self.link, self.game, self.account).to is not None:
            return self._do(Say("\n".join(words_said(self.letter.reading))), "", "")
        misused = word_misused(text, self.game, self.account)
        return None if misused is None else self.refuse(misused[0], **misused[1], **unsaid)

    def note(self, text: str, *, with_move: bool = False) -> dict[str, str]:
        """Send the text to its recipients; return the note for the answer."""
        return say(self.game, self.account, self.spoken_at, text, self.at, with_move=with_move)

    def is_heard(self) -> bool:
        """Check whether another person in the game receives chat messages."""
        return chat.is_heard(self.game, self.account)

    def _is_news(self, *, said: bool) -> bool:
        """Check whether the move needs an answer: no email will show it, or none at once that something was `said`."""
        over = self.game.status != GameStatus.ACTIVE
        goes_on = not over and self.game.to_move == self.link.seat
        alone = not any(seat.is_played_by_a_person for seat in self.game.seats if seat.number != self.link.seat)
        kind = "game-over" if over and not alone else "your-turn"
        due = None if kind in self.account.muted else wanted_at(kind, self.account, self.now, self.game)
        return due is None or (said and not ((goes_on or alone or over) and due == self.now))

    def refuse(self, topic: str, **told: Json) -> Outcome:
        """Answer why nothing was done, unless enough similar emails were answered so."""
        return self._in_vain(partial(self.tell, topic, **told))

    def _in_vain(self, answer: Callable[..., Outcome]) -> Outcome:
        meant = " / ".join(self.meaning.texts)
        line = meant if isinstance(self.meaning, Doubtful) else unless_prose(meant)
        return answer_in_vain(self.mail, self.account, self.letter, answer, line)

    def tell(self, topic: str, **told: Json) -> Outcome:
        """Answer the email."""
        note: dict[str, Json] = {"note": "unheld"} if self.is_stopped and topic != "unheld" else {}
        told = {"topic": topic, "wrote": self.wrote} | note | told
        return answer_about(self.game, self.link.seat, self.account, self.letter, self.now, **told)


def _answer(mail: PlayersMail, asked: Request) -> Told:
    return asked.command.english, {}


def _mute(mail: PlayersMail, asked: Request) -> Told:
    is_muted = asked.command is Command.MUTE
    choose_for_game(mail.game.id, mail.account, Delivery.OFF if is_muted else None, mail.now)
    return "muted" if is_muted else "unmuted", {}


def _unsay(mail: PlayersMail, _: Request) -> Told:
    held = held_of(mail.game, mail.link.seat)
    if held is None or not held.talk:
        return "nothing-to-unsay", {}
    held.talk = {}
    box = {"box": local_part_of(mail.mail.recipient)} if mail.asked else {}
    return "unsay", {"until": held.due_at.isoformat(), **box}


_DONE: Mapping[Command, Callable[[PlayersMail, Request], Told]] = {
    Command.REMATCH: lambda mail, _: ask_for_rematch(mail.game, mail.account, mail.at),
    Command.PLAN: lambda mail, asked: plan_by_mail(asked.argument, mail.game, mail.account, mail.now),
    Command.REPORT: lambda mail, asked: report_by_mail(asked.argument, mail.game, mail.account, mail.at),
    **dict.fromkeys((Command.MUTE, Command.UNMUTE), _mute),
    Command.UNSAY: _unsay,
    Command.TAKEBACK: lambda mail, asked: (
        ("unheld", {})
        if stop(mail.game, mail.link.seat) is not None
        else propose_by_mail(asked, mail.game, mail.account, mail.at)
    ),
    Command.DRAW: lambda mail, asked: propose_by_mail(asked, mail.game, mail.account, mail.at),
    **dict.fromkeys(
        (Command.STOP_CLOCKS, Command.START_CLOCKS),
        lambda mail, asked: stop_or_start(asked.command, mail.game, mail.account, mail.at),
    ),
    **dict.fromkeys(
        (Command.BLOCK, Command.UNBLOCK),
        lambda mail, asked: block_by_mail(asked, mail.game, mail.account, mail.at),
    ),
    **dict.fromkeys(
        (Command.PAUSE, Command.RESUME), lambda mail, asked: pause_or_resume(asked, mail.account, mail.now)
    ),
    **dict.fromkeys(
        ABOUT_ONESELF | LOOKED_UP,
        lambda mail, asked: answer_at_table(asked, mail.game, mail.account, mail.now),
    ),
}
"""Handlers of commands, each returning the answer's topic. Without one the topic is the command's name."""


def unread(reading: Reading) -> str:
    """Return the topic of the answer to an email without readable text."""
    match reading:
        case Reply() | Empty():
            return "empty"
        case Unreadable("too-long" | "encrypted" | "signed" as reason):
            return reason
    return "unreadable"
