"""What every test may ask for."""

import hypothesis

pytest_plugins = ["tests.rules.options", "tests.servers"]

# How long an example takes says more about the machine than about the code; `make bench` is there to measure.
hypothesis.settings.register_profile("sundial", deadline=None)
hypothesis.settings.load_profile("sundial")
