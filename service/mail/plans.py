"""The command `plan` for conditional moves, and the answers to it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice, takewhile

from rules import CHANCE, AnyPosition
from rules.json_types import Json
from rules.prose import N_
from service.db.engines import session
from service.jobs.units import undone_if_refused
from service.language.catalogue import gettext, ngettext
from service.language.errors import Conflict, Forbidden, Refused
from service.mail.command_table import Command, answers_to
from service.mail.commands import Told
from service.mail.vocabulary import as_written
from service.models import Account, Game, GameStatus, Notice, SeatPlan
from service.play.planning.branches import turns_left
from service.play.planning.grammar import read_plan
from service.play.planning.turns_taken import TurnTaken, samples
from service.play.plans import PlanWish, drop_plan, plan_of, set_plan
from service.play.positions import position_of
from service.presentation.names import name_on
from service.presentation.plan_words import plan_in_words, refusal_in_words

WORDS = {
    **answers_to(Command.PLAN),
    "no-plan": (
        N_("You have no conditional moves here"),
        N_(
            "Write them in one line: “plan if their move then your move”. You can add more “if … then …” after that. "
            "In brackets after a case, write what follows it. For their move you can write “anything”, or “anything "
            "but” and a move. For your move you can write several with “or”: we play the first legal one."
        ),
    ),
    "plan-refused": (N_("Conditional moves not saved"), N_("%(reason)s Nothing was changed.")),
}
"""Title and text of the answer, by topic."""
_MEANING = N_("The example below means: if %(name)s plays %(theirs)s, we play %(yours)s for you.")
_BELOW_A_MOVE = N_("It's your turn, so your move comes first, in the same email.")


def plan_by_mail(plan: str, game: Game, account: Account, now: datetime) -> Told:
    """Save conditional moves, delete them for `off`, or show them for ""; return topic and data of the answer."""
    try:
        return _done(plan, game, account, now)
    except Forbidden:
        return "turn-over", {}
    except Refused as refused:
        if isinstance(refused, Conflict) and refused.code != "plan-on-your-turn":
            return "turn-over", {}
        return "plan-refused", {"code": refused.code, "details": refused.details}


def _done(plan: str, game: Game, account: Account, now: datetime) -> Told:
    before = plan_of(game, account)
    if plan == "off":
        undone_if_refused(lambda: drop_plan(game.id, account))
        return "plan-dropped", {}
    if not plan:
        return ("plan-shown", _kept(before)) if before is not None and before.text else ("no-plan", {})
    wanted = PlanWish(plan, *((before.plays_only_moves, before.waits) if before else ()))
    return "plan-set", _kept(undone_if_refused(lambda: set_plan(game.id, account, wanted, now)))


def _kept(plan: SeatPlan | None) -> dict[str, Json]:
    text = plan.text if plan else ""
    return {"plan": text, "turns": turns_left(read_plan(text)) if text else 0}


def told(notice: Notice) -> str:
    """Return the text of the answer, with the conditional moves and their number of turns, or the refusal."""
    data = notice.data
    _, text = WORDS[data["topic"]]
    if data["topic"] == "plan-refused":
        return gettext(text, reason=refusal_in_words(data["code"], data["details"]))
    said = gettext(text, plan=plan_in_words(data.get("plan", "")))
    turns = data.get("turns", 0)
    if not turns:
        return said
    length = ngettext("They cover one turn.", "They cover up to %(num)d turns.", turns)
    return f"{said} {length}"


def by_example(notice: Notice) -> tuple[list[str], str]:
    """Return a text with conditional moves that are legal in this position, and what it means; blank if none are.

    On the reader's turn, it begins with a move. Games with dice between the turns have no example.
    """
    game, seat = session().get_one(Game, notice.game_id), notice.seat or 0
    turns = list(islice(_turns(position_of(game)), len(game.seats) + 1)) if game.status == GameStatus.ACTIVE else []
    own = [turn.move for turn in takewhile(lambda turn: turn.seat == seat, turns[:1])]
    theirs = [turn.move for turn in takewhile(lambda turn: turn.seat != seat, turns[len(own) :])]
    yours = [turn.move for turn in turns[len(own) + len(theirs) :][:1]]
    if not theirs or not yours:
        return [], ""
    named = {"name": name_on(game, turns[len(own)].seat), "theirs": " / ".join(theirs), "yours": yours[0]}
    plan = " ".join([as_written("plan"), as_written("if"), named["theirs"], as_written("then"), named["yours"]])
    return ["\n".join([*own, plan])], " ".join([gettext(_MEANING, **named), *(gettext(_BELOW_A_MOVE) for _ in own)])


def _turns(position: AnyPosition) -> Iterator[TurnTaken]:
    """Yield turns from a position on, each the first that the rules list, until dice are rolled."""
    while position.current_player() not in (CHANCE, None):
        turn = next(samples(position, 1))
        yield turn
        position = turn.after
