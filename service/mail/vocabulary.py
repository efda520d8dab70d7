"""The words of commands by mail in every language that they can be written in, and the names of games.

English is always understood. One table: a command, or a word that follows one, is an entry here by its English word.
Whoever reads commands reads English ones, after `in_english`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache

import rules
from service.core.language import language

Words = Mapping[str, str]
"""By language the words for something, with commas between them; several words for one thing, or several of them.

The first is what we write to somebody who has that language; in English it is the word that the entry is found by.
"""

COMMANDS: Mapping[str, Words] = {
    "resign": {
        "it": "abbandono, abbandona, abbandonare, mi arrendo, resa",
        "de": "aufgeben, aufgabe, gebe auf, ich gebe auf",
    },
    "help": {
        "en": "help me, i need help",
        "it": "aiuto, aiutami, ho bisogno di aiuto, mi serve aiuto",
        "de": "hilfe, hilf, hilf mir, ich brauche hilfe",
    },
    "board": {"it": "plancia, tabellone, tavola", "de": "brett, spielbrett, spielplan"},
    "log": {"it": "cronaca, registro, storia", "de": "verlauf, protokoll"},
    "pause": {"it": "pausa", "de": "pause"},
    "resume": {"it": "riprendi, riprendo, riprendere", "de": "fortsetzen, weiter"},
    "mute": {"it": "silenzio, silenzia, muto", "de": "stumm, stummschalten"},
    "unmute": {"it": "riattiva, riattivare", "de": "laut, laut schalten"},
    "back": {"it": "torno, sono tornato, sono tornata", "de": "zurück, zurueck, bin zurück, ich bin zurück"},
    "rematch": {"en": "again, play again", "it": "rivincita, ancora", "de": "revanche, noch einmal"},
    "takeback": {
        "en": "take back, undo, take it back",
        "it": "ritiro la mossa, ritira, annulla",
        "de": "zurücknehmen, zuruecknehmen, zug zurück",
    },
    "draw": {"en": "offer draw", "it": "patta, pareggio", "de": "remis, unentschieden"},
    "stop clocks": {
        "en": "stop the clocks, stop clock, stop the clock, clocks off",
        "it": "ferma gli orologi, ferma orologi, ferma l'orologio, fermare gli orologi",
        "de": "uhren anhalten, uhr anhalten, uhren stopp, stopp uhren, stoppt die uhren",
    },
    "start clocks": {
        "en": "start the clocks, start clock, start the clock, clocks on",
        "it": "avvia gli orologi, avvia orologi, avvia l'orologio, riprendi gli orologi",
        "de": "uhren weiter, uhr weiter, uhren starten, uhren laufen",
    },
    "report": {"it": "segnala", "de": "melden, melde"},
    "block": {"it": "blocca", "de": "sperren, sperre, blockieren"},
    "unblock": {"it": "sblocca", "de": "entsperren, freigeben"},
    "games": {"it": "partite, le mie partite", "de": "spiele, partien, meine spiele, meine partien"},
    "stop": {"it": "stop, basta, ferma", "de": "stopp, abbestellen"},
    "new": {
        "it": "nuova partita, nuovo gioco, nuova, nuovo",
        "de": "neues spiel, neue partie, neu, neues, neue",
    },
    "name": {
        "en": "my name is",
        "it": "nome, mi chiamo, il mio nome è",
        "de": "name, ich heiße, ich heisse, mein name ist",
    },
    "zone": {"en": "time zone, timezone", "it": "fuso, fuso orario", "de": "zeitzone, zone"},
    "language": {"it": "lingua", "de": "sprache"},
    "words": {"en": "board in words", "it": "parole, plancia in parole", "de": "worte, brett in worten"},
    "substitute": {
        "en": "stand in, replace",
        "it": "supplente, supplisco",
        "de": "einspringen, ersatz, ich springe ein",
    },
    "rules": {
        "en": "guide, how to play",
        "it": "regole, guida, come si gioca",
        "de": "regeln, spielregeln, anleitung",
    },
    "show": {"it": "mostra", "de": "zeige, zeig"},
    "plan": {"it": "piano, programma", "de": "plan"},
    "vacation": {"en": "holiday, holidays", "it": "ferie, vacanza, vacanze", "de": "urlaub, ferien"},
}
"""What a line begins with that asks for something."""

FOLLOWING: Mapping[str, Words] = {
    "yes": {"it": "sì, si", "de": "ja"},
    "for": {"en": "of", "it": "per, di", "de": "für, fuer, von"},
    "day": {"it": "giorno", "de": "tag"},
    "days": {"it": "giorni", "de": "tage, tagen"},
    "level": {"en": "computer", "it": "livello", "de": "stufe"},
    "late": {"it": "ritardo", "de": "verspätet"},
    "substitute": {"it": "supplente", "de": "ersatz"},
    "grace": {"it": "ripensamento", "de": "bedenkzeit"},
    "anybody": {"en": "anyone", "it": "chiunque", "de": "irgendwer, jedermann"},
    "bot": {"en": "robot", "it": "un bot", "de": "roboter"},
    "fast": {"en": "quick, blitz", "it": "veloce, rapido, rapida, lampo", "de": "schnell, blitz"},
    "open": {"it": "aperto, aperta, libero, libera", "de": "offen, frei"},
}
"""What may follow a command."""

WITHIN: Mapping[str, Words] = {
    "on": {"en": "yes", "it": "sì, si", "de": "an, ja"},
    "off": {"en": "no", "it": "no", "de": "aus, nein"},
    "moves": {"en": "move, notation", "it": "mosse, mossa", "de": "züge, zug"},
    "turn": {"en": "move, line, no, number, after", "it": "turno, mossa, dopo", "de": "zug, nach"},
    "match": {"it": "incontro", "de": "wettkampf"},
    "series": {"en": "first to", "it": "serie, primo a", "de": "serie, zuerst"},
    "beacon": {"en": "public beacon", "it": "sorgente, sorgente pubblica", "de": "zufallsquelle"},
    "private": {"it": "privata, privato", "de": "privat"},
    "public": {"it": "pubblica, pubblico", "de": "öffentlich"},
    "layout": {"en": "layout of, board of", "it": "disposizione, disposizione di", "de": "auslage, auslage von"},
    "say": {"it": "di', dì, di, dire, messaggio", "de": "sag, sage, sagen, nachricht"},
    "to": {"it": "a", "de": "an"},
    "all": {"it": "tutti", "de": "alle"},
    "if": {"it": "se", "de": "wenn"},
    "then": {"it": "allora", "de": "dann"},
    "august": {"it": "agosto", "de": "August"},
    "please": {
        "en": "pls, plz, kindly",
        "it": "per favore, per piacere, per cortesia",
        "de": "bitte, bitte sehr, bitteschön",
    },
    "hello": {
        "en": "hi, hey, hiya, howdy, good morning, good evening, good day, greetings",
        "it": "ciao, salve, buongiorno, buonasera",
        "de": "hallo, guten morgen, guten tag, guten abend, moin, servus, grüß gott",
    },
}
"""What is read by patterns of their own, each by `any_of`: one word may stand for several of them."""

_OF_ALL = frozenset(["en", "basta", "brett", "ferie", "pausa", "protokoll", "registro", "resa", "stopp"])
"""What does not tell which language somebody speaks: English, and words of languages that are not known here."""
_NUMBERED = re.compile(r"([^\W\d]+)(\d+)")
"""A word with its number right behind it: `livello2`."""
_LETTERS = re.compile(r"[^\W\d_]+")
_LIKE = 0.75
"""How much two words are alike that may be meant for each other (difflib's ratio)."""
_SHORTEST = 4
"""Letters of a word that can be taken for another one: `log` is like too many."""
_MOST = 2
"""Words of a line that may be a command written wrong."""


def in_english(words: Sequence[str]) -> list[str]:
    """The words of a line in lower case: a command and what follows it in English, all else as it is."""
    for count in range(min(_longest(), len(words)), 0, -1):
        command = _commands().get(tuple(words[:count]))
        if command is not None:
            return [command, *(each for word in words[count:] for each in _following(word))]
    return list(words)


def begun_as_written(command: str) -> str:
    """A command of one word in the reader's language, and what stands behind it as it is: a name is no word of ours."""
    word, behind, rest = command.partition(" ")
    return f"{as_written(word)}{behind}{rest}"


def as_written(command: str) -> str:
    """A command in the reader's language."""
    return written_in(command, language())


def written_in(line: str, language: str) -> str:
    """A command that is written in English as it is written in a language; other words of the line stay as they are."""
    if language == "en":
        return line
    several = next((name for name in COMMANDS if " " in name and f"{line} ".startswith(f"{name} ")), "")
    if several:
        return f"{_first_way(COMMANDS, several, language)}{line.removeprefix(several)}"
    first, _, rest = line.partition(" ")
    begun = _LETTERS.sub(lambda word: _first_way({**COMMANDS, **WITHIN}, word[0], language), first)
    followed = (
        word if "@" in word else _LETTERS.sub(lambda part: _first_way({**FOLLOWING, **WITHIN}, part[0], language), word)
        for word in rest.split()
    )
    return " ".join([begun, *followed])


def any_of(*names: str) -> str:
    """A pattern of all ways to write any of these, in lower case, the longest first."""
    written = {way for name in names for way in ways(name)}
    return "|".join(re.escape(way) for way in sorted(written, key=lambda way: (-len(way), way)))


def language_of(words: Sequence[str]) -> str | None:
    """The tag of the only language in which the words begin a command; None if that is English, several or none."""
    for count in range(min(_longest(), len(words)), 0, -1):
        command = tuple(words[:count])
        if command in _commands():
            speakers = {language for _, language, written in _written(COMMANDS) if written == command}
            return speakers.pop() if len(speakers) == 1 and not _OF_ALL.intersection([*speakers, *command]) else None
    return None


def ways(name: str) -> list[str]:
    """How something of any of the tables is written in all languages."""
    written = (each for table in (COMMANDS, FOLLOWING, WITHIN) for each in _written(table))
    return [" ".join(way) for english, _, way in written if english == name]


def near_commands(words: Sequence[str]) -> list[str]:
    """The commands that a short line may be meant for, as they are written in any language, the nearest first."""
    text = " ".join(words)
    if not 1 <= len(words) <= _MOST or len(text) < _SHORTEST or not text.replace(" ", "").isalpha():
        return []
    return get_close_matches(text, [" ".join(written) for written in _commands()], cutoff=_LIKE)


def game_named(text: str) -> str | None:
    """The id of the game that is meant: by its id, its name or the first word of it, also misspelt; None if none is."""
    wanted, names = text.lower().strip(".!\"'<> "), _names()
    if wanted in names:
        return names[wanted]
    near = get_close_matches(wanted, names, 1, _LIKE)
    return names[near[0]] if near else None


def game_at_beginning(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The id of the game that the first words name, as many as do, and the words behind them."""
    for count in range(len(words), 0, -1):
        named = _names().get(" ".join(words[:count]))
        if named:
            return named, words[count:]
    return (game_named(words[0]), words[1:]) if words else (None, ())


def _first_way(table: Mapping[str, Words], word: str, language: str) -> str:
    return table.get(word.lower(), {}).get(language, word).split(", ")[0]


def _following(word: str) -> list[str]:
    numbered = _NUMBERED.fullmatch(word)
    if numbered and numbered[1] in _arguments():
        return [f"{_arguments()[numbered[1]]}{numbered[2]}"]
    return [_arguments().get(word, word)]


@cache
def _commands() -> Mapping[tuple[str, ...], str]:
    return {written: english for english, _, written in _written(COMMANDS)}


@cache
def _arguments() -> Mapping[str, str]:
    return {" ".join(written): english for english, _, written in _written(FOLLOWING)}


@cache
def _longest() -> int:
    return max(map(len, _commands()))


def _written(table: Mapping[str, Words]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """English word, language and written words of each way to write each entry."""
    for english, words in table.items():
        yield english, "en", tuple(english.split())
        for tag, ways in words.items():
            yield from ((english, tag, tuple(way.split())) for way in ways.split(", "))


@cache
def _names() -> Mapping[str, str]:
    games = rules.games().values()
    first = {game.name.lower().split()[0]: game.id for game in reversed(list(games))}
    spoken = {game.name.lower().replace(",", "").replace(" the ", " "): game.id for game in games}
    return first | spoken | {game.name.lower(): game.id for game in games} | {game.id: game.id for game in games}
