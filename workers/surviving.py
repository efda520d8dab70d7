"""The outermost loop's way to carry on: one bad row is logged and does not stop the others."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable

log = logging.getLogger(__name__)


def survive(work: Callable[[], object], what: str) -> bool:
    """Do some work and say whether it came to its end.

    What went wrong is logged by kind and place. The message stays out of the log: it may quote an address or a secret.
    """
    try:
        work()
    except Exception as error:  # noqa: BLE001  # this is the outermost loop
        log.error("%s: %s %s", what, type(error).__name__, _place(error))  # noqa: TRY400  # a traceback ends in the message
        return False
    return True


def _place(error: Exception) -> str:
    calls = traceback.extract_tb(error.__traceback__)[-4:]
    return " < ".join(f"{call.name} ({call.filename}:{call.lineno})" for call in reversed(calls))
