"""Small choices in a mail: a link each, which shows the choice on the board and plays nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from service.core.language import gettext, ngettext
from service.models import Game
from service.post import links
from service.telling.offers import Offer, offers


@dataclass(frozen=True)
class ChoiceLine:
    """One small choice as a mail shows it: its notation, what it does or leaves to choose, and its link."""

    text: str
    effect: str
    link: str


def choices(game: Game) -> dict[str, object]:
    """What the seat to act can choose with one click, in groups that begin alike, and what that is called."""
    offered = offers(game)
    return {"choices": _groups(game, offered), "choices_title": _title(offered)}


def no_choices() -> dict[str, object]:
    """In place of them."""
    return {"choices": [], "choices_title": ""}


def _title(offered: Sequence[Offer]) -> str:
    if offered and not offered[0].is_whole:
        return gettext("Begin your move with one click:")
    return gettext("Choose your move with one click; you see it on the board before it is played:")


def _groups(game: Game, offered: Sequence[Offer]) -> list[list[ChoiceLine]]:
    turn = links.turn_link(game, game.to_move or 0)
    lines = [_line(turn, offer) for offer in offered]
    if any(" " not in offer.text for offer in offered):
        return [lines]
    return [list(group) for _, group in groupby(lines, key=lambda line: line.text.split(" ")[0])]


def _line(turn: str, offer: Offer) -> ChoiceLine:
    effect = "; ".join(sentence.translated(gettext) for sentence in offer.effects)
    told = effect or ngettext("%(num)d possibility", "%(num)d possibilities", offer.ways)
    return ChoiceLine(offer.text, told, links.with_offer(turn, offer.text))
