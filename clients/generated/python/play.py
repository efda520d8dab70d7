"""Plays one game to its end by the client that openapi-generator makes for Python, and prints its scores.

Games that SUNDIAL_GAMES names are looked at before, of whatever ruleset they are.
"""

import os

import sundial_openapi as sundial

configuration = sundial.Configuration(os.environ["SUNDIAL_URL"], access_token=os.environ["SUNDIAL_TOKEN"])
with sundial.ApiClient(configuration) as client:
    games, moves, events = sundial.GamesApi(client), sundial.MovesApi(client), sundial.EventsApi(client)
    positions = sundial.PositionsApi(client)
    for other in os.environ.get("SUNDIAL_GAMES", "").split():
        shown, there = games.show_game(other), positions.show_position(other)
        print(type(shown.actual_instance).__name__, type(there.position.actual_instance).__name__)
    wish = sundial.SeasonsGameRequest(ruleset="seasons", seats=[sundial.SeatWish(me=True), sundial.SeatWish(ai=1)])
    game = games.set_up_game(sundial.GameRequest(wish)).actual_instance
    after = 0
    while game.status == "active":
        if game.to_move == game.your_seat:
            actions = moves.list_legal_actions(game.id).actions
            moves.play_move(game.id, sundial.MoveRequest(version=game.version, move=actions[0]))
        else:
            after = events.list_events(game=game.id, after=str(after), wait=25).next
        game = games.show_game(game.id).actual_instance
    print(game.id, game.status, game.scores)
