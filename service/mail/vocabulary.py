"""Vocabulary of email commands: argument words in every language, translation of command lines, and names of games.

English is always understood. Each entry's key is its English word; commands have a table of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache

import rules
from service.language.catalogue import language
from service.mail.command_table import COMMANDS, ArgumentKind, Command, Words

FOLLOWING: Mapping[str, Words] = {
    "yes": {"it": "sì, si", "de": "ja"},
    "for": {"en": "of", "it": "per, di", "de": "für, fuer, von"},
    "day": {"it": "giorno", "de": "tag"},
    "days": {"it": "giorni", "de": "tage, tagen"},
    "level": {"en": "computer", "it": "livello", "de": "stufe"},
    "late": {"it": "ritardo", "de": "verspätet"},
    "substitute": {"it": "supplente", "de": "ersatz"},
    "grace": {"it": "ripensamento", "de": "rücknahmefrist"},
    "rated": {"it": "classificata, classificato", "de": "gewertet"},
    "bot": {"en": "robot", "it": "un bot", "de": "roboter"},
    "fast": {"en": "quick, blitz", "it": "veloce, rapido, rapida, lampo", "de": "schnell, blitz"},
    "open": {"it": "aperto, aperta, libero, libera", "de": "offen, frei"},
}
"""Words that may follow a command."""

WITHIN: Mapping[str, Words] = {
    "on": {"en": "yes", "it": "sì, si", "de": "an, ja"},
    "off": {"en": "no", "it": "no", "de": "aus, nein"},
    "remove": {"en": "delete", "it": "rimuovi, togli, elimina", "de": "entfernen, entferne, löschen, lösche"},
    "moves": {"en": "move, notation", "it": "mosse, mossa", "de": "züge, zug"},
    "turn": {"en": "move, line, no, number, after", "it": "turno, mossa, dopo", "de": "zug, nach"},
    "match": {"it": "incontro", "de": "wettkampf"},
    "series": {"en": "first to", "it": "serie, primo a", "de": "serie, zuerst"},
    "beacon": {"en": "public beacon", "it": "sorgente, sorgente pubblica", "de": "zufallsquelle"},
    "private": {"it": "privata, privato", "de": "privat"},
    "rated": {"it": "classificata, classificato", "de": "gewertet"},
    "public": {"it": "pubblica, pubblico", "de": "öffentlich"},
    "layout": {"en": "layout of, board of", "it": "disposizione, disposizione di", "de": "auslage, auslage von"},
    "to": {"it": "a", "de": "an"},
    "all": {"it": "tutti", "de": "alle"},
    "every": {"en": "each, all", "it": "ogni, tutte", "de": "jeder, jeden, alle"},
    "some": {"it": "alcune", "de": "manche, einige"},
    "none": {"it": "nessuna", "de": "keine, keiner"},
    "if": {"it": "se", "de": "wenn"},
    "then": {"it": "allora", "de": "dann"},
    "august": {"it": "agosto", "de": "August"},
    "from": {"en": "between", "it": "dalle", "de": "von"},
    "until": {"en": "to, till, and", "it": "alle, fino alle", "de": "bis, und"},
    "daily": {"en": "every day, once a day", "it": "ogni giorno, una volta al giorno", "de": "täglich, einmal am tag"},
    "at": {"it": "alle", "de": "um"},
    "after": {"it": "dopo", "de": "nach"},
    "minutes": {"en": "minute, min", "it": "minuti, minuto", "de": "minuten, minute"},
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
"""Words in special patterns, each by `any_of`; a word may stand for several of them."""

_COMMANDS = {name: command.value.words for name, command in COMMANDS.items()}
_OF_ALL = frozenset(["basta", "brett", "ferie", "pausa", "protokoll", "registro", "resa", "stopp"])
"""Words that identify no language: they are also English, or of a language unknown here."""
_NUMBERED = re.compile(r"([^\W\d]+)(\d+)")
"""A word with its number attached: `livello2`."""
_LETTERS = re.compile(r"[^\W\d_]+")
_LIKE = 0.75
"""The least similarity of a mistyped word (difflib's ratio)."""
_SHORTEST = 4
"""Letters of a word that may be mistyped; shorter ones such as `log` resemble too many others."""
_MOST = 2
"""Words of a line that may be a mistyped command."""


def following(words: Sequence[str]) -> list[str]:
    """Translate words after a command, in lower case, to English where they are words of ours."""
    return [_in_english(word) for word in words]


def begun_as_written(command: str) -> str:
    """Translate the first word of a command to the reader's language and keep the rest, such as a name."""
    word, behind, rest = command.partition(" ")
    return f"{as_written(word)}{behind}{rest}"


def as_written(command: str) -> str:
    """Translate a command to the reader's language."""
    return written_in(command, language())


def written_in(line: str, language: str) -> str:
    """Translate an English command to a language; other words of the line are kept."""
    if language == "en":
        return line
    several = next((name for name in _COMMANDS if " " in name and f"{line} ".startswith(f"{name} ")), "")
    if several:
        return f"{_first_way(_COMMANDS, several, language)}{line.removeprefix(several)}"
    first, _, rest = line.partition(" ")
    begun = _LETTERS.sub(lambda word: _first_way({**_COMMANDS, **WITHIN}, word[0], language), first)
    followed = (
        word if "@" in word else _LETTERS.sub(lambda part: _first_way({**FOLLOWING, **WITHIN}, part[0], language), word)
        for word in rest.split()
    )
    return " ".join([begun, *followed])


def any_of(*names: str) -> str:
    """Return a regular expression for all ways to write any of these words, in lower case, the longest first."""
    written = {way for name in names for way in ways(name)}
    return "|".join(re.escape(way) for way in sorted(written, key=lambda way: (-len(way), way)))


def ways(name: str) -> list[str]:
    """Return all ways to write a word of any table, in all languages."""
    written = (each for table in (_COMMANDS, FOLLOWING, WITHIN) for each in _written(table))
    return [way for english, _, way in written if english == name]


def near_commands(words: Sequence[str]) -> list[str]:
    """Suggest the commands that a short line may mean, as written in any language, the nearest first."""
    text = " ".join(words)
    if not 1 <= len(words) <= _MOST or len(text) < _SHORTEST or not text.replace(" ", "").isalpha():
        return []
    written = [way for way, (command, _) in BEGINNINGS.items() if command.value.kind is not ArgumentKind.TALK]
    return get_close_matches(text, written, cutoff=_LIKE)


def game_named(text: str) -> str | None:
    """Find a game's id by its id, its name or the name's first word, also mistyped; None if there is none."""
    wanted, names = text.lower().strip(".!\"'<> "), _names()
    if wanted in names:
        return names[wanted]
    near = get_close_matches(wanted, names, 1, _LIKE)
    return names[near[0]] if near else None


def game_at_beginning(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Match the longest name of a game at the beginning; return its id and the other words."""
    for count in range(len(words), 0, -1):
        named = _names().get(" ".join(words[:count]))
        if named:
            return named, words[count:]
    return (game_named(words[0]), words[1:]) if words else (None, ())


def _first_way(table: Mapping[str, Words], word: str, language: str) -> str:
    return table.get(word.lower(), {}).get(language, word).split(", ")[0]


def _in_english(word: str) -> str:
    numbered = _NUMBERED.fullmatch(word)
    if numbered and numbered[1] in _ARGUMENTS:
        return f"{_ARGUMENTS[numbered[1]]}{numbered[2]}"
    return _ARGUMENTS.get(word, word)


def _written(table: Mapping[str, Words]) -> Iterator[tuple[str, str, str]]:
    """Yield English word, language and written form of each way to write each entry."""
    for english, words in table.items():
        yield english, "en", english
        for tag, ways in words.items():
            yield from ((english, tag, way) for way in ways.split(", "))


def _beginnings() -> Mapping[str, tuple[Command, str | None]]:
    found: dict[str, tuple[Command, str | None]] = {}
    for english, tag, way in _written(_COMMANDS):
        tells = way not in found and tag != "en" and _OF_ALL.isdisjoint(way.split())
        found[way] = COMMANDS[english], tag if tells else None
    return found


@cache
def _names() -> Mapping[str, str]:
    games = rules.games().values()
    first = {game.name.lower().split()[0]: game.id for game in reversed(list(games))}
    spoken = {game.name.lower().replace(",", "").replace(" the ", " "): game.id for game in games}
    return first | spoken | {game.name.lower(): game.id for game in games} | {game.id: game.id for game in games}


_ARGUMENTS = {way: english for english, _, way in _written(FOLLOWING)}
BEGINNINGS = _beginnings()
"""Each way to begin a command, with the only language it belongs to; None for English, several or unknown ones."""
