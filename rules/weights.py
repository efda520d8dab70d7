"""Weights of neural networks as files keep them: 16 bits each, in base 64."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from struct import iter_unpack

UNIT = 1024
"""Weights are kept as whole numbers of this part of 1."""


def read_weights(text: str) -> Sequence[float]:
    """The weights, in the order in which they were written."""
    return [weight / UNIT for (weight,) in iter_unpack("<h", b64decode(text))]
