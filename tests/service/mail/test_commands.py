"""What people ask for by mail."""

import pytest

import rules
from service.mail.command_table import COMMANDS, ArgumentKind, Command, Scope
from service.mail.commands import (
    Consent,
    GeneralIntent,
    Move,
    Request,
    Say,
    TurnIntent,
    language_of,
    near_order,
    near_request,
    understand,
    understand_general,
)
from service.mail.new_games import NewGameIntent, Unclear
from service.mail.vocabulary import ways
from service.play.games import NewGame, SeatWish

ME = SeatWish(me=True)
BOB = SeatWish(email="bob@example.net")


REQUESTS = [
    command for command in Command if command.value.kind in (ArgumentKind.ALONE, ArgumentKind.DAYS, ArgumentKind.TOPIC)
]


@pytest.mark.parametrize("command", [command for command in REQUESTS if Scope.GAME in command.value.scope])
def test_a_word_alone_is_a_request_however_it_is_written(command: Command) -> None:
    word = command.english
    for written in (word, word.upper(), f" {word.title()}. ", f'"{word}"', f"{word}!"):
        assert understand(written) == Request(command)


def test_resigning_is_confirmed_by_a_yes_behind_it() -> None:
    assert understand("Resign, yes.") == Request(Command.RESIGN, "yes")


@pytest.mark.parametrize(
    ("text", "days"), [("pause 14", "14"), ("Pause for 3 days.", "3"), ("pause 1 day", "1"), ("pause 9999", "9999")]
)
def test_a_pause_can_be_given_its_days(text: str, days: str) -> None:
    assert understand(text) == Request(Command.PAUSE, days)


@pytest.mark.parametrize(
    "text",
    [
        "resign no",
        "pause 12345",
        "pause -1",
        "resume 3",
        "mute 3",
        "resign yes yes",
        "yes resign",
        "i resign",
        "place max-15",
        "",
        "boards",
        "resign?",
        "resign: yes",
        "fuso orario",
        "my name is",
        "> rules",
        "> say hello",
    ],
)
def test_anything_else_is_left_to_the_rules(text: str) -> None:
    assert understand(text) == Move(text)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Help, please", Request(Command.HELP)),
        ("Please help!", Request(Command.HELP)),
        ("Help me, please!!", Request(Command.HELP)),
        ("I need help.", Request(Command.HELP)),
        ("Hilfe bitte", Request(Command.HELP)),
        ("Bitte um Ruhe", Move("Bitte um Ruhe")),
        ("Bitte, bitte hilf mir!", Request(Command.HELP)),
        ("board please, please", Request(Command.BOARD)),
        ("name please", Move("name please")),
        ("zone, bitte", Move("zone, bitte")),
        ("Bitte, hilf mir!", Request(Command.HELP)),
        ("Ich brauche Hilfe, bitte.", Request(Command.HELP)),
        ("aiuto per favore", Request(Command.HELP)),
        ("Per favore, aiutami!", Request(Command.HELP)),
        ("Ho bisogno di aiuto", Request(Command.HELP)),
        ("pause 14, please", Request(Command.PAUSE, "14")),
        ("Please pause.", Request(Command.PAUSE)),
        ("il tabellone per favore", Move("il tabellone per favore")),
        ("say please come back, please", Say("please come back, please")),
        ("please", Move("please")),
        ("Bitte!", Move("Bitte!")),
        ("Thanks again", Move("Thanks again")),
        ("Grazie, ancora", Move("Grazie, ancora")),
        ("resign? please", Move("resign? please")),
    ],
)
def test_a_please_changes_nothing_in_what_is_asked_for(text: str, asked: TurnIntent) -> None:
    assert understand(text) == asked


@pytest.mark.parametrize("text", ["Help, please", "please help", "Help me!", "Hilfe bitte!", "aiuto, per favore"])
def test_the_general_address_helps_who_asks_kindly(text: str) -> None:
    assert understand_general(text) == Request(Command.HELP)


def test_a_wish_at_the_general_address_may_be_kind() -> None:
    assert understand_general("Please new siesta level2") == NewGameIntent(NewGame("siesta", [ME, SeatWish(ai=2)]))
    assert understand_general("new siesta level2, please.") == NewGameIntent(NewGame("siesta", [ME, SeatWish(ai=2)]))
    assert understand_general("games please") == Request(Command.GAMES)
    assert language_of("Hilfe, bitte") == "de"


@pytest.mark.parametrize("game", rules.games())
def test_no_action_of_any_game_is_mistaken_for_a_request(game: str) -> None:
    ruleset = rules.game(game)
    position = ruleset.initial_position(ruleset.new_setup(players=ruleset.players[0]))
    actions = [str(action) for action in position.legal_actions()]
    assert [understand(action) for action in actions] == [Move(action) for action in actions]


