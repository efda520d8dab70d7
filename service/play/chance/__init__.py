"""What comes into the dice beside the seed: words of players, and a round of a public beacon that was promised."""
