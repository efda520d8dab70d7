"""Create a game by three questions: which game, against whom, at which pace. The rest has defaults.

The host may have boards drawn until they like one, or copy that of another game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import SystemRandom
from urllib.parse import urlencode

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from rules import BadSetup, Layout, Setup
from rules import Game as Ruleset
from rules.prose import N_
from service.accounts.favourites import favourites_of
from service.bots.search import BotQuery, find_bots
from service.db.clock import now
from service.jobs.units import whole
from service.language.catalogue import gettext
from service.language.errors import Refused, Unauthenticated
from service.models import Account, Game, OnTimeout, Visibility
from service.play.games import (
    MAX_LEVEL,
    MIN_LEVEL,
    NewGame,
    SeatWish,
    create_game,
    create_match,
    layout_of,
    refused_setup,
    ruleset_named,
    rulesets,
)
from service.play.invitations import recent_opponents
from service.play.matches.series import LENGTHS
from service.play.matches.standing import standing
from service.play.timekeeping import Bank, Fast
from service.presentation.levels import how_strong
from service.security.addresses import MAX_ADDRESS_LENGTH
from service.web.beacons import minutes_wished
from service.web.boards import Board, first_board
from service.web.errors import FormError, page_to_sign_in, shown_again
from service.web.frame.blueprints import pages
from service.web.frame.identity import player_or_visitor, signed_in, viewer
from service.web.joining import to_host
from service.web.offers import DAYS, FAST, TO_COME, USUAL_DAYS, may_invite

GRACE = 10
"""Minutes in which a move may be undone, if the game allows it."""
HOURS_MORE = (6, 12, 24, 48)
"""Selectable hours added to a time bank with each move."""
SAVED = 2
"""Maximum of a time bank, as a multiple of its initial days."""
ME, INVITE, OPEN, ANYBODY, BESIDE, NOBODY = "me", "invite", "open", "anybody", "beside", "nobody"
COMPUTER, BOT = "computer-", "bot-"
"""Prefixes of a level and of a bot's name; without them, another field has those."""
PACES = {"7": N_("Relaxed"), "3": N_("Normal"), "fast-15-20": N_("Fast")}
"""The usual time controls; all others are behind `OTHER`."""
OTHER = "other"
ONE_GAME, ONE_AFTER_THE_OTHER, AT_THE_SAME_TIME = "one", "in-turn", "at-once"
FORMS = {
    ONE_GAME: N_("One game"),
    ONE_AFTER_THE_OTHER: N_("A match for two: two games with places swapped, one after the other"),
    AT_THE_SAME_TIME: N_("A match for two: two games with places swapped, at the same time"),
}
HOST, FIRST_GUEST = 0, 1
"""Indices of the first seats."""
KEPT_FIELDS = (
    "seat-",
    COMPUTER,
    BOT,
    "option-",
    "form",
    "series",
    "shuffle",
    "days",
    "clock",
    "bank",
    "weekends",
    "nights",
    "vacations",
    "visib",
    "rated",
    "beacon",
)
"""Prefixes of the form fields that survive signing in."""
ANOTHER, ANY = "another", "any"
"""Values of the buttons that draw another board, and that leave it to chance."""
LONGEST_LAYOUT = 8000
"""Maximum length of a layout in characters; the longest valid one has some 1,200."""
_GAME = re.compile(r"/games/(\w{1,16})\b")
BOTS_OFFERED = 30
LEVELS = range(MIN_LEVEL, MAX_LEVEL + 1)
LEVEL_NAMES = dict(zip(LEVELS, (N_("Beginner"), N_("Easy"), N_("Medium"), N_("Hard"), N_("Expert")), strict=True))
_COMPUTERS = {f"{COMPUTER}{level}": level for level in LEVELS}


@pages.get("/games/new")
def choose_ruleset() -> str:
    """Choose the ruleset, keeping a preselected opponent."""
    return render_template("new_game_choose.html", rulesets=rulesets(), who=_who(), recent=_recent())


@pages.get("/games/new/<name>")
def new_game(name: str) -> str:
    """Show the form of a new game; filled in again after signing in."""
    return _page(ruleset_named(name), request.args if f"seat-{HOST}" in request.args else MultiDict())


@pages.post("/games/new/<name>")
@shown_again(lambda error, name: _page(ruleset_named(name), request.form, error))
def set_up(name: str) -> ResponseReturnValue:
    """Create a game or match and show it; its host starts it there, once the fingerprint of the dice is shown.

    A refused form is shown again with its content.
    """
    ruleset = ruleset_named(name)
    if "look" in request.form:
        return _with_board(ruleset)
    try:
        game = whole(lambda: _set_up(_wish(ruleset), request.form.get("form", ONE_GAME)))
    except Unauthenticated as refused:
        return page_to_sign_in(refused, _after_signing_in(ruleset))
    return to_host(game, "begin")


def _after_signing_in(ruleset: Ruleset) -> str:
    """Return the address of the form as it is filled in. Addresses of other people are no part of it."""
    sent = request.form.items()
    kept = urlencode([(name, value) for name, value in sent if value and name.startswith(KEPT_FIELDS)])
    return f"{url_for('web.new_game', name=ruleset.id)}?{kept}"


