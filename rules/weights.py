"""Weights of neural networks as files keep them: 16 bits each, in base 64."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from struct import iter_unpack, pack
from textwrap import wrap

UNIT = 1024
"""Weights are kept as whole numbers of this part of 1."""
_LEAST, _MOST = -(1 << 15), (1 << 15) - 1
_WIDTH = 120


def read_weights(text: str) -> Sequence[float]:
    """The weights, in the order in which they were written."""
    return [weight / UNIT for (weight,) in iter_unpack("<h", b64decode(text))]


def written_weights(weights: Iterable[float]) -> str:
    """The text of a file that keeps these weights."""
    whole = [min(_MOST, max(_LEAST, round(weight * UNIT))) for weight in weights]
    lines = wrap(b64encode(pack(f"<{len(whole)}h", *whole)).decode(), _WIDTH)
    return "".join(f"{line}\n" for line in lines)
