"""Measure the costs of the paths in docs/architecture.md: our files, functions, lines of code, SQL statements.

Each path runs once before, so that caches are filled. `python -m tests.costs` prints a table of files and statements,
`--walks` a line for each of four paths.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FrameType

import click
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from service.config.settings import settings
from service.db.engines import db
from service.mail.inbound.letter import Letter, open_letter
from service.notifications.links import query, turn_box, turn_link
from service.pictures.boards import FOLDER, PAINTER
from service.pictures.painter import Painter
from tests.service.api.program import Match, match
from tests.service.conftest import FakeClock, migrate, settings_for
from tests.service.installations import running
from tests.service.mail.inbound.correspondent import deliver, mail
from tests.service.web.visitor import fields_of, sign_in
from tests.workers.post import Post
from workers.inbound.child import Reader
from workers.jobs import clocks
from workers.jobs.inbound import process_due
from workers.jobs.notices import seal_due, send_due

ROOT = Path(__file__).parents[1]
PATIENCE = 600.0
"""Seconds for a picture: a mail without one costs more, and a busy machine may need longer than anybody is to wait."""
OURS = tuple(f"{ROOT / name}/" for name in ("service", "workers", "rules"))
Way = Callable[[], object]


@dataclass
class Cost:
    """The functions entered and statements executed on one path."""

    entered: set[CodeType] = field(default_factory=set)
    statements: list[str] = field(default_factory=list)

    @property
    def files(self) -> int:
        """Files of ours."""
        return len({code.co_filename for code in self.entered})

    @property
    def functions(self) -> int:
        """Count our functions; nested functions are new objects in each call, and count once."""
        return len({(code.co_filename, code.co_qualname) for code in self.entered})

    @property
    def lines(self) -> int:
        """Lines with code in these functions."""
        return sum(len({line for *_, line in code.co_lines() if line}) for code in self.entered)


class ReaderHere(Reader):
    """Letter reader that runs in this process, where its calls are counted."""

    def open(self, raw: bytes, *, verify: bool = False) -> Letter:
        """Parse an email."""
        return open_letter(raw)


@dataclass(frozen=True)
class Ground:
    """A running game of two players on SQLite; each path is prepared, then run."""

    client: FlaskClient
    clock: FakeClock
    played: Match

    def any_request(self) -> Way:
        """Request a text without the database: the cost of every request."""
        return lambda: self.client.get("/robots.txt")

    def read_by_rest(self) -> Way:
        """Read the game over the API."""
        program = self.played.ann
        program.get(f"/games/{self.played.table.id}")  # what is known of it now need not be looked up
        return lambda: program.get(f"/games/{self.played.table.id}")

    def move_by_rest(self) -> Way:
        """Send a move over the API."""
        table = self.played.table
        program = self.played.ann if table.mover.name == "ann" else self.played.bob
        program.get(f"/games/{table.id}")  # its first request notes that it was there
        move, version = table.whole_moves(1)[0], table.game.version
        return lambda: program.play(table.id, move, version=version)

    def move_by_link(self) -> Way:
        """Play a move from the page behind a link."""
        table = self.played.table
        sent = {"move": table.whole_moves(1)[0], "version": table.game.version}
        link = turn_link(table.game, table.game.to_move or 0)
        return lambda: self.client.post(link, data=sent)

    def move_by_page(self) -> Way:
        """Play a move from the game's page, signed in, after previewing it."""
        table = self.played.table
        browser = sign_in(self.client.application, table.mover.name or "")
        seen = browser.open(f"/games/{table.id}?pick={table.whole_moves(1)[0]}")
        form = next(each for each in seen.tree.all("form") if each.attributes.get("action", "").endswith("/move"))
        return lambda: browser.client.post(form.attributes["action"], data=fields_of(form))

    def move_by_mail(self) -> Way:
        """Process an inbound email with a move, and reply."""
        table = self.played.table
        box, raw = turn_box(table.game, table.game.to_move or 0), mail(table.mover.email or "", table.whole_moves(1)[0])
        deliver(box, raw)
        return partial(process_due, self.clock, ReaderHere())

    def mail_of_a_turn(self) -> Way:
        """Render the email about a turn, and send it."""
        self._send_mails()
        self.played.table.play_anything()
        query.cache_clear()  # whether a mail before had the same moves is chance, or the same board
        shutil.rmtree(settings().home / FOLDER)
        return self._send_mails

    def deadline(self) -> Way:
        """Nobody has moved in time."""
        self.played.table.look()
        self.clock.advance(days=9)
        return clocks.run

    def _send_mails(self) -> None:
        seal_due(self.clock)
        send_due(self.clock, Post())


WAYS = {
    "any request": Ground.any_request,
    "a game is read, by REST": Ground.read_by_rest,
    "a move, by REST": Ground.move_by_rest,
    "a move, by a link": Ground.move_by_link,
    "a move, by an email": Ground.move_by_mail,
    "an email goes out": Ground.mail_of_a_turn,
    "a deadline passes": Ground.deadline,
}
WALKS = {
    "REST move": Ground.move_by_rest,
    "page play": Ground.move_by_page,
    "mail move": Ground.move_by_mail,
    "turn notice": Ground.mail_of_a_turn,
}


def costs(ways: Mapping[str, Callable[[Ground], Way]]) -> dict[str, Cost]:
    """Measure the cost of each path."""
    found = {}
    with tempfile.TemporaryDirectory() as home:
        chosen, clock = settings_for(Path(home)), FakeClock()
        migrate(chosen)
        with running(chosen, clock) as app, painting(app):
            for name, prepare in ways.items():
                for _ in range(2):
                    ground = Ground(app.test_client(), clock, match(app.test_client()))
                    way = prepare(ground)
                    db.session.remove()
                    with counted() as cost:
                        way()
                    db.session.remove()
                    found[name] = cost
    return found


@contextmanager
def painting(app: Flask) -> Iterator[None]:
    """Every picture is drawn, however long it takes."""
    app.config[PAINTER] = painter = Painter(PATIENCE)
    try:
        yield
    finally:
        painter.stop()


@contextmanager
def counted() -> Iterator[Cost]:
    """Count calls and statements inside the block."""
    cost = Cost()

    def enter(frame: FrameType, what: str, _argument: object) -> None:
        if what == "call" and frame.f_code.co_filename.startswith(OURS) and frame.f_code.co_name != "<module>":
            cost.entered.add(frame.f_code)

    def execute(*about: object) -> None:
        cost.statements.append(str(about[2]))

    event.listen(db.engine, "before_cursor_execute", execute)
    sys.setprofile(enter)
    threading.setprofile(enter)
    try:
        yield cost
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        event.remove(db.engine, "before_cursor_execute", execute)


def table() -> str:
    """Render the costs as a Markdown table."""
    rows = [f"| {name} | {cost.files} | {len(cost.statements)} |" for name, cost in costs(WAYS).items()]
    return "\n".join(["| | files | statements |", "|---|---|---|", *rows])


@click.command()
@click.option("--walks", is_flag=True, help="Print functions, lines, files and statements of four ways instead.")
def main(*, walks: bool) -> None:
    """Print the costs of the paths in docs/architecture.md."""
    if not walks:
        click.echo(table())
        return
    for name, cost in costs(WALKS).items():
        counts = f"functions {cost.functions} lines {cost.lines} files {cost.files} statements {len(cost.statements)}"
        click.echo(f"## a {name}: {counts}")


if __name__ == "__main__":
    main()
