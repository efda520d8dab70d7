"""The OAuth 2.1 server for third-party apps: Authlib on our tables.

Only interfaces that serve it import this package, because Authlib is slow to import.
"""
