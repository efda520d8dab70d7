"""Setting up a game: which one, how it is played, who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask import render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from rules import Game as Ruleset
from rules.prose import N_
from service.bots.search import BotQuery, find_bots
from service.core.clock import now
from service.core.errors import Refused
from service.models import Game, Visibility
from service.play.games import MAX_LEVEL, MIN_LEVEL, NewGame, SeatWish, create_game, ruleset_named, rulesets
from service.play.matches import create_match, standing
from service.web.errors import headers_of, status_of
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in
from service.web.joining import to_host

DAYS = (1, 2, 3, 5, 7, 14)
USUAL_DAYS = 3
ME, INVITE, OPEN, NOBODY, COMPUTER, BOT = "me", "invite", "open", "nobody", "computer-", "bot-"
ONE_GAME, ONE_AFTER_THE_OTHER, AT_THE_SAME_TIME = "one", "in-turn", "at-once"
FORMS = {
    ONE_GAME: N_("One game"),
    ONE_AFTER_THE_OTHER: N_("A match for two: two games with seats exchanged, one after the other"),
    AT_THE_SAME_TIME: N_("A match for two: two games with seats exchanged, at the same time"),
}
BOTS_OFFERED = 30
LEVELS = range(MIN_LEVEL, MAX_LEVEL + 1)


@pages.get("/games/new")
def choose_ruleset() -> str:
    """Which game it is to be."""
    signed_in()
    return render_template("new_game_choose.html", rulesets=rulesets())


@pages.get("/games/new/<name>")
def new_game(name: str) -> str:
    """What there is to agree on."""
    signed_in()
    return _page(ruleset_named(name), MultiDict())


@pages.post("/games/new/<name>")
def set_up(name: str) -> ResponseReturnValue:
    """Create the game, or a match, and show it; what cannot be done comes back with the form as it was."""
    ruleset = ruleset_named(name)
    try:
        game = _set_up(_wish(ruleset), request.form.get("form", ONE_GAME))
    except Refused as refused:
        return _page(ruleset, request.form, form_error_of(refused)), status_of(refused), headers_of(refused)
    return to_host(game)


def _set_up(wish: NewGame, form: str) -> Game:
    """The new game, or the first one of a new match."""
    if form not in (ONE_AFTER_THE_OTHER, AT_THE_SAME_TIME):
        return create_game(signed_in(), wish, now())
    match = create_match(signed_in(), wish, now(), simultaneous=form == AT_THE_SAME_TIME)
    return standing(match).games[0]


def _wish(ruleset: Ruleset) -> NewGame:
    form = request.form
    seats = [_seat(form.get(f"seat-{place}", NOBODY), form.get(f"who-{place}", "")) for place in _places(ruleset)]
    return NewGame(
        ruleset=ruleset.id,
        seats=[seat for seat in seats if seat is not None],
        options={name: form[f"option-{name}"] for name in ruleset.options if f"option-{name}" in form},
        shuffle_seats=form.get("shuffle") == "yes",
        days_per_move=_days(form.get("days", type=int)),
        visibility=Visibility.PUBLIC if form.get("visibility") == Visibility.PUBLIC else Visibility.PRIVATE,
    )


def _days(chosen: int | None) -> int:
    return chosen if chosen in DAYS else USUAL_DAYS


def _seat(kind: str, who: str) -> SeatWish | None:
    """What was chosen for a seat; None if there is to be no such seat."""
    if kind == ME:
        return SeatWish(me=True)
    if kind == OPEN:
        return SeatWish(open=True)
    if kind in _COMPUTERS:
        return SeatWish(ai=_COMPUTERS[kind])
    if kind.startswith(BOT):
        return SeatWish(account=kind.removeprefix(BOT))
    if kind == INVITE:
        return _invited(who.strip())
    return None


def _invited(who: str) -> SeatWish:
    """A name has no @; whatever else it is, an address that is none is refused as one."""
    return SeatWish(account=who) if who and "@" not in who else SeatWish(email=who)


_COMPUTERS = {f"{COMPUTER}{level}": level for level in LEVELS}


def _places(ruleset: Ruleset) -> range:
    return range(max(ruleset.players))


def _usual(ruleset: Ruleset, place: int, bots: Sequence[str]) -> str:
    """Who takes a seat unless somebody else is chosen: oneself, the bot whose page led here, and guests."""
    if place == 0:
        return ME
    if place == 1 and request.args.get("bot") in bots:
        return f"{BOT}{request.args['bot']}"
    return INVITE if place < max(2, min(ruleset.players)) else NOBODY


def _bots(ruleset: Ruleset, form: MultiDict[str, str]) -> tuple[list[str], bool]:
    """The bots that can be invited to a game now, and those that were chosen, by name; and whether there are more."""
    search = BotQuery(ruleset=ruleset.id, free=True, limit=BOTS_OFFERED)
    found, more = find_bots(signed_in(), search)
    if wanted := request.args.get("bot", ""):
        found = [*found, *find_bots(signed_in(), replace(search, name=wanted))[0]]
    chosen = [form.get(f"seat-{place}", "") for place in _places(ruleset)]
    names = {bot.account.name for bot, _ in found}
    return sorted(names | {kind.removeprefix(BOT) for kind in chosen if kind.startswith(BOT)}), more


def _page(ruleset: Ruleset, form: MultiDict[str, str], form_error: FormError | None = None) -> str:
    bots, more_bots = _bots(ruleset, form)
    return render_template(
        "new_game.html",
        ruleset=ruleset,
        form=form,
        seats=[(place, form.get(f"seat-{place}", _usual(ruleset, place, bots))) for place in _places(ruleset)],
        needed=min(ruleset.players),
        forms=FORMS,
        form_chosen=form.get("form", ONE_AFTER_THE_OTHER if ruleset.match.usual else ONE_GAME),
        levels=LEVELS,
        bots=bots,
        more_bots=more_bots,
        days=DAYS,
        days_chosen=_days(form.get("days", type=int)),
        form_error=form_error,
    )
