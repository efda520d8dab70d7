"""Siesta, a game of suns, roofs and shadows by Guido Hoffmann."""

from rules.game import Game
from rules.games.siesta import diagram, picture, pieces, schema, tactics
from rules.games.siesta.messages import MESSAGES, tell
from rules.games.siesta.picture import NIGHT
from rules.games.siesta.position import Siesta, start
from rules.games.siesta.wording import explained, in_words
from rules.prose import N_

GAMES = (
    Game(
        id="siesta",
        name="Siesta",
        designer="Guido Hoffmann",
        summary=N_("Place suns, roofs and shadows in a line. Every shadow behind your roofs is a point."),
        rights=N_(
            "Siesta is by Guido Hoffmann. All rights belong to the author and the publishers. We used the "
            "unofficial Italian translation of the rules, made for players. Our thanks to all of them."
        ),
        package=__name__,
        players=(2, 3, 4),
        knows_draws=True,
        start=start,
        position=Siesta,
        picture=picture,
        night=NIGHT,
        tactics=tactics,
        messages=MESSAGES,
        tell=tell,
        in_words=in_words,
        explained=explained,
        diagram=diagram.read,
        position_schema=schema.POSITION,
        actions=pieces.ACTIONS,
    ),
)
