"""What players ask of the others by mail: a move taken back, a draw, stopped clocks, a rematch; and what is said of it.

Each is done at once where nobody else has to agree.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from rules.prose import N_
from service.core.db import session
from service.core.errors import Refused
from service.core.language import gettext
from service.core.refusals import EXPLANATIONS
from service.mail.commands import Request, Told, Word
from service.models import Account, Game, GameStatus, Notice
from service.play import proposals
from service.play.pauses import end_pause, wish_pause
from service.play.proposals import open_proposal
from service.play.rematches import rematch
from service.post import links
from service.work.units import undone_if_refused

WORDS = {
    "taken-back": (
        N_("Your last move is taken back"),
        N_("It is your turn again: there is a mail about it."),
    ),
    "takeback": (
        N_("The others are asked"),
        N_("Your last move is off once all of them have agreed. If anybody plays on before, it stays."),
    ),
    "draw": (
        N_("A draw is offered"),
        N_("The game is over once all the others have agreed. If anybody plays on before, the offer is off."),
    ),
    "agreed": (
        N_("You have agreed"),
        N_("It is done once all the others have agreed, too."),
    ),
    "done": (N_("You have agreed, and it is done"), N_("This is how the game stands now.")),
    "declined": (N_("You have said no"), N_("The game goes on as it stands.")),
    "no-proposal": (N_("Nothing was done"), ""),
    "clocks-wished": (
        N_("The others are asked"),
        N_(
            "The clocks stop once all at the table want it; until then they go on. To take it back, answer with the "
            "words: start clocks"
        ),
    ),
    "clocks-stopped": (
        N_("The clocks stand still"),
        N_(
            "All at the table want it. Moves can be played all the same. To let the clocks go on, anybody may answer "
            "with the words: start clocks"
        ),
    ),
    "clocks-started": (N_("The clocks go on"), N_("The others are told.")),
    "clocks-unwished": (N_("You do not want the clocks stopped any more"), N_("They have gone on all the time.")),
    "clocks-declined": (N_("You have said no"), N_("The clocks go on.")),
    "rematch": (
        N_("The others are asked for a rematch"),
        N_("The same table is laid again, with the seats exchanged. The game begins when all have said yes: %(link)s"),
    ),
    "rematch-begun": (
        N_("The rematch has begun"),
        N_("The same table, with the seats exchanged: %(link)s When it is your turn, there is a mail about it."),
    ),
    "no-rematch": (N_("There is no rematch"), ""),
    "not-over": (N_("The game is not over"), N_("A rematch can be had once the game, or the whole match, is over.")),
}
"""By what the answer is about: its title, and what it says."""


def propose_by_mail(request: Request, game: Game, account: Account, now: datetime) -> Told:
    """Take the last move back or offer a draw, or ask for it; what the answer is about, and what it tells."""
    do = proposals.ask_back if request.word == Word.TAKEBACK else proposals.offer_draw
    topic, told = tried(lambda: do(game.id, account, now))
    if topic:
        return topic, told
    if open_proposal(game) is not None:
        return request.word.value, {}
    return "taken-back" if game.status == GameStatus.ACTIVE else "done", {}


def tried(do: Callable[[], Game]) -> Told:
    """What an answer says of why it is not done; nothing if it is."""
    try:
        undone_if_refused(do)
    except Refused as refused:
        return "no-proposal", {"reason": EXPLANATIONS[refused.code].title, "values": {}}
    return "", {}


def stop_or_start(word: Word, game: Game, account: Account, now: datetime) -> Told:
    """Want the clocks of the game stopped, or let them go on; what the answer is about, and what it tells."""
    if word == Word.START_CLOCKS:
        done = "clocks-unwished" if game.paused_at is None else "clocks-started"
        topic, told = tried(lambda: end_pause(game.id, account, now))
        return topic or done, told
    topic, told = tried(lambda: wish_pause(game.id, account, now))
    return topic or ("clocks-wished" if game.paused_at is None else "clocks-stopped"), told


def ask_for_rematch(over: Game, account: Account, now: datetime) -> Told:
    """Set the table up again, or take one's seat at it; what the answer is about, and what it tells."""
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
    """The text of an answer, with the address of the new game if there is one."""
    _, text = WORDS[notice.data["topic"]]
    if "rematch" not in notice.data:
        return gettext(text) if text else ""
    return gettext(text, link=links.game_link(session().get_one(Game, notice.data["rematch"])))
