"""The secret keys of the tests: drawn at random, as an operator's are, and good for nothing else."""

KEY = "1f0c8a6be2d97354a0b1c95fd83e6472b65d0e17f94c38a2"
NEXT_KEY = "9d41e7b8306cf52a8be3714d95c0f26a7e18d34bc960f5a2"
LAST_KEY = "62b7f09d3ae814c5d07b96e1f8234ac59e0d71b4863fca25"
"""What a Sundial uses one after the other whose key is changed twice."""
