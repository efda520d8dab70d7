"""People: accounts, signing in, sessions, tokens, and when programs were seen."""
