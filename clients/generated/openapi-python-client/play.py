"""Plays one game to its end by the client that openapi-python-client makes, and prints its scores."""

import os

from sundial_openapi import AuthenticatedClient
from sundial_openapi.api.events import list_events
from sundial_openapi.api.games import set_up_game, show_game
from sundial_openapi.api.moves import list_legal_actions, play_move
from sundial_openapi.models import MoveRequest, SeasonsGameRequest

with AuthenticatedClient(os.environ["SUNDIAL_URL"], os.environ["SUNDIAL_TOKEN"], timeout=60) as client:
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
