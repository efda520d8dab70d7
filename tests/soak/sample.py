"""Evidence of a run in which nothing was broken: three games made by hand, with something for each check."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from tests.soak.evidence import Evidence, Row
from tests.soak.promises import CHANCE
from tests.soak.promises.progress import dice_file

PLAYED, OPEN, SLEPT = "aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"
BOT, READER, WRITER = 1, 2, 3
ADDRESSES = {READER: "reader0@example.net", WRITER: "writer0@example.net"}
ASKERS = ("asker0@example.net", "asker1@example.net")
NAMES = {BOT: "bot-0", READER: "reader0", WRITER: "writer0", 4: "bot-1", 5: "bot-2"}
SEATS = {PLAYED: (BOT, READER), OPEN: (BOT, WRITER, None), SLEPT: (4, 5)}
SEED = bytes(range(32))
BEGUN = "2026-05-04T12:00:00Z"


def sound() -> Evidence:
    """All is as it should be."""
    made = _Sample()
    made.set_up()
    made.play_to_the_end()
    made.play_on()
    made.sleep()
    made.ask()
    return made.evidence()


@dataclass
class _Sample:
    history: list[Row] = field(default_factory=list)
    log: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    notices: list[Row] = field(default_factory=list)
    mails: list[Row] = field(default_factory=list)

    def set_up(self) -> None:
        for number, game in enumerate(SEATS):
            self.note("wished", player="bot-0", key=f"bot-0-{number}")
            self.note("created", player="bot-0", key=f"bot-0-{number}", game=game, unknown=0)

    def play_to_the_end(self) -> None:
        self.roll(PLAYED, 1)
        self.move(PLAYED, "rest", BOT, 1, "sun a1", seat=0)
        self.roll(PLAYED, 2)
        self.tell(PLAYED, READER, 2)
        self.move(PLAYED, "link", READER, 2, "sun b1, roof b2", seat=1)
        self.move(PLAYED, "rest", BOT, 3, "sun a3", seat=0)
        self.note("repeated", player="bot-0", game=PLAYED, version=3, same=True)
        self.note("probed", player="bot-0", game=PLAYED, status=409)
        self.note("raced", player="bot-0", game=PLAYED, version=3, moves=8, won=1)
        self.tell_of("game.finished", PLAYED, 4)

    def play_on(self) -> None:
        self.move(OPEN, "rest", BOT, 0, "place a1", seat=0)
        self.tell(OPEN, WRITER, 1)
        self.move(OPEN, "mail", WRITER, 1, "place b1", seat=1)
        self.enter(OPEN, 2, 3, "place c1")
        self.tell_of("move.played", OPEN, 3, seat=2, move="place c1")

    def sleep(self) -> None:
        self.note("passed", game=SLEPT)
        self.tell_of("game.finished", SLEPT, 1)

    def ask(self) -> None:
        """Request two emails while Redis dies: one arrives, the other's server does not know the recipient."""
        for number, address in enumerate(ASKERS):
            self.note("asked", player=address, refused=number == 1)
        name = "<2@sundial.localhost>"
        mail = {"message_id": name, "recipient": ASKERS[0], "kind": "sign-in", "digest": name, "turns": []}
        self.mails += [mail | {"said_so": False}, mail | {"said_so": True}]
        self.note("gone on", fault="redis kill -9", seconds={"mails": 8.8, "sweeps": 11.3})

    def note(self, kind: str, **facts: Any) -> None:
        self.history.append({"kind": kind, "at": 0.0, **facts})

    def roll(self, game: str, version: int) -> None:
        number = self._length(game)
        drawn = dice_file().throw(2, 1, dice_file().stream_for(_record(), f"log {number}"))
        self.enter(game, CHANCE, version, drawn)

    def enter(self, game: str, seat: int, version: int, action: str) -> None:
        entry = {"game": game, "number": self._length(game), "seat": seat, "action": action, "version": version}
        self.log.append(entry)

    def move(self, game: str, by: str, account: int, version: int, move: str, *, seat: int) -> None:
        """Add a move as sent, acknowledged and logged, and its event."""
        for action in move.split(", "):
            self.enter(game, seat, version + 1, action)
        facts: Row = {"player": ADDRESSES.get(account, NAMES[account]), "by": by, "game": game, "move": move}
        facts |= {"version": None if by == "mail" else version, "seat": seat if by == "rest" else None}
        self.note("sent", **facts)
        self.note("acknowledged", **facts, unknown=0)
        self.note("seen", player="bot-0", game=game, version=version + 1)
        self.tell_of("move.played", game, version + 1, seat=seat, move=move)

    def tell_of(self, kind: str, game: str, version: int, **data: Any) -> None:
        number = len(self.events) + 1
        event = {"id": number, "number": number, "type": kind, "game": game, "version": version, "data": data}
        self.events.append(event)

    def tell(self, game: str, account: int, version: int) -> None:
        """Add a turn: the event, the notice, and the email, which arrived twice."""
        self.tell_of("turn.started", game, version, seat=SEATS[game].index(account))
        name = f"<{len(self.notices)}@sundial.localhost>"
        notice = {"kind": "your-turn", "account": account, "game": game, "version": version, "message_id": name}
        self.notices.append(notice)
        mail = {"message_id": name, "recipient": ADDRESSES[account], "kind": "your-turn", "digest": name}
        self.mails += 2 * [mail | {"turns": [f"/t/t{game}{version}"], "said_so": True}]

    def evidence(self) -> Evidence:
        of_bot = [event for event in self.events if event["game"] in (PLAYED, OPEN)]
        return Evidence(
            history=self.history,
            log=self.log,
            games=[
                _game(PLAYED, self._length(PLAYED), 5, status="finished", ended_by="play"),
                _game(OPEN, self._length(OPEN), 3, status="active", to_move=0),
                _game(SLEPT, 0, 1, status="finished", ended_by="time"),
            ],
            seats=[_seat(game, seat, account) for game, held in SEATS.items() for seat, account in enumerate(held)],
            events=self.events,
            notices=self.notices,
            envelopes=[
                _envelope(0, ADDRESSES[READER], "done"),
                _envelope(1, ADDRESSES[WRITER], "probably-delivered"),
                _envelope(2, ASKERS[0], "done"),
                _envelope(3, ASKERS[1], "failed", last_reply="550 5.1.1 Nobody of that name"),
            ],
            computer=[{"game": OPEN, "version": 2, "seat": 2, "state": "done"}],
            webhooks=[{"id": 1, "account": BOT, "switched_off": None}],
            deliveries=[_delivery(event["id"]) for event in of_bot],
            muted=[],
            waiting=[_waiting("notice", "reminder", 0, 200_000.0), _waiting("envelope", "", 3, 35.0)],
            mails=self.mails,
            hooks=[{"message_id": f"msg_{event['id']}", "event": event["number"], "type": "x"} for event in of_bot],
            readers=[{"name": "bot-0", "seen": [event["number"] for event in of_bot]}],
            records=[_record() | {"log": [row | {"at": BEGUN} for row in self.log if row["game"] == PLAYED]}],
        )

    def _length(self, game: str) -> int:
        return sum(row["game"] == game for row in self.log)


