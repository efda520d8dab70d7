"""Grammar of conditional moves: `if sun f7 then roof g6 (if anything then pass); if anything but f8 then e5 or e6`.

plan   = branch *( [";"] branch ) branch = "if" reply *( "/" reply ) "then" move *( "or" move ) [ "(" plan ")" ] reply
= "anything" [ "but" move *( "or" move ) ] / move *( "or" move )

A reply is one turn of another player; a move is written as anywhere else. German and Italian keywords are accepted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from service.play.planning.branches import ANYTHING, Branch, Plan, TheirTurn, size, turns_left

LONGEST_PLAN = 4000
"""Characters."""
MOST_BRANCHES = 40
MOST_TURNS = 8
MOST_MOVES = 12
"""Maximum number of moves in one reply, or in one answer to it."""

WORDS = {
    "if": ("if", "wenn", "se"),
    "then": ("then", "dann", "allora"),
    "or": ("or", "oder", "oppure"),
    "but": ("but", "except", "außer", "ausser", "tranne"),
    "anything": (
        *("anything", "whatever they roll", "whatever they play", "whatever"),
        *("egal was", "alles", "qualsiasi cosa"),
    ),
}
"""Keywords of plans, by the English word; plans are written with the English ones."""
_ENGLISH = {way: word for word, ways in WORDS.items() for way in ways}
_ANY_WORD = "|".join(sorted(_ENGLISH, key=len, reverse=True))
_TOKEN = re.compile(rf"(?<!\w)(?:{_ANY_WORD})(?!\w)|[()/]")
_ENDS = re.compile(rf"[;\n.,]+\s*(?=(?:(?:{'|'.join(WORDS['if'])})(?!\w)|\)|$))")
_THEN = re.compile(rf"[,:]\s*(?=(?:{'|'.join(WORDS['then'])})(?!\w))")


class Unwritten(ValueError):
    """A text that is not a valid plan: `expected` is a code for what is missing, `near` the words around it."""

    def __init__(self, expected: str, near: str) -> None:
        super().__init__(f"{expected} near {near!r}")
        self.expected = expected
        self.near = near


def read_plan(text: str) -> Plan:
    """Parse a plan, with moves as they are written there; Unwritten if it is invalid or too large."""
    if len(text) > LONGEST_PLAN:
        raise Unwritten("too-long", text[:40])
    plain = unicodedata.normalize("NFKC", text).lower().replace("\r\n", "\n").strip()
    plain = _THEN.sub(" ", _ENDS.sub(" ", plain))
    plan = _PlanReader(_tokens(plain)).whole()
    if size(plan) > MOST_BRANCHES or turns_left(plan) > MOST_TURNS:
        raise Unwritten("too-large", text[:40])
    return plan


def written(plan: Sequence[Branch]) -> str:
    """Format a plan as text that `read_plan` parses."""
    return "; ".join(map(_written, plan))


def reply_written(when: Sequence[TheirTurn]) -> str:
    """Format the condition of a branch: the turns of the others."""
    return " / ".join(map(_reply, when))


def _written(branch: Branch) -> str:
    then = f" ({written(branch.then)})" if branch.then else ""
    return f"if {reply_written(branch.when)} then {' or '.join(branch.play)}{then}"


def _reply(reply: TheirTurn) -> str:
    moves = " or ".join(reply.moves)
    if not reply.but:
        return moves
    return f"anything but {moves}" if moves else "anything"


def _tokens(text: str) -> list[str]:
    """Split text into English keywords, punctuation and the text between them, which contains no keyword."""
    found: list[str] = []
    at = 0
    for token in _TOKEN.finditer(text):
        found += [" ".join(text[at : token.start()].split()), _ENGLISH.get(token.group(), token.group())]
        at = token.end()
    return [token for token in [*found, " ".join(text[at:].split())] if token]


class _PlanReader:
    """A recursive-descent parser over the tokens of a plan."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = list(tokens)
        self._at = 0

    def whole(self) -> Plan:
        """Parse all tokens as a plan."""
        plan = self._plan()
        if self._at < len(self._tokens):
            raise self._unwritten("if")
        return plan

    def _plan(self, depth: int = 1) -> Plan:
        if depth > MOST_TURNS:
            raise self._unwritten("too-large")
        branches: list[Branch] = []
        while not branches or self._next() == "if":
            branches.append(self._branch(depth))
        return tuple(branches)

    def _branch(self, depth: int) -> Branch:
        self._take("if")
        when = [self._reply()]
        while self._took("/"):
            when.append(self._reply())
        self._take("then")
        play = self._moves()
        then: Plan = ()
        if self._took("("):
            then = self._plan(depth + 1)
            self._take(")")
        return Branch(tuple(when), play, then)

    def _reply(self) -> TheirTurn:
        if self._took("anything"):
            return TheirTurn(self._moves(), but=True) if self._took("but") else ANYTHING
        return TheirTurn(self._moves())

    def _moves(self) -> tuple[str, ...]:
        moves = [self._move()]
        while self._took("or"):
            moves.append(self._move())
        if len(moves) > MOST_MOVES:
            raise self._unwritten("too-large")
        return tuple(dict.fromkeys(moves))

    def _move(self) -> str:
        move = self._next().strip(" ,;.:")
        if not move or move in WORDS or move in "()/":
            raise self._unwritten("move")
        self._at += 1
        return move

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _took(self, token: str) -> bool:
        is_next = self._next() == token
        self._at += is_next
        return is_next

    def _take(self, token: str) -> None:
        if not self._took(token):
            raise self._unwritten(token)

    def _unwritten(self, expected: str) -> Unwritten:
        return Unwritten(expected, " ".join(self._tokens[max(0, self._at - 1) : self._at + 2]) or "…")
