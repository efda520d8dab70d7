"""The table of email commands: one entry each, from which everything else about commands derives.

To add a command is to add an entry. If it does more than return an answer, its handler is in `inbound/turns.py` for
emails about a game, and in `inbound/general_mailbox.py` for those to the general address.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, Flag, auto

from rules.prose import N_

Words = Mapping[str, str]
"""Ways to write something, by language and separated by commas. We write the first; in English, the entry's name."""
Answer = tuple[str, str]
"""Title and text of an answer; an empty text is worded elsewhere."""


class ArgumentKind(Enum):
    """The grammar of a command's argument."""

    ALONE = "nothing, or yes"
    DAYS = "a number of days"
    TOPIC = "a game, or how its moves are written"
    GUIDE = "a game, or nothing for the one at hand"
    NUMBER = "a line of the log, or a tournament"
    TALK = "a message to the other players"
    PLAN = "conditional moves, or off"
    REASON = "a colon, and why"
    PLAYER = "the name of a player in the game"
    SETTING = "a value"
    GAMES = "names of games, all or off"
    SWITCH = "on or off"
    HOLDING = "every, some or none"
    ADDRESSES = "nothing, or remove and an address"
    DATES = "first and last day"
    NEW_GAME = "a game, who plays, and its terms"
    OPPONENT = "a game and its terms, or stop"
    TIMES = "hours or minutes, or off"


class Scope(Flag):
    """Where a command can be written: in reply to an email about a game, or to the general address."""

    GAME = auto()
    GENERAL = auto()
    ANYWHERE = GAME | GENERAL


@dataclass(frozen=True)
class Help:
    """A line in the answer to `help`: the command, its effect, and the command that ends it, if any.

    `at` limits where it is listed, if that is not everywhere that the command can be written.
    """

    text: str
    effect: str
    end: str = ""
    at: Scope = Scope.ANYWHERE


@dataclass(frozen=True)
class Usage:
    """A sentence on what may follow a word, with examples in English."""

    sentence: str
    examples: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class CommandSpec:
    """The specification of a command.

    `answers` are the answers to it by topic; a module that refuses a command words the refusal.
    """

    words: Words
    kind: ArgumentKind
    scope: Scope
    answers: Mapping[str, Answer]
    help: Sequence[Help]
    """Empty for a command that ends another, or that other emails explain."""
    usage: Usage | None
    """The explanation of a wrong argument; None if wrong arguments have answers of their own."""


ALONE = N_("Write it by itself.")
_OF_GUIDES = N_("Write it by itself, or with the name of a game: %(games)s.")
_OF_TOURNAMENT = N_("After it, write the number of a tournament. Write “tournaments” to see them all.")
_OF_SOMEBODY = N_("After it, write a player's name as shown in this game.")