def _with_board(ruleset: Ruleset) -> ResponseReturnValue:
    """Render the form again with its board or another one; nothing is created."""
    form, players = request.form.copy(), len(_seats(ruleset))
    if form["look"] == ANOTHER:
        form["layout"] = json.dumps(_setup(ruleset, players, options=_options(ruleset))["layout"])
    elif form["look"] == ANY:
        form["layout"] = ""
    _board_chosen(ruleset, form)
    return _page(ruleset, form)


def _board_chosen(ruleset: Ruleset, form: MultiDict[str, str]) -> Board | None:
    """Render the board that the host has drawn or copied; None for a random one. Raises Invalid `bad-setup`."""
    layout = _read_layout(ruleset, form.get("layout", ""))
    return first_board(ruleset, _setup(ruleset, len(_seats(ruleset)), layout)) if layout else None


def _set_up(wish: NewGame, form: str) -> Game:
    """Create the game, or a match and return its first game."""
    if form not in (ONE_AFTER_THE_OTHER, AT_THE_SAME_TIME):
        return create_game(_host(wish), wish, now())
    match = create_match(_host(wish), wish, now(), simultaneous=form == AT_THE_SAME_TIME)
    return standing(match).games[0]


def _host(wish: NewGame) -> Account:
    """Return the host, creating a visitor if nobody is signed in; inviting by name or address needs an account."""
    invites = any(seat.email is not None or seat.account is not None for seat in wish.seats)
    return signed_in() if invites else player_or_visitor()


def _options(ruleset: Ruleset) -> dict[str, str]:
    """Return the chosen options by name."""
    form = request.form
    return {name: form[f"option-{name}"] for name in ruleset.options if f"option-{name}" in form}


def _read_layout(ruleset: Ruleset, text: str) -> Layout | None:
    """Read a layout that was drawn, or that of a linked game; None for nothing. Raises Invalid `bad-setup`."""
    text = text.strip()
    if not text or ruleset.layout_schema is None:
        return None
    if named := _GAME.search(text):
        return layout_of(named[1], ruleset, viewer())
    try:
        layout: object = json.loads(text[:LONGEST_LAYOUT])
    except (ValueError, RecursionError):
        layout = None
    if not isinstance(layout, dict):
        raise refused_setup(ruleset, BadSetup("bad-layout", "layout"))
    return layout


def _setup(
    ruleset: Ruleset, players: int, layout: Layout | None = None, options: Mapping[str, str] | None = None
) -> Setup:
    try:
        return ruleset.new_setup(players, options, SystemRandom(), layout)
    except BadSetup as error:
        raise refused_setup(ruleset, error) from None


def _wish(ruleset: Ruleset) -> NewGame:
    form = request.form
    first_to, level = form.get("series", type=int), _COMPUTERS.get(form.get("timeout", ""))
    late = OnTimeout.COMPUTER if level else form.get("timeout", OnTimeout.FORFEIT, type=OnTimeout)
    return NewGame(
        ruleset=ruleset.id,
        seats=_seats(ruleset),
        layout=_read_layout(ruleset, form.get("layout", "")),
        options=_options(ruleset),
        shuffle_seats=form.get("shuffle") == "yes",
        days_per_move=TO_COME if _fast(form) else _days(form),
        fast=_fast(form),
        bank=_bank(form),
        weekends_off="weekends" in form,
        nights_off="nights" in form,
        vacations="clock" not in form or "vacations" in form,
        on_timeout=late,
        stand_in_level=level,
        grace_minutes=GRACE if "grace" in form else None,
        first_to=first_to if first_to in LENGTHS else None,
        beacon_minutes=minutes_wished(),
        rated="rated" in form,
        visibility=Visibility.PUBLIC if _is_public(form) else Visibility.PRIVATE,
    )


def _seats(ruleset: Ruleset) -> list[SeatWish]:
    """Return the chosen players from the form."""
    kinds = [_kind(request.form, place) for place in _places(ruleset)]
    is_at_once = BESIDE in kinds and not {INVITE, OPEN, ANYBODY}.intersection(kinds)
    wanted = [_seat(request.form, kind, place, waits=not is_at_once) for place, kind in enumerate(kinds)]
    return [seat for seat in wanted if seat is not None]


def _kind(form: MultiDict[str, str], place: int, usual: str = NOBODY) -> str:
    """Return the choice for a place, with the level of the computer or the name of the bot."""
    kind = form.get(f"seat-{place}", usual)
    return form.get(f"{kind}-{place}", usual) if f"{kind}-" in (COMPUTER, BOT) else kind


def _pace(form: MultiDict[str, str]) -> str:
    chosen = form.get("days", "")
    return form.get("days-other", "") if chosen == OTHER else chosen


def _fast(form: MultiDict[str, str]) -> Fast | None:
    return FAST.get(_pace(form))


def _days(form: MultiDict[str, str]) -> int:
    chosen = _pace(form)
    return int(chosen) if chosen in map(str, DAYS) else USUAL_DAYS