def _record() -> Row:
    added = {"contributed": "own", "contributed_at": BEGUN}
    places = [{**added, "seat": seat, "contribution": f"word {seat}", "contribution_number": seat} for seat in range(2)]
    commitment = hashlib.sha256(SEED).hexdigest()
    told = {"id": PLAYED, "ruleset": "seasons", "seed": SEED.hex(), "commitment": commitment}
    return {**told, "shuffle_seats": False, "match": None, "beacon": None, "places": places, "log": []}


def _game(name: str, log_length: int, version: int, **about: Any) -> Row:
    told = {"id": name, "ruleset": "seasons", "log_length": log_length, "version": version}
    return {**told, "to_move": None, "ended_by": None, "fault": None, **about}


def _seat(game: str, seat: int, account: int | None) -> Row:
    named = {"account": account, "name": NAMES.get(account or 0), "email": ADDRESSES.get(account or 0)}
    left_by = "time" if (game, seat) == (SLEPT, 0) else None
    return {"game": game, "seat": seat, **named, "ai_level": None if account else 1, "left_by": left_by}


def _envelope(number: int, recipient: str, state: str, last_reply: str = "250 2.0.0 Kept") -> Row:
    """One that was tried twice."""
    name = f"<{number}@sundial.localhost>"
    told = {"id": number, "recipient": recipient, "message_id": name, "state": state}
    return {**told, "attempts": 2, "last_reply": last_reply}


def _delivery(event: int) -> Row:
    return {"id": event, "webhook": 1, "event": event, "message_id": f"msg_{event}", "state": "done"}


def _waiting(kind: str, sort: str, attempts: int, seconds: float) -> Row:
    return {"kind": kind, "sort": sort, "attempts": attempts, "is_due": False, "is_leased": False, "seconds": seconds}
