"""Accounts, sign-in, sessions, tokens and permissions of people and bots."""
