"""Seasons of the Sun, a dice game by Ingo Althöfer."""

from rules.game import Game, Option
from rules.games.seasons import actions, diagram, picture, schema, tactics
from rules.games.seasons.messages import MESSAGES, tell
from rules.games.seasons.picture import NIGHT
from rules.games.seasons.position import Seasons, start
from rules.games.seasons.wording import explained, in_words
from rules.prose import N_

GAMES = (
    Game(
        id="seasons",
        name="Seasons of the Sun",
        designer="Ingo Althöfer",
        summary=N_(
            "Roll three dice, place high or low sums, and win the most valuable sectors around the sun. Quick, "
            "with some luck."
        ),
        rights=N_(
            "Seasons of the Sun is by Ingo Althöfer, copyright 2007/08, distributed by 3-Hirn-Verlag. Our thanks "
            "to him."
        ),
        package=__name__,
        players=(2, 3),
        knows_draws=True,
        start=start,
        position=Seasons,
        picture=picture,
        night=NIGHT,
        tactics=tactics,
        messages=MESSAGES,
        tell=tell,
        in_words=in_words,
        explained=explained,
        options={
            "version": Option(
                N_("Version"),
                {
                    "full": N_("Full: you may reroll dice once per turn"),
                    "basic": N_("Basic: no reroll"),
                },
            )
        },
        diagram=diagram.read,
        position_schema=schema.POSITION,
        actions=(*actions.PLACES, *actions.REROLLS.values()),
        outcomes=tuple(actions.ROLLS.values()),
    ),
)
