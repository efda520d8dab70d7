"""People: accounts, signing in, sessions, tokens, when programs were seen, and what goes when somebody leaves."""
