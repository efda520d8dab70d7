"""A real browser shows a board in a page of another site, and nothing else of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from playwright.sync_api import Page, expect
from werkzeug.serving import make_server
from werkzeug.wrappers import Response

from service.db import clock
from service.embedded.ports import free_port
from service.models import Visibility
from service.play.games import NewGame, SeatWish, create_game
from tests.service.tables import person
from tests.site import Site

REFUSED = "chrome-error://chromewebdata/"
"""Where Chromium leads a frame whose page may not be framed."""


@contextmanager
def another_site(body: str) -> Iterator[str]:
    """Serve a site with one page, on another origin than ours."""
    port = free_port()
    server = make_server("127.0.0.1", port, Response(body, mimetype="text/html"))
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_page_of_another_site_frames_the_board_alone(page: Page, site: Site) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], visibility=Visibility.PUBLIC)
    address = f"{site.address}/games/{create_game(person('ann'), wish, clock.now()).id}"
    frames = f'<iframe id="board" src="{address}/board"></iframe><iframe id="game" src="{address}"></iframe>'

    with another_site(frames) as blog:
        with page.expect_response(address) as answered:
            page.goto(blog)

        board = page.frame_locator("#board")
        expect(board.locator("figure.board svg")).to_be_visible()
        expect(board.get_by_role("link", name="Seasons of the Sun")).to_be_visible()
        assert answered.value.status == 200
        refused = page.locator("#game").element_handle().content_frame()
        assert refused is not None
        assert refused.url == REFUSED
