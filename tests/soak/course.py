"""A run: an installation, its players, the nemesis, the drain, and the checker's findings."""

from __future__ import annotations

import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread, Timer
from time import monotonic
from typing import LiteralString

from service.cli.token import token as tokens
from tests.playing import done_here
from tests.soak.bots import Bot
from tests.soak.checker import findings
from tests.soak.company import RACE, SECONDS_TO_SETTLE, Company, GaveUp
from tests.soak.evidence import Evidence, Row
from tests.soak.faults import FAULTS
from tests.soak.gathering import gathered, waiting
from tests.soak.history import History
from tests.soak.installation import PATIENCE, Installation, Shape, folder, installed
from tests.soak.mutants import judged
from tests.soak.nemesis import Nemesis, World
from tests.soak.people import LetterWriter, LinkReader
from tests.soak.readers import Listener, Poller
from tests.waiting import eventually

OWNER = "owner@example.net"
BREATH = 1.0
"""Seconds between two looks at what is still to be done."""
UNSEEN: tuple[LiteralString, ...] = (
    "SELECT id FROM event WHERE number IS NULL",
    "SELECT id FROM game WHERE status = 'active' AND deadline < now()",
    """
    SELECT w.id FROM webhook w WHERE w.cursor < (
        SELECT max(e.number) FROM event e JOIN game_seat s ON s.game_id = e.game_id WHERE s.account_id = w.account_id
    )
    """,
)
"""What somebody has still to find: events without a number, deadlines, events for webhooks."""


@dataclass(frozen=True)
class Plan:
    """How long, how many, and which seed draws the moves, the tables and the faults."""

    seed: int = 1
    minutes: float = 10.0
    bots: int = 26
    readers: int = 7
    writers: int = 7
    every: tuple[float, float] = (3.0, 8.0)
    lasting: tuple[float, float] = (0.5, 3.0)
    drain: float = 420.0
    """Seconds: longer than the longest lease."""
    soon: float = 60.0
    """Seconds: what is due by then is waited for; the rest must have its reason."""
    leases: bool = True
    """Whether to wait for the end of what killed processes held."""
    race: float = RACE
    only: tuple[str, ...] = ()
    """Faults to strike with, if not all of them."""
    deck: tuple[str, ...] = ()
    """Faults to strike with once each, instead of all of them for some minutes."""
    moves: int = 0
    """To be acknowledged before it ends, if the machine is not too slow for that."""
    shape: Shape = field(default_factory=Shape)
    keep: Path | None = None
    """Where to leave everything."""

    @property
    def longest(self) -> float:
        """Return the seconds after which a run is aborted."""
        return self.minutes * 60 + len(self.deck) * SECONDS_TO_SETTLE + self.drain + 3 * SECONDS_TO_SETTLE + PATIENCE


@dataclass(frozen=True)
class Run:
    """The results of a run."""

    plan: Plan
    evidence: Evidence
    findings: list[str]
    struck: Counter[str]
    caught: list[str]
    """The lies about this very evidence that the checker has noticed."""
    missed: list[str]
    raged: float
    drained: float
    seconds: float


def run(plan: Plan, over: Event | None = None) -> Run:
    """Play, strike, wait until nothing is left to be done, and judge. `over` calls it off early."""
    over, began = over or Event(), monotonic()
    home = plan.keep or Path(tempfile.mkdtemp(prefix="sundial-soak-"))
    home.mkdir(parents=True, exist_ok=True)
    with folder(home, keep=plan.keep is not None), ExitStack() as stack:
        installation = stack.enter_context(installed(home, plan.shape))
        history = History(home / "history.jsonl")
        stack.callback(history.close)
        stage = Stage(plan, installation, history, Company(installation.addresses, history, plan.race))
        stack.callback(stage.close)
        alarm = Timer(plan.longest, stage.company.over.set)
        stack.callback(alarm.cancel)
        alarm.start()
        stage.open()
        rng = Random(f"{plan.seed} nemesis")
        faults = {name: FAULTS[name] for name in plan.only or FAULTS}
        nemesis = Nemesis(stage.world, faults, rng, over, plan.every, plan.lasting)
        begun = monotonic()
        if plan.deck:
            nemesis.deal(plan.deck)
        else:
            nemesis.rage(plan.minutes * 60)
        eventually(lambda: history.counted["acknowledged"] >= plan.moves, PATIENCE)
        raged, drained = monotonic() - begun, stage.settle()
        evidence = stage.evidence()
        if plan.keep is not None:
            (home / "evidence.json").write_text(evidence.as_json())
    lies = dict(judged(evidence, Random(plan.seed)))
    caught, missed = ([name for name, noticed in lies.items() if noticed == wanted] for wanted in (True, False))
    return Run(plan, evidence, findings(evidence), nemesis.struck, caught, missed, raged, drained, monotonic() - began)


