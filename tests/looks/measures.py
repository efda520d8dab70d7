"""What is measured in a window: how large the board is, whether a move moves the page, presses a turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import rules
from service.db.engines import session
from service.models import Game, GameStatus
from tests.browser.every_page import cookie_of
from tests.looks.windows import Refused, Window
from tests.service.tables import Table, table
from tests.site import Site
from tests.waiting import eventually

SIZES = ((1366, 650), (1440, 900), (2560, 1440), (844, 390), (720, 450))
DESK, PHONE = (1440, 900), (390, 844)
MOVES, TURNS, MOST_PRESSES = 10, 6, 60
BOARD = """() => {
  const board = document.querySelector(".board > svg").getBoundingClientRect();
  const panel = document.querySelector(".panel").getBoundingClientRect();
  const left = document.querySelector(".game").getBoundingClientRect().left;
  const seen = Math.min(board.bottom, innerHeight) - Math.max(board.top, 0);
  const isWithin = board.top >= 0 && board.bottom <= innerHeight + 1;
  return {
    high: Math.round(100 * seen / innerHeight),
    wide: Math.round(100 * board.width / (panel.left - left)),
    whole: isWithin && board.right <= Math.min(panel.left, innerWidth) + 1,
  };
}"""
SETTLED = """() => new Promise((done) => {
  let timer = 0;
  const wait = () => { clearTimeout(timer); timer = setTimeout(end, document.querySelector(".busy") ? 2000 : 250); };
  const observer = new MutationObserver(wait);
  const end = () => { observer.disconnect(); done(true); };
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  wait();
})"""
NEXT_PRESS = """() => {
  const visible = (part) => part && part.checkVisibility({ visibilityProperty: true });
  const play = document.querySelector("form.play .primary");
  const ways = [...document.querySelectorAll(".board > svg.live .can:not([aria-pressed=true])")].filter(visible);
  const chip = document.querySelector("#turn .matches .chip");
  const part = visible(play) ? play : ways[Math.floor(CHOICE * ways.length)] ?? chip;
  if (!part) return null;
  const middle = () => {
    const { x, y, width, height } = (part.querySelector(":scope > .may") ?? part).getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, plays: part === play };
  };
  if (middle().y < 0 || middle().y > innerHeight) part.scrollIntoView({ block: "center", behavior: "instant" });
  if (part === play) sessionStorage.scrolled = scrollY;
  return middle();
}"""


@dataclass(frozen=True)
class Share:
    """How much of a window a board has, in percent of its height and of the width beside the panel."""

    ruleset: str
    size: tuple[int, int]
    high: int
    wide: int
    whole: bool


def shares(window: Window, site: Site) -> Iterator[Share]:
    """Look at the board of each game on one's turn, at each size."""
    for ruleset in rules.games():
        begun = table("ann", "bob", ruleset=ruleset)
        window.know(cookie_of(site, begun.mover), "127.0.0.1")
        for width, height in SIZES:
            window.resize(width, height)
            window.open(f"{site.address}/games/{begun.id}")
            window.ask(SETTLED)
            yield Share(ruleset, (width, height), **window.ask(BOARD))


def scrolled(window: Window, site: Site, size: tuple[int, int], *, by_touch: bool) -> list[int]:
    """Play ten moves against somebody who answers; return how far the page was scrolled after each."""
    begun, rng = table("ann", "bob"), Random(1)
    mine = now(begun).to_move
    window.know(cookie_of(site, begun.mover), "127.0.0.1")
    window.resize(*size)
    window.open(f"{site.address}/games/{begun.id}")
    found = list[int]()
    while len(found) < MOVES and now(begun).status == GameStatus.ACTIVE:
        if now(begun).to_move != mine:
            begun.play_anything()
            window.open(f"{site.address}/games/{begun.id}")
            continue
        window.ask("() => scrollTo(0, 40)")
        press_until_played(window, begun, rng, by_touch=by_touch)
        window.ask(SETTLED)
        found.append(round(window.ask("() => scrollY - Number(sessionStorage.scrolled)")))
    return found


def presses(window: Window, site: Site, ruleset: str, size: tuple[int, int], *, by_touch: bool) -> float:
    """Play some turns for both players; return the presses a turn."""
    begun, rng, counted = table("ann", "bob", ruleset=ruleset), Random(2), list[int]()
    window.resize(*size)
    while len(counted) < TURNS and now(begun).status == GameStatus.ACTIVE:
        window.know(cookie_of(site, begun.mover), "127.0.0.1")
        window.open(f"{site.address}/games/{begun.id}")
        counted.append(press_until_played(window, begun, rng, by_touch=by_touch))
    return sum(counted) / len(counted)


def press_until_played(window: Window, begun: Table, rng: Random, *, by_touch: bool) -> int:
    """Press what can be pressed until a move is played; return how often."""
    version = now(begun).version
    for pressed in range(1, MOST_PRESSES):
        window.ask(SETTLED)
        at = window.ask(NEXT_PRESS.replace("CHOICE", str(rng.random())))
        assert at, "nothing can be pressed"
        window.press(at["x"], at["y"], by_touch=by_touch)
        if at["plays"]:
            assert eventually(lambda: now(begun).version != version), "not played"
            assert eventually(lambda: has_left(window)), "the page still shows the move"
            return pressed
    raise AssertionError(f"no move after {MOST_PRESSES} presses")


def has_left(window: Window) -> bool:
    """Check whether the page, perhaps another, no longer offers the move that was played."""
    with suppress(Refused):
        return bool(window.ask("() => document.readyState === 'complete' && !document.querySelector('form.play')"))
    return False


def now(begun: Table) -> Game:
    """Return the game as the browser has left it."""
    session().rollback()
    session().expire_all()
    return begun.game
