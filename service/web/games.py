"""Pages of games: the list of visible games, and each game's page with its forms for moves and conditional moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

import rules
from service.db.clock import now
from service.jobs.units import whole
from service.language.errors import Conflict, Invalid, NotFound, Refused
from service.models import Game, GameStatus
from service.notifications.preferences import is_presence_due, note_presence
from service.play.daily import day_of
from service.play.game_search import GameQuery, Place, SortOrder, find_games
from service.play.games import rulesets
from service.play.held_turns import held_of, stop
from service.play.inbox import mark_read, unread_of
from service.play.moves import Result, RuleRefused, Turn, in_time, move_by_account
from service.play.planning.grammar import read_plan, written
from service.play.plans import PlanWish, drop_plan, plan_of, set_plan
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.rematches import has_ended
from service.play.seating import as_seen_by, game_seen_by, is_shared, lock_game, seat_number, seat_of
from service.play.seen_turns import mark_turn_seen
from service.presentation.offers import move_in_words
from service.presentation.plan_words import branch_in_words, end_in_words, plan_in_words, refusal_in_words
from service.web.analyses import hint_of
from service.web.boards import board
from service.web.choices import Choice, begin, choose, choose_again
from service.web.deliveries import line_now
from service.web.errors import FormError, form_error_of, status_of
from service.web.formats import is_hosted
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer
from service.web.messages import talk_at
from service.web.score_lines import score_lines
from service.web.tables import players
from service.web.turn_by_turn import PlayedTurn, place_asked_for, players_then, steps_around, stop_at, turns_of
from service.web.waiting import game_shown, what_waits

PAGE = 20
SEPARATOR = "~"
"""Separator of the words of a list cursor in the address of the next page."""
MINE, MY_TURN = "yes", "turn"
"""Filters of the list by player; without one all visible games are listed."""


@dataclass(frozen=True)
class PlanForm:
    """The content of the conditional moves form; `refusal` explains why the typed text was refused."""

    text: str = ""
    plays_only_moves: bool = False
    waits: bool = False
    is_kept: bool = False
    branches: tuple[tuple[str, str], ...] = ()
    """Each stored branch in words, and the plan without it."""
    ended: str = ""
    refusal: str = ""


@pages.get("/games")
def games() -> str:
    """List the visible games, filtered: newest first, or by deadline if it is the viewer's turn."""
    search = _search()
    found, following = find_games(reader := viewer(), search)
    return render_template(
        "games.html",
        games=found,
        unread=unread_of(reader, found) if reader else {},
        search=search,
        whose=MY_TURN if search.to_move else MINE if search.mine else None,
        rulesets=rulesets(),
        statuses=GameStatus,
        next_page=written_place(following) if following else None,
    )


@pages.get("/games/<game_id>")
def show_game(game_id: str) -> str:
    """Show a game now or at a past position, with the move form on the viewer's turn."""
    shown, at = game_shown(game_id), place_asked_for()
    if at is None and _has_move(shown):
        return game_page(shown, choice=choose(shown, request.args))
    return game_page(shown, at=at)


@pages.post("/games/<game_id>/move")
def play(game_id: str) -> ResponseReturnValue:
    """Play a move for the viewer's seat; records their presence with it, and their visit in any case."""
    account, move, version = player(), request.form.get("move", ""), request.form.get("version", -1, type=int)

    def press() -> Result:
        game = as_seen_by(lock_game(game_id), account)
        mark_turn_seen(game, account, now())
        result = move_by_account(game, account.id, version=version, move=move, now=now())
        if isinstance(result, Turn):
            note_presence(game, account, game.version, now())
        return result

    try:
        in_time(whole(press))
    except (RuleRefused, Conflict) as refused:
        mark_turn_seen(game_seen_by(game_id, account), account, now())
        return _refused_move(game_id, refused, move), status_of(refused)
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.post("/games/<game_id>/undo-held")
def undo_held(game_id: str) -> ResponseReturnValue:
    """Stop one's held move."""
    account = player()
    whole(lambda: stop(game := as_seen_by(lock_game(game_id), account), seat_number(game, account)))
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.post("/games/<game_id>/plan")
def keep_plan(game_id: str) -> ResponseReturnValue:
    """Save conditional moves, or show what is wrong with them."""
    typed = request.form
    wish = PlanWish(typed.get("plan", "").strip(), "plays_only_moves" in typed, "waits" in typed)
    try:
        set_plan(game_id, player(), wish, now())
    except (Invalid, Conflict) as refused:
        why = refusal_in_words(refused.code, refused.details, refused.sentence)
        shown = game_shown(game_id)
        kept = _plan_form(shown) or PlanForm()
        form = replace(
            kept, text=wish.text, plays_only_moves=wish.plays_only_moves, waits=wish.waits, ended="", refusal=why
        )
        return game_page(shown, plan=form), status_of(refused)
    return redirect(url_for("web.show_game", game_id=game_id, tab="plan"), 303)


@pages.post("/games/<game_id>/plan/off")
def end_plan(game_id: str) -> ResponseReturnValue:
    """Delete one's conditional moves."""
    drop_plan(game_id, player())
    return redirect(url_for("web.show_game", game_id=game_id, tab="plan"), 303)


