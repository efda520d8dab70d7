"""Proposals by email: undo, draw, paused clocks and rematch, and the answers to them.

A proposal takes effect at once if nobody else has to agree.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from rules.prose import N_
from service.db.engines import session
from service.jobs.units import undone_if_refused
from service.language.catalogue import gettext
from service.language.errors import Refused
from service.language.refusals import EXPLANATIONS
from service.mail.command_table import Command, answers_to
from service.mail.commands import Request, Told
from service.models import Account, Game, GameStatus, Notice
from service.notifications import links
from service.play import proposals
from service.play.pauses import end_pause, wish_pause
from service.play.proposals import can_draw, open_proposal
from service.play.rematches import rematch

WORDS = {
    **answers_to(Command.TAKEBACK, Command.DRAW, Command.STOP_CLOCKS, Command.START_CLOCKS, Command.REMATCH),
    "agreed": (
        N_("You agreed"),
        N_("Now the other players must agree."),
    ),
    "done": (N_("Everyone agreed"), N_("This is the current position.")),
    "declined": (N_("You declined"), N_("The game goes on.")),
    "no-proposal": (N_("That wasn't possible"), ""),
    "dice-are-cast": (N_("Your move can't be undone"), N_("Dice were rolled after it, and a roll can't be undone.")),
    "another-proposal": (
        N_("That wasn't possible"),
        N_("The players are still deciding about another proposal. Answer it first, or play on."),
    ),
    "clocks-declined": (N_("You declined"), N_("The clocks keep running.")),
    "no-rematch": (N_("No rematch"), ""),
    "not-over": (
        N_("The game isn't over yet"),
        N_("You can ask for a rematch once the game, or the whole match, is over."),
    ),
}
"""Title and text of the answer, by topic."""
_PLAY_ON, _OR_DRAW = N_("Please play on."), N_("Play on, or reply with “draw” to offer a draw.")


def propose_by_mail(request: Request, game: Game, account: Account, now: datetime) -> Told:
    """Undo the last move or offer a draw, or propose it; return topic and data of the answer."""
    do = proposals.ask_back if request.command is Command.TAKEBACK else proposals.offer_draw
    topic, told = tried(lambda: do(game.id, account, now))
    if topic:
        return topic, told
    if open_proposal(game) is not None:
        return request.command.english, {}
    return "taken-back" if game.status == GameStatus.ACTIVE else "done", {}


def tried(do: Callable[[], Game]) -> Told:
    """Run an action; return topic and data for its refusal, or an empty topic."""
    try:
        undone_if_refused(do)
    except Refused as refused:
        if refused.code in WORDS:
            return refused.code, {}
        return "no-proposal", {"reason": EXPLANATIONS[refused.code].title, "values": {}}
    return "", {}


def stop_or_start(command: Command, game: Game, account: Account, now: datetime) -> Told:
    """Ask to pause the clocks, or restart them; return topic and data of the answer."""
    if command is Command.START_CLOCKS:
        done = "clocks-unwished" if game.paused_at is None else "clocks-started"
        topic, told = tried(lambda: end_pause(game.id, account, now))
        return topic or done, told
    topic, told = tried(lambda: wish_pause(game.id, account, now))
    return topic or ("clocks-wished" if game.paused_at is None else "clocks-stopped"), told


def ask_for_rematch(over: Game, account: Account, now: datetime) -> Told:
    """Offer a rematch, or accept one; return topic and data of the answer."""
    try:
        new = undone_if_refused(lambda: rematch(over.id, account, now))
    except Refused as refused:
        if refused.code == "not-over":
            return refused.code, {}
        why = refused.sentence
        reason = why.template if why else EXPLANATIONS[refused.code].title
        return "no-rematch", {"reason": reason, "values": dict(why.values) if why else {}}
    return "rematch-begun" if new.status == GameStatus.ACTIVE else "rematch", {"rematch": new.id}


def told(notice: Notice) -> str:
    """Return the text of the answer, with the link to the new game if there is one."""
    _, text = WORDS[notice.data["topic"]]
    if notice.data["topic"] == "dice-are-cast":
        goes_on = _OR_DRAW if can_draw(session().get_one(Game, notice.game_id)) else _PLAY_ON
        return f"{gettext(text)} {gettext(goes_on)}"
    if "rematch" not in notice.data:
        return gettext(text) if text else ""
    return gettext(text, link=links.game_link(session().get_one(Game, notice.data["rematch"])))
