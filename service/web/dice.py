"""Dice on pages: a game's fingerprint, the contributions to its seed, and the word sent with a form."""

from __future__ import annotations

from flask import request

import rules
from rules.prose import N_
from service.language.catalogue import gettext
from service.models import LONGEST_CONTRIBUTION, Contributed, Game, GameStatus
from service.play.matches.rounds import commitments_shown
from service.presentation.names import name_of
from service.web.frame.blueprints import pages

pages.app_template_global("fingerprints")(commitments_shown)

SAID = {
    Contributed.OWN: N_("%(name)s added a word after the fingerprint was shown."),
    Contributed.EARLY: N_("%(name)s added a word before there was a fingerprint."),
    Contributed.SERVER: N_(
        "The server made up a word for %(name)s. It follows from the secret number, so the server had no choice."
    ),
}


def word_given() -> str | None:
    """Return the word for the dice from the submitted form; None if the server generates one."""
    return request.form.get("word", "").strip() or None


@pages.app_template_global()
def longest_word() -> int:
    """Return the maximum length of a word for the dice, in characters."""
    return LONGEST_CONTRIBUTION


@pages.app_template_global()
def has_dice(game: Game) -> bool:
    """Check whether dice decide anything in the game; once it has started, its seats and its layout are drawn."""
    ruleset = rules.game(game.ruleset)
    is_laid_out = ruleset.layout_schema is None or game.given_layout is not None
    return bool(ruleset.outcomes) or (game.setup is None and (game.shuffle_seats or not is_laid_out))


@pages.app_template_global()
def is_awaited(game: Game, number: int | None) -> bool:
    """Check whether the game waits for this seat's contribution to the dice."""
    return game.status == GameStatus.INVITING and any(seat.number == number and seat.is_awaited for seat in game.seats)


@pages.app_template_global()
def words_added(game: Game) -> list[str]:
    """Describe in a sentence each where the contributions to the dice come from, in their order."""
    seats = sorted(game.seats, key=lambda seat: seat.contribution_number or 0)
    return [gettext(SAID[seat.contributed], name=name_of(game, seat)) for seat in seats if seat.contributed is not None]
