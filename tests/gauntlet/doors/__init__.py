"""The interfaces under test: each module is one and defines its `attempts`."""
