"""Bot checker: plays a bot against the computer on a Sundial, and reports on it.

Of Sundial it imports only the rules.
"""
