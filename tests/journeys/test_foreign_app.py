"""A third-party app with a complete Sundial: it signs a user in and plays the computer in a browser."""

from __future__ import annotations

import re

import httpx
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from service.cli.token import token as tokens
from tests.foreign_app import ForeignApp, app_opened
from tests.journeys.test_tutorial import mailed_code
from tests.playing import Playing

LONGEST_THOUGHT = 60_000
"""Milliseconds."""
TURNS = 60
OVER = re.compile("won|win")


def let_in(app: ForeignApp, playing: Playing, email: str) -> None:
    """Sign in with the emailed code, and authorise the app."""
    app.connect()
    app.sign_in(email, lambda: mailed_code(playing, email))
    app.answer("Allow")
    expect(app.page.get_by_role("heading", level=1)).to_have_text("My games")


def wait_for_turn(app: ForeignApp) -> bool:
    """Wait for a turn or the end; return whether the game goes on."""
    status = app.page.locator(".head").get_by_role("status")
    expect(status).to_have_text(re.compile(f"Your turn|{OVER.pattern}"), timeout=LONGEST_THOUGHT)
    app.settle()
    return OVER.search(status.inner_text()) is None


def choose(app: ForeignApp) -> None:
    """Choose a complete move: always the first choice."""
    play = app.page.get_by_role("button", name="Play", exact=True)
    while not play.is_visible():
        app.page.locator(".offered button").first.click()
        app.settle()


def program_of(playing: Playing, email: str) -> httpx.Client:
    """Return another program of the same person."""
    made = CliRunner().invoke(tokens, ["create", email], env={"SUNDIAL_HOME": str(playing.home)})
    assert made.exit_code == 0, made.output
    headers = {"Authorization": f"Bearer {made.stdout.strip()}"}
    return httpx.Client(base_url=f"{playing.address}/api/v1/", headers=headers, timeout=30)


def test_an_app_on_another_origin_signs_in_and_plays_a_game_to_its_end(browser: Browser, playing: Playing) -> None:
    with app_opened(browser, playing.address) as app:
        let_in(app, playing, "cleo@example.net")
        expect(app.page.locator("#line")).to_have_text("Live")
        app.page.get_by_label("Game", exact=True).select_option("seasons")
        app.page.get_by_role("button", name="Begin").click()
        wait_for_turn(app)

        app.page.locator("[data-tap][data-word=max-15]").click()
        app.settle()
        app.page.get_by_role("button", name="Preview").click()
        expect(app.page.get_by_role("region", name="The board after it")).to_contain_text("max-15")
        for _ in range(TURNS):
            choose(app)
            app.play()
            if not wait_for_turn(app):
                break

        with program_of(playing, "cleo@example.net") as program:
            [game] = program.get("games", params={"mine": True}).json()["games"]
        assert (game["status"], game["ended_by"]) == ("finished", "play")
        expect(app.page.locator(".log li")).to_have_count(game["log_length"])
        assert app.complaints == []
        assert app.origins == {app.address, app.sundial}
        assert app.page.evaluate("localStorage.length") == 0

        app.page.get_by_role("button", name="Sign out").click()
        expect(app.page.get_by_text("the token is good for nothing any more")).to_be_visible()
        assert "sdl_" not in app.kept()


def test_a_move_that_another_program_was_ahead_of_is_not_played_and_what_happened_is_told(
    browser: Browser, playing: Playing
) -> None:
    with app_opened(browser, playing.address) as app, program_of(playing, "bob@example.net") as program:
        stream = re.compile("/events/stream")
        app.page.context.route(stream, lambda route: route.abort("connectionrefused"))
        let_in(app, playing, "bob@example.net")
        line = app.page.locator("#line")
        expect(line).to_have_text("Reconnecting …")

        wish = {"ruleset": "dawn", "seats": [{"me": True}, {"ai": 1}], "shuffle_seats": False}
        game = program.post("games", json=wish).json()
        app.page.goto(f"{app.address}/#/games/{game['id']}")
        wait_for_turn(app)
        choose(app)
        ahead = {"version": game["version"], "move": "vesta h8"}
        program.post(f"games/{game['id']}/moves", json=ahead).raise_for_status()
        app.play()
        alert = app.page.get_by_role("alert")
        expect(alert).to_contain_text("The game has gone on, so your move was not played.")
        expect(alert).to_contain_text("Meanwhile: You: vesta h8")

        app.page.context.unroute(stream)
        expect(line).to_have_text("Live", timeout=LONGEST_THOUGHT)
        assert wait_for_turn(app)
