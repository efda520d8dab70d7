"""Games: one folder for each game or family, which registers itself in `GAMES`."""
