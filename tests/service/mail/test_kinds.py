"""What is forgotten of a kind of mail is named, with where it belongs; `Kind` says what it is for."""

from __future__ import annotations

import pkgutil
from pathlib import Path

import pytest

from service.mail import kinds as folders
from service.notifications.kinds import Kind, Timing, gatherings, kinds

FILES = {"facts.py", "subject.txt", "body.txt", "body.html"}
FOLDERS = sorted(found.name for found in pkgutil.iter_modules(folders.__path__))
PLACE = Path(folders.__path__[0])
OF_COMFORT = (Timing.AFTER_QUIET, Timing.AS_CHOSEN, Timing.BEFORE_DEADLINE)
"""Of mails that wait for what their reader has chosen, which may be none of them."""


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_holds_what_its_mail_is_made_of_under_its_own_name(folder: str) -> None:
    assert FILES - {path.name for path in (PLACE / folder).iterdir()} == set(), f"{folder} is not whole"
    assert folder.replace("_", "-") in kinds(), (
        f"KIND in {folder}/__init__.py is to have the folder's name, with dashes"
    )


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.name)
def test_a_mail_that_waits_for_what_its_reader_has_chosen_can_be_stopped(kind: Kind) -> None:
    assert kind.label or kind.timing not in OF_COMFORT, "give its KIND a `label`: when it is sent, beside a box on /me"


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.name)
def test_the_page_that_stops_a_mail_can_name_it(kind: Kind) -> None:
    can_be_stopped = kind.label or kind.name in gatherings()
    assert kind.mails or not can_be_stopped, "give its KIND `mails`: what its link stops, as in “no more mails that …”"


@pytest.mark.parametrize("name", gatherings()["digest"])
def test_what_a_digest_tells_stands_under_a_headline(name: str) -> None:
    assert kinds()[name].headline, "give its KIND a `headline`"
