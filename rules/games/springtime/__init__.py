"""Springtime, a game of flowers by Phil Leduc for two, and the puzzle played with the same tiles."""

from rules.game import Game, Match, Option
from rules.games.springtime import (
    diagram,
    picture,
    position,
    puzzle,
    puzzle_layout,
    puzzle_picture,
    puzzle_tactics,
    schema,
    squares,
    tactics,
    tiles,
)
from rules.games.springtime.messages import MESSAGES, PUZZLE_MESSAGES, tell, tell_puzzle
from rules.games.springtime.picture import NIGHT
from rules.games.springtime.wording import explained
from rules.prose import N_

RIGHTS = N_(
    "Springtime is by Phil Leduc, copyright 2020, all rights reserved. Its rules may be duplicated and "
    "distributed, unaltered and with full credit to him. Ask him for permission to program or sell the game. Our "
    "thanks to him, and to Andrea Sabbatini, whose Parks puzzles inspired it. The tiles are our own."
)

GAMES = (
    Game(
        id="springtime",
        name="Springtime",
        designer="Phil Leduc",
        summary=N_(
            "Sow flowers across a landscape, each in line with your opponent's last one. The last token may "
            "decide the game."
        ),
        rights=RIGHTS,
        package=__name__,
        players=(2,),
        start=position.start,
        position=position.Springtime,
        picture=picture,
        night=NIGHT,
        tactics=tactics,
        messages=MESSAGES,
        tell=tell,
        explained=explained,
        options={
            "scoring": Option(
                N_("Scoring"),
                {
                    "difference": N_("Difference: the leader of a region scores their lead (as in the rule sheet)"),
                    "majority": N_("Majority: the leader of a region scores one point"),
                },
            )
        },
        new_layout=tiles.new_layout,
        check_layout=tiles.check_layout,
        diagram=diagram.springtime,
        position_schema=schema.POSITION,
        layout_schema=schema.LAYOUT,
        actions=squares.TOKENS,
        match=Match(same_layout=True, decider=True, usual=True),
    ),
    Game(
        id="springtime-puzzle",
        name="Springtime, the puzzle",
        designer="Phil Leduc",
        summary=N_("Together, place one, then two, then three flowers in every row, column and field. 27 is perfect."),
        rights=RIGHTS,
        package=__name__,
        players=(1, 2, 3, 4),
        start=puzzle.start,
        position=puzzle.Puzzle,
        picture=puzzle_picture,
        night=NIGHT,
        tactics=puzzle_tactics,
        messages=PUZZLE_MESSAGES,
        tell=tell_puzzle,
        options={
            "stages": Option(
                N_("Stages"),
                {
                    "strict": N_("Strict: every row, column and field gets its first token before any gets its second"),
                    puzzle.FREE: N_("Free: in any order, up to three tokens in each row, column and field"),
                },
                later=True,
            ),
            puzzle_layout.DIFFICULTY: Option(
                N_("Difficulty"),
                {
                    puzzle_layout.ANY: N_("Any: random fields, usually hard"),
                    puzzle_layout.GENTLE: N_(
                        "Gentle: fill the tightest rows, columns and fields first, and you rarely undo"
                    ),
                    puzzle_layout.TRICKY: N_("Tricky: a first plan rarely works to the end"),
                    puzzle_layout.FIENDISH: N_("Fiendish: hundreds of plans fail before one places all 27"),
                },
                later=True,
            ),
        },
        new_layout=puzzle_layout.new_layout,
        check_layout=puzzle_layout.check_layout,
        diagram=diagram.puzzle,
        position_schema=schema.PUZZLE_POSITION,
        layout_schema=schema.PUZZLE_LAYOUT,
        actions=squares.TOKENS,
        cooperative=True,
        daily=puzzle_layout.daily_layout,
    ),
)
