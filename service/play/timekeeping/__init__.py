"""The engine for time: when a turn's time is over, by what its table has agreed on and what has happened. Pure."""
