"""How many random games the conformance suite plays: `--games N` for each number of seats and choice of options."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=2, help="random games for each table of the conformance suite")