def _is_public(form: MultiDict[str, str]) -> bool:
    return form.get("visibility") == Visibility.PUBLIC or any(
        form.get(name) == ANYBODY for name in form if name.startswith("seat-")
    )


def _bank(form: MultiDict[str, str]) -> Bank | None:
    """Return the chosen time bank; None if each move has its own days."""
    hours = form.get("bank", type=int)
    most = SAVED * _days(form)
    return Bank(hours, most) if hours in HOURS_MORE else None


def _seat(form: MultiDict[str, str], kind: str, place: int, *, waits: bool) -> SeatWish | None:
    """Return the choice for a seat; None if the seat does not exist. A host who does not wait starts at once."""
    who = form.get(f"who-{place}", "").strip()
    if kind == ME:
        return SeatWish(me=True, contributes=waits)
    if kind in (OPEN, ANYBODY):
        return SeatWish(open=True)
    if kind == BESIDE:
        return SeatWish(beside=form.get(f"beside-{place}", "").strip() or _unnamed(place))
    if kind in _COMPUTERS:
        return SeatWish(ai=_COMPUTERS[kind])
    if kind.startswith(BOT):
        kind, who = INVITE, kind.removeprefix(BOT)
    # a name has no @; anything else is validated as an address
    wish = SeatWish(account=who) if who and "@" not in who else SeatWish(email=who)
    return wish if kind == INVITE else None


def _unnamed(place: int) -> str:
    return gettext("Player %(number)d", number=place + 1)


def _places(ruleset: Ruleset) -> range:
    return range(max(ruleset.players))


def _usual(ruleset: Ruleset, place: int, bots: Sequence[str]) -> str:
    """Return the default choice for a seat: the viewer, the player or bot in the address, or a friend's link."""
    if place == HOST:
        return ME
    if place == FIRST_GUEST and request.args.get("bot") in bots:
        return f"{BOT}{request.args['bot']}"
    if place == FIRST_GUEST and _who():
        return INVITE
    return OPEN if place < max(2, min(ruleset.players)) else NOBODY


def _who() -> str:
    """Return the opponent that the address names, if the viewer may invite."""
    return request.args.get("who", "").strip()[:MAX_ADDRESS_LENGTH] if may_invite() else ""


@pages.app_template_global("opponents_known")
def _recent() -> Sequence[str]:
    """Return the names to offer as opponents: favourites first, then those met lately."""
    account = viewer()
    if account is None:
        return ()
    favourites = [each.favourite.name for each in favourites_of(account)]
    return list(dict.fromkeys([*favourites, *recent_opponents(account)]))


def _bots(ruleset: Ruleset, form: MultiDict[str, str]) -> tuple[list[str], bool]:
    """Return the names of bots that can be invited now and of those chosen, and whether there are more."""
    search = BotQuery(ruleset=ruleset.id, free=True, limit=BOTS_OFFERED)
    found, more = find_bots(viewer(), search)
    if wanted := request.args.get("bot", ""):
        found = [*found, *find_bots(viewer(), replace(search, name=wanted))[0]]
    chosen = [form.get(f"seat-{place}", "") for place in _places(ruleset)]
    names = {bot.account.name for bot, _ in found}
    return sorted(names | {kind.removeprefix(BOT) for kind in chosen if kind.startswith(BOT)}), more


def _terms_in_words(form: MultiDict[str, str], form_chosen: str) -> str:
    """Summarise the terms that are not asked for: who can watch, the order of play, vacations, a match."""
    is_ticked = {name: not form or name in form for name in ("shuffle", "vacations")}
    words = [
        gettext("public") if _is_public(form) else gettext("private"),
        gettext("random order") if is_ticked["shuffle"] else gettext("in this order"),
        gettext("vacations count") if is_ticked["vacations"] else gettext("no vacations"),
    ]
    return " · ".join(words if form_chosen == ONE_GAME else [*words, gettext("match of two games")])


def _page(ruleset: Ruleset, form: MultiDict[str, str], form_error: FormError | None = None) -> str:
    bots, more_bots = _bots(ruleset, form)
    form_chosen = form.get("form", ONE_AFTER_THE_OTHER if ruleset.match.usual else ONE_GAME)
    board = None
    with suppress(Refused):
        board = _board_chosen(ruleset, form)
    return render_template(
        "new_game.html",
        ruleset=ruleset,
        form=form,
        who=_who(),
        seats=[(place, _kind(form, place, _usual(ruleset, place, bots))) for place in _places(ruleset)],
        rulesets=rulesets(),
        terms=_terms_in_words(form, form_chosen),
        needed=min(ruleset.players),
        forms=FORMS,
        form_chosen=form_chosen,
        levels=LEVELS,
        level_names=LEVEL_NAMES,
        how_strong=how_strong(ruleset.id),
        bots=bots,
        more_bots=more_bots,
        days=DAYS,
        grace=GRACE,
        hours_more=HOURS_MORE,
        lengths=LENGTHS,
        fast=FAST,
        paces=PACES,
        pace=_pace(form) or str(USUAL_DAYS),
        unnamed=_unnamed,
        form_error=form_error,
        board=board,
        recent=_recent(),
    )
