"""Tribes of the Four Seasons, a piecepack game by Phillip Lerche."""

from rules.game import Game, Option
from rules.games.tribes import picture, schema, tactics
from rules.games.tribes.actions import ACTIONS
from rules.games.tribes.diagram import diagram
from rules.games.tribes.layout import check_layout, new_layout
from rules.games.tribes.messages import MESSAGES, tell
from rules.games.tribes.picture import NIGHT
from rules.games.tribes.position import TribesPosition, start
from rules.games.tribes.wording import explained, in_words
from rules.prose import N_

GAMES = (
    Game(
        id="tribes",
        name="Tribes of the Four Seasons",
        designer="Phillip Lerche",
        summary=N_("Lead a Shaman from settlement to settlement, bring your tribe along, and gather what it lacks."),
        rights=N_(
            "Tribes of the Four Seasons is by Phillip Lerche, copyright 2004, published under the GNU Free "
            "Documentation License 1.2. Our thanks to him, and to the makers of the piecepack."
        ),
        package=__name__,
        players=(2, 3, 4),
        knows_draws=True,
        start=start,
        position=TribesPosition,
        picture=picture,
        night=NIGHT,
        tactics=tactics,
        messages=MESSAGES,
        tell=tell,
        in_words=in_words,
        explained=explained,
        options={
            "coins": Option(
                N_("Coins"),
                {
                    "standard": N_("Standard: each player has all coins of their own tribe"),
                    "advanced": N_("Advanced: players exchange some coins, for a more aggressive game"),
                },
            )
        },
        new_layout=new_layout,
        check_layout=check_layout,
        diagram=diagram,
        position_schema=schema.POSITION,
        layout_schema=schema.LAYOUT,
        actions=ACTIONS,
    ),
)
