"""Conformance of every game: its pictures, its words, its guide and its tactics."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import CHANCE, AnyPosition, BadNotation, Game, Sentence
from tests.rules.tables import Playout

WIDEST = 72
SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_is_well_formed_named_and_safe_at_every_stage(first: Playout) -> None:
    before = first.positions[0]
    for position in first.stages(5):
        picture = first.game.picture.svg(position, before)
        assert not re.search(r"<!|<\?|<script|\bon\w+=|href=\"(?!#)|<foreignObject|<style", picture)
        root = ET.fromstring(picture)  # noqa: S314  # the line above has seen that there is nothing to expand
        assert root.tag == f"{SVG}svg"
        assert root.findtext(f"{SVG}title")
        assert root.findtext(f"{SVG}desc")
        before = position


def test_ids_in_a_picture_begin_with_the_name_of_the_game(first: Playout) -> None:
    folder = first.game.package.rpartition(".")[2]
    for position in first.stages(3):
        assert all(name.startswith(folder) for name in re.findall(r'\bid="([^"]*)"', first.game.picture.svg(position)))


def test_what_can_be_clicked_stands_for_words_of_the_notation(first: Playout) -> None:
    written = {
        word for position in first.positions for action in position.legal_actions() for word in str(action).split()
    }
    clickable: set[str] = set()
    for position in first.stages(9):
        clickable |= set(re.findall(r'data-word="([^"]*)"', first.game.picture.svg(position)))
    assert clickable & written


def test_everything_that_can_be_clicked_has_a_place_for_its_disc_and_says_what_it_is(first: Playout) -> None:
    for position in first.stages(9):
        drawn = ET.fromstring(first.game.picture.svg(position))  # noqa: S314  # our own
        labels = first.game.picture.labels(position)
        for group in drawn.iter(f"{SVG}g"):
            if word := group.get("data-word"):
                assert [disc.get("display") for disc in group.findall(f"{SVG}circle[@class='may']")] == ["none"]
                assert str(labels[word])
                assert not list(group.iterfind(".//*[@data-word]"))


def test_the_text_board_fits_a_mail_at_every_stage(first: Playout) -> None:
    before = first.positions[0]
    for position in first.stages(9):
        board = first.game.picture.text(position, before)
        assert board.strip()
        assert max(map(len, board.splitlines())) <= WIDEST
        assert "\t" not in board
        before = position


def test_a_board_without_a_position_before_it_marks_nothing(first: Playout) -> None:
    position = first.stages(5)[2]
    picture = first.game.picture
    assert picture.text(position) == picture.text(position, position)
    assert picture.svg(position) == picture.svg(position, position)


def test_the_board_is_described_in_sentences_at_every_stage(first: Playout) -> None:
    for position in first.stages(9):
        assert all(finished(sentence) for sentence in first.game.picture.describe(position))


def test_positions_that_look_different_sound_different(first: Playout) -> None:
    heard: dict[tuple[str, ...], str] = {}
    for position in first.stages(6):
        for near in [position, *neighbours(position)]:
            picture, words = first.game.picture.svg(near), first.game.picture.describe(near)
            assert heard.setdefault(tuple(map(str, words)), picture) == picture


def test_every_action_can_be_told(played: Sequence[Playout]) -> None:
    for playout in played:
        for before, action, _ in playout.steps():
            assert finished(playout.game.tell(before, action))


def test_a_position_is_json_and_comes_back_as_it_was(first: Playout) -> None:
    for position in first.positions:
        value = position.to_json()
        assert json.loads(json.dumps(value, allow_nan=False)) == value


def test_candidates_are_legal_weighed_and_best_first(first: Playout) -> None:
    for position in first.stages(9):
        if position.current_player() in (CHANCE, None):
            continue
        candidates = first.game.tactics.candidates(position)
        weights = [weight for _, weight in candidates]
        assert candidates
        assert {action for action, _ in candidates} <= set(position.legal_actions())
        assert len({action for action, _ in candidates}) == len(candidates)
        assert weights == sorted(weights, reverse=True)
        assert weights[-1] > 0


def test_an_estimate_is_from_0_to_1_for_each_seat_and_no_loser_ends_above_a_winner(first: Playout) -> None:
    for position in first.stages(9):
        estimate = first.game.tactics.estimate(position)
        assert len(estimate) == first.table.players
        assert all(0 <= value <= 1 for value in estimate)
    winners = first.last.winners()
    losers = set(range(first.table.players)) - set(winners)
    final = first.game.tactics.estimate(first.last)
    assert all(final[winner] >= final[loser] for winner in winners for loser in losers)


def test_the_guide_is_plain_markdown_and_shows_moves_that_can_be_read(game: Game) -> None:
    assert game.guide.startswith("# ")
    assert len(game.guide.splitlines()) <= 150
    assert not re.search(r"</?[a-z][^>]*>", game.guide)
    assert any(readable(game, example) for example in re.findall(r"`([^`\n]+)`", game.guide))


def test_every_sentence_of_a_refusal_fills_in(game: Game) -> None:
    for code, template in game.messages.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
        assert str(Sentence(template, {"action": "an action", "name": "a name"}))


def test_every_game_says_who_made_it_and_whose_it_is(game: Game) -> None:
    assert game.name
    assert game.designer
    assert game.summary
    assert game.rights
    assert (resources.files(game.package) / "cases").is_dir()


@settings(max_examples=60)
@given(
    text=st.text(max_size=60)
    | st.lists(st.sampled_from(["a1", "c4", "max-8", "roll", "6", "sun", "0", "-1", "²"])).map(" ".join)
)
def test_any_text_is_an_action_or_bad_notation(text: str) -> None:
    for game in rules.games().values():
        try:
            action = game.parse_action(text)
        except BadNotation:
            continue
        assert game.parse_action(str(action)) == action


@pytest.mark.parametrize("text", ["", " ", ".", ",", "x" * 5000, "roll " * 3, "\x00", "\ud800"])
def test_nonsense_is_bad_notation_in_every_game(game: Game, text: str) -> None:
    with pytest.raises(BadNotation):
        game.parse_action(text)


def neighbours(position: AnyPosition) -> list[AnyPosition]:
    """Up to twelve positions that may come next, from all over the choice."""
    outcomes = [action for action, _ in position.chance_outcomes()]
    actions = outcomes or list(position.legal_actions())
    return [position.apply(action) for action in actions[:: len(actions) // 12 + 1]]


def finished(sentence: Sentence) -> bool:
    return type(sentence) is Sentence and bool(str(sentence).strip()) and "{" not in str(sentence)


def readable(game: Game, example: str) -> bool:
    try:
        return game.parse_action(rules.split_move(example)[0]) is not None
    except BadNotation:
        return False
