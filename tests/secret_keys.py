"""The secret keys of the tests: drawn at random, as an operator's are, and good for nothing else."""

KEY = "1f0c8a6be2d97354a0b1c95fd83e6472b65d0e17f94c38a2"
NEXT_KEY = "9d41e7b8306cf52a8be3714d95c0f26a7e18d34bc960f5a2"
"""What a Sundial uses, and another one."""
