"""What it means to open a span, known to whoever wants one and to whoever makes one."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

Tell = Callable[[str, Mapping[str, object]], None]
"""Says what a span is called in the end, and what is known of it."""
OpenSpan = Callable[[str, str], AbstractContextManager[Tell]]
"""Opens a span of that name, below the one that a `traceparent` (W3C Trace Context) names."""
