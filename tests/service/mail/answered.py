"""The email that the golden set replies to, and summaries of how replies are parsed and interpreted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import rules
from service.mail.commands import Move, Say
from service.mail.intents import Doubtful, Meaning, One, ReplyGrammar, Talk, first_statement, meant
from service.mail.moves import Moves
from service.mail.quoted import OwnLines, SentMail, own_lines
from service.mail.reading import Automatic, Bounce, Complaint, Own, Reading, Reply, Unreadable
from service.mail.reply_grammars import AtDigest, AtGeneralAddress, AtQuestion, AtTurn
from tests.service.mail.positions import VESTA_THEN_CERES, Standing, standing

GOLDEN = Path(__file__).parent / "golden"
SENT = SentMail(*((GOLDEN / name).read_text(encoding="utf-8") for name in ("sent.txt", "sent.html")))
SEASONS = standing("seasons").grammar


def own(reply: Reply, sent: SentMail | None = SENT) -> OwnLines:
    """Extract the writer's lines from a reply to that email."""
    return own_lines(reply, sent, lambda line: SEASONS.intent(line) is not None)


def lines_of(reading: Reading) -> tuple[str, ...]:
    """Return all of the writer's lines in a reply to that email."""
    assert isinstance(reading, Reply)
    return own(reading).all


def outcome(reading: Reading) -> str:
    """Summarise in one line how a reply to that email is parsed."""
    match reading:
        case Reply() if own(reading).all:
            return f"answer {first_statement(own(reading).all)}"
        case Unreadable(reason):
            return f"unreadable {reason}"
        case Bounce(status, action, message_id, recipient):
            return f"bounce {action} {status} {recipient or '-'} {message_id or '-'}"
        case Complaint(message_id):
            return f"complaint {message_id or '-'}"
        case Automatic() | Own():
            return type(reading).__name__.lower()
    return "empty"


def asked(lines: Sequence[str], grammar: str) -> str:
    """Summarise in one line what lines mean by a reply grammar."""
    return _told(meant(lines, _grammar(grammar)))


def _told(meaning: Meaning[Any]) -> str:
    match meaning:
        case One(Move(text), _, beside):
            return " + ".join([f"move {text}", *(f"say {said.text}" for said in beside if isinstance(said, Say))])
        case One(intent):
            return f"ask {intent.text}"
        case Doubtful(intents):
            return f"which {' | '.join(intent.text for intent in intents)}"
        case Talk(text):
            return f"talk {text}"
    return "nothing"


def _grammar(name: str) -> ReplyGrammar[Any]:
    match name.split(" "):
        case ["turn", "dawn,", *_]:
            return Standing("dawn", tuple(VESTA_THEN_CERES)).grammar
        case ["turn", ruleset]:
            return standing(ruleset).grammar
        case ["general-mailbox"]:
            return AtGeneralAddress()
        case ["digest"]:
            return AtDigest()
    return AtQuestion()


def _turns() -> Iterator[AtTurn]:
    """Yield the turn grammars of all games, without a position."""
    yield from (AtTurn(Moves(game)) for game in rules.games().values())


def other_meanings(lines: Sequence[str]) -> list[Meaning[Any]]:
    """Return the meanings of lines by the turn grammars that differ from that of their first statement alone."""
    first = first_statement(lines)
    grammars = (*_turns(), standing("seasons").grammar, standing("siesta").grammar)
    return [meaning for grammar in grammars if (meaning := meant(lines, grammar)) != _only(first, grammar)]


def _only(said: str, grammar: AtTurn) -> Meaning[Any]:
    intent = grammar.intent(said)
    return Talk(said) if intent is None else One(intent, (said,))


def unwritten_actions(lines: Sequence[str]) -> list[str]:
    """Return the actions of parsed moves that are not literally in the lines."""
    written = " ".join(lines).lower()
    meanings = [meant(lines, grammar) for grammar in _turns()]
    moves = [meaning.intent for meaning in meanings if isinstance(meaning, One) and isinstance(meaning.intent, Move)]
    return [action for move in moves for action in move.text.split(", ") if action not in written]
