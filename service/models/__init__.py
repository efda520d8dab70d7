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
    Suppressed,
    UnwantedMail,
)
from service.models.analysis import Analysis
from service.models.beacon_wait import BeaconWait
from service.models.bot import Accepts, Bot, BotGame, PausedBy, bot_guest
from service.models.branch import LONGEST_BRANCH_NAME, KeptBranch
from service.models.challenge import ChallengeGame, StandingChallenge
from service.models.claimable import SETTLED, Claimable, WorkState
from service.models.departure import DepartedName, Departure
from service.models.dkim_key import DkimKey
from service.models.game import (
    LONGEST_CONTRIBUTION,
    NUMBERS,
    Answer,
    DailyGame,
    Game,
    GameSeat,
    LogEntry,
    Match,
)
from service.models.game_words import (
    Contributed,
    EndedBy,
    GameStatus,
    OnTimeout,
    PlayedBy,
    SeatState,
    Signature,
    Visibility,
)
from service.models.grant import LONGEST_REDIRECT, AuthorizationCode, DeviceGrant
from service.models.imported_record import ImportedRecord
from service.models.inbound import InboundContent, InboundMail, Outcome, TakenDelivery
from service.models.message import LONGEST_MESSAGE, Message
from service.models.record_key import RecordKey
from service.models.report import LONGEST_REASON, Grievance, Measure, MeasureTaken, Report
from service.models.restoration import Restoration
from service.models.seek import BotSeek, BotSeekAsk, SeekState
from service.models.substitute import Substitution, Volunteer
from service.models.webhook import SwitchedOff, Webhook, WebhookAttempt, WebhookChallenge, WebhookDelivery
from service.models.work import Counter, Envelope, Event, Lane, Notice, OpponentTurn, SeatPlan

__all__ = [
    "LONGEST_APP",
    "LONGEST_BRANCH_NAME",
    "LONGEST_CONTRIBUTION",
    "LONGEST_MESSAGE",
    "LONGEST_REASON",
    "LONGEST_REDIRECT",
    "LONGEST_TAG",
    "NUMBERS",
    "SETTLED",
    "Accepts",
    "Account",
    "Analysis",
    "Answer",
    "ApiToken",
    "AuthorizationCode",
    "BeaconWait",
    "Block",
    "Bot",
    "BotGame",
    "BotSeek",
    "BotSeekAsk",
    "BrowserSession",
    "ChallengeGame",
    "Claimable",
    "Contributed",
    "Counter",
    "DailyGame",
    "Delivery",
    "DepartedName",
    "Departure",
    "DeviceGrant",
    "DkimKey",
    "EndedBy",
    "Envelope",
    "Event",
    "Game",
    "GameSeat",
    "GameStatus",
    "Grievance",
    "ImportedRecord",
    "InboundContent",
    "InboundMail",
    "KeptBranch",
    "Lane",
    "LogEntry",
    "Match",
    "Measure",
    "MeasureTaken",
    "Message",
    "Model",
    "Notice",
    "OnTimeout",
    "OpponentTurn",
    "Outcome",
    "PausedBy",
    "PlayedBy",
    "RecordKey",
    "Report",
    "Restoration",
    "SeatPlan",
    "SeatState",
    "SeekState",
    "SignIn",
    "SignInAsker",
    "Signature",
    "StandingChallenge",
    "Substitution",
    "Suppressed",
    "SwitchedOff",
    "TakenDelivery",
    "UnwantedMail",
    "UtcDateTime",
    "Visibility",
    "Volunteer",
    "Webhook",
    "WebhookAttempt",
    "WebhookChallenge",
    "WebhookDelivery",
    "WorkState",
    "bot_guest",
]
