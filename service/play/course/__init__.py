"""What a game is part of: matches and series, and what becomes of them when somebody gives up."""