@pages.post("/games/<game_id>/here")
def be_here(game_id: str) -> dict[str, int]:
    """Record from an open page that a player views this version, and the chat up to the message `read`.

    Emails wait while the version is current. The response has the current version, and what waits after reading.
    """
    account, version = player(), request.form.get("version", type=int)
    if is_presence_due(game_seen_by(game_id, account), account, version, now()):
        whole(lambda: note_presence(lock_game(game_id), account, version, now()))
    shown = game_seen_by(game_id, player())
    if shown.version == version:
        mark_turn_seen(shown, player(), now())
    told = {"version": shown.version}
    if mark_read(shown, player(), request.form.get("read", 0, type=int)):
        told |= {"to_move": what_waits().to_move, "inbox": what_waits().inbox}
    return told


@pages.get("/games/<game_id>/record")
def record(game_id: str) -> Response:
    """Download the record that `sundial verify` checks."""
    shown = game_seen_by(game_id, viewer())
    body = json.dumps(signed_record(shown, log_of(shown)), indent=2, ensure_ascii=False)
    name = f"sundial-{shown.id}.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, mimetype="application/json", headers=disposition)


def _refused_move(game_id: str, refused: Refused, move: str) -> str:
    shown = game_shown(game_id)
    form_error = form_error_of(refused)
    if _has_move(shown):
        is_refused = isinstance(refused, RuleRefused)
        chosen = MultiDict({"chosen": move})
        again = begin(shown, form_error, move) if is_refused else choose_again(shown, chosen, form_error)
        return game_page(shown, choice=again)
    return game_page(shown, form_error=form_error)


def game_page(
    shown: Game,
    *,
    choice: Choice | None = None,
    at: int | None = None,
    form_error: FormError | None = None,
    plan: PlanForm | None = None,
) -> str:
    """Render a game's page: with the choices of a move, at a past position, or with the error of a form."""
    begun, seat = shown.setup is not None, seat_number(shown, viewer())
    turns = turns_of(shown) if begun else []
    stop = stop_at(turns, shown.log_length if at is None else at)
    hint = hint_of(shown) if choice and choice.is_untouched else None
    if choice and hint and hint.best:
        choice = replace(choice, best=hint.best.move)
    return render_template(
        "game.html",
        game=shown,
        seat=seat,
        plan=plan or (_plan_form(shown) if at is None else None),
        choice=choice,
        hint=hint,
        board=board(shown, at) if begun and choice is None else None,
        seated=players(shown, seat, to_host=is_hosted(shown)) if at is None else players_then(shown, seat, at),
        turns=turns,
        stop=stop,
        around=steps_around(shown, seat, turns, stop),
        browsing=at is not None,
        told=line_now(shown),
        talk=talk_at(shown),
        form_error=form_error,
        held=held_of(shown, seat),
        planned_move=_move_of_plan(shown, turns),
        score_lines=score_lines(shown, turns) if shown.status == GameStatus.FINISHED else None,
        can_play_again=seat is not None and has_ended(shown) and day_of(shown) is None,
        following=what_waits().following,
        here=url_for("web.show_game", game_id=shown.id),
        play_at=url_for("web.play", game_id=shown.id),
    )


def _plan_form(game: Game) -> PlanForm | None:
    """Return the conditional moves form, filled in, if the viewer still plays in a game with others."""
    seat, account = seat_number(game, viewer()), viewer()
    if seat is None or account is None or game.status != GameStatus.ACTIVE:
        return None
    if len(game.seats) == 1 or is_shared(game, seat) or not seat_of(game, seat).is_played_by_a_person:
        return None
    is_asked_for = request.args.get("tab") == "plan" or seat_of(game, seat).planned_at is not None
    plan = plan_of(game, account) if is_asked_for else None
    if plan is None:
        return PlanForm()
    ruleset, branches = rules.game(game.ruleset), read_plan(plan.text) if plan.text else ()
    return PlanForm(
        "\n".join(plan_in_words(written([branch])) for branch in branches),
        plan.plays_only_moves,
        plan.waits,
        bool(plan.text or plan.plays_only_moves),
        tuple((branch_in_words(ruleset, each), written([b for b in branches if b is not each])) for each in branches),
        end_in_words(plan.ended),
    )


def _move_of_plan(game: Game, turns: Sequence[PlayedTurn]) -> str:
    """Return the viewer's last move in words if conditional moves played it, else nothing."""
    seat = seat_number(game, viewer())
    last = next((turn for turn in reversed(turns) if turn.seat == seat), None)
    if seat is None or last is None or last.end != seat_of(game, seat).planned_move_at:
        return ""
    actions = [entry.action for entry in log_of(game, last.entries[0].at - 1, last.end) if entry.seat == seat]
    return move_in_words(rules.game(game.ruleset), ", ".join(actions))


def _has_move(shown: Game) -> bool:
    seat = seat_number(shown, viewer())
    if seat is None or seat != shown.to_move or shown.status != GameStatus.ACTIVE:
        return False
    return seat_of(shown, seat).is_played_by_a_person


def _search() -> GameQuery:
    asked = request.args
    status, mine = asked.get("status", ""), asked.get("mine") if viewer() is not None else None
    waits = mine == MY_TURN
    return GameQuery(
        status=GameStatus(status) if status in set(GameStatus) else None,
        ruleset=asked.get("ruleset") or None,
        mine=mine == MINE,
        to_move=True if waits else None,
        order=SortOrder.DEADLINE if waits else SortOrder.CREATED,
        after=read_place(asked.get("after")),
        limit=PAGE,
    )


def written_place(place: Place) -> str:
    """Serialize a list position for the address of the next page."""
    return SEPARATOR.join(place.words)


def read_place(text: str | None) -> Place | None:
    """Parse a list position; None for the first page. Raises NotFound `bad-cursor`."""
    if not text:
        return None
    try:
        return Place.of(text.split(SEPARATOR))
    except (ValueError, OverflowError):
        raise NotFound("bad-cursor") from None
