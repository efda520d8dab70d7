"""Random engine for the bridge (docs/bots.md).

python -m sundial_client.bridge --engine 'python examples/engines/random_engine.py'
"""

import random
import sys

move: list[str] = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "sundial":
        print("name Random\nready", flush=True)
    elif word == "go":
        move = []
        print("after", flush=True)
    elif word == "legal":
        move.append(random.choice(rest.split(", ")))
        print("after", ", ".join(move), flush=True)
    elif word == "whole":
        print("move", ", ".join(move), flush=True)
    elif word == "quit":
        break