WISHES = [
    ("new siesta bob@example.net level2", "siesta", [BOB, SeatWish(ai=2)]),
    ("New Siesta, Bob@Example.net, Level 2.", "siesta", [BOB, SeatWish(ai=2)]),
    ("new seasons open", "seasons", [SeatWish(open=True)]),
    ("new seasons <bob@example.net>", "seasons", [BOB]),
    ("new: seasons bob@example.net", "seasons", [BOB]),
    ("new dawn level 3", "dawn", [SeatWish(ai=3)]),
]
BEACONS = [
    "new seasons bob@example.net beacon 60",
    "new seasons public beacon 60 bob@example.net",
    "nuova partita seasons bob@example.net sorgente pubblica 60",
    "neues Spiel Seasons bob@example.net Zufallsquelle 60",
]


@pytest.mark.parametrize(("text", "game", "others"), WISHES)
def test_a_new_game_is_asked_for_by_its_name_and_the_opponents(text: str, game: str, others: list[SeatWish]) -> None:
    assert understand_general(text) == NewGameIntent(NewGame(game, [ME, *others]))


PUZZLES = [
    ("new springtime-puzzle gentle", {"difficulty": "gentle"}),
    ("new springtime-puzzle difficulty fiendish free", {"difficulty": "fiendish", "stages": "free"}),
    ("new springtime-puzzle stages: strict, tricky", {"difficulty": "tricky", "stages": "strict"}),
]


@pytest.mark.parametrize(("text", "options"), PUZZLES)
def test_a_puzzle_is_asked_for_with_its_difficulty(text: str, options: dict[str, str]) -> None:
    assert understand_general(text) == NewGameIntent(NewGame("springtime-puzzle", [ME], options=options))


@pytest.mark.parametrize("text", BEACONS)
def test_a_new_game_is_asked_for_whose_dice_take_in_a_public_beacon(text: str) -> None:
    assert understand_general(text) == NewGameIntent(NewGame("seasons", [ME, BOB], beacon_minutes=60))


@pytest.mark.parametrize(
    "text",
    [
        "new seasons bob@example.net rated",
        "nuova partita seasons bob@example.net classificata",
        "neues Spiel Seasons bob@example.net gewertet",
    ],
)
def test_a_rated_game_is_asked_for_with_one_word(text: str) -> None:
    assert understand_general(text) == NewGameIntent(NewGame("seasons", [ME, BOB], rated=True))


UNCLEAR = [
    ("new seasons level1 beacon", "bad-term", "beacon"),
    ("new seasons level1 beacon 0", "bad-term", "beacon"),
    ("new seasons level1 beacon 20161", "bad-term", "beacon"),
    ("new", "no-game", ""),
    ("new chess bob@example.net", "no-such-ruleset", "chess"),
    ("new siesta", "no-opponents", "siesta"),
    ("new siesta bob", "bad-seat", "bob"),
    ("new siesta bob@example.net level", "bad-term", "level"),
    ("new siesta level0", "bad-term", "level"),
    ("new siesta level9", "bad-term", "level"),
    ("neues Spiel Siesta Stufe 9", "bad-term", "level"),
    ("new siesta level1 days 0", "bad-term", "days"),
    ("new siesta level1 61 days", "bad-term", "days"),
    ("new siesta level1 fast 999", "bad-term", "fast"),
    ("new siesta bob@example.net series 99", "bad-term", "series"),
    ("new siesta level1 late", "bad-term", "late"),
    ("new siesta level1 first to 6", "bad-term", "series"),
    ("games thanks", "not-understood", "games thanks"),
    ("place max-15", "not-understood", "place max-15"),
    ("", "not-understood", ""),
]


@pytest.mark.parametrize(("text", "code", "word"), UNCLEAR)
def test_what_cannot_be_had_says_what_it_stumbled_on(text: str, code: str, word: str) -> None:
    assert understand_general(text) == Unclear(code, word)


@pytest.mark.parametrize("command", [command for command in REQUESTS if Scope.GENERAL in command.value.scope])
def test_the_general_address_knows_its_words_however_they_are_written(command: Command) -> None:
    word = command.english
    assert [understand_general(text) for text in (word, word.upper(), f"{word}.")] == [Request(command)] * 3


@pytest.mark.parametrize("text", ["yes", "Yes!", "confirm", "OK"])
def test_a_wish_is_confirmed_in_one_word(text: str) -> None:
    assert understand_general(text) == Consent.YES


