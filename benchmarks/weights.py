"""Writer of neural network weights in the format of `rules.weights`."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from struct import pack
from textwrap import wrap

from rules.weights import UNIT

LEAST, MOST = -(1 << 15), (1 << 15) - 1
WIDTH = 120


def written_weights(weights: Iterable[float]) -> str:
    """Format weights as the text of a file."""
    whole = [min(MOST, max(LEAST, round(weight * UNIT))) for weight in weights]
    lines = wrap(b64encode(pack(f"<{len(whole)}h", *whole)).decode(), WIDTH)
    return "".join(f"{line}\n" for line in lines)
