"""The layer contracts hold, for current and future games."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")


def imported(file: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)


def strangers(package: str, friends: tuple[str, ...]) -> set[str]:
    """Return a package's imports outside of its friends and the standard library."""
    names = {name for file in (ROOT / package).rglob("*.py") for name in imported(file)}
    foreign = {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}
    return {name for name in foreign if not any(name == friend or name.startswith(f"{friend}.") for friend in friends)}


def test_the_rules_need_nothing_but_the_standard_library() -> None:
    assert strangers("rules", ("rules",)) == set()


def test_the_search_knows_the_rules_and_nothing_else() -> None:
    assert strangers("workers/search", ("rules", "workers.search")) == set()


def test_the_client_needs_nothing_but_httpx() -> None:
    assert strangers("clients/python", ("sundial_client", "httpx")) == set()


def test_migrations_need_nothing_of_the_app() -> None:
    assert strangers("service/models/migrations/versions", ("alembic", "sqlalchemy")) == set()


def test_bot_check_needs_nothing_of_sundial_but_the_rules() -> None:
    assert strangers("packages/sundial-bot-check/src", ("rules", "click", "httpcore")) == set()


GOOD_TREE = {
    "rules/game.py": "",
    "rules/games/chess/position.py": "import rules.game",
    "rules/games/chess/picture.py": "import rules.games.chess.position",
    "rules/games/chess/tactics.py": "import rules.games.chess.position",
    "rules/games/go/position.py": "import rules.game",
    "rules/games/go/picture.py": "",
    "rules/games/go/tactics.py": "",
    "service/play/moves.py": "import rules.game",
    "service/play/seat_links.py": "import service.play.moves",
    "service/verification/authenticity.py": "import service.verification.verify",
    "service/verification/trust.py": "import service.verification.verify",
    "service/verification/beacon_proof.py": "import service.verification.recorded",
    "service/verification/recorded.py": "",
    "service/verification/verify.py": "import service.verification.recorded",
    "service/webhooks/requests.py": "",
    "service/sandbox/__init__.py": "",
    "service/notifications/notices.py": "import service.play.moves",
    "service/bots/turns.py": "import service.notifications.notices",
    "service/api/games.py": "import service.play.moves",
    "service/web/pages.py": "import service.play.moves",
    "service/mail/inbound/__init__.py": "import service.play.moves",
    "workers/app.py": "import service.play.moves",
    "workers/search/mcts.py": "import rules.game",
    "workers/search/levels.py": "import workers.search.mcts",
}


def verdict(tree: Path, files: dict[str, str]) -> int:
    """Return import-linter's exit code on a tree of these files, with this project's contracts."""
    for name, text in files.items():
        file = tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        for folder in list(file.relative_to(tree).parents)[:-1]:
            (tree / folder / "__init__.py").touch()
    for package in (ROOT / "service").glob("*/__init__.py"):
        (tree / "service" / package.parent.name).mkdir(exist_ok=True)
        (tree / "service" / package.parent.name / "__init__.py").touch()
    (tree / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    return subprocess.run([LINT_IMPORTS, "--no-cache"], cwd=tree, check=False, capture_output=True).returncode


def test_a_tree_that_keeps_to_the_layers_passes(tmp_path: Path) -> None:
    assert verdict(tmp_path, GOOD_TREE) == 0


@pytest.mark.parametrize(
    ("file", "imports"),
    [
        ("rules/game.py", "service.play.moves"),
        ("service/play/moves.py", "workers.app"),
        ("rules/games/go/position.py", "rules.games.chess.position"),
        ("rules/games/go/position.py", "rules.games.go.picture"),
        ("rules/games/go/position.py", "rules.games.go.tactics"),
        ("service/api/games.py", "service.web.pages"),
        ("service/mail/inbound/__init__.py", "service.api.games"),
        ("workers/search/mcts.py", "service.play.moves"),
        ("rules/game.py", "rules.games.chess.position"),
        ("service/play/moves.py", "service.play.seat_links"),
        ("service/play/moves.py", "service.notifications.notices"),
        ("service/notifications/notices.py", "service.bots.turns"),
        ("service/verification/authenticity.py", "service.play.moves"),
        ("service/verification/recorded.py", "service.play.moves"),
        ("service/verification/verify.py", "service.play.moves"),
        ("service/webhooks/requests.py", "service.sandbox"),
        ("workers/search/mcts.py", "workers.search.levels"),
    ],
)
def test_an_import_against_the_layers_or_in_a_circle_is_found(tmp_path: Path, file: str, imports: str) -> None:
    assert verdict(tmp_path, GOOD_TREE | {file: f"import {imports}"}) == 1


DECIDING = {"transaction", "begin_nested", "commit", "settle", "release", "put_off"}
"""By which something is written, or decided of a claimed row."""


def decisions(*folders: str) -> set[str]:
    """Where the modules of these folders decide for themselves, and do not let a package do so."""
    return {
        f"{file.relative_to(ROOT)}: {name}"
        for folder in folders
        for file in sorted((ROOT / folder).rglob("*.py"))
        for name in used(file) & DECIDING
    }


def used(file: Path) -> set[str]:
    """Return a file's imports from the database and leases, and its calls on a session."""
    tree = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    found: set[str] = set()
    for node in tree:
        if isinstance(node, ast.ImportFrom) and node.module in ("service.db.engines", "service.jobs.leases"):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute):
            found |= {node.attr} & {"begin_nested", "commit"}
    return found


def test_only_packages_write_and_faces_and_jobs_hand_them_what_came_of_it() -> None:
    given_back_by_a_worker_that_ends = {"workers/draining.py: release"}

    assert decisions("service/api", "service/web", "service/mail", "workers") == given_back_by_a_worker_that_ends
    assert "service/play/moves.py: transaction" in decisions("service/play")


def test_no_two_classes_of_the_service_have_one_name() -> None:
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in (ROOT / "service").rglob("*.py"))
    names = Counter(node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    assert [name for name, count in names.items() if count > 1] == []
