"""A game as small as one can be: it shows that a folder is all that a new game needs."""

from rules.game import Game

from . import picture, tactics
from .messages import MESSAGES, tell
from .position import MOST, Action, Countdown, start

GAMES = (
    Game(
        id="countdown",
        name="Countdown",
        designer="Unknown",
        summary="Take one stone or two; whoever takes the last has won.",
        rights="Nobody's.",
        package=__name__,
        players=(2, 3),
        start=start,
        position=Countdown,
        picture=picture,
        tactics=tactics,
        messages=MESSAGES,
        tell=tell,
        actions=tuple(Action("take", number) for number in range(1, MOST + 1)),
        outcomes=tuple(Action("begin", seat) for seat in range(3)),
    ),
)
