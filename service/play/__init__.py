"""Games: setting them up, taking seats, moves and their turns, clocks, matches, and talk at the table."""
