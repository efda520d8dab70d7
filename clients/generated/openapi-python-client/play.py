"""Plays one game to its end by the client that openapi-python-client makes, and prints its scores.

Games that SUNDIAL_GAMES names are looked at before, of whatever ruleset they are.
"""

import os

from sundial_openapi import AuthenticatedClient
from sundial_openapi.api.events import list_events
from sundial_openapi.api.games import set_up_game, show_game
from sundial_openapi.api.moves import list_legal_actions, play_move
from sundial_openapi.api.positions import show_position
from sundial_openapi.models import MoveRequest, SeasonsGameRequest

with AuthenticatedClient(os.environ["SUNDIAL_URL"], os.environ["SUNDIAL_TOKEN"], timeout=60) as client:
    for other in os.environ.get("SUNDIAL_GAMES", "").split():
        shown, there = show_game.sync(other, client=client), show_position.sync(other, client=client)
        print(type(shown).__name__, type(there.position).__name__)
    wish = SeasonsGameRequest.from_dict({"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]})
    game = set_up_game.sync(client=client, body=wish)
    after = 0
    while game.status == "active":
        if game.to_move == game.your_seat:
            actions = list_legal_actions.sync(game.id, client=client).actions
            play_move.sync(game.id, client=client, body=MoveRequest(version=game.version, move=actions[0]))
        else:
            after = list_events.sync(client=client, game=game.id, after=str(after), wait=25).next_
        game = show_game.sync(game.id, client=client)
    print(game.id, game.status, game.scores)