class Command(Enum):
    """A command by its English name, in the order of `help`."""

    NEW = CommandSpec(
        words={"it": "nuova partita, nuovo gioco, nuova, nuovo", "de": "neues spiel, neue partie, neu, neues, neue"},
        kind=ArgumentKind.NEW_GAME,
        scope=Scope.GENERAL,
        answers={
            "created": (N_("Your game is set up"), N_("It starts once everyone has accepted.")),
            "bot-asked": (
                N_("We've invited a bot"),
                N_(
                    "The game starts when the bot accepts, and we'll email you when it's your turn. If it doesn't "
                    "accept within a minute, we ask another one. If none accepts, we'll email you."
                ),
            ),
            "begun": (N_("Your game has started"), N_("We'll email you when it's your turn.")),
        },
        help=(
            Help("new siesta level2", N_("start a game against the computer, at level 1 to 5")),
            Help("new seasons bob@example.net", N_("invite bob; name as many players as the game takes")),
            Help("new tribes open", N_("get a link; anyone who has it can join")),
            Help(
                "new siesta level3 days 5 public",
                N_("five days per move, and anyone may watch; otherwise it is private"),
            ),
            Help("new dawn bob@example.net match", N_("two games with places swapped")),
            Help("new siesta bob@example.net series 3", N_("games with places swapped, until someone has won 3")),
            Help("new siesta bot", N_("a game with a free bot, a program by another user")),
            Help("new siesta level3 fast 15+20", N_("a fast game: 15 minutes each, plus 20 seconds per move")),
            Help("new seasons bob@example.net beacon 60", N_("let the dice use a public beacon due in 60 minutes")),
        ),
        usage=None,
    )
    FIND = CommandSpec(
        words={"en": "find me, search", "it": "cerca, trova", "de": "suche, such, finde"},
        kind=ArgumentKind.OPPONENT,
        scope=Scope.GENERAL,
        answers={
            "challenged": (
                N_("We're looking for an opponent"),
                N_(
                    "When we find one, the game starts and we email you. Your challenge stays open for further games "
                    "until you write: find stop. You can also delete it on this page:"
                ),
            ),
            "find-stopped": (
                N_("Your challenges are deleted"),
                N_("We no longer look for opponents. Games that have started go on."),
            ),
            "find-nothing": (N_("You have no open challenge"), N_("To look for an opponent, write: find siesta")),
        },
        help=(
            Help(
                "find siesta 3 days",
                N_("look for an opponent, and play each one who is found; to stop: %(end)s"),
                "find stop",
            ),
            Help("find siesta 3 days rated", N_("look for an opponent for games that count for your rating")),
        ),
        usage=Usage(
            N_("After it, write the name of a game (%(games)s) and perhaps its terms, or “stop”."),
            ("find siesta", "find siesta 3 days rated", "find stop"),
        ),
    )
    GAMES = CommandSpec(
        words={"it": "partite, le mie partite", "de": "spiele, partien, meine spiele, meine partien"},
        kind=ArgumentKind.ALONE,
        scope=Scope.ANYWHERE,
        answers={"games": (N_("Your games"), "")},
        help=(Help("games", N_("your games, and whose turn it is")),),
        usage=Usage(ALONE, ("games",)),
    )
    TOURNAMENTS = CommandSpec(
        words={"it": "tornei", "de": "turniere"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GENERAL,
        answers={"tournaments": (N_("Tournaments"), "")},
        help=(Help("tournaments", N_("list the tournaments that you can enter")),),
        usage=Usage(ALONE, ("tournaments",)),
    )
    ENTER = CommandSpec(
        words={
            "en": "enter tournament, join tournament",
            "it": "partecipa, iscrivimi, iscrivimi al torneo, partecipa al torneo",
            "de": "teilnehmen, teilnahme, am turnier teilnehmen",
        },
        kind=ArgumentKind.NUMBER,
        scope=Scope.GENERAL,
        answers={
            "entered": (
                N_("You are in the tournament"),
                N_("%(title)s. %(start)s We'll email you then. To leave, reply with: %(withdraw)s"),
            ),
            "entered-late": (
                N_("You are in the tournament"),
                N_("%(title)s has started. You play from the next round on. To leave, reply with: %(withdraw)s"),
            ),
        },
        help=(Help("enter 12", N_("enter a tournament; to leave it: %(end)s"), "withdraw 12"),),
        usage=Usage(_OF_TOURNAMENT, ("enter 12", "tournaments")),
    )
    WITHDRAW = CommandSpec(
        words={
            "en": "withdraw from tournament, leave tournament",
            "it": "ritirami, ritirami dal torneo, rinuncio",
            "de": "abmelden, aussteigen, vom turnier abmelden",
        },
        kind=ArgumentKind.NUMBER,
        scope=Scope.GENERAL,
        answers={
            "withdrawn": (N_("You left the tournament"), N_("%(title)s starts without you.")),
            "withdrawn-late": (
                N_("You left the tournament"),
                N_("%(title)s: no more games will start for you. Games that have started go on."),
            ),
        },
        help=(),
        usage=Usage(_OF_TOURNAMENT, ("withdraw 12", "tournaments")),
    )
    HELP = CommandSpec(
        words={
            "en": "help me, i need help",
            "it": "aiuto, aiutami, ho bisogno di aiuto, mi serve aiuto",
            "de": "hilfe, hilf, hilf mir, ich brauche hilfe",
        },
        kind=ArgumentKind.TOPIC,
        scope=Scope.ANYWHERE,
        answers={
            "help": (
                N_("Playing by email"),
                N_(
                    "Reply with your move, on one line or with one action per line. Anything you write besides the "
                    "move goes to the other players as a message. Instead of a move you can write:"
                ),
            )
        },
        help=(
            Help("help moves", N_("how to write a move in this game, with examples"), at=Scope.GAME),
            Help("help siesta", N_("the guide to a game, with pictures"), at=Scope.GENERAL),
            Help("help siesta moves", N_("how to write a move in that game"), at=Scope.GENERAL),
        ),
        usage=Usage(_OF_GUIDES, ("help", "help siesta")),
    )
    RULES = CommandSpec(
        words={
            "en": "guide, how to play",
            "it": "regole, guida, come si gioca",
            "de": "regeln, spielregeln, anleitung",
        },
        kind=ArgumentKind.GUIDE,
        scope=Scope.ANYWHERE,
        answers={"guide": (N_("How to play"), "")},
        help=(
            Help("rules", N_("the full guide to this game, with pictures"), at=Scope.GAME),
            Help("help siesta", N_("the guide to another game"), at=Scope.GAME),
        ),
        usage=Usage(_OF_GUIDES, ("rules", "rules siesta")),
    )
    BOARD = CommandSpec(
        words={
            "en": "who am i",
            "it": "plancia, tabellone, tavola, chi sono",
            "de": "brett, spielbrett, spielplan, wer bin ich",
        },
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={"board": (N_("The current position"), "")},
        help=(Help("board", N_("the current position")),),
        usage=Usage(ALONE, ("board",)),
    )
    LOG = CommandSpec(
        words={"it": "cronaca, registro, storia", "de": "verlauf, protokoll"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={"log": (N_("The log of the game"), "")},
        help=(Help("log", N_("all moves so far, line by line")),),
        usage=Usage(ALONE, ("log",)),
    )
    SHOW = CommandSpec(
        words={"it": "mostra", "de": "zeige, zeig"},
        kind=ArgumentKind.NUMBER,
        scope=Scope.GAME,
        answers={"show": (N_("An earlier position"), "")},
        help=(Help("show 12", N_("the board after line 12 of the log")),),
        usage=Usage(N_("After it, write the number of a line. Reply with “log” to see them all."), ("show 12", "log")),
    )
    SAY = CommandSpec(
        words={"it": "di', dì, di, dire, messaggio", "de": "sag, sage, sagen, nachricht"},
        kind=ArgumentKind.TALK,
        scope=Scope.GAME,
        answers={
            "said": (
                N_("Message sent"),
                N_("The other players can see the line after “say”. For longer messages, use the game page."),
            ),
            "said-alone": (N_("Message sent"), N_("Only one player can see it.")),
        },
        help=(Help("say: hello!", N_("send a message to the other players")),),
        usage=None,
    )
    UNSAY = CommandSpec(
        words={"it": "non dire, cancella messaggio", "de": "nicht sagen, nachricht zurücknehmen"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "unsay": (N_("Message removed"), N_("Nobody has seen it. We'll play your move without it on %(time)s."))
        },
        help=(),
        usage=Usage(ALONE, ("unsay",)),
    )
    TAKEBACK = CommandSpec(
        words={
            "en": "take back, undo, take it back, cancel",
            "it": "annullare, annulla, ritiro la mossa, ritira",
            "de": "zurücknehmen, zuruecknehmen, zug zurück, rückgängig, abbrechen",
        },
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "takeback": (
                N_("Waiting for the other players"),
                N_("You asked to undo your last move. It's undone once everyone agrees, unless someone moves first."),
            ),
            "taken-back": (
                N_("Your last move is undone"),
                N_("It's your turn again. We've sent you an email about it."),
            ),
        },
        help=(Help("takeback", N_("stop a move that waits, undo your last one, or ask the others to agree")),),
        usage=Usage(ALONE, ("takeback",)),
    )
    DRAW = CommandSpec(
        words={"en": "offer draw", "it": "patta, pareggio", "de": "remis, unentschieden"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "draw": (N_("Draw offered"), N_("The game ends once everyone agrees. The offer ends when someone moves."))
        },
        help=(Help("draw", N_("offer or accept a draw, in games that have one")),),
        usage=Usage(ALONE, ("draw",)),
    )
    REMATCH = CommandSpec(
        words={"en": "again, play again", "it": "rivincita, ancora", "de": "revanche, noch einmal"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "rematch": (
                N_("Rematch offered"),
                N_("Same players and terms, with places swapped. The game starts once everyone has accepted: %(link)s"),
            ),
            "rematch-begun": (
                N_("The rematch has started"),
                N_("Same players and terms, with places swapped: %(link)s We'll email you when it's your turn."),
            ),
        },
        help=(),
        usage=Usage(ALONE, ("rematch",)),
    )
    STOP_CLOCKS = CommandSpec(
        words={
            "en": "stop the clocks, stop clock, stop the clock, clocks off",
            "it": "ferma gli orologi, ferma orologi, ferma l'orologio, fermare gli orologi",
            "de": "uhren anhalten, uhr anhalten, uhren stopp, stopp uhren, stoppt die uhren",
        },
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "clocks-wished": (
                N_("Waiting for the other players"),
                N_(
                    "The clocks pause when everyone agrees. Until then they keep running. To withdraw your suggestion, "
                    "reply with: start clocks"
                ),
            ),
            "clocks-stopped": (
                N_("The clocks are paused"),
                N_(
                    "Everyone agreed. You can still play. To restart the clocks, any player can reply with: start "
                    "clocks"
                ),
            ),
        },
        help=(Help("stop clocks", N_("ask the others to pause the clocks; to restart them: %(end)s"), "start clocks"),),
        usage=Usage(ALONE, ("stop clocks",)),
    )
    START_CLOCKS = CommandSpec(
        words={
            "en": "start the clocks, start clock, start the clock, clocks on",
            "it": "avvia gli orologi, avvia orologi, avvia l'orologio, riprendi gli orologi",
            "de": "uhren weiter, uhr weiter, uhren starten, uhren laufen",
        },
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "clocks-started": (N_("The clocks are running again"), N_("The other players are notified.")),
            "clocks-unwished": (N_("Suggestion withdrawn"), N_("The clocks were never paused.")),
        },
        help=(),
        usage=Usage(ALONE, ("start clocks",)),
    )
    REPORT = CommandSpec(
        words={"it": "segnala", "de": "melden, melde"},
        kind=ArgumentKind.REASON,
        scope=Scope.GAME,
        answers={
            "reported": (
                N_("Thank you for your report"),
                N_(
                    "The operators of this server will review what %(name)s wrote: “%(said)s” Nobody learns who "
                    "reported it. You can report other messages on the game page."
                ),
            )
        },
        help=(Help("report", N_("report the last message to the operators")),),
        usage=Usage(N_("Write it by itself, or with a colon and the reason."), ("report", "report: spam")),
    )
    BLOCK = CommandSpec(
        words={"it": "blocca", "de": "sperren, sperre, blockieren"},
        kind=ArgumentKind.PLAYER,
        scope=Scope.GAME,
        answers={
            "blocked": (
                N_("%(name)s is blocked"),
                N_(
                    "You no longer get invitations or private messages from %(name)s. Your games go on. To undo this, "
                    "reply with: unblock %(name)s"
                ),
            )
        },
        help=(Help("block bob", N_("get no more invitations from bob; to undo: %(end)s"), "unblock bob"),),
        usage=Usage(_OF_SOMEBODY),
    )
    UNBLOCK = CommandSpec(
        words={"it": "sblocca", "de": "entsperren, freigeben"},
        kind=ArgumentKind.PLAYER,
        scope=Scope.GAME,
        answers={
            "unblocked": (N_("%(name)s is not blocked"), N_("%(name)s can invite you and send you private messages."))
        },
        help=(),
        usage=Usage(_OF_SOMEBODY),
    )
    RESIGN = CommandSpec(
        words={
            "it": "abbandono, abbandona, abbandonare, mi arrendo, resa",
            "de": "aufgeben, aufgabe, gebe auf, ich gebe auf",
        },
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "resign": (N_("Do you want to resign?"), N_("To resign, reply to this email with: resign yes")),
            "resigned": (N_("You resigned"), N_("You no longer play in this game.")),
        },
        help=(Help("resign", N_("resign; we'll ask you to confirm")),),
        usage=Usage(ALONE, ("resign",)),
    )
    BACK = CommandSpec(
        words={"it": "torno, sono tornato, sono tornata", "de": "zurück, zurueck, bin zurück, ich bin zurück"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "back": (
                N_("You are back in the game"),
                N_("The computer does not play for you in this game. We'll email you when it's your turn."),
            )
        },
        help=(),
        usage=Usage(ALONE, ("back",)),
    )
    PLAN = CommandSpec(
        words={"it": "mosse condizionali, piano, programma", "de": "zugplan, plan"},
        kind=ArgumentKind.PLAN,
        scope=Scope.GAME,
        answers={
            "plan-set": (
                N_("Conditional moves saved"),
                N_("Only you can see them. If they fit, we play them for you: %(plan)s."),
            ),
            "plan-shown": (N_("Your conditional moves"), N_("Only you can see them: %(plan)s.")),
            "plan-dropped": (N_("Conditional moves deleted"), N_("From now on you move yourself.")),
        },
        help=(
            Help("plan if … then …", N_("play your move when the others play theirs; to cancel: %(end)s"), "plan off"),
        ),
        usage=Usage(
            N_(
                "After it, write the move you wait for and the move you play then. Write “off” to delete your "
                "conditional moves, or nothing to see them."
            ),
            ("plan", "plan if … then …", "plan off"),
        ),
    )
    VACATION = CommandSpec(
        words={"en": "holiday, holidays", "it": "ferie, vacanza, vacanze", "de": "urlaub, ferien"},
        kind=ArgumentKind.DATES,
        scope=Scope.ANYWHERE,
        answers={
            "vacation": (
                N_("Vacation saved"),
                N_(
                    "%(days)s: your clocks stop on these days, and your opponents are notified. We still email you, "
                    "and you can still play. Your settings list your vacations, and you can end them there."
                ),
            )
        },
        help=(Help("vacation 1-14 August", N_("stop your clocks on these days")),),
        usage=Usage(
            N_("After it, write the first and the last day. A vacation begins today or later and ends within a year."),
            ("vacation 1-14 August",),
        ),
    )
    PAUSE = CommandSpec(
        words={"it": "pausa", "de": "pause"},
        kind=ArgumentKind.DAYS,
        scope=Scope.ANYWHERE,
        answers={
            "paused": (
                N_("Emails paused"),
                N_(
                    "We won't email you about your games until %(until)s. Then you get everything that still matters. "
                    "Deadlines keep running. To get emails again sooner, reply with “resume”."
                ),
            )
        },
        help=(Help("pause 14", N_("get no emails about games for 14 days; to stop: %(end)s"), "resume"),),
        usage=Usage(N_("After it, write a number of days from 1 to 90, or nothing for a week."), ("pause", "pause 14")),
    )
    RESUME = CommandSpec(
        words={"it": "riprendi, riprendo, riprendere", "de": "fortsetzen, weiter"},
        kind=ArgumentKind.ALONE,
        scope=Scope.ANYWHERE,
        answers={
            "resumed": (N_("Emails resumed"), N_("You get emails about your games again, starting with those on hold."))
        },
        help=(),
        usage=Usage(ALONE, ("resume",)),
    )
    QUIET = CommandSpec(
        words={"en": "quiet hours", "it": "ore di silenzio", "de": "ruhezeit, ruhezeiten"},
        kind=ArgumentKind.TIMES,
        scope=Scope.ANYWHERE,
        answers={},
        help=(Help("quiet 22-7", N_("get no emails about games in these hours; to stop: %(end)s"), "quiet off"),),
        usage=Usage(
            N_("After it, write when quiet hours begin and end, without minutes, or “off”."),
            ("quiet 22-7", "quiet off"),
        ),
    )
    DIGEST = CommandSpec(
        words={"en": "daily digest", "it": "riepilogo giornaliero, riepilogo", "de": "tagesübersicht"},
        kind=ArgumentKind.TIMES,
        scope=Scope.ANYWHERE,
        answers={},
        help=(Help("digest at 7", N_("get one email a day about all your games; to stop: %(end)s"), "digest off"),),
        usage=Usage(
            N_("After it, write the hour of the daily email, without minutes, or “off”."),
            ("digest daily at 7", "digest off"),
        ),
    )
    IDLE = CommandSpec(
        words={"en": "delay", "it": "attesa", "de": "wartezeit"},
        kind=ArgumentKind.TIMES,
        scope=Scope.ANYWHERE,
        answers={"emails": (N_("Your emails about games"), "")},
        help=(
            Help("idle 30", N_("get an email only if your turn lasts over 30 minutes; to stop: %(end)s"), "idle off"),
        ),
        usage=Usage(N_("After it, write a number of minutes from 1 to 1440, or “off”."), ("idle 30", "idle off")),
    )
    MUTE = CommandSpec(
        words={"it": "silenzio, silenzia, muto", "de": "stumm, stummschalten"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "muted": (
                N_("No more emails about this game"),
                N_(
                    "The game and its deadlines go on, so check the game page. You still get emails about your other "
                    "games. To get emails about this game again, reply with “unmute” or open this link:"
                ),
            )
        },
        help=(Help("mute", N_("get no more emails about this game; to undo: %(end)s"), "unmute"),),
        usage=Usage(ALONE, ("mute",)),
    )
    UNMUTE = CommandSpec(
        words={"it": "riattiva, riattivare", "de": "laut, laut schalten"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GAME,
        answers={
            "unmuted": (N_("You get emails about this game again"), N_("They come like those about your other games."))
        },
        help=(),
        usage=Usage(ALONE, ("unmute",)),
    )
    NAME = CommandSpec(
        words={
            "en": "my name, my name is",
            "it": "nome, mi chiamo, il mio nome è",
            "de": "name, ich heiße, ich heisse, mein name ist",
        },
        kind=ArgumentKind.SETTING,
        scope=Scope.ANYWHERE,
        answers={
            "named": (N_("Your name is now %(name)s"), N_("Other players will see this name.")),
        },
        help=(Help("name Zoe", N_("set the name that other players see")),),
        usage=Usage(N_("After it, write your new name."), ("name Zoe", "name Zoe Rossi")),
    )
    ZONE = CommandSpec(
        words={
            "en": "time zone, timezone, my zone, my time zone, my timezone",
            "it": "fuso, fuso orario",
            "de": "zeitzone, zone",
        },
        kind=ArgumentKind.SETTING,
        scope=Scope.ANYWHERE,
        answers={
            "zoned": (
                N_("Your time zone is now %(zone)s"),
                N_("It's %(time)s there. Your emails show deadlines in this time zone."),
            )
        },
        help=(Help("zone Rome", N_("set the time zone for your deadlines")),),
        usage=Usage(N_("After it, write a large city in your time zone."), ("zone Rome",)),
    )
    LANGUAGE = CommandSpec(
        words={"en": "my language", "it": "lingua", "de": "sprache"},
        kind=ArgumentKind.SETTING,
        scope=Scope.ANYWHERE,
        answers={
            "language": (
                N_("Your language is now %(language)s"),
                N_("We use it for all your emails, and for pages while you're signed in."),
            )
        },
        help=(Help("language en", N_("set the language of your emails and pages")),),
        usage=Usage(N_("After it, write one of these: %(languages)s."), ("language en", "language it")),
    )
    SUBSTITUTE = CommandSpec(
        words={"en": "stand in, replace", "it": "supplente, supplisco", "de": "einspringen, ersatz, ich springe ein"},
        kind=ArgumentKind.GAMES,
        scope=Scope.ANYWHERE,
        answers={
            "substitute": (
                N_("You are now a substitute"),
                N_("We'll email you when a game needs a substitute (%(games)s). To stop this, write: substitute off"),
            ),
            "substitute-off": (
                N_("You are no longer a substitute"),
                N_("To become one again, write: substitute siesta"),
            ),
        },
        help=(
            Help(
                "substitute siesta",
                N_("get an email when such a game needs a substitute; to stop: %(end)s"),
                "substitute off",
            ),
        ),
        usage=Usage(
            N_("After it, write the names of games (%(games)s), or “all”, or “off”."),
            ("substitute siesta", "substitute all", "substitute off"),
        ),
    )
    WORDS = CommandSpec(
        words={"en": "board in words", "it": "parole, plancia in parole", "de": "worte, brett in worten"},
        kind=ArgumentKind.SWITCH,
        scope=Scope.ANYWHERE,
        answers={
            "words-on": (
                N_("Your emails now describe the board"),
                N_(
                    "Every email with a board now ends with a description in words. To stop this, reply with: words off"
                ),
            ),
            "words-off": (
                N_("Your emails no longer describe the board"),
                N_("To get the descriptions back, reply with: words"),
            ),
        },
        help=(Help("words", N_("describe the board in words in every email; to stop: %(end)s"), "words off"),),
        usage=Usage(N_("Write it by itself, or with “off”."), ("words", "words off")),
    )
    HOLDS = CommandSpec(
        words={"it": "attese", "de": "aufschub"},
        kind=ArgumentKind.HOLDING,
        scope=Scope.ANYWHERE,
        answers={
            "holds-every": (N_("All your moves wait"), N_("Every move that you email waits up to ten minutes.")),
            "holds-some": (
                N_("Some of your moves wait"),
                N_("A move waits up to ten minutes if your email also says something else."),
            ),
            "holds-none": (N_("Your moves don't wait"), N_("We play your moves as soon as your email arrives.")),
        },
        help=(Help("holds every", N_("let every move wait ten minutes, so that you can stop it; or: some, none")),),
        usage=Usage(
            N_("After it, write which of your moves wait up to ten minutes."),
            ("holds every", "holds some", "holds none"),
        ),
    )
    ALIASES = CommandSpec(
        words={
            "en": "alias, addresses, my addresses",
            "it": "indirizzi, i miei indirizzi",
            "de": "adressen, meine adressen",
        },
        kind=ArgumentKind.ADDRESSES,
        scope=Scope.ANYWHERE,
        answers={
            "aliases": (
                N_("Your addresses"),
                N_("Emails from these addresses count as yours: %(addresses)s. You can add one here: %(link)s"),
            ),
            "alias-removed": (
                N_("Address removed"),
                N_("Emails from it no longer count as yours. These still do: %(addresses)s."),
            ),
        },
        help=(Help("aliases", N_("list the addresses from which you can answer, and how to remove one")),),
        usage=Usage(
            N_("Write it by itself, or with “remove” and an address."),
            ("aliases", "aliases remove bob@example.net"),
        ),
    )
    STOP = CommandSpec(
        words={"it": "stop, basta, ferma", "de": "stopp, abbestellen"},
        kind=ArgumentKind.ALONE,
        scope=Scope.GENERAL,
        answers={
            "stopped": (
                N_("No more emails"),
                N_("We now email you only when you ask for something. Your games and their deadlines go on."),
            )
        },
        help=(Help("stop", N_("get no more emails, except answers to yours")),),
        usage=Usage(ALONE, ("stop",)),
    )

    @property
    def english(self) -> str:
        """Return the command in English."""
        return self.name.lower().replace("_", " ")


COMMANDS: Mapping[str, Command] = {command.english: command for command in Command}


def answers_to(*commands: Command) -> Mapping[str, Answer]:
    """Return the answers to these commands, by topic."""
    return {topic: answer for command in commands for topic, answer in command.value.answers.items()}
