"""The tables, typed. No decisions are made here."""

from service.core.model import Model, UtcDateTime
from service.models.account import (
    LONGEST_APP,
    LONGEST_TAG,
    Account,
    ApiToken,
    Block,
    BrowserSession,
    Delivery,
    SignIn,
    SignInAsker,
)
from service.models.bot import Accepts, Bot, BotGame, PausedBy, bot_guest
from service.models.claimable import Claimable, WorkState
from service.models.departure import DepartedName, Departure
from service.models.game import (
    Answer,
    EndedBy,
    Game,
    GameSeat,
    GameStatus,
    LogEntry,
    Match,
    SeatState,
    Visibility,
)
from service.models.grant import LONGEST_REDIRECT, AuthorizationCode, DeviceGrant
from service.models.inbound import InboundMail, Outcome
from service.models.message import LONGEST_MESSAGE, Message
from service.models.record_key import RecordKey
from service.models.restoration import Restoration
from service.models.webhook import SwitchedOff, Webhook, WebhookAttempt, WebhookChallenge, WebhookDelivery
from service.models.work import Counter, Envelope, Event, Notice, OpponentTurn

__all__ = [
    "LONGEST_APP",
    "LONGEST_MESSAGE",
    "LONGEST_REDIRECT",
    "LONGEST_TAG",
    "Accepts",
    "Account",
    "Answer",
    "ApiToken",
    "AuthorizationCode",
    "Block",
    "Bot",
    "BotGame",
    "BrowserSession",
    "Claimable",
    "Counter",
    "Delivery",
    "DepartedName",
    "Departure",
    "DeviceGrant",
    "EndedBy",
    "Envelope",
    "Event",
    "Game",
    "GameSeat",
    "GameStatus",
    "InboundMail",
    "LogEntry",
    "Match",
    "Message",
    "Model",
    "Notice",
    "OpponentTurn",
    "Outcome",
    "PausedBy",
    "RecordKey",
    "Restoration",
    "SeatState",
    "SignIn",
    "SignInAsker",
    "SwitchedOff",
    "UtcDateTime",
    "Visibility",
    "Webhook",
    "WebhookAttempt",
    "WebhookChallenge",
    "WebhookDelivery",
    "WorkState",
    "bot_guest",
]
