"""Games: setup, seats, moves and turns, clocks, matches, and chat."""
