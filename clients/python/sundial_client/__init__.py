"""Typed client for Sundial: it retries every call while that is safe, and resumes broken event streams."""

from sundial_client.client import Sundial
from sundial_client.event_shapes import Event
from sundial_client.failures import Problem, SundialError, Unreachable
from sundial_client.patience import FOREVER, Patience
from sundial_client.shapes import Game, GameSummary, LegalActions
from sundial_client.signatures import BadSignature, answer_to, read_event

__all__ = [
    "FOREVER",
    "BadSignature",
    "Event",
    "Game",
    "GameSummary",
    "LegalActions",
    "Patience",
    "Problem",
    "Sundial",
    "SundialError",
    "Unreachable",
    "answer_to",
    "read_event",
]
