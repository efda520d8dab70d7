"""One-click choices in every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import rules
from rules import CHANCE, AnyPosition, Game
from service.presentation.offers import FEW, beginning_with, beginnings, offers_in, shared_beginning
from tests.rules.tables import chosen


def decisions(game: Game, seed: int = 5) -> Iterator[AnyPosition]:
    """Yield the positions of a random game at the start of a turn."""
    rng = Random(seed)
    position = game.initial_position(game.new_setup(game.players[-1], {}, rng))
    while position.current_player() is not None:
        if position.current_player() != CHANCE and not position.mid_turn:
            yield position
        position = position.apply(chosen(position, rng))


def texts(game: str, position: AnyPosition) -> list[str]:
    return [offer.text for offer in offers_in(rules.game(game), position)]


@pytest.mark.parametrize("name", rules.games())
def test_never_more_than_a_few_are_offered_and_each_leads_on_legally(name: str) -> None:
    game = rules.game(name)
    for position in decisions(game):
        offered = offers_in(game, position)
        legal = [str(action) for action in position.legal_actions()]
        assert len(offered) <= FEW
        for offer in offered:
            if offer.effects:
                assert list(rules.steps(position, rules.parse_move(position, offer.text)))
            else:
                assert len(beginning_with(legal, offer.text)) == offer.ways


@pytest.mark.parametrize("name", rules.games())
def test_what_is_few_is_offered_completely_and_in_the_order_of_the_rules(name: str) -> None:
    game = rules.game(name)
    for position in decisions(game):
        legal = [str(action) for action in position.legal_actions()]
        offered = offers_in(game, position)
        if len(legal) <= FEW:
            firsts = [rules.split_move(offer.text)[0] for offer in offered]
            assert list(dict.fromkeys(firsts)) == legal
        else:
            assert sum(offer.ways for offer in offered) in (0, len(legal))
            assert not any(offer.effects for offer in offered)


def test_in_seasons_every_placement_and_every_throw_is_one_click() -> None:
    game = rules.game("seasons")
    for position in decisions(game):
        assert texts("seasons", position) == [str(action) for action in position.legal_actions()]


def test_an_offer_says_what_its_move_does() -> None:
    game = rules.game("seasons")
    position = rules.replay(game.new_setup(2, {}), ["roll 2 3 6"])

    [placed] = [offer for offer in offers_in(game, position) if offer.text == "place max-15"]

    assert [str(effect) for effect in placed.effects] == ["places 11 on max-15"]


def test_a_bar_is_begun_by_its_length() -> None:
    dawn = rules.game("dawn")
    log = ["vesta a1", "roll 4", "bar 4 upright o11", "vesta a1", "roll 4"]

    assert texts("dawn", rules.replay(dawn.new_setup(2, {}), log)) == ["bar 3", "bar 5"]


def test_a_piece_of_siesta_is_begun_by_its_kind_where_there_are_many_squares() -> None:
    siesta = rules.game("siesta")
    crowded = [position for position in decisions(siesta) if len(position.legal_actions()) > FEW]

    assert ["sun", "roof", "shadow"] in [texts("siesta", position) for position in crowded]
    assert {text for position in crowded for text in texts("siesta", position)} == {"sun", "roof", "shadow"}


def test_squares_alone_are_offered_only_where_they_are_few() -> None:
    springtime = rules.game("springtime")
    empty = springtime.initial_position(springtime.new_setup(2, {}, Random(3)))

    assert texts("springtime", empty) == []
    assert any(0 < len(texts("springtime", position)) <= FEW for position in decisions(springtime))


def test_whole_turns_are_offered_where_even_these_are_few() -> None:
    tribes = rules.game("tribes")
    offered = [texts("tribes", position) for seed in range(3) for position in decisions(tribes, seed)]

    turns = [text for moves in offered for text in moves if ", coin " in text]
    assert turns
    assert all(text.startswith("shaman ") for text in turns)


@pytest.mark.parametrize(
    ("actions", "found"),
    [
        ([], {}),
        (["a1"], {}),
        (["a1", "b1"], {}),
        (["sun a1", "sun b1", "roof a1"], {"sun": 2, "roof": 1}),
        (["bar 3 a1-c1", "bar 5 a1-e1", "bar 5 b1-f1"], {"bar 3": 1, "bar 5": 2}),
        ([f"go {number}" for number in range(40)], {}),
        ([f"go {number} on" for number in range(FEW)], {f"go {number}": 1 for number in range(FEW)}),
        ([f"go {number} on" for number in range(FEW + 1)], {}),
    ],
)
def test_actions_begin_with_the_first_words_that_tell_a_few_apart(actions: list[str], found: dict[str, int]) -> None:
    assert beginnings(actions) == found


@pytest.mark.parametrize(
    ("actions", "shared"),
    [([], ""), (["a1", "a2"], ""), (["bar 2 a1", "bar 2 upright a1"], "bar 2"), (["choose winter"], "choose")],
)
def test_actions_share_their_first_words_but_never_all(actions: list[str], shared: str) -> None:
    assert shared_beginning(actions) == shared
