"""docs/architecture.md is up to date."""

import re
from pkgutil import resolve_name

import pytest

from tests.architecture import PAGE, ROOT, drawing, made

CALLED = re.compile(r"`((?:service|workers|rules)(?:\.\w+)+)`")


def test_what_is_made_is_as_it_would_be_made_now() -> None:
    assert PAGE.read_text(encoding="utf-8") == made(), "make architecture"


def test_every_package_of_the_service_has_a_place() -> None:
    drawn = set(re.findall(r"^  (\w+)", drawing(), re.MULTILINE))
    beside = set(re.findall(r"^\| `service/(\w+)/` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    packages = {path.parent.name for path in (ROOT / "service").glob("*/__init__.py")}
    assert drawn | beside == packages
    assert not drawn & beside


@pytest.mark.parametrize("name", sorted(set(CALLED.findall(PAGE.read_text(encoding="utf-8")))))
def test_what_is_named_is_there(name: str) -> None:
    assert resolve_name(name) is not None
