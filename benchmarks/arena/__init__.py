"""Players against each other: contests between opponents, and the games of them that are kept, a file for each game."""