IN_OTHER_LANGUAGES = [
    ("Aiuto!", Request(Command.HELP)),
    ("Hilfe", Request(Command.HELP)),
    ("tabellone", Request(Command.BOARD)),
    ("Brett", Request(Command.BOARD)),
    ("Spielplan.", Request(Command.BOARD)),
    ("cronaca", Request(Command.LOG)),
    ("Verlauf", Request(Command.LOG)),
    ("pausa", Request(Command.PAUSE)),
    ("Pausa di 14 giorni", Request(Command.PAUSE, "14")),
    ("Pause für 3 Tage", Request(Command.PAUSE, "3")),
    ("pause 1 Tag", Request(Command.PAUSE, "1")),
    ("riprendi", Request(Command.RESUME)),
    ("weiter", Request(Command.RESUME)),
    ("silenzio", Request(Command.MUTE)),
    ("stumm", Request(Command.MUTE)),
    ("riattiva", Request(Command.UNMUTE)),
    ("laut", Request(Command.UNMUTE)),
    ("Mi arrendo.", Request(Command.RESIGN)),
    ("abbandono, sì", Request(Command.RESIGN, "yes")),
    ("Aufgeben ja!", Request(Command.RESIGN, "yes")),
    ("dì: ciao a tutti", Say("ciao a tutti")),
    ("Nachricht: hallo", Say("hallo")),
    ("annullare", Request(Command.TAKEBACK)),
    ("annulla", Request(Command.TAKEBACK)),
    ("zurücknehmen", Request(Command.TAKEBACK)),
    ("mosse condizionali se e5 allora e6", Request(Command.PLAN, "se e5 allora e6")),
    ("Piano: se e5 allora e6", Request(Command.PLAN, "se e5 allora e6")),
    ("Zugplan wenn e5 dann e6", Request(Command.PLAN, "wenn e5 dann e6")),
    ("plan wenn e5 dann e6", Request(Command.PLAN, "wenn e5 dann e6")),
    ("mosse condizionali no", Request(Command.PLAN, "off")),
    ("Zugplan aus", Request(Command.PLAN, "off")),
]


@pytest.mark.parametrize(("text", "asked"), IN_OTHER_LANGUAGES)
def test_the_words_are_understood_in_italian_and_german_too(text: str, asked: Request | Say) -> None:
    assert understand(text) == asked


@pytest.mark.parametrize(
    "text", ["Sag mal, wie geht's?", "Di solito vinco io", "Weiter so!", "Storia interessante", "die Tage"]
)
def test_small_talk_in_italian_and_german_asks_for_nothing(text: str) -> None:
    assert understand(text) == Move(text)
    assert language_of(text) is None


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("partite", Request(Command.GAMES)),
        ("Meine Spiele", Request(Command.GAMES)),
        ("basta", Request(Command.STOP)),
        ("Hilfe!", Request(Command.HELP)),
        ("nuova partita siesta bob@example.net livello 2", NewGameIntent(NewGame("siesta", [ME, BOB, SeatWish(ai=2)]))),
        ("Neues Spiel Siesta Bob@example.net, Stufe2", NewGameIntent(NewGame("siesta", [ME, BOB, SeatWish(ai=2)]))),
        ("nuovo seasons aperto", NewGameIntent(NewGame("seasons", [ME, SeatWish(open=True)]))),
        ("neu seasons offen", NewGameIntent(NewGame("seasons", [ME, SeatWish(open=True)]))),
        ("neu schach", Unclear("no-such-ruleset", "schach")),
    ],
)
def test_the_general_address_understands_italian_and_german(text: str, asked: GeneralIntent) -> None:
    assert understand_general(text) == asked


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("aiuto", "it"),
        ("Hilfe!", "de"),
        ("ferie 1-14 agosto", None),
        ("urlaub", "de"),
        ("Urlaub: 1.-14. August", "de"),
        ("Nachricht: hallo", "de"),
        ("help", None),
        ("pause", None),
    ],
)
def test_a_command_tells_its_language_where_no_other_has_it(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_every_word_of_a_command_stands_for_one_thing() -> None:
    written = [way for command in COMMANDS for way in {*ways(command)}]
    assert len(written) == len({*written})


def test_a_word_written_wrong_is_near_to_the_right_one_of_its_grammar() -> None:
    for wrong, right in {"aiutto": "aiuto", "Hilffe": "hilfe", "aufgebn": "aufgeben", "boerd": "board"}.items():
        assert near_request(wrong) == right
    assert (near_order("partitte"), near_order("Speile"), near_order("aufgebn")) == ("partite", "spiele", None)
    assert [near_request(talk) for talk in ("Grazie!", "Danke", "Ciao Bob", "Bravo", "Buona partita a tutti")] == [
        None
    ] * 5