@dataclass
class Stage:
    """All players, from the first request to the last response."""

    plan: Plan
    installation: Installation
    history: History
    company: Company
    bots: list[Bot] = field(default_factory=list)
    """First their owner, who does not play; last two who sleep."""
    pollers: list[Poller] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    last: list[Thread] = field(default_factory=list)
    """Those that go on until all is over."""

    @property
    def world(self) -> World:
        """Return the parts that the nemesis may break."""
        sleepers = self.bots[-2], self.bots[-1]
        return World(self.installation, self.history, tuple(self.listeners), self.bots[0], sleepers)

    def open(self) -> None:
        """Let everybody in, and begin."""
        self._enrol()
        players = self.bots[1:-2]
        for number in range(2):
            self._call_by_webhook(players[number])
            self.pollers.append(Poller(players[number]))
            listening = players[-1 - number]
            listener = Listener(listening.name, listening.token, self.installation.address, self.installation.home)
            self.listeners.append(listener)
        for listener in self.listeners:
            listener.program.start()
            self.installation.programs[listener.program.name] = listener.program
        people = [f"reader{number}@example.net" for number in range(self.plan.readers)]
        people += [f"writer{number}@example.net" for number in range(self.plan.writers)]
        self.company.bots += [bot.name for bot in players]
        self.company.people += people
        for bot in players:
            self._begin(bot.name, bot.play)
        for address in people:
            self._begin(address, self._person(address).play)
        for poller in self.pollers:
            self._begin(poller.name, poller.play, self.last)

    def settle(self) -> float:
        """Wait until all outcomes are known and all work is done; return the seconds."""
        began = monotonic()
        self.company.closing.set()
        for thread in self.threads:
            thread.join(max(0.0, SECONDS_TO_SETTLE - (monotonic() - began)))
        eventually(self._is_quiet, self.plan.drain)
        eventually(self._are_told, SECONDS_TO_SETTLE)
        self.company.over.set()
        for thread in self.threads + self.last:
            thread.join(SECONDS_TO_SETTLE)
        return monotonic() - began

    def evidence(self) -> Evidence:
        """Collect the evidence."""
        readers = [{"name": each.name, "seen": each.seen} for each in self._readers()]
        judge = Bot("judge", self.bots[1].token, Company(self.installation.addresses, self.history), Random(0))
        with closing(judge):
            return gathered(self.installation, self.history.rows(), readers, judge)

    def close(self) -> None:
        """Everybody goes home."""
        self.company.closing.set()
        self.company.over.set()
        for thread in self.threads + self.last:
            thread.join(SECONDS_TO_SETTLE)
        for bot in self.bots:
            bot.close()

    def _enrol(self) -> None:
        """One person owns all programs; the last two of them sleep."""
        owner = self._bot("owner", done_here(tokens, "create", OWNER, knobs=self.installation.knobs))
        self.bots.append(owner)
        for number in range(self.plan.bots + 2):
            name = f"bot-{number}"
            self.bots.append(self._bot(name, owner.enrol(name, "games:read", "games:play", "messages", "webhooks")))

    def _bot(self, name: str, token: str) -> Bot:
        return Bot(name, token, self.company, Random(f"{self.plan.seed} {name}"))

    def _call_by_webhook(self, bot: Bot) -> None:
        url = f"http://127.0.0.1:{self.installation.ports['hooks']}/taken"
        made, _ = bot.post("webhooks", {"url": url}, **{"Idempotency-Key": "webhook"})
        assert made.status_code == 201, made.text

    def _person(self, address: str) -> LinkReader | LetterWriter:
        rng, office = Random(f"{self.plan.seed} {address}"), self.installation.post_office
        if address.startswith("reader"):
            return LinkReader(office, address, self.company, rng)
        ports = [port for name, port in self.installation.ports.items() if name.startswith("inbound")]
        return LetterWriter(office, ports, address, self.company, rng)

    def _begin(self, name: str, play: Callable[[], None], among: list[Thread] | None = None) -> None:
        def live() -> None:
            try:
                play()
            except GaveUp:
                self.history.note("gave up", player=name)
            except Exception as failure:  # noqa: BLE001  # whatever stops a player is a finding
                self.history.note("broken", player=name, why="".join(traceback.format_exception(failure)[-3:]))

        thread = Thread(target=live, name=name, daemon=True)
        (self.threads if among is None else among).append(thread)
        thread.start()

    def _is_quiet(self) -> bool:
        self.company.over.wait(BREATH)
        keeping = [row for row in waiting(self.installation) if self._is_waited_for(row)]
        return not (keeping or any(self.installation.database.rows(query) for query in UNSEEN))

    def _is_waited_for(self, row: Row) -> bool:
        return bool(row["seconds"] <= self.plan.soon and (self.plan.leases or not row["is_leased"]))

    def _are_told(self) -> bool:
        """Whether readers have the last event of their games."""
        last = {
            row["name"]: row["last"]
            for row in self.installation.database.rows("""
                SELECT a.name, max(e.number) AS last
                FROM account a JOIN game_seat s ON s.account_id = a.id JOIN event e ON e.game_id = s.game_id GROUP BY 1
            """)
        }
        return all((each.seen or [0])[-1] == last.get(each.name, 0) for each in self._readers())

    def _readers(self) -> list[Poller | Listener]:
        return [*self.pollers, *self.listeners]
