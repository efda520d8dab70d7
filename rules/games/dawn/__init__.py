"""DAWN 11/15, a game by Ingo Althöfer: two asteroids, two sets of bars, and a die."""

from rules.game import Game, Match
from rules.games.dawn import actions, diagram, picture, schema, tactics
from rules.games.dawn.messages import MESSAGES, tell
from rules.games.dawn.position import DawnPosition, start
from rules.games.dawn.wording import explained, in_words
from rules.prose import N_

GAMES = (
    Game(
        id="dawn",
        name="DAWN 11/15",
        designer="Ingo Althöfer",
        summary=N_("Nature drives two asteroids, Mission Control walls them in with bars: a hunt over two games."),
        rights=N_("DAWN 11/15 is by Ingo Althöfer, copyright July 2007, updated April 2019. Our thanks to him."),
        package=__name__,
        players=(2,),
        start=start,
        position=DawnPosition,
        picture=picture,
        tactics=tactics,
        messages=MESSAGES,
        tell=tell,
        in_words=in_words,
        explained=explained,
        diagram=diagram.read,
        sides=(N_("Nature"), N_("Mission Control")),
        counts_at_end=True,
        match=Match(usual=True),
        position_schema=schema.POSITION,
        actions=actions.ACTIONS,
        outcomes=actions.ROLLS,
    ),
)
