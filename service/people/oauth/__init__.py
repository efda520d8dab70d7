"""OAuth 2.1 for programs of other people, spoken by Authlib: what it asks for is answered from our tables.

Only the faces that serve it import this: Authlib costs a process some time to start.
"""
