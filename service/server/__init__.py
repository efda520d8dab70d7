"""The ASGI server around Flask: request bodies, long polls, streams, compression and graceful shutdown.

Slow and waiting clients hold no thread.
"""
