"""A whole game of two people at one browser, who pass it on after each move."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect
from sqlalchemy import func, select

from service.db.engines import session
from service.models import Game, GameStatus, Notice
from service.play.moves import legal_actions
from tests.site import Site


def whole_move(game: Game, begun: str = "") -> str:
    legal = legal_actions(game, begun)
    return begun if legal.complete else whole_move(game, f"{begun}, {legal.actions[0]}" if begun else legal.actions[0])


def test_two_people_play_a_game_to_its_end_at_one_browser(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/games/new/seasons")
    page.get_by_role("radio", name="Someone beside me").check()
    page.get_by_label("Name of player 2", exact=True).fill("Zoë")
    page.get_by_role("button", name="Start game").last.click()
    address, turns = page.url.partition("#")[0], set[str]()
    game = session().scalars(select(Game)).one()
    while game.status == GameStatus.ACTIVE:
        assert page.get_by_text("Pass the device to").count() == bool(game.log_length)
        turns.add(page.get_by_role("heading", level=1).inner_text())
        page.goto(f"{address}?version={game.version}&chosen={quote(whole_move(game))}")
        page.get_by_role("button", name="Play this move").click()
        expect(page.locator(f".game[data-version='{game.version + 1}']")).to_be_attached()
        session().expire_all()
        session().rollback()

    assert turns == {"Player 1's turn", "Zoë's turn"}
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(" won$| share the win$"))
    assert session().scalar(select(func.count()).select_from(Notice)) == 0
    expect(page.get_by_text("It starts at once.")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("'s turn$"))
