"""The supervisor's promises about its programs."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.waiting import eventually
from workers.procfile import Program, read_procfile
from workers.supervisor import USUAL, KeepsDying, Pace, by_shell, keep

ENV = dict(os.environ)


def keep_until(program: Program, happened: Callable[[], bool], pace: Pace = USUAL) -> None:
    """Keep a program until something has happened, then cancel, as a signal to `sundial play` does."""

    async def keep_and_cancel() -> None:
        keeping = asyncio.ensure_future(keep(program, by_shell(ENV), lambda _: None, pace))
        assert await asyncio.to_thread(eventually, happened)
        keeping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await keeping

    asyncio.run(keep_and_cancel())


def holds_lines(file: Path, number: int) -> Callable[[], bool]:
    """Return a check whether the file has so many lines."""
    return lambda: file.exists() and file.read_text().count("\n") >= number


def is_alive(pid: int) -> bool:
    """Check whether a process exists and is not a zombie."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_procfile_names_programs_in_order(tmp_path: Path) -> None:
    procfile = tmp_path / "Procfile"
    procfile.write_text("# programs\n\nweb: serve --bind :80\nworker: work\n")

    assert read_procfile(procfile) == [Program("web", "serve --bind :80"), Program("worker", "work")]


def test_what_is_cancelled_ends_with_all_that_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"

    keep_until(Program("family", f"""sh -c 'sleep 99 & echo "$$ $!" > {pids}; wait'"""), holds_lines(pids, 1))

    parent, child = map(int, pids.read_text().split())
    assert eventually(lambda: not is_alive(parent))
    assert eventually(lambda: not is_alive(child)), "a signal was sent to its group, which takes a moment to arrive"


def test_what_does_not_listen_is_killed_once_its_grace_is_over(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    deaf = Program("deaf", f"""sh -c 'trap "" TERM; echo $$ > {pid}; while :; do sleep 1; done'""")

    keep_until(deaf, holds_lines(pid, 1), Pace(grace=0.1))

    assert not is_alive(int(pid.read_text()))


def test_what_never_ran_is_started_again_and_given_up_after_three_times(tmp_path: Path) -> None:
    starts, told = tmp_path / "starts", list[str]()
    frail = Program("frail", f"sh -c 'echo . >> {starts}; exit 3'")

    with pytest.raises(KeepsDying, match=r"frail .* exit code 3"):
        asyncio.run(keep(frail, by_shell(ENV), told.append, Pace(pauses=(0.0,))))

    assert starts.read_text() == ".\n.\n.\n"
    assert told == ["frail ended with exit code 3; starting it again"] * 2


def test_what_has_run_once_is_never_given_up(tmp_path: Path) -> None:
    """Its first run is a long one, all others end at once."""
    starts = tmp_path / "starts"
    long_at_first = f"sh -c 'echo . >> {starts}; test $(wc -l < {starts}) -gt 1 || sleep 1; exit 1'"

    keep_until(Program("old", long_at_first), holds_lines(starts, 9), Pace(too_soon=0.9, pauses=(0.0,)))

    assert starts.read_text().count("\n") >= 9


def test_the_sooner_it_ends_the_longer_it_waits_up_to_a_limit(tmp_path: Path) -> None:
    starts, told = tmp_path / "starts", list[str]()
    frail, pauses = Program("frail", f"sh -c 'echo . >> {starts}; exit 3'"), (0.0, 0.01, 0.02, 0.03)

    with pytest.raises(KeepsDying):
        asyncio.run(keep(frail, by_shell(ENV), told.append, Pace(pauses=pauses, starts=6)))

    assert [line.rpartition(" in ")[2] for line in told] == ["0.01 s", "0.02 s", "0.03 s", "0.03 s", "0.03 s"]


def killed_with_its_supervisor(tmp_path: Path, family: str) -> list[int]:
    """Keep a family, which writes down its process ids, in a process that is killed then; the ids."""
    pids, code = tmp_path / "pids", "import asyncio, os, sys; from workers.supervisor import by_shell, keep"
    code += "; from workers.procfile import Program"
    code += "; asyncio.run(keep(Program('family', sys.argv[1]), by_shell(os.environ), print))"
    alone = subprocess.Popen([sys.executable, "-c", code, family.format(pids=pids)])
    assert eventually(holds_lines(pids, 1))
    alone.kill()
    alone.wait()
    return [int(pid) for pid in pids.read_text().split()]


@pytest.mark.parametrize("ear", ["", 'trap "" TERM; '], ids=["who listen", "who are deaf"])
def test_where_the_supervisor_is_killed_all_that_it_started_ends(tmp_path: Path, ear: str) -> None:
    family = killed_with_its_supervisor(
        tmp_path, f"""sh -c '{ear}sleep 99 & echo "$$ $!" > {{pids}}; wait; sleep 99'"""
    )

    assert len(family) == 2
    assert eventually(lambda: not any(map(is_alive, family)))
