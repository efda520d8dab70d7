"""File format of neural network weights: 16 bits each, in base 64."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from struct import iter_unpack

UNIT = 1024
"""Units of 1 in which weights are stored as integers."""


def read_weights(text: str) -> Sequence[float]:
    """Parse the weights, in the order of the file."""
    return [weight / UNIT for (weight,) in iter_unpack("<h", b64decode(text))]
