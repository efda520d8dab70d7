"""People: accounts, signing in, sessions and tokens, and what goes when somebody leaves."""
